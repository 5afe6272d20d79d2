"""How a roll is called in Persian, as players say it in English and in Russian (N12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.games.game import InvalidError

_CALLS: Final = {
    (6, 6): ("du-shesh", "ду-шеш"),
    (5, 5): ("du-besh", "ду-беш"),
    (4, 4): ("dur-char", "дур-чар"),
    (3, 3): ("du-se", "ду-сэ"),
    (2, 2): ("du-bara", "ду-бара"),
    (1, 1): ("gan", "ган"),
    (6, 5): ("shesh-besh", "шеш-беш"),
    (6, 4): ("shesh-char", "шеш-чар"),
    (6, 3): ("shesh-se", "шеш-сэ"),
    (6, 2): ("shesh-du", "шеш-ду"),
    (6, 1): ("shesh-yek", "шеш-эк"),
    (5, 4): ("panji-char", "панджи-чар"),
    (5, 3): ("panji-se", "панджи-сэ"),
    (5, 2): ("panji-du", "панджи-ду"),
    (5, 1): ("panji-yek", "панджи-эк"),
    (4, 3): ("chari-se", "чари-сэ"),
    (4, 2): ("chari-du", "чари-ду"),
    (4, 1): ("chari-yek", "чари-эк"),
    (3, 2): ("sebai-du", "сэбаи-ду"),
    (3, 1): ("se-yek", "сэ-эк"),
    (2, 1): ("du-yek", "ду-эк"),
}
_LANGUAGES: Final = ("en", "ru")


def call(dice: Sequence[int], language: str = "en") -> str:
    """How this roll is called: `call((6, 5))` is "shesh-besh"."""
    if language not in _LANGUAGES:
        raise InvalidError(f"language {language!r}: calls are known in {' and '.join(_LANGUAGES)}")
    roll = tuple(sorted(dice, reverse=True))
    if roll not in _CALLS:
        raise InvalidError(f"dice {list(dice)} are no roll; two numbers from 1 to 6 are")
    return _CALLS[roll][_LANGUAGES.index(language)]

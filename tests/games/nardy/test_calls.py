"""The Persian names of the rolls (N12)."""

from __future__ import annotations

import itertools

import pytest

from controller.games.game import InvalidError
from controller.games.nardy.calls import call


@pytest.mark.parametrize(
    ("dice", "english", "russian"),
    [
        ((6, 5), "shesh-besh", "шеш-беш"),
        ((4, 4), "dur-char", "дур-чар"),
        ((1, 1), "gan", "ган"),
        ((2, 3), "sebai-du", "сэбаи-ду"),
        ((1, 5), "panji-yek", "панджи-эк"),
    ],
)
def test_calls(dice: tuple[int, int], english: str, russian: str) -> None:
    """Rolls have their names in both languages, whichever die is named first (N12)."""
    assert (call(dice), call(dice, "ru")) == (english, russian)


def test_every_roll_has_its_own_name() -> None:
    """All 21 rolls are called differently (N12)."""
    for language in ("en", "ru"):
        rolls = itertools.combinations_with_replacement(range(1, 7), 2)
        assert len({call(dice, language) for dice in rolls}) == 21


def test_what_cannot_be_called() -> None:
    """Neither other languages nor other numbers have calls."""
    with pytest.raises(InvalidError, match="calls are known in en and ru"):
        call((6, 5), "fa")
    with pytest.raises(InvalidError, match="are no roll"):
        call((6, 7))

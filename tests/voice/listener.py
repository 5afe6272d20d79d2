"""Somebody who only hears: makes the position of nothing but the words that were said."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from controller.games.catalogue import AnyGame
from controller.voice.ear import for_the_ear
from controller.words.speech import name, say
from controller.words.telling import called

#: How each language tells that something is said of the whole board, or of what has changed.
_WHOLE = {"en": "The board, ", "ru": "Доска, "}
_NOW = {"en": " Now: ", "ru": " Теперь: "}
_PARTS = {"en": r"(?P<what>.+) at (?P<cell>.+)", "ru": r"(?P<what>.+), (?P<cell>.+)"}
_ELSE = {
    "en": r"(?P<what>.+) everywhere(?: else)?",
    "ru": r"(?:везде )?(?P<what>.+?)(?:, все остальные)?",
}
_SIZES = (1, 2, 3)


class Listener:
    """Knows what the sides and the places are called, and how pieces are counted; nothing else."""

    def __init__(self, game: AnyGame, language: str, *, first: bool = False) -> None:
        self._language = language
        self._sides = [_heard(name(side), language) for side in game.sides]
        self._first = first
        self._owned = min(game.contents(game.start())) < 0
        self._solid = game.solid
        self._places = [
            {
                _heard(called(told), language): cell
                for cell, told in game.sayings.aloud(side).items()
            }
            for side in range(len(game.sides))
        ]
        self.holds: dict[str, int] = {}

    def place(self, name: str, side: int) -> str:
        """Which place is called so by this side's numbers."""
        return self._places[0 if self._first else side][name]

    def hear(self, text: str) -> None:
        """Something was said: if it is of pieces, they are moved."""
        if text.startswith(_WHOLE[self._language]):
            self._whole(text)
        elif _NOW[self._language] in text:
            before, _, told = text.partition(_NOW[self._language])
            self._lay(self._side_in(before), told.rstrip(".").split("; "))

    def _whole(self, text: str) -> None:
        """The whole board: some places, and what all others hold."""
        who, _, told = text.partition(": ")
        side, parts = self._side_in(who), told.rstrip(".").split("; ")
        rest = re.fullmatch(_ELSE[self._language], parts[-1])
        assert rest is not None, text
        self.holds = dict.fromkeys(self._places[side].values(), self._count(rest["what"]))
        self._lay(side, parts[:-1])

    def _lay(self, side: int, parts: Sequence[str]) -> None:
        places: Mapping[str, str] = self._places[0 if self._first else side]
        for part in parts:
            said = re.fullmatch(_PARTS[self._language], part)
            assert said is not None, part
            self.holds[places[said["cell"]]] = self._count(said["what"])

    def _side_in(self, words: str) -> int:
        """Whose numbers they are: the side that was named last."""
        return max(range(len(self._sides)), key=lambda side: words.rfind(self._sides[side]))

    def _count(self, what: str) -> int:
        """How many, whose, or how large."""
        if what == say("voice.none")[self._language]:
            return 0
        if self._solid:
            return next(n for n in _SIZES if say(f"voice.piece-{n}")[self._language] == what)
        number = int(re.match(r"\d+", what)[0])  # type: ignore[index]
        return -number if self._owned and what.endswith(self._sides[1]) else number


def _heard(said: Mapping[str, str], language: str) -> str:
    return for_the_ear(dict(said))[language]

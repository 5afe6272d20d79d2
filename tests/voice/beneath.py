"""Kakuzu by the words alone: what lies open, who has how many stones, what is looked for.

On the wood a hole is full or empty, and no more; what was beneath the stones, and where they went,
is heard. Whoever has heard everything knows the whole position, as everybody sees it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from controller.games.kakuzu.board import CELLS
from controller.games.kakuzu.position import NOBODYS, STONE, UNKNOWN, Position
from controller.voice.utterance import Kind

_LIFTED = re.compile(r"^(?P<who>\w+): (?P<cell>[a-i]\d)(?P<told>, [^.]+)?\. Now:")
_NUMBER = re.compile(r"beneath it (\d)")
_MISSED = re.compile(r"A miss: give the stone to the left, to (\w+)\.")
_LOOK_FOR = re.compile(r"Look for (\d)\.")
_ALL_NINE = re.compile(r"[Aa]ll nine (\d)s lie open")
#: So often every number stands on a sheet.
_TIMES = 9
_KEPT = "what was found stays out"
_ALL_BACK = "all go back into the bag"


class Beneath:
    """A player's memory of what was said; the rules themselves it does not ask."""

    def __init__(self, sides: Sequence[str], variant: str) -> None:
        self._sides, self._variant = [*sides], variant
        self._holes = dict.fromkeys(CELLS, STONE)
        self._stones = [0] * len(sides)
        self._mover, self._token = 0, 0
        self._found, self._kept, self._gone = list[int](), set[int](), set[int]()
        #: Who has lifted a stone that nobody was given yet, and whether it was a hit.
        self._lifter: int | None = None
        self._hit = False

    @property
    def position(self) -> Position:
        """Everything that was heard, as a position."""
        holes = "".join(self._holes.values())
        away = set[int]() if self._variant == "named" else self._gone
        found = tuple(sorted(number for number in self._found if number not in away))
        kept = tuple(sorted(self._kept - self._gone))
        token, gone = self._token or None, frozenset(self._gone)
        return Position(self._mover, holes, tuple(self._stones), token, found, gone, kept)

    def hear(self, kind: Kind, words: str) -> None:
        """Something was said."""
        if lifted := _LIFTED.match(words):
            self._lift(lifted["who"], lifted["cell"], lifted["told"] or "")
        self._gone |= {int(number) for number in _ALL_NINE.findall(words)}
        self._give(words)
        for side, title in enumerate(self._sides):
            if f"{title} to move" in words or f"{title} moves again" in words:
                self._next(side, words)
        if kind is Kind.OVER:
            self._last()

    def _lift(self, who: str, cell: str, told: str) -> None:
        number = _NUMBER.search(told)
        self._hit = int(number[1]) == self._token if number else "a hit" in told
        look = number[1] if number else str(self._token) if self._hit else UNKNOWN
        self._holes[cell] = look
        opened = [*self._holes.values()]
        if look != UNKNOWN and opened.count(look) == _TIMES:
            self._gone.add(int(look))
        if len(CELLS) - opened.count(STONE) > NOBODYS:
            self._lifter = self._sides.index(who)

    def _give(self, words: str) -> None:
        """Whose the stone is now, as it is said."""
        if "A hit: keep the stone." in words and self._lifter is not None:
            self._stones[self._lifter] += 1
            before = [] if self._variant == "same" else self._found
            self._found = [*before, self._token]
            self._lifter = None
        elif missed := _MISSED.search(words):
            self._stones[self._sides.index(missed[1])] += 1
            self._lifter = None

    def _next(self, side: int, words: str) -> None:
        if side != self._mover:
            self._kept |= {*self._found} if _KEPT in words else set()
            self._found = []
        if _ALL_BACK in words:
            self._kept = set()
        self._mover = side
        looked = _LOOK_FOR.search(words)
        self._token = int(looked[1]) if looked else 0

    def _last(self) -> None:
        """The last stone goes to nobody by a sentence: who lifted it knows what was looked for."""
        if self._lifter is not None:
            following = (self._lifter + 1) % len(self._sides)
            self._stones[self._lifter if self._hit else following] += 1
            self._mover, self._lifter = following, None
        self._token, self._found, self._kept = 0, [], set()

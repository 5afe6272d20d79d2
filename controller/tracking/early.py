"""A piece cannot come down before it was lifted: what did is the sleeve of the arm that lifts it.

Scales tell when they begin to swing and what they show when they have come to rest. From that it is
known which pieces are in the air since when, and what has just become lighter.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any, NamedTuple

from controller.games.game import Cell
from controller.tracking.pace import REACH, WALKS
from controller.tracking.seen import SWINGING, Seen, exactly
from controller.tracking.station import Station

#: A hand makes the cell swing that it reaches into, and those beside it; a bump against the table
#: more than this share of all.
_JOLTED = 0.5
#: A cell that swung for a shorter time was not reached into: something was put down beside it.
_REACHED_INTO = 0.1


class Weight(NamedTuple):
    """Something that is no piece, where so many pieces lie as well, and how many should."""

    beside: int
    held: int


class Early:
    """The cells where a weight came too soon after a lift to be the piece that was lifted."""

    def __init__(self) -> None:
        self.cells: dict[Cell, Weight] = {}
        #: The cells that became lighter just now; and those of them where something had lain for so
        #: short a time that it was a piece on its way.
        self.lighter: frozenset[Cell] = frozenset()
        self.walked: frozenset[Cell] = frozenset()
        #: Those that a hand reached into in this turn or the one before, and that look as they did:
        #: what was taken there may have been made up for by a sleeve.
        self._reached: tuple[set[Cell], set[Cell]] = (set(), set())
        self._here: Station[Any, Any] | None = None
        #: What each cell showed when it was last at rest, and since when those swing that do.
        self._rested: dict[Cell, Seen] = {}
        self._swung: dict[Cell, float] = {}
        #: When each began to swing that something came down on last.
        self._landed: dict[Cell, float] = {}
        #: When and where each piece was lifted that is in the air.
        self._lifts: list[tuple[float, Cell]] = []
        #: When so many scales last swung that somebody must have bumped against the table.
        self._jolted = -inf

    @property
    def reached(self) -> frozenset[Cell]:
        """The cells that look as they did, though a hand reached into them of late."""
        return frozenset().union(*self._reached)

    def judge(self, weighed: Mapping[Cell, Seen], here: Station[Any, Any], now: float) -> None:
        """The scales show this now."""
        if here is not self._here:
            self._here, self._reached = here, (set(), self._reached[0])
        swings = {cell for cell, seen in weighed.items() if seen == SWINGING}
        if len(swings) > _JOLTED * len(weighed):
            self._jolted = now
        rests = {cell: seen for cell, seen in weighed.items() if cell not in swings}
        self.lighter = frozenset(
            cell for cell, seen in rests.items() if seen.hi < self._was(cell, here).lo
        )
        self._forget_gone(rests, here)
        since = {cell: begun for cell, begun in self._swung.items() if cell in rests}
        self.walked = frozenset(
            cell
            for cell in self.lighter & since.keys()
            if since[cell] < self._landed.get(cell, -inf) + WALKS
        )
        self._swung = {cell: self._swung.get(cell, now) for cell in swings}
        for cell, begun in since.items():
            self._note_lifted(cell, rests[cell], here, begun)
        for cell, begun in since.items():
            self._note_landed(cell, rests[cell], here, begun)
            if rests[cell] == self._was(cell, here) and now >= begun + _REACHED_INTO:
                self._reached[0].add(cell)
        self._rested.update(rests)
        if not swings and here.matches(weighed):
            self._lifts.clear()

    def _was(self, cell: Cell, here: Station[Any, Any]) -> Seen:
        """What a cell showed when it was last at rest."""
        return self._rested.get(cell) or exactly(abs(here.contents[cell]))

    def _forget_gone(self, rests: Mapping[Cell, Seen], here: Station[Any, Any]) -> None:
        """What has gone was no piece in the air either; what a turn told since explains is one."""
        for cell, weight in [*self.cells.items()]:
            held = abs(here.contents[cell])
            explained = cell in rests and weight.held < held and rests[cell].allows(held)
            if cell in self.lighter or explained:
                del self.cells[cell]
                self._rested[cell] = rests[cell]

    def _note_lifted(self, cell: Cell, seen: Seen, here: Station[Any, Any], begun: float) -> None:
        was = self._was(cell, here)
        if seen.hi < was.lo:
            self._lifts += [(begun, cell)] * (1 if here.solid else was.lo - seen.hi)
            self._lifts.sort()

    def _note_landed(self, cell: Cell, seen: Seen, here: Station[Any, Any], begun: float) -> None:
        was = self._was(cell, here)
        if seen.lo <= was.hi or cell in self.cells:
            return
        self._landed[cell] = begun
        if here.parted and self._is_early(cell, begun, here):
            self.cells[cell] = Weight(was.lo, abs(here.contents[cell]))
        else:  # nobody knows which came down: what is longest in the air tells least
            del self._lifts[-1 if here.solid else was.hi - seen.lo :]

    def _is_early(self, cell: Cell, begun: float, here: Station[Any, Any]) -> bool:
        """Whether no piece that is in the air can have been brought here in time, but for one that
        was slid from beside."""
        if self._jolted >= begun:
            return False
        swinging = [
            (since, each)
            for each, since in self._swung.items()
            if self._was(each, here).lo and here.contents[each]
        ]
        lifts = self._lifts + swinging
        late = (begun < left + REACH and cell not in here.near(each) for left, each in lifts)
        return bool(lifts) and all(late)

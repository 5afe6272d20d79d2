"""How long a piece lay where it was put: on its way, in doubt, or to stay.

A hand that walks a piece sets it down for a moment; one that missed its field puts it right on a
field beside. Who lay longer, or went on further, had been put there by a turn of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf

from controller.games.game import Cell
from controller.tracking.pace import STANDS, WALKS
from controller.tracking.seen import EMPTY, SWINGING, Seen

Looks = Mapping[Cell, Seen]


class Standing:
    """Follows whole pieces from where they lie to where they are put."""

    def __init__(self, near: Callable[[Cell], Iterable[Cell]]) -> None:
        """`near` names the cells where a hand that misses one puts its piece."""
        self._near = near
        #: Since when each cell looks as it does, and how long at most a piece lay there.
        self._since: dict[Cell, float] = {}
        self._lay: dict[Cell, float] = {}
        #: How the cells that swing looked before, and since when.
        self._left: dict[Cell, tuple[Seen | None, float]] = {}
        #: Whether a turn from the newest position, or from the one before, may have ended when the
        #: piece was lifted that lay there.
        self._ended: dict[Cell, tuple[bool, bool]] = {}
        #: Where a piece lay to stay, and no longer does: no turn went by there, one ended.
        self.stops: set[Cell] = set()

    def note(self, changes: Looks, looks: Looks, now: float, ended: tuple[bool, bool]) -> None:
        """These cells, on a board that looked so, change; turns may have ended so far."""
        for cell, seen in changes.items():
            past = looks.get(cell)
            if past != SWINGING:
                self._left[cell] = (past, self._since.get(cell, -inf))
                if past is not None and past.lo:  # who puts a piece back lets it lie on
                    lay = now - self._left[cell][1]
                    self._lay[cell] = max(lay, self._lay.get(cell, 0.0))
                    self._ended[cell] = ended
            elif seen == self._left.get(cell, (None, now))[0]:
                self._since[cell] = self._left[cell][1]  # it only swung
                continue
            self._since[cell] = now
        self._note_stops(changes, looks)

    def _note_stops(self, changes: Looks, looks: Looks) -> None:
        """Where did a piece lie longer than on its way, or go on to where no hand had missed?"""
        for cell, seen in changes.items():
            if seen == EMPTY and self._lay.get(cell, 0.0) >= STANDS:
                self.stops.add(cell)
            elif seen.lo:
                self.stops.discard(cell)
                left = self._left_last(looks)
                if left and self._lay[left] >= WALKS and cell not in (left, *self._near(left)):
                    self.stops.add(left)

    def _left_last(self, looks: Looks) -> Cell | None:
        """From where the piece that comes down was lifted."""
        left = [cell for cell in self._lay if looks.get(cell) == EMPTY]
        return max(left, key=lambda cell: self._since.get(cell, 0.0), default=None)

    def lay(self, cell: Cell) -> float:
        """How long the piece that was lifted had lain there."""
        return self._lay.get(cell, inf)

    def is_passing(self, cell: Cell, now: float) -> bool:
        """Whether what lies there was put down so lately that it may be on its way."""
        return now - self._since.get(cell, now) < WALKS

    def has_stopped(self, contents: Mapping[Cell, int], *, before: bool) -> bool:
        """Whether a piece lay to stay where none stood in this position, the newest or the one
        before, and is gone: it was another turn's end."""
        return any(not contents[cell] and self._ended[cell][before] for cell in self.stops)

    def forget_stops(self) -> None:
        """Everything stands again as it did when the turn began."""
        self.stops.clear()

    def turn_begins(self) -> None:
        """How long something lay counts from turn to turn."""
        self._lay.clear()
        self.stops.clear()

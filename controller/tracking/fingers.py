"""A finger pressed on a place and let go again: a question, and never a piece.

It is heavier than any piece, it is short, and after it the place weighs what it did before. As long
as it may still be one, what it does to the scales is no sleeve that anybody need be told of.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isfinite

from controller.games.game import Cell
from controller.tracking.reading import SensorReading

#: So many grams more is a finger, and at the least so many pieces: a piece of Gyges is up to three.
_FINGER_G, _PIECES = 30.0, 4
#: A finger that asks presses for so long; what is shorter is a hand that reaches in, what is longer
#: rests there.
SHORTEST, LONGEST = 0.15, 2.5
#: So far from what it weighed before, in pieces, a place may be that holds the same.
_SAME = 0.5


class Fingers:
    """Which places are pressed, and which were."""

    def __init__(self, grams: float) -> None:
        """`grams`: what one piece weighs."""
        self._heavy, self._same = max(_FINGER_G, _PIECES * grams), _SAME * grams
        #: What each place weighed when nothing pressed it; what the last steady reading of it was.
        self._now = 0.0
        self._rested: dict[Cell, float] = {}
        self._steady: dict[Cell, float] = {}
        #: Since when places are pressed, and which were let go while others were still pressed.
        self._down: dict[Cell, float] = {}
        self._let_go: set[Cell] = set()
        self._touched: list[frozenset[Cell]] = []

    @property
    def down(self) -> frozenset[Cell]:
        """The places that something presses which does not rest there."""
        return frozenset(self._down)

    @property
    def before(self) -> dict[Cell, float]:
        """What those of these places weighed before that are not still."""
        return {cell: self._rested[cell] for cell in self._down if cell not in self._steady}

    @property
    def since(self) -> float:
        """Since when something presses that is not still; never: nothing does."""
        return min((self._down[cell] for cell in self.before), default=-inf)

    def may_ask(self, now: float) -> bool:
        """Whether what presses may still be a finger that asks."""
        return any(now < since + LONGEST for since in self._down.values())

    def is_heavy(self, cell: Cell, grams: float) -> bool:
        """Whether so much on a place may be a finger."""
        return cell in self._rested and grams - self._rested[cell] >= self._heavy

    def touched(self) -> list[frozenset[Cell]]:
        """What was pressed and let go since this was last asked: the places of each touch."""
        touched, self._touched = self._touched, []
        return touched

    @property
    def deadline(self) -> float | None:
        """When what presses has done so for too long to be a question; None: nothing may be one."""
        due = (since + LONGEST for since in self._down.values())
        return min((time for time in due if time > self._now), default=None)

    def note(self, readings: Iterable[SensorReading], now: float) -> None:
        """The scales say this."""
        for reading in readings:
            if reading.sense != "weight":
                continue
            if reading.fault or not isfinite(reading.value):
                self._forget(reading.cell)
            else:
                self._weigh(reading, now)
        self.pass_time(now)

    def pass_time(self, now: float) -> None:
        """What presses for too long is no question; and once it is still, it rests there, and is
        what the place weighs from now on. All that was pressed together is one touch."""
        self._now = now
        for cell, since in [*self._down.items()]:
            if now >= since + LONGEST and cell in self._steady:
                self._forget(cell, self._steady[cell])
        if self._let_go and not self.may_ask(now):
            self._touched.append(frozenset(self._let_go))
            self._let_go.clear()

    def _weigh(self, reading: SensorReading, now: float) -> None:
        cell, grams = reading.cell, reading.value
        if reading.steady:
            self._steady[cell] = grams
        else:
            self._steady.pop(cell, None)
        if self.is_heavy(cell, grams):
            self._down.setdefault(cell, now)
        elif reading.steady:
            self._rest(cell, grams, now)

    def _rest(self, cell: Cell, grams: float, now: float) -> None:
        """A place has come to rest at what no finger is: was it the same before?"""
        since = self._down.pop(cell, None)
        brief = since is not None and SHORTEST <= now - since < LONGEST
        if brief and abs(grams - self._rested[cell]) <= self._same:
            self._let_go.add(cell)
        self._rested[cell] = grams

    def _forget(self, cell: Cell, grams: float | None = None) -> None:
        self._rested.pop(cell, None)
        self._down.pop(cell, None)
        if grams is not None:
            self._rested[cell] = grams

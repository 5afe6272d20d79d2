"""From what a sensor reports to what it could mean: `Seen(lo, hi)` for every kind of sensor.

A load cell learns from positions that are known: after a turn is recognised, the grams that lie in
a pit stand for a known number of stones. Later readings are compared with that, so slow drift,
creep and stones of unequal weight matter only for what changed since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil, floor, isfinite, sqrt
from typing import Any, NamedTuple, Protocol

from controller.games.game import Cell
from controller.tracking.seen import ANYTHING, EMPTY, MANY, SOMETHING, SWINGING, Seen


class SensorReading(Protocol):
    """What a driver reports of one cell (`hardware.readings.Reading` is one)."""

    @property
    def cell(self) -> str: ...
    @property
    def sense(self) -> str: ...
    @property
    def value(self) -> float: ...
    @property
    def steady(self) -> bool: ...
    @property
    def fault(self) -> str | None: ...
    @property
    def capacity(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Pieces:
    """What one piece weighs: the mean in grams, and how much pieces differ (1.0 = 100 %)."""

    grams: float = 5.0
    spread: float = 0.04


class Anchor(NamedTuple):
    """These grams were once known to be this many pieces."""

    grams: float
    pieces: int


#: So many pieces does the profile's word for how they differ weigh, and more than this none differ.
_PROFILE_COUNTS, _MOST_SPREAD = 10, 0.15
#: A load cell's own error in pieces' weights at any time, and its drift since it was last empty.
_NOISE, _DRIFT = 0.06, 0.18
#: How many standard deviations a reading may be off and still be believed.
_SIGMAS = 3.5
#: However quiet a cell is, a reading this near a number of pieces still means that number.
_CLEAR = 0.3


class Spread:
    """How much the pieces of this set differ in weight: never less than the profile says, and as
    much more as those that were seen to come and go."""

    def __init__(self, told: float) -> None:
        self._told = told
        #: The sum of squares of what was seen, and of how many pieces.
        self.learned: tuple[float, int] = (0.0, 0)

    def note(self, square: float) -> None:
        """One more piece was so far from the mean, squared."""
        total, count = self.learned
        self.learned = (total + square, count + 1)

    def recall(self, total: float = 0.0, count: float = 0) -> None:
        """Take up what was learned before a restart."""
        self.learned = (float(total), int(count))

    @property
    def square(self) -> float:
        """The variance of one piece's weight."""
        total, count = self.learned
        mean = (_PROFILE_COUNTS * self._told**2 + total) / (_PROFILE_COUNTS + count)
        return float(max(self._told**2, min(_MOST_SPREAD**2, mean)))


class Sensing:
    """The sensor model of one board."""

    def __init__(self, cells: Iterable[Cell], pieces: Pieces | None = None) -> None:
        self.pieces = pieces or Pieces()
        self.left_out: set[Cell] = set()
        self.faults: dict[Cell, str] = {}
        self._last: dict[Cell, SensorReading] = {}
        self._known: dict[Cell, Anchor] = {}
        self._empty: dict[Cell, Anchor] = {}
        self._cells = tuple(cells)
        self._spread = Spread(self.pieces.spread)

    def take(self, readings: Iterable[SensorReading]) -> dict[Cell, Seen]:
        """What the cells of these readings look like now."""
        looks = {}
        for reading in readings:
            if reading.cell not in self._cells:
                continue  # a board may have more cells than the game played on it
            self._last[reading.cell] = reading
            if reading.fault:
                self.faults[reading.cell] = reading.fault
            else:
                self.faults.pop(reading.cell, None)
            looks[reading.cell] = self.look(reading.cell)
        return looks

    def look(self, cell: Cell) -> Seen:
        """What one cell looks like, by its last reading."""
        reading = self._last.get(cell)
        if reading is None or cell in self.left_out or reading.fault:
            return ANYTHING
        if not reading.steady:
            return SWINGING
        if reading.sense == "presence":
            return SOMETHING if reading.value else EMPTY
        if reading.sense == "slots":
            count = round(reading.value)
            return Seen(count, MANY if count >= reading.capacity else count)
        return self._weigh(cell, reading.value)

    def moving(self) -> list[Cell]:
        """The cells whose sensors have not come to rest."""
        return [
            cell
            for cell, reading in self._last.items()
            if not (reading.steady or reading.fault or cell in self.left_out)
        ]

    def looks(self) -> dict[Cell, Seen]:
        """What every cell looks like."""
        return {cell: self.look(cell) for cell in self._cells}

    @property
    def all_reported(self) -> bool:
        """Whether every cell has been heard of at least once."""
        return all(cell in self._last for cell in self._cells)

    def _weigh(self, cell: Cell, grams: float) -> Seen:
        """How many pieces these grams can be, by what was last known and by the empty scale."""
        if not isfinite(grams):
            return ANYTHING
        fits = self._fitting(cell, grams)
        if fits:
            return Seen(fits[0], fits[-1])
        # Between two numbers: something else lies there, or a hand rests on it. Never a guess.
        guess = self._guess(cell, grams)
        return Seen(max(0, floor(guess)), max(0, ceil(guess)))

    def _anchors(self, cell: Cell) -> tuple[Anchor, Anchor]:
        empty = self._empty.get(cell, Anchor(0.0, 0))
        return empty, self._known.get(cell, empty)

    def _guess(self, cell: Cell, grams: float) -> float:
        known = self._anchors(cell)[1]
        return known.pieces + (grams - known.grams) / self.pieces.grams

    def _fitting(self, cell: Cell, grams: float) -> list[int]:
        """The numbers of pieces that these grams agree with."""
        empty, known = self._anchors(cell)
        guess = self._guess(cell, grams)
        return [
            count
            for count in range(max(0, floor(guess) - 1), ceil(guess) + 3)
            if self._fits(count, grams, empty, _DRIFT)
            and (known is empty or self._fits(count, grams, known, _NOISE))
        ]

    def _fits(self, count: int, grams: float, known: Anchor, base: float) -> bool:
        moved = count - known.pieces
        off = grams - known.grams - moved * self.pieces.grams
        return abs(off) <= self._tolerance(abs(moved), base)

    def _tolerance(self, moved: int, base: float) -> float:
        """How many grams the reading may be off when this many pieces came or went."""
        sigma = sqrt(base**2 + moved * self._spread.square)
        return self.pieces.grams * max(_CLEAR, _SIGMAS * sigma)

    def learn(self, contents: Mapping[Cell, int]) -> None:
        """The board is known to hold this: remember what that weighs."""
        for cell, held in contents.items():
            reading = self._last.get(cell)
            if reading is None or reading.sense != "weight" or self.look(cell).tells_nothing:
                continue
            # Not from grams that lie between two numbers: a hand may rest there.
            if abs(held) in self._fitting(cell, reading.value):
                self._compare(cell, Anchor(reading.value, abs(held)))
                self._known[cell] = Anchor(reading.value, abs(held))
                if not held:
                    self._empty[cell] = self._known[cell]

    def _compare(self, cell: Cell, now: Anchor) -> None:
        """What came or went since this cell was last known: how far is that from the mean?"""
        before = self._known.get(cell, now)
        moved = now.pieces - before.pieces
        if moved:
            off = (now.grams - before.grams) / self.pieces.grams - moved
            self._spread.note(off**2 / abs(moved))

    def memory(self) -> dict[str, Any]:
        """What was learned, to be kept over a restart."""
        apart = {"spread": list(self._spread.learned)}
        return {"known": _plain(self._known), "empty": _plain(self._empty), **apart}

    def recall(self, memory: Mapping[str, Any]) -> None:
        """Take up what was learned before a restart."""
        for kept, learned in ((self._known, "known"), (self._empty, "empty")):
            for cell, (grams, pieces) in memory.get(learned, {}).items():
                if cell in self._cells:
                    kept[cell] = Anchor(float(grams), int(pieces))
        self._spread.recall(*memory.get("spread", ()))


def _plain(anchors: Mapping[Cell, Anchor]) -> dict[str, list[float]]:
    return {cell: list(anchor) for cell, anchor in anchors.items()}

"""From what a sensor reports to what it could mean: `Seen(lo, hi)` for every kind of sensor.

A load cell learns from positions that are known: after a turn is recognised, the grams that lie in
a pit stand for a known number of stones. Later readings are compared with that, so slow drift,
creep and stones of unequal weight matter only for what changed since. What its neighbours gain or
lose presses through the wood: by so much its own weight is doubted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import nlargest
from math import ceil, floor, isfinite, sqrt
from typing import Any, NamedTuple, Protocol

from controller.games.game import Cell
from controller.tracking.resting import Resting
from controller.tracking.seen import ANYTHING, EMPTY, MANY, SOMETHING, Seen


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
    """These grams were once known to be this many pieces, of which the neighbours may have pressed
    so much through the wood."""

    grams: float
    pieces: int
    pressed: float = 0.0


#: A load cell's own error in pieces' weights at any time, and its drift since it was last empty.
_NOISE, _DRIFT = 0.06, 0.18
#: How many standard deviations a reading may be off and still be believed.
_SIGMAS = 3.5
#: However quiet a cell is, a reading this near a number of pieces still means that number.
_CLEAR = 0.3
#: The share of a neighbour's change that a cell may feel through the wood, and how many neighbours.
_THROUGH, _NEIGHBOURS = 0.03, 2
#: No hand rests longer than this, in seconds.
LEANS = 10.0
#: How many grams less an empty scale is worth with every position that is known after it.
_AGES = 0.02


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
        #: What all cells weighed when it was last known what this one holds.
        self._then: dict[Cell, Mapping[Cell, float]] = {}
        self._resting = Resting(_CLEAR * self.pieces.grams)
        #: The cells whose weight is no number of pieces, and since when.
        self._odd: dict[Cell, float] = {}
        self._now = 0.0

    def take(
        self, readings: Iterable[SensorReading], most: int | None = None, now: float = 0.0
    ) -> dict[Cell, Seen]:
        """What the cells of these readings look like now, where `most` pieces are on the board
        as long as nobody has one in the air (None: nobody knows how many there are)."""
        self._now = now
        odd, told = list(self._odd), []
        for reading in readings:
            if reading.cell not in self._cells:
                continue  # a board may have more cells than the game played on it
            told.append(reading.cell)
            self._last[reading.cell] = reading
            if reading.fault:
                self.faults[reading.cell] = reading.fault
                self._resting.forget(reading.cell)
            else:
                self.faults.pop(reading.cell, None)
            self._notice_rest(reading, most)
        self._count(most, now)
        # What was no number of pieces may be one, now that its neighbours are known.
        return {cell: self.look(cell) for cell in (*told, *odd)}

    def _notice_rest(self, reading: SensorReading, most: int | None) -> None:
        """See whether this weight came with no piece leaving anywhere, or went again."""
        if reading.sense == "weight" and reading.steady and not reading.fault:
            surplus = most is not None and self._lying() > most
            self._resting.weighed(reading.cell, reading.value, surplus=surplus)

    def _lying(self) -> int:
        """How many pieces the weights speak of at least, leaving out what rests."""
        return sum(self.look(cell).lo for cell in self._cells)

    def _count(self, most: int | None, now: float) -> None:
        """Note whether the weights add up, whatever rests where."""
        if self._resting:
            looks = [self._by_reading(cell) for cell in self._cells]
            least, greatest = sum(seen.lo for seen in looks), sum(seen.hi for seen in looks)
            adds_up = most is not None and least <= most <= greatest < MANY
            self._resting.counted(now, even=adds_up)

    def settle(self, now: float) -> bool:
        """Whether what rested is taken for pieces, now that everything has long added up."""
        due = self._resting.deadline
        if due is None or now < due:
            return False
        self._resting.clear()
        return True

    @property
    def deadline(self) -> float | None:
        """When `settle` should be asked."""
        return self._resting.deadline

    @property
    def resting(self) -> list[Cell]:
        """The cells on which something rests that is no piece."""
        return [cell for cell in self._resting.cells if cell not in self.left_out]

    def odd(self, now: float) -> dict[Cell, float]:
        """The cells whose weight has lately become no number of pieces, and until when a hand is
        the likelier reason; what stays for longer are pieces that weigh more or less than usual."""
        lasts = {cell: since + LEANS for cell, since in self._odd.items()}
        return {c: due for c, due in lasts.items() if now < due and c not in self.left_out}

    def look(self, cell: Cell) -> Seen:
        """What one cell looks like, by its last reading; where something rests it tells nothing."""
        return ANYTHING if cell in self._resting else self._by_reading(cell)

    def _by_reading(self, cell: Cell) -> Seen:
        since = self._odd.pop(cell, self._now)
        reading = self._last.get(cell)
        if reading is None or cell in self.left_out or reading.fault or not reading.steady:
            return ANYTHING
        if reading.sense == "presence":
            return SOMETHING if reading.value else EMPTY
        if reading.sense == "slots":
            count = round(reading.value)
            return Seen(count, MANY if count >= reading.capacity else count)
        fits = self._fitting(cell, reading.value) if isfinite(reading.value) else [0, MANY]
        if fits:
            return Seen(fits[0], fits[-1])
        # Between two numbers: something else lies there, or a hand rests on it. Never a guess.
        self._odd[cell] = since
        guess = self._guess(cell, reading.value)
        return Seen(max(0, floor(guess)), max(0, ceil(guess)))

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

    def _anchors(self, cell: Cell) -> tuple[Anchor, Anchor]:
        empty = self._empty.get(cell, Anchor(0.0, 0))
        return empty, self._known.get(cell, empty)

    def _guess(self, cell: Cell, grams: float) -> float:
        known = self._anchors(cell)[1]
        return known.pieces + (grams - known.grams) / self.pieces.grams

    def _fitting(self, cell: Cell, grams: float) -> list[int]:
        """The numbers of pieces that these grams agree with."""
        empty, known = self._anchors(cell)
        guess, pressed = self._guess(cell, grams), self._pressed(cell, self._then.get(cell, {}))
        counts = range(max(0, floor(guess) - 1), ceil(guess) + 3)
        if cell not in self._known:
            return [count for count in counts if self._fits(count, grams, empty, _DRIFT, pressed)]
        since = empty.pressed + self._pressed(cell, {})
        return [
            count
            for count in counts
            if self._fits(count, grams, known, _NOISE, pressed)
            and self._fits(count, grams, empty, _DRIFT, since)
        ]

    def _pressed(self, cell: Cell, then: Mapping[Cell, float]) -> float:
        """How many grams of what its neighbours gained or lost since `then` a cell may feel: the
        sensors do not know who is whose neighbour, so those count that changed most."""
        changes = (
            abs(reading.value - then.get(other, 0.0))
            for other, reading in self._last.items()
            if other != cell and reading.sense == "weight" and not reading.fault
        )
        return _THROUGH * sum(nlargest(_NEIGHBOURS, changes))

    def _fits(self, count: int, grams: float, known: Anchor, base: float, pressed: float) -> bool:
        moved = count - known.pieces
        off = grams - known.grams - moved * self.pieces.grams
        return abs(off) <= self._tolerance(abs(moved), base) + pressed

    def _tolerance(self, moved: int, base: float) -> float:
        """How many grams the reading may be off when this many pieces came or went."""
        sigma = sqrt(base**2 + moved * self.pieces.spread**2)
        return self.pieces.grams * max(_CLEAR, _SIGMAS * sigma)

    def learn(self, contents: Mapping[Cell, int]) -> None:
        """The board is known to hold this: remember what that weighs."""
        weights = {cell: reading.value for cell, reading in self._last.items()}
        for cell, held in contents.items():
            reading = self._last.get(cell)
            if reading is None or reading.sense != "weight" or self.look(cell) == ANYTHING:
                continue
            # Not from grams that lie between two numbers: a hand may rest there.
            if abs(held) in self._fitting(cell, reading.value):
                self._known[cell] = Anchor(reading.value, abs(held))
                self._then[cell] = weights
                self._learn_empty(cell, self._known[cell])

    def _learn_empty(self, cell: Cell, known: Anchor) -> None:
        """An empty scale is known best when little lies beside it; but it grows old."""
        old, pressed = self._empty.get(cell), self._pressed(cell, {})
        if not known.pieces and (old is None or pressed <= old.pressed):
            self._empty[cell] = known._replace(pressed=pressed)
        elif old is not None:
            self._empty[cell] = old._replace(pressed=old.pressed + _AGES)

    def memory(self) -> dict[str, Any]:
        """What was learned, to be kept over a restart."""
        return {"known": _plain(self._known), "empty": _plain(self._empty)}

    def recall(self, memory: Mapping[str, Any]) -> None:
        """Take up what was learned before a restart."""
        for kept, learned in ((self._known, "known"), (self._empty, "empty")):
            for cell, (grams, pieces, *more) in memory.get(learned, {}).items():
                if cell in self._cells:
                    kept[cell] = Anchor(float(grams), int(pieces), *map(float, more))
        weights = {cell: anchor.grams for cell, anchor in self._known.items()}
        self._then = dict.fromkeys(self._known, weights)


def _plain(anchors: Mapping[Cell, Anchor]) -> dict[str, list[float]]:
    return {cell: list(anchor) for cell, anchor in anchors.items()}

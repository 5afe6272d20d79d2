"""From what a sensor reports to what it could mean: `Seen(lo, hi)` for every kind of sensor.

A load cell learns from positions that are known: after a turn is recognised, the grams that lie in
a pit stand for a known number of stones. Later readings are compared with that, so slow drift,
creep and stones of unequal weight matter only for what changed since. What the neighbours press
through the wood (`crosstalk.py`) is taken off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil, floor, inf, isfinite, sqrt
from types import MappingProxyType
from typing import Any, NamedTuple

from controller.games.game import Cell
from controller.tracking.crosstalk import CrossTalk, Felt, changed
from controller.tracking.fingers import Fingers
from controller.tracking.reading import SensorReading
from controller.tracking.seen import ANYTHING, EMPTY, MANY, SOMETHING, SWINGING, Seen


@dataclass(frozen=True, slots=True)
class Pieces:
    """What one piece weighs: the mean in grams, and how much pieces differ (1.0 = 100 %)."""

    grams: float = 5.0
    spread: float = 0.04


class Anchor(NamedTuple):
    """These grams were once known to be this many pieces, when all cells weighed so much."""

    grams: float
    pieces: int
    others: Mapping[Cell, float] | None = None
    """None: nothing lay anywhere, as when the board was tared."""
    at: float = -inf
    """When that was; before a restart: nobody knows how long ago."""


#: So many pieces does the profile's word for how they differ weigh, and more than this none differ.
_PROFILE_COUNTS, _MOST_SPREAD = 10, 0.15
#: A load cell's own error in pieces' weights at any time, its drift since it was last empty, or has
#: not been looked at for so many seconds.
_NOISE, _DRIFT, _DRIFTS_IN = 0.06, 0.18, 300.0
#: How many standard deviations a reading may be off and still be believed.
_SIGMAS = 3.5
#: However quiet a cell is, a reading this near a number of pieces still means that number.
_CLEAR = 0.3


class Spread:
    """How much the pieces of this set differ in weight: never less than the profile says, and as
    much more as those that were seen to come and go."""

    def __init__(self, told: float) -> None:
        self._told = told
        self.recall()

    def note(self, square: float) -> None:
        """One more piece was so far from the mean, squared."""
        total, count = self.learned
        self.recall(total + square, count + 1)

    def recall(self, total: float = 0.0, count: float = 0) -> None:
        """Take up what was learned before a restart."""
        #: The sum of squares of what was seen, and of how many pieces.
        self.learned: tuple[float, int] = (float(total), int(count))
        mean = (_PROFILE_COUNTS * self._told**2 + total) / (_PROFILE_COUNTS + count)
        #: The variance of one piece's weight; each look at a scale asks for it.
        self.square = float(max(self._told**2, min(_MOST_SPREAD**2, mean)))


class Sensing:
    """The sensor model of one board."""

    def __init__(self, cells: Iterable[Cell], pieces: Pieces | None = None) -> None:
        self.pieces = pieces or Pieces()
        self.left_out: set[Cell] = set()
        self.faults: dict[Cell, str] = {}
        self._last: dict[Cell, SensorReading] = {}
        self._heard: dict[Cell, float] = {}
        self._known: dict[Cell, Anchor] = {}
        self._empty: dict[Cell, Anchor] = {}
        self._cells = tuple(cells)
        self._spread = Spread(self.pieces.spread)
        self._crosstalk = CrossTalk()
        #: The fingers that ask what lies there.
        self.fingers = Fingers(self.pieces.grams)
        #: The time of the last readings, and what makes it the time of day.
        self._now = self.epoch = 0.0
        #: What each load cell weighed when it was last at rest, and which are not.
        self._weights: dict[Cell, float] = {}
        self._swinging: set[Cell] = set()
        self._looked: dict[Cell, Seen] = {}
        #: How the weights of now differ from those of each moment at which cells were known.
        self._changes: dict[int, tuple[Any, dict[Cell, float]]] = {}

    def take(self, readings: Iterable[SensorReading], now: float = 0.0) -> dict[Cell, Seen]:
        """What the cells of these readings look like now, and those beside them."""
        self._now = now
        told = [reading for reading in readings if reading.cell in self._cells]
        self.fingers.note(told, now)
        for reading in told:  # a board may have more cells than the game played on it
            self._last[reading.cell] = reading
            self._heard[reading.cell] = now
            if reading.fault:
                self.faults[reading.cell] = reading.fault
            else:
                self.faults.pop(reading.cell, None)
            self._note_weight(reading)
        looks = {reading.cell: self.look(reading.cell) for reading in told}
        return looks | self._looks_beside(looks)

    def _note_weight(self, reading: SensorReading) -> None:
        self._changes.clear()
        self._swinging.discard(reading.cell)
        if reading.sense != "weight" or reading.fault or not isfinite(reading.value):
            self._weights.pop(reading.cell, None)
        elif reading.steady:
            self._weights[reading.cell] = reading.value
        else:
            self._swinging.add(reading.cell)
            if reading.cell in self.fingers.down:  # its neighbours feel it through the wood
                self._weights[reading.cell] = reading.value

    def _looks_beside(self, told: Mapping[Cell, Seen]) -> dict[Cell, Seen]:
        """The scales that look otherwise because of what others weigh."""
        before, self._looked = (
            self._looked,
            {cell: told[cell] if cell in told else self.look(cell) for cell in self._weights},
        )
        return {
            cell: seen
            for cell, seen in self._looked.items()
            if cell not in told and before.get(cell) not in (seen, None)
        }

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
        if self._heard.get(cell, 0.0) < self.fingers.since and cell in self._looked:
            return self._looked[cell]  # it does not feel the finger that presses elsewhere
        fits = self._fitting(cell, grams)
        # Between two numbers: a hand rests there, or what is no piece. Never a guess.
        if not fits or (self.fingers.down and not self._is_sure_beside_fingers(cell, grams, fits)):
            return SWINGING
        return Seen(fits[0], fits[-1])

    def _is_sure_beside_fingers(self, cell: Cell, grams: float, fits: list[int]) -> bool:
        """Whether these grams are one number of pieces, whether a finger that presses elsewhere is
        felt here or has just gone; where it is still, its weight is known like any other."""
        if len(fits) > 1 or not self.fingers.before:
            return len(fits) == 1
        pressed = self._weights, self._changes
        self._weights, self._changes = {**self._weights, **self.fingers.before}, {}
        gone = self._fitting(cell, grams)
        self._weights, self._changes = pressed
        return gone == fits

    @property
    def weighed(self) -> Mapping[Cell, Seen]:
        """What the scales show, as they were last looked at."""
        return self._looked

    @property
    def resting(self) -> list[Cell]:
        """The cells whose weight is no number of pieces: a hand or a sleeve rests there."""
        still = self._looked.keys() - self._swinging
        return [cell for cell in still if self._looked[cell] == SWINGING]

    def _anchors(self, cell: Cell) -> tuple[Anchor, Anchor]:
        empty = self._empty.get(cell, Anchor(0.0, 0))
        return empty, self._known.get(cell, empty)

    def _fitting(self, cell: Cell, grams: float) -> list[int]:
        """The numbers of pieces that these grams agree with."""
        empty, known = self._anchors(cell)
        beside, drift = self._felt_since(cell, known), self._drift_since(known)
        guess = known.pieces + (grams - known.grams - beside.grams) / self.pieces.grams
        counts = range(max(0, floor(guess) - 1), ceil(guess) + 3)
        fits = [count for count in counts if self._fits(count, grams, known, drift, beside)]
        if known is empty or not fits:
            return fits
        beside = self._felt_since(cell, empty)
        return [count for count in fits if self._fits(count, grams, empty, _DRIFT, beside)]

    def _drift_since(self, known: Anchor) -> float:
        """How far, in pieces' weights, a scale may have wandered since it was last known."""
        passed = min(1.0, (self._now - known.at) / _DRIFTS_IN)
        return _NOISE + passed * (_DRIFT - _NOISE)

    def _felt_since(self, cell: Cell, known: Anchor) -> Felt:
        """What the other cells press through the wood, more than when this was known."""
        then = id(known.others)  # most cells were last known at the same moments
        if then not in self._changes:
            self._changes[then] = (known.others, changed(known.others, self._weights))
        return self._crosstalk.felt(cell, self._changes[then][1], self._swinging)

    def _fits(self, count: int, grams: float, known: Anchor, base: float, beside: Felt) -> bool:
        moved = count - known.pieces
        off = grams - beside.grams - known.grams - moved * self.pieces.grams
        return abs(off) <= self._tolerance(abs(moved), base, beside)

    def _tolerance(self, moved: int, base: float, beside: Felt) -> float:
        """How many grams the reading may be off when this many pieces came or went."""
        sigma = sqrt(base**2 + moved * self._spread.square + beside.square / self.pieces.grams**2)
        return self.pieces.grams * max(_CLEAR, _SIGMAS * sigma)

    def learn(self, contents: Mapping[Cell, int]) -> None:
        """The board is known to hold this: remember what that weighs."""
        weights = MappingProxyType(dict(self._weights))
        for cell, held in contents.items():
            reading = self._last.get(cell)
            if reading is None or reading.sense != "weight" or self.look(cell).tells_nothing:
                continue
            # Not from grams that lie between two numbers: a hand may rest there.
            if abs(held) in self._fitting(cell, reading.value):
                self._compare(cell, Anchor(reading.value, abs(held)))
                self._known[cell] = Anchor(reading.value, abs(held), weights, self._now)
                if not held:
                    self._empty[cell] = self._known[cell]

    def _compare(self, cell: Cell, now: Anchor) -> None:
        """What came or went since this cell was last known: how far is that from the mean?"""
        before = self._known.get(cell, now)
        moved, more = now.pieces - before.pieces, now.grams - before.grams
        changes = changed(before.others, self._weights)
        off = more - moved * self.pieces.grams
        differ = abs(moved) * self._spread.square * self.pieces.grams**2
        self._crosstalk.learn(cell, changes, off, differ)
        if moved:
            off -= self._felt_since(cell, before).grams
            self._spread.note((off / self.pieces.grams) ** 2 / abs(moved))

    def memory(self) -> dict[str, Any]:
        """What was learned, to be kept over a restart."""
        return self.known() | self.learned()

    def known(self) -> dict[str, Any]:
        """What each scale weighed when its pieces were last known."""
        known = {cell: [round(known.grams, 2), known.pieces] for cell, known in self._known.items()}
        return {"at": round(self._now + self.epoch), "known": known}

    def learned(self) -> dict[str, Any]:
        """What changes slowly, and is long: the empty scales, the pieces, the wood."""
        return {
            "empty": {cell: self._alone(cell, empty) for cell, empty in self._empty.items()},
            "spread": list(self._spread.learned),
            "crosstalk": self._crosstalk.memory(),
        }

    def _alone(self, cell: Cell, anchor: Anchor) -> list[float]:
        """What a cell would weigh if nothing lay in the others."""
        felt = self._crosstalk.felt(cell, changed(None, anchor.others or {}), ())
        return [anchor.grams - felt.grams, anchor.pieces]

    def recall(self, memory: Mapping[str, Any]) -> None:
        """Take up what was learned before a restart."""
        at = float(memory.get("at", -inf)) - self.epoch
        known = memory.get("known", {})
        weights = {cell: float(grams) for cell, (grams, _) in known.items()}
        for cell, (grams, pieces) in known.items():
            if cell in self._cells:
                self._known[cell] = Anchor(float(grams), int(pieces), weights, at)
        for cell, (grams, pieces) in memory.get("empty", {}).items():
            if cell in self._cells:
                self._empty[cell] = Anchor(float(grams), int(pieces))
        self._spread.recall(*memory.get("spread", ()))
        self._crosstalk.recall(memory.get("crosstalk", {}))

"""Load cells that weigh the cells of a board: raw HX711 samples in, believable grams out.

Wiring: a strain-gauge bar under each pit, its four wires (red E+, black E-, white A-, green A+) to
an HX711 of its own; the chips are wired as hardware/hx711.py says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf

from hardware.clock import Clock
from hardware.driver import not_read_yet
from hardware.hx711 import (
    HIGHEST,
    LINE_LOW,
    LOWEST,
    PULSES,
    RESET_S,
    TORN,
    LoadWire,
    begun_anew,
)
from hardware.profile.models import LoadCells
from hardware.readings import Reading, Sense
from hardware.told import Told, Wording
from hardware.weighing import RESTLESS_S, Weigher

PERIODS_TO_ANSWER = 6
"""A chip that lets this many sample times pass without being ready is not there."""

FROZEN_AFTER = 40
"""Real samples tremble; this many equal ones in a row are no measurement."""


TORN_IN_A_ROW = 3
"""More words in a row than this are not torn: the weight just happens to look like that."""

NO_SAMPLE = 1 << 31
NOT_AT_REST = (1.0, 0.0)
"""The counts that mean "as before", from and to, of a cell that moves: none."""

NO_ANSWER, SHORTED, TOO_HIGH, TOO_LOW = "no answer", "shorted", "too high", "too low"
FROZEN, RESTLESS = "frozen", "restless"

NO_WEIGHT = {LINE_LOW: SHORTED, HIGHEST: TOO_HIGH, LOWEST: TOO_LOW}
"""Samples that say nothing about grams, and what they say instead."""

FAULTS = {
    NO_ANSWER: Wording(
        "The load cell of {cell} gives no answer: its data line stays high. Check the cable "
        "and the supply of its HX711."
    ),
    SHORTED: Wording(
        "The load cell of {cell} does not answer like an HX711: its data line stays low. "
        "Check for a short to ground."
    ),
    TOO_HIGH: Wording(
        "The load cell of {cell} is at the highest value it can say ({raw}): too much "
        "weight, or a broken bridge wire."
    ),
    TOO_LOW: Wording(
        "The load cell of {cell} is at the lowest value it can say ({raw}): pulled up, or a "
        "broken bridge wire."
    ),
    FROZEN: Wording(
        "The load cell of {cell} says exactly {raw} again and again: real samples tremble. "
        "Check its bridge wires."
    ),
    RESTLESS: Wording(
        "The load cell of {cell} has not held still for {seconds:g} s: a hand rests on "
        "it, or a wire is loose."
    ),
}
"""What can be wrong with a load cell, in a sentence for the builder."""


class _Cell:
    """One load cell: raw counts in, readings out."""

    __slots__ = (
        "fault",
        "faults",
        "high",
        "last",
        "low",
        "name",
        "reading",
        "repeats",
        "scale",
        "skip",
        "slack",
        "tare",
        "torn",
        "weigher",
    )

    def __init__(self, name: str, section: LoadCells, now: float) -> None:
        self.name = name
        self.tare, self.scale = section.tare_of(name), section.scale_of(name)
        self.weigher = Weigher(section.noise, section.settle_samples, now)
        self.reading = not_read_yet(name, Sense.WEIGHT, now)
        self.fault: str | None = None
        self.faults: Counter[str] = Counter()
        self.low, self.high = NOT_AT_REST
        self.last, self.repeats = NO_SAMPLE, 0
        self.skip = 1  # the first sample may still carry another gain
        self.slack = int(abs(self.weigher.change * self.scale)) + 1
        self.torn = 0

    def take(self, raw: int, now: float) -> Reading | None:
        """Take a sample that is not simply "as before"."""
        if self.skip:
            self.skip -= 1
            self.last = raw if self.last == NO_SAMPLE else self.last
            return None
        if self._is_torn(raw):
            self.skip = 1  # the chip may still be in the middle of its word
            self.low, self.high = NOT_AT_REST  # or it was a weight: the next samples tell
            return None
        self.repeats = self.repeats + 1 if raw == self.last else 0
        self.last = raw
        if raw in NO_WEIGHT or self.repeats >= FROZEN_AFTER:
            return self._doubt(raw, now)
        if self.fault not in {None, RESTLESS}:
            self.weigher.forget(now)
            self.fault = None
        return self._weigh((raw - self.tare) / self.scale, now)

    def _is_torn(self, raw: int) -> bool:
        """Whether a conversion ended in the middle of this word; what stays so is a weight."""
        if raw == TORN:
            return True
        if raw in NO_WEIGHT or self.last in {NO_SAMPLE, *NO_WEIGHT}:
            return False
        doubtful = abs(raw - self.last) > self.slack and begun_anew(raw, self.last, self.slack)
        self.torn = self.torn + 1 if doubtful else 0
        return 0 < self.torn <= TORN_IN_A_ROW

    def fail(self, fault: str, now: float) -> Reading | None:
        """Report a fault, once."""
        self.low, self.high = NOT_AT_REST
        if self.fault == fault:
            return None
        self.fault = fault
        self.faults[fault] += 1
        words = Told(FAULTS[fault], cell=self.name, raw=self.last, seconds=RESTLESS_S)
        self.reading = Reading(self.name, Sense.WEIGHT, 0.0, now, steady=False, fault=words)
        return self.reading

    def retare(self, tare: float, scale: float, now: float) -> None:
        """Weigh by another tare and scale from now on."""
        self.tare, self.scale = tare, scale
        self.slack = int(abs(self.weigher.change * scale)) + 1
        self.low, self.high = NOT_AT_REST
        self.weigher.forget(now)

    def _doubt(self, raw: int, now: float) -> Reading | None:
        """Tell what is wrong with a sample that is no weight; a single one is only dropped."""
        if self.repeats == 0:
            return None
        if raw in NO_WEIGHT:
            return self.fail(NO_WEIGHT[raw], now)
        return self.fail(FROZEN, now)

    def _weigh(self, grams: float, now: float) -> Reading | None:
        weight = self.weigher.take(grams, now)
        self.low, self.high = self._band()
        if not self.weigher.at_rest and now - self.weigher.moving_since > RESTLESS_S:
            return self.fail(RESTLESS, now)
        if weight is None or (self.fault is not None and not weight.steady):
            return None
        self.fault = None
        self.reading = Reading(self.name, Sense.WEIGHT, weight.grams, weight.at, weight.steady)
        return self.reading

    def _band(self) -> tuple[float, float]:
        """Which raw counts mean "as before", so that they cost nothing."""
        if not self.weigher.calm:
            return NOT_AT_REST
        grams, change = self.weigher.grams or 0.0, self.weigher.change
        middle, reach = grams * self.scale + self.tare, abs(change * self.scale)
        return middle - reach, middle + reach


class LoadCellBank:
    """Weighs several cells at once; one that does not answer never holds up the others."""

    def __init__(self, section: LoadCells, wire: LoadWire, clock: Clock) -> None:
        self._wire, self._clock = wire, clock
        now = clock.now()
        self._cells = [_Cell(name, section, now) for name in section.cells]
        self._pulses = PULSES[section.gain]
        self._period, self._slow = 1 / section.rate, 1 / section.slow_hz
        self._rest_after = section.rest_after_s
        # After a reset the chip's filter needs four samples' time (50 ms at 80 Hz) to fill again.
        self._reset_time = 4 / section.rate
        self._awaited = (1 << len(self._cells)) - 1
        self._timeout = PERIODS_TO_ANSWER * self._period
        self._due, self._give_up = now, now + self._timeout + self._reset_time
        self._active_until = now + self._rest_after
        self._asleep = False
        self.samples = self.overlong = 0
        self.looked_at = -inf
        self._closed = False

    def poll(self) -> list[Reading]:
        """Read the chips if they are ready, and give each cell that has news."""
        now = self._clock.now()
        if now < self._due:
            return []
        ready = self._wire.ready()
        if self._asleep:  # this look has woken the chips: there is nothing to see for a while
            self._asleep = False
            self._due = now + self._reset_time
            return []
        readings: list[Reading] = []
        missing = self._awaited & ~ready
        if missing:
            if now < self._give_up:
                self._due = now + self._period / 8
                return []
            readings = self._miss(missing, now)
        if ready:
            readings += self._read(ready, now)
        else:
            self.looked_at = now  # not one chip is left to look at
            self._plan(now)
        return readings

    def delay(self) -> float:
        """Seconds to the next sample: a sample time in play, longer when nobody plays."""
        return max(0.0, self._due - self._clock.now())

    def sharp(self) -> bool:
        """Never: a sample waits in its chip."""
        return False

    def snapshot(self) -> list[Reading]:
        """The latest reading of each cell."""
        return [cell.reading for cell in self._cells]

    def settled(self) -> bool:
        """Whether every cell lies still or is known to be faulty."""
        return all(cell.low <= cell.high or cell.fault for cell in self._cells)

    def health(self) -> dict[str, Counter[str]]:
        """For each cell, how often it had which fault."""
        return {cell.name: cell.faults for cell in self._cells}

    def retare(self, cell: str, tare: float, scale: float) -> None:
        """Weigh this cell by another tare (counts) and scale (counts a gram) from now on."""
        found = next(each for each in self._cells if each.name == cell)
        found.retare(tare, scale, self._clock.now())

    def raw(self, cell: str) -> int:
        """The last raw sample of a cell, for calibrating it."""
        return next(each.last for each in self._cells if each.name == cell)

    def rewire(self, wire: LoadWire) -> None:
        """Go on over wires that were opened anew; every chip is awaited, as at the start."""
        self._wire, self._asleep = wire, False
        self._awaited = (1 << len(self._cells)) - 1
        self._due = self._clock.now()
        self._give_up = self._due + self._timeout + self._reset_time
        for cell in self._cells:
            cell.skip = 1

    def unwire(self) -> None:
        """Let go of wires that failed, until there are new ones."""
        self._wire.close()

    def close(self) -> None:
        """Let go of the pins."""
        if not self._closed:
            self._closed = True
            self._wire.close()

    def _miss(self, missing: int, now: float) -> list[Reading]:
        """Report chips that did not answer and stop waiting for them."""
        self._awaited &= ~missing
        readings: list[Reading | None] = []
        for number, cell in enumerate(self._cells):
            if missing >> number & 1:
                readings.append(cell.fail(NO_ANSWER, now))
        return [reading for reading in readings if reading is not None]

    def _read(self, ready: int, now: float) -> list[Reading]:
        values = self._wire.read(self._pulses)
        if values is None:
            self._discard(now)
            return []
        if ready & ~self._awaited:
            self._welcome(ready & ~self._awaited)
        self.samples += 1
        self.looked_at = now
        readings = self._take(values, now)
        self._plan(now)
        return readings

    def _take(self, values: Sequence[int], now: float) -> list[Reading]:
        readings: list[Reading] = []
        awaited = self._awaited
        for cell, raw in zip(self._cells, values, strict=True):
            if cell.low <= raw <= cell.high and raw != cell.last:
                cell.last = raw  # at rest and as before: nothing to work out
                cell.repeats = cell.skip = cell.torn = 0
            elif awaited & 1:
                reading = cell.take(raw, now)
                if cell.low > cell.high and cell.fault is None:
                    self._active_until = now + self._rest_after
                if reading is not None:
                    readings.append(reading)
            awaited >>= 1
        return readings

    def _welcome(self, back: int) -> None:
        """Wait again for chips that answer again; their first sample is not believed yet."""
        self._awaited |= back
        for number, cell in enumerate(self._cells):
            if back >> number & 1:
                cell.skip = 1

    def _discard(self, now: float) -> None:
        """A pulse was too long: the chips are reset, so this sample and the next mean nothing."""
        self.overlong += 1
        for cell in self._cells:
            cell.skip = 1
        self._asleep = True
        self._due = now + RESET_S
        self._give_up = self._due + self._reset_time + self._timeout

    def _plan(self, now: float) -> None:
        # A little under a sample time: the chips' own oscillators are a few per cent off.
        wait = 0.9 * self._period if now <= self._active_until else self._slow
        self._due = now + wait
        self._give_up = self._due + self._timeout

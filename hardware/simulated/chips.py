"""Mock pins with physics: a diode matrix and HX711 chips that the real drivers cannot tell apart.

Only the wires are replaced: a column pin works out its level from the rows driven at that moment,
a data pin shifts its sample out to the clock pin's edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gpiozero.pins.mock import MockPin

from hardware.clock import Clock
from hardware.hx711 import BITS, POWER_DOWN_S
from hardware.profile.models import LoadCells, Reeds
from hardware.simulated.reeds import SimulatedReeds
from hardware.simulated.scales import SimulatedScales
from hardware.wires import PinFactory

GAIN_AFTER = {25: 128, 26: 32, 27: 64}


class WirePin(MockPin):  # type: ignore[misc]  # gpiozero is untyped
    """A mock pin that keeps no history: gpiozero's remembers every edge for ever."""

    _state: bool

    def _change_state(self, value: bool) -> bool:
        changed = self._state != value
        self._state = value
        return changed


class Matrix:
    """The copper between row pins and column pins: reeds, with a diode each or without."""

    def __init__(self, section: Reeds, reeds: SimulatedReeds, diodes: bool = True) -> None:
        self._reeds, self._diodes = reeds, diodes
        self._width, self._height = len(section.columns), len(section.rows)
        self._row_masks = [((1 << self._width) - 1) << (row * self._width) for row in self._rows()]
        self._column_masks = [
            sum(1 << (row * self._width + column) for row in self._rows())
            for column in range(self._width)
        ]
        self.driven = 0

    def lay(self, section: Reeds, factory: PinFactory) -> None:
        """Put the matrix's pins into a mock factory, before the drivers open them."""
        for number, pin in enumerate(section.rows):
            factory.pin(pin, pin_class=RowPin).join(self, number)
        for number, pin in enumerate(section.columns):
            factory.pin(pin, pin_class=ColumnPin).join(self, number)

    def drive(self, row: int, low: bool) -> None:
        """A row pin was pulled low, or let go."""
        mask = self._row_masks[row]
        self.driven = self.driven | mask if low else self.driven & ~mask

    def pulled_low(self, column: int) -> bool:
        """Whether current finds a way from this column to a row that is driven low."""
        closed = self._reeds.mask()
        if self._diodes:
            return bool(closed & self.driven & self._column_masks[column])
        return bool(self._reachable(closed, column) & self.driven)

    def _rows(self) -> range:
        return range(self._height)

    def _reachable(self, closed: int, column: int) -> int:
        """Without diodes current runs both ways: every reed joined to this column."""
        reached = closed & self._column_masks[column]
        while True:
            grown = reached
            for mask in (*self._row_masks, *self._column_masks):
                if grown & mask:
                    grown |= closed & mask
            if grown == reached:
                return reached
            reached = grown


class RowPin(WirePin):
    """A row of the matrix."""

    _matrix: Matrix | None = None
    _number = 0

    def join(self, matrix: Matrix, number: int) -> None:
        """Solder this pin to its row."""
        self._matrix, self._number = matrix, number

    def _change_state(self, value: bool) -> bool:
        if self._matrix is not None:
            self._matrix.drive(self._number, low=not value and self._function == "output")
        return super()._change_state(value)


class ColumnPin(WirePin):
    """A column of the matrix, pulled up."""

    _matrix: Matrix | None = None
    _number = 0

    def join(self, matrix: Matrix, number: int) -> None:
        """Solder this pin to its column."""
        self._matrix, self._number = matrix, number

    def _get_state(self) -> bool:
        return self._matrix is None or not self._matrix.pulled_low(self._number)


class Chips:
    """A bank of HX711s: they measure by themselves and shift out to the one clock line."""

    def __init__(self, section: LoadCells, scales: SimulatedScales, clock: Clock) -> None:
        self._scales, self._clock = scales, clock
        self._rate, self._gain = section.rate, section.gain
        self._settling = 4 / section.rate
        self._periods = [1 / (rate * section.rate) for rate in scales.rates]
        self.words = [0] * len(scales)
        self.pulses, self._latching = 0, False
        self._chip_gain = 128
        self._rose_at = 0.0
        self._ready_at = [clock.now() + self._settling] * len(scales)

    def lay(self, section: LoadCells, factory: PinFactory) -> None:
        """Put the chips' pins into a mock factory, before the driver opens them."""
        factory.pin(section.clock, pin_class=ClockPin).join(self)
        for number, cell in enumerate(section.cells.values()):
            factory.pin(cell.data, pin_class=DataPin).join(self, number)

    def ready(self, number: int) -> bool:
        """Whether a chip has a sample that was not read yet."""
        alive = self._scales.alive >> number & 1
        return bool(alive) and self._clock.now() >= self._ready_at[number]

    def level(self, number: int) -> bool:
        """What a chip's data line shows now."""
        if not self._scales.alive >> number & 1:
            return True
        if 1 <= self.pulses <= BITS:
            if self._latching:
                self._latch()
            return bool(self.words[number] >> (BITS - self.pulses) & 1)
        return not self.ready(number)

    def rise(self) -> None:
        """The clock line went high: the next bit, or a gain pulse, or the start of a new sample."""
        self._rose_at = self._clock.now()
        if self.pulses > BITS and self._any_ready():
            self.pulses = 0
        # The work is left for the first look at a data line, so that it does not stretch the pulse.
        self._latching = self._latching or self.pulses == 0
        self.pulses += 1
        if self.pulses == BITS + 1:
            self._measure_anew()
        self._chip_gain = GAIN_AFTER.get(self.pulses, self._chip_gain)

    def fall(self) -> None:
        """The clock line went low; if it had been high too long, the chips wake up reset."""
        if self._clock.now() - self._rose_at > POWER_DOWN_S:
            self.pulses, self._chip_gain = 0, 128
            self._ready_at = [self._clock.now() + self._settling] * len(self.words)

    def _any_ready(self) -> bool:
        return any(self.ready(number) for number in range(len(self.words)))

    def _latch(self) -> None:
        self._latching = False
        share = self._chip_gain / self._gain
        self.words = [
            self._scales.raw(number, share) & 0xFFFFFF for number in range(len(self.words))
        ]

    def _measure_anew(self) -> None:
        """Each chip's next sample comes with its own beat, which reading does not shift."""
        now = self._clock.now()
        # Never at this very instant: the gain pulses that follow are no new sample.
        self._ready_at = [
            max((now // period + 1) * period, now + period / 10) for period in self._periods
        ]


class ClockPin(WirePin):
    """The clock line all chips share."""

    _chips: Chips | None = None

    def join(self, chips: Chips) -> None:
        """Solder this pin to every chip's PD_SCK."""
        self._chips = chips

    def _change_state(self, value: bool) -> bool:
        changed = super()._change_state(value)
        if changed and self._chips is not None:
            (self._chips.rise if value else self._chips.fall)()
        return changed


class DataPin(WirePin):
    """One chip's data line."""

    _chips: Chips | None = None
    _number = 0

    def join(self, chips: Chips, number: int) -> None:
        """Solder this pin to a chip's DOUT."""
        self._chips, self._number = chips, number

    def _get_state(self) -> bool:
        return self._chips is None or self._chips.level(self._number)


def button_pins(pins: Sequence[int], factory: PinFactory) -> list[Any]:
    """Pins a simulated finger can press; they keep no history either."""
    return [factory.pin(pin, pin_class=WirePin) for pin in pins]

"""HX711 chips over lgpio, all data lines read in one call and the clock written directly.

gpiozero takes two calls of the kernel for each edge of the clock: a pulse can then last longer than
the 50 microseconds that a chip forgives. Fourteen chips cost 464 calls a sample, here 76.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from hardware.clock import Clock
from hardware.errors import PinsUnavailableError
from hardware.hx711 import HX711Pins, HX711Wire
from hardware.lgpiolines import Lines, grouped
from hardware.wires import PinFactory


def load_wire(clock_pin: int, data: Sequence[int], factory: PinFactory, time: Clock) -> HX711Wire:
    """The chips on these pins, read as a group where the backend can."""
    pins = HX711Pins(clock_pin, data, factory, time)
    lines = grouped(data, factory)
    return pins if lines is None else HX711Group(pins, clock_pin, len(data), lines, time)


class HX711Group(HX711Wire):
    """The same pulses over lgpio's own calls; `pins` holds the pins open."""

    def __init__(
        self, pins: HX711Pins, clock_pin: int, chips: int, lines: Lines, time: Clock
    ) -> None:
        super().__init__(chips, time)
        self._pins, self._clock_pin, self._lines = pins, clock_pin, lines

    def read(self, pulses: int) -> list[int] | None:
        """As on any pins; chips that were left in the middle of a word are put to sleep."""
        try:
            return super().read(pulses)
        except PinsUnavailableError:
            with suppress(PinsUnavailableError):
                self._sleep()
            raise

    def close(self) -> None:
        """Give the pins back as inputs, each by itself."""
        with suppress(PinsUnavailableError):  # closing the chip lets go of a group as well
            self._lines.ungroup()
        self._pins.close()

    def _drive(self, level: int) -> None:
        self._lines.write(self._clock_pin, level)

    def _levels(self) -> list[int]:
        levels = self._lines.read()
        return [levels >> chip & 1 for chip in range(self._chips)]

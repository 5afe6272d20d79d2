"""Reed matrices over lgpio, a row's columns read in one call.

For 9 x 9 reeds gpiozero needs 117 calls of the kernel a scan, this 27.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from hardware.errors import PinsUnavailableError
from hardware.lgpiolines import Lines, grouped
from hardware.reeds import ReedPins, ReedWire
from hardware.wires import PinFactory


def reed_wire(rows: Sequence[int], columns: Sequence[int], factory: PinFactory) -> ReedWire:
    """The matrix on these pins, its columns read as a group where the backend can."""
    pins = ReedPins(rows, columns, factory)
    lines = grouped(columns, factory)
    return pins if lines is None else ReedGroup(pins, rows, len(columns), lines)


class ReedGroup:
    """Scans a matrix with one read a row."""

    def __init__(self, pins: ReedPins, rows: Sequence[int], width: int, lines: Lines) -> None:
        self._pins, self._rows, self._width, self._lines = pins, rows, width, lines

    def scan(self) -> int:
        """Drive the rows one after the other and take all columns of each at once."""
        try:
            return self._sweep()
        except PinsUnavailableError:
            # A row that stayed low would be read together with every other one.
            for row in self._rows:
                with suppress(PinsUnavailableError):
                    self._lines.write(row, 1)
            raise

    def close(self) -> None:
        """Give the pins back as inputs, each by itself."""
        with suppress(PinsUnavailableError):  # closing the chip lets go of a group as well
            self._lines.ungroup()
        self._pins.close()

    def _sweep(self) -> int:
        lines, width = self._lines, self._width
        closed, every = 0, (1 << width) - 1
        for number, row in enumerate(self._rows):
            lines.write(row, 0)
            levels = lines.read()
            lines.write(row, 1)
            closed |= (~levels & every) << number * width
        return closed

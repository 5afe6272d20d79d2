"""Reed matrices over lgpio, a row's columns read in one call.

gpiozero reads one pin a call and looks at a pin's mode before it writes: for 9 x 9 reeds 117 calls
of the kernel a scan. lgpio itself can claim the columns as a group and needs 27. gpiozero still
opens and closes every pin, so that two users of one pin are found as ever; only the columns' claims
are exchanged for the group's while the matrix is open.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from hardware.errors import PinsUnavailableError
from hardware.reeds import ReedPins, ReedWire
from hardware.wires import PinFactory


def reed_wire(rows: Sequence[int], columns: Sequence[int], factory: PinFactory) -> ReedWire:
    """The matrix on these pins, its columns read as a group where the backend can."""
    pins = ReedPins(rows, columns, factory)
    backend = sys.modules.get("gpiozero.pins.lgpio")  # loaded if its factory was made
    if backend is None or not isinstance(factory, backend.LGPIOFactory):
        return pins
    lines = _Lines(backend.lgpio, factory._handle)
    if not lines.group(columns):
        return pins
    return ReedGroup(pins, rows, columns, lines)


class ReedGroup:
    """Scans a matrix with one read a row."""

    def __init__(
        self, pins: ReedPins, rows: Sequence[int], columns: Sequence[int], lines: _Lines
    ) -> None:
        self._pins, self._rows, self._columns, self._lines = pins, rows, columns, lines

    def scan(self) -> int:
        """Drive the rows one after the other and take all columns of each at once."""
        try:
            return self._sweep()
        except self._lines.error as trouble:
            # A row that stayed low would be read together with every other one.
            for row in self._rows:
                with suppress(self._lines.error):
                    self._lines.write(row, 1)
            columns = ", ".join(map(str, self._columns))
            raise PinsUnavailableError(
                f"The reeds on GPIO {columns} cannot be read: {trouble}. "
                f"Lunka tries again by itself; if it stays so, run `lunka doctor`."
            ) from trouble

    def close(self) -> None:
        """Give the pins back as inputs, each by itself."""
        with suppress(self._lines.error):  # closing the chip lets go of a group as well
            self._lines.ungroup(self._columns)
        self._pins.close()

    def _sweep(self) -> int:
        lines, leader, width = self._lines, self._columns[0], len(self._columns)
        closed, every = 0, (1 << width) - 1
        for number, row in enumerate(self._rows):
            lines.write(row, 0)
            levels = lines.read(leader)
            lines.write(row, 1)
            closed |= (~levels & every) << number * width
        return closed


class _Lines:
    """The lines of lgpio's open chip.

    Every status is looked at: anybody in the process may have switched lgpio's exceptions off.
    """

    def __init__(self, lgpio: Any, handle: int) -> None:
        self._lgpio, self._handle = lgpio, handle
        self.error: type[Exception] = lgpio.error

    def group(self, columns: Sequence[int]) -> bool:
        """Make the columns a group, pulled up; False, with all as it was, where that fails."""
        lgpio, handle = self._lgpio, self._handle
        try:
            for column in columns:  # the kernel gives no line twice, not even to the same process
                self._done(lgpio.gpio_free(handle, column))
            self._done(lgpio.group_claim_input(handle, list(columns), lgpio.SET_PULL_UP))
        except self.error:
            for column in columns:
                self._done(lgpio.gpio_claim_input(handle, column, lgpio.SET_PULL_UP))
            return False
        return True

    def ungroup(self, columns: Sequence[int]) -> None:
        """Let go of the group; its leader stands for all."""
        self._done(self._lgpio.group_free(self._handle, columns[0]))

    def write(self, line: int, level: int) -> None:
        """Drive a line."""
        self._done(self._lgpio.gpio_write(self._handle, line, level))

    def read(self, leader: int) -> int:
        """The levels of a group: bit 0 is its leader's, the others follow as they were claimed."""
        size, levels = self._lgpio.group_read(self._handle, leader)
        self._done(size)
        return int(levels)

    def _done(self, status: int) -> None:
        if status < 0:
            raise self.error(self._lgpio.error_text(status))

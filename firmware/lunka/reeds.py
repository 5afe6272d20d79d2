"""A reed matrix on the Pico.

Wiring: rows are driven low one at a time, columns are pulled up and read all at once; each reed
has a diode of its own, its stripe towards the row (docs/wiring.md).
"""

import struct
from array import array

from .protocol import EVENT_FORM, REEDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..chip import Chip
    from .queue import Queue

SETTLE_US = 8
"""A column needs this long to rise again after the row before."""


class Matrix:
    """Tells whenever any reed has moved; what that means is for the host to work out."""

    def __init__(
        self, chip: "Chip", queue: "Queue", number: int, spec: dict[str, object], code: str
    ) -> None:
        self._chip, self._queue, self._number = chip, queue, number
        rows, columns = spec["rows"], spec["columns"]
        assert isinstance(rows, list) and isinstance(columns, list)
        self._rows = [chip.output(pin, 1) for pin in rows]
        self._mask = 0
        for pin in columns:
            chip.listen(pin, True)
            self._mask |= 1 << pin
        self._period, self._hold = int(str(spec["scan_us"])), int(str(spec["hold_us"]))
        self.words = array(code, [0] * len(rows))
        self._owed = True
        self.due = chip.ticks_us()
        self.moved = False
        self.calm_at = self.due

    def look(self, now: int) -> None:
        """Scan; when a reed has moved, tell it."""
        chip, words, mask = self._chip, self.words, self._mask
        changed = False
        number = 0
        for row in self._rows:
            row(0)
            chip.sleep_us(SETTLE_US)
            word = mask & ~chip.port()
            row(1)
            if word != words[number]:
                words[number] = word
                changed = True
            number += 1  # noqa: SIM113 - enumerate would allocate for each row, and this is the scan
        if changed or self._owed:
            self._tell(now, changed)
        self.due = chip.ticks_add(now, self._period)

    def calm(self, now: int) -> bool:
        """Whether reeds moved and have now held still for the time they must: True once."""
        if self.moved and self._chip.ticks_diff(now, self.calm_at) >= 0:
            self.moved = False
            return True
        return False

    def _tell(self, now: int, changed: bool) -> None:
        event = struct.pack(EVENT_FORM, REEDS, self._number, now) + bytes(self.words)
        self._owed = not self._queue.put(event, changed)
        self.moved = True
        self.calm_at = self._chip.ticks_add(now, self._hold)

"""Push buttons on the Pico.

Wiring: each button between its pin and ground (pulled up), or between its pin and 3.3 V.
"""

import struct
from array import array

from .protocol import BUTTONS, EVENT_FORM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..chip import Chip
    from .queue import Queue

EVERY_US = 2000
"""A contact bounces for milliseconds and a press lasts for a tenth of a second."""


class Buttons:
    """Tells whenever a contact has moved; bounce is dealt with by the host."""

    def __init__(self, chip: "Chip", queue: "Queue", pins: "list[list[int]]", code: str) -> None:
        self._chip, self._queue = chip, queue
        self._mask = 0
        for pin, pull_up in pins:
            chip.listen(pin, bool(pull_up))
            self._mask |= 1 << pin
        self.words = array(code, [0])
        self._owed = bool(self._mask)
        self.due = chip.ticks_us()

    def look(self, now: int) -> None:
        """Read all buttons at once."""
        word = self._mask & self._chip.port()
        changed = word != self.words[0]
        if changed or self._owed:
            self.words[0] = word
            event = struct.pack(EVENT_FORM, BUTTONS, 0, now) + bytes(self.words)
            self._owed = not self._queue.put(event, changed)
        self.due = self._chip.ticks_add(now, EVERY_US)

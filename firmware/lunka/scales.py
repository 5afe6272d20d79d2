"""A bank of HX711 load-cell amplifiers on the Pico.

Wiring: every PD_SCK to the one clock pin, each DOUT to a pin of its own. DOUT low says "a sample is
ready"; 24 pulses bring its bits, highest first, and 1 to 3 more choose the gain of the next.
"""

import struct
from array import array

from .protocol import BITS, EVENT_FORM, SAMPLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..chip import Chip
    from .queue import Queue

PERIODS_TO_ANSWER = 6
"""A chip that lets this many sample times pass without being ready is not waited for."""
PERIODS_TO_START = 12
"""After power-on a chip settles for four sample times before its first sample."""


class Bank:
    """Sends what the port said at each pulse; the host finds the samples in it."""

    def __init__(
        self, chip: "Chip", queue: "Queue", number: int, spec: dict[str, object], code: str
    ) -> None:
        self._chip, self._queue, self._number = chip, queue, number
        self._clock = chip.output(int(str(spec["clock"])), 0)
        self._mask = 0
        data = spec["data"]
        assert isinstance(data, list)
        for pin in data:
            chip.listen(pin, True)
            self._mask |= 1 << pin
        self._pulses, self._period = int(str(spec["pulses"])), int(str(spec["period_us"]))
        self._slow_period = int(str(spec["slow_us"]))
        self._words = array(code, [0] * (BITS + 1))
        self._ready = array(code, [0])
        self._awaited = self._mask
        self.slow = False
        self.due = chip.ticks_us()
        self._give_up = chip.ticks_add(self.due, PERIODS_TO_START * self._period)

    def look(self, now: int) -> None:
        """Read the chips once all that are awaited are ready, or have been waited for enough."""
        chip = self._chip
        ready = self._mask & ~chip.port()
        missing = self._awaited & ~ready
        if missing and chip.ticks_diff(now, self._give_up) < 0:
            self.due = chip.ticks_add(now, self._period // 8)
            return
        self._awaited = ready
        if ready:
            chip.clock_in(self._clock, self._words, self._pulses)
        self._tell(now, ready)
        # A little under a sample time: the chips' own oscillators are a few per cent off.
        self.due = chip.ticks_add(now, self._slow_period if self.slow else self._period * 9 // 10)
        self._give_up = chip.ticks_add(self.due, PERIODS_TO_ANSWER * self._period)

    def pace(self, slow: bool) -> None:
        """Read rarely while nobody plays, and at every sample while somebody does."""
        if self.slow and not slow:
            self.due = self._chip.ticks_us()
            self._give_up = self._chip.ticks_add(self.due, PERIODS_TO_ANSWER * self._period)
        self.slow = slow

    def _tell(self, now: int, ready: int) -> None:
        if self._queue.roomy():
            self._ready[0] = ready
            event = struct.pack(EVENT_FORM, SAMPLE, self._number, now) + bytes(self._ready)
            self._queue.put(event + bytes(self._words) if ready else event)

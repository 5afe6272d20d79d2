"""Load cells behind a Pico.

Wiring: the same bank as hardware/hx711.py, its clock and data lines on the Pico's pins. The Pico
clocks the chips and sends what its port said at each pulse; the samples are found and weighed here,
by the very code that serves the Pi's own pins.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from firmware.lunka.protocol import BITS, SAMPLE
from hardware.clock import Clock
from hardware.hx711 import sample
from hardware.loadcells import LoadCellBank
from hardware.profile.models import LoadCells
from hardware.readings import Reading
from hardware.serial.link import Link

LOOK_S = 0.003
"""How soon to look again for a sample that is late."""

Sample = tuple[float, int, list[int]]
"""When, which chips were ready (as bits), and the sample of each."""


class ScaleLine:
    """Samples of one bank as they arrive, each with its time."""

    def __init__(self, section: LoadCells, part: int, link: Link) -> None:
        self._link, self._part = link, part
        self._pins = [cell.data for cell in section.cells.values()]
        self._samples: deque[Sample] = deque()
        self._now_read: list[int] = []
        self._last = float("-inf")
        self.fresh = False
        link.listen(SAMPLE, part, self)

    def event(self, at: float, words: Sequence[int]) -> None:
        """The bank was read: the chips that were ready, then the port's words."""
        self._last = max(self._last, at)
        ready = sum(1 << number for number, pin in enumerate(self._pins) if words[0] >> pin & 1)
        values = [self._value(pin, words[1:]) for pin in self._pins] if ready else []
        self._samples.append((self._last, ready, values))

    def state(self, at: float, words: Sequence[int]) -> None:
        """A sample comes by itself."""

    def restarted(self) -> None:
        """The chips may have lost their supply: the next sample is not believed."""
        self.fresh = True

    def take(self) -> list[Sample]:
        """The samples since the last call, oldest first."""
        self._link.pump()
        samples = list(self._samples)
        self._samples.clear()
        return samples

    def pace(self, slow: bool) -> None:
        """Have the bank read rarely, or at every sample."""
        self._link.pace(self._part, slow)

    def hold(self, values: list[int]) -> None:
        """The sample that `read` gives next."""
        self._now_read = values

    def ready(self) -> int:
        """Not asked behind a Pico, which reads the chips by itself."""
        return 0

    def read(self, pulses: int) -> list[int]:  # noqa: ARG002 - the Pico has given the pulses
        """The sample that is at hand."""
        return self._now_read

    def close(self) -> None:
        """The link is closed by the board."""

    def _value(self, pin: int, words: Sequence[int]) -> int:
        """One chip's sample out of the port's words, highest bit first."""
        value = 0
        for word in words[:BITS]:
            value = value << 1 | word >> pin & 1
        return sample(value, before=False, after=bool(words[BITS] >> pin & 1))


class RemoteScales(LoadCellBank):
    """A bank of load cells that is sent its samples instead of clocking for them."""

    def __init__(self, section: LoadCells, line: ScaleLine, clock: Clock) -> None:
        super().__init__(section, line, clock)
        self._line = line
        self._slowed = False

    def poll(self) -> list[Reading]:
        """Weigh every sample that arrived, in its own time."""
        samples = self._line.take()
        if self._line.fresh:
            self._restart()
        readings: list[Reading] = []
        for at, ready, values in samples:
            readings += self._weigh(at, ready, values)
        now = self._clock.now()
        if not samples and now >= self._due:
            self._due = now + LOOK_S
        self._keep_pace(now)
        return readings

    def _weigh(self, at: float, ready: int, values: list[int]) -> list[Reading]:
        missing = self._awaited & ~ready
        readings = self._miss(missing, at) if missing else []
        if not ready:
            self.looked_at = at
            self._plan(at)
            return readings
        self._line.hold(values)
        return readings + self._read(ready, at)

    def _restart(self) -> None:
        self._line.fresh = self._slowed = False
        self._awaited = (1 << len(self._cells)) - 1
        for cell in self._cells:
            cell.skip = 1

    def _keep_pace(self, now: float) -> None:
        slow = now > self._active_until
        if slow != self._slowed:
            self._slowed = slow
            self._line.pace(slow)

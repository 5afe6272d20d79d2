"""Reed switches behind a Pico.

Wiring: the same diode matrix as hardware/reeds.py, its rows and columns on the Pico's pins. The
Pico scans and tells every change with its time; what a change means is worked out here, by the
very code that serves the Pi's own pins.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import inf

from firmware.lunka.protocol import REEDS
from hardware.clock import Clock
from hardware.profile.models import Reeds
from hardware.readings import Reading
from hardware.reeds import ReedMatrix
from hardware.serial.link import Link

LATE_S = 0.0005
"""The Pico's "nothing moved since" comes this long after the debounce time."""


class ReedLine:
    """Changes of one matrix as they arrive, each with its time, and until when all are known."""

    def __init__(self, section: Reeds, part: int, link: Link) -> None:
        self._link, self._columns = link, section.columns
        self._changes: deque[tuple[float, int]] = deque()
        self._mask: int | None = None
        self.sure = -inf
        self.repaired = 0
        link.listen(REEDS, part, self)

    def event(self, at: float, words: Sequence[int]) -> None:
        """The matrix has changed."""
        self.sure = max(self.sure, at)
        self._mask = self._bits(words)
        self._changes.append((self.sure, self._mask))

    def state(self, at: float, words: Sequence[int]) -> None:
        """This is how the matrix is; a difference nobody told of is a change like any other."""
        self.sure = max(self.sure, at)
        if self._mask is not None and self._bits(words) != self._mask:
            self.repaired += 1
            self.event(at, words)

    def restarted(self) -> None:
        """The Pico will tell the whole matrix anew."""
        self._mask = None

    def take(self) -> list[tuple[float, int]]:
        """What changed since the last call, oldest first."""
        self._link.pump()
        changes = list(self._changes)
        self._changes.clear()
        return changes

    def scan(self) -> int:
        """The closed reeds as bits, as far as the Pico has told."""
        return self._mask or 0

    def close(self) -> None:
        """The link is closed by the board."""

    def _bits(self, words: Sequence[int]) -> int:
        """From each row's word of the port to the matrix's own bits."""
        mask, bit = 0, 1
        for word in words:
            for column in self._columns:
                if word >> column & 1:
                    mask |= bit
                bit <<= 1
        return mask


class RemoteReeds(ReedMatrix):
    """A reed matrix that is told of changes instead of scanning for them."""

    def __init__(self, section: Reeds, line: ReedLine, clock: Clock) -> None:
        super().__init__(section, line, clock)
        self._line = line

    def poll(self) -> list[Reading]:
        """Work through every change that arrived, in its own time."""
        changes = self._line.take()
        readings: list[Reading] = []
        for at, mask in changes:
            if self._raw is not None:
                readings += self._accept(at)
            if mask & self._watched != self._raw:
                readings += self._see(mask & self._watched, at)
        sure = self._line.sure
        if self._raw is not None and sure > self.looked_at:
            self.looked_at = sure
            readings += self._accept(sure) + self._forgive(sure)
        now = self._clock.now()
        if changes or now >= self._due:
            self._due = self._next_scan(now)
        return readings

    def _next_scan(self, now: float) -> float:
        resting = now - self._last_edge > self._rest_after
        due = now + (self._slow if resting else self._fast)
        for slot in self._pending:
            due = min(due, max(now + 0.001, slot.moved_at + self._debounce + LATE_S))
        return due

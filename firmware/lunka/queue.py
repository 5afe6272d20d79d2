"""Events that wait to be acknowledged: numbered, kept, and sent again until the host has them.

When there is no room left the oldest events stay, and later changes are counted: how many there
were is itself an event, told in its place before the next one that can be kept.
"""

import struct

from .protocol import EVENT_FORM, MISSED, MISSED_FORM

SLOTS = 48
WINDOW = 24
"""How many events may be on their way at once."""
FOR_EDGES = 16
"""Slots that samples leave free: the next sample comes anyway, an edge does not."""


class Queue:
    """A ring of events; `acked` is the last one the host has, `sent` the last one sent."""

    def __init__(self) -> None:
        self._slots: list[bytes | None] = [None] * SLOTS
        self.acked = self.sent = self.last = 0
        self.missed = 0

    def put(self, event: bytes, change: bool = True) -> bool:
        """Keep an event; False if there is no room, which is counted if it tells a new change."""
        if self.missed and self._keep(self._tell_missed(event)):
            self.missed = 0
        if not self.missed and self._keep(event):
            return True
        if change:
            self.missed += 1
        return False

    def _keep(self, event: bytes) -> bool:
        if self.last - self.acked >= SLOTS:
            return False
        self.last += 1
        self._slots[self.last % SLOTS] = event
        return True

    def _tell_missed(self, event: bytes) -> bytes:
        _, part, now = struct.unpack_from(EVENT_FORM, event, 0)
        return struct.pack(MISSED_FORM, MISSED, part, now, self.missed)

    def roomy(self) -> bool:
        """Whether there is room for what may as well be left out."""
        return self.last - self.acked < SLOTS - FOR_EDGES

    def get(self, number: int) -> bytes:
        """The event of this number, which must not be acknowledged yet."""
        event = self._slots[number % SLOTS]
        return event if event is not None else b""

    def ack(self, number: int) -> None:
        """The host has everything up to this number."""
        while self.acked < number and self.acked < self.last:
            self.acked += 1
            self._slots[self.acked % SLOTS] = None
        self.sent = max(self.sent, self.acked)

    def rewind(self, number: int) -> None:
        """Send everything after this number again."""
        if self.acked <= number < self.sent:
            self.sent = number

    def clear(self) -> None:
        """Forget everything; numbers go on."""
        self.ack(self.last)
        self.missed = 0

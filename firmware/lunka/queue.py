"""Events that wait to be acknowledged: numbered, kept, and sent again until the host has them."""

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
        self.dropped = 0

    def put(self, event: bytes) -> bool:
        """Keep an event; False if there is no room."""
        if self.last - self.acked >= SLOTS:
            self.dropped += 1
            return False
        self.last += 1
        self._slots[self.last % SLOTS] = event
        return True

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

"""The outbox: which events of the record go to the hub next.

The record itself is the durable outbox; nothing is copied. All that is kept here is how far the hub
says it has it, how far it was sent since the connection was made, and when to begin again from the
hub's word. Nothing here knows a network or a clock: whoever calls says what happened, and when.

    connected ──> wait a moment for the hub's word ──> send, at most a window ahead of it
                        ^                                        |
                        └── the same word again, or none for long: begin again from it

What arrives twice is nothing to the hub, so it is always safe to send again.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.publish.messages import Ack


@dataclass(frozen=True, slots=True)
class Pace:
    """How patient an outbox is, in seconds, and how far it runs ahead of the hub, in events."""

    #: After connecting, the hub's word from before is waited for so long.
    hello: float = 2.0
    #: The hub may be silent so long before all is sent again; each time twice as long, up to most.
    silence: float = 5.0
    most: float = 60.0
    #: Sent again at most so often, however often the hub repeats itself.
    again: float = 1.0
    window: int = 1000


class Outbox:
    """What is sent next of one record."""

    def __init__(self, record: str, pace: Pace = Pace()) -> None:  # noqa: B008  # frozen
        self.record, self.pace = record, pace
        #: How many events the record has, how many the hub says it has, and how far we have sent.
        self.top = self.acked = self.sent = 0
        #: Why the hub takes no more, in its own words.
        self.refusal: str | None = None
        #: Since when the hub owes a word: it was sent something and has not said that it has it.
        self.unanswered: float | None = None
        self._connected = self._heard = False
        self._patience = pace.silence
        self._again_at = 0.0
        self._due: float | None = None

    # -- what happens ------------------------------------------------------------------------------

    def grow(self, top: int) -> None:
        """The record has so many events now."""
        self.top = max(self.top, top)

    def connect(self, now: float) -> None:
        """The broker is there (again): whatever was under way is sent again."""
        self._connected, self._heard, self.refusal = True, self.acked > 0, None
        self.sent, self._patience = self.acked, self.pace.silence
        self._due = None if self._heard else now + self.pace.hello

    def disconnect(self) -> None:
        """The broker is gone: nothing can be sent."""
        self._connected = False
        self._due = self.unanswered = None

    def hear(self, ack: Ack, now: float) -> None:
        """The hub has spoken. Its word is taken as it is, also where it has less than before."""
        if ack.record != self.record:
            self._heard = True  # it knows nothing of this record yet: begin at the beginning
            return
        ahead, self._heard = ack.seq > self.acked, True
        self.acked, self.refusal = ack.seq, ack.error
        self.sent = max(self.sent, self.acked)
        if self.sent == self.acked or ack.error:
            self._due = self.unanswered = None
        elif ahead:
            self._due, self.unanswered = now + self.pace.silence, now
        else:
            # Something is missing there: go back, but not for each of its repetitions.
            self._due = max(now, self._again_at)
        if ahead:
            self._patience = self.pace.silence

    def wants(self, now: float) -> int | None:
        """The number after which to send on; None: nothing to send now."""
        if not self._connected or self.refusal:
            return None
        self._begin_again_when_due(now)
        if not self._heard or self.sent >= min(self.top, self.acked + self._window):
            return None
        return self.sent

    def sent_to(self, last: int, now: float) -> None:
        """The events up to this number have gone out."""
        if last > self.acked == self.sent:
            self._due = now + self._patience
            self.unanswered = now if self.unanswered is None else self.unanswered
        self.sent = max(self.sent, last)

    # -- what follows from it ----------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """How many events the hub has not confirmed."""
        return max(0, self.top - self.acked)

    @property
    def ahead(self) -> bool:
        """Whether the hub has more of this record than there is: a copy was put in its place."""
        return self.acked > self.top

    @property
    def due(self) -> float | None:
        """When to ask again though nothing happens."""
        return self._due if self._connected else None

    @property
    def _window(self) -> int:
        """A hub that was silent is tried with little before it gets much."""
        return self.pace.window if self._patience == self.pace.silence else 1

    def _begin_again_when_due(self, now: float) -> None:
        if self._due is None or now < self._due:
            return
        self._due = None
        if not self._heard:
            self._heard = True  # no word from before: it may never have heard of us
        elif self.sent > self.acked:
            silent = self.unanswered is not None and now - self.unanswered >= self._patience
            self.sent, self._again_at = self.acked, now + self.pace.again
            if silent:
                self._patience = min(2 * self._patience, self.pace.most)

"""The time the board lives by: a real clock on the table, a clock you turn by hand in tests."""

from __future__ import annotations

import time
from typing import Protocol

# An arbitrary evening (2024-01-01 18:00 UTC), so that simulated records have a sensible date.
AN_EVENING = 1_704_132_000.0


class Clock(Protocol):
    """Tells the time; everything that waits or stamps is given one."""

    def now(self) -> float:
        """Seconds that only ever go forward: for measuring."""
        ...

    def wall(self) -> float:
        """UNIX seconds, as the clock on the wall shows them: for the record."""
        ...


class RealClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Seconds that only ever go forward."""
        return time.monotonic()

    def wall(self) -> float:
        """UNIX seconds."""
        return time.time()


class ManualClock:
    """A clock that moves only when told to, so an hour's match is a millisecond's test."""

    __slots__ = ("_now", "_wall_at_zero")

    def __init__(self, start: float = 0.0, wall: float = AN_EVENING) -> None:
        self._now = start
        self._wall_at_zero = wall - start

    def now(self) -> float:
        """Seconds that only ever go forward."""
        return self._now

    def wall(self) -> float:
        """UNIX seconds: the evening this clock was set to, plus what has passed."""
        return self._wall_at_zero + self._now

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass."""
        self.jump(self._now + seconds)

    def jump(self, to: float) -> None:
        """Go straight to the moment `to`, which may not lie in the past."""
        if to < self._now:
            raise ValueError(
                f"A clock cannot go back: it shows {self._now:.6f} s and was asked for {to:.6f} s."
            )
        self._now = to

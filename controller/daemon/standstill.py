"""Notices that the program itself stood still: stopped, frozen, or starved by its machine.

Nobody could play against such a table, so the time is on nobody's clock, as without power. A step
that is merely long is no standstill: what comes after a flag fell is too late on a busy board too.
"""

from __future__ import annotations

from hardware.clock import Clock

#: Seconds beyond which it is not just busy: the longest step of any game takes less than one.
LONG = 5.0


class Standstill:
    """Knows when the program should have run again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._due = clock.now()

    def rest(self, seconds: float) -> None:
        """Nothing will run for so long, which is as it should be."""
        self._due = self._clock.now() + seconds

    def wake(self) -> tuple[float, float] | None:
        """From when to when it stood still; None: it did not."""
        since, now = self._due, self._clock.now()
        self._due = now
        return (since, now) if now - since > LONG else None

"""The players' clock: a value that is asked what it shows, and pressed. It never ticks by itself.

Four kinds, as at tournaments:

* `plain`: the time only runs down;
* `fischer`: `extra` seconds are added when a turn ends;
* `delay`: the first `extra` seconds of a turn are free (simple delay);
* `bronstein`: what was used of a turn is given back, `extra` seconds at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

KINDS = ("plain", "fischer", "delay", "bronstein")


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one game: what each side has left, and whose time runs since when."""

    kind: str
    extra: float
    left: tuple[float, ...]
    running: int | None = None
    since: float = 0.0

    def shows(self, side: int, now: float) -> float:
        """The seconds this side has left; never less than none."""
        if side != self.running:
            return self.left[side]
        return max(0.0, self.left[side] - self._charged(now - self.since))

    def _charged(self, used: float) -> float:
        return max(0.0, used - self.extra) if self.kind == "delay" else used

    def stop(self, now: float) -> Clock:
        """The clock standing still, with what was used so far taken off."""
        if self.running is None:
            return self
        return self._with(self.running, self.shows(self.running, now), None, now)

    def start(self, side: int, now: float) -> Clock:
        """The clock with this side's time running from now."""
        return replace(self.stop(now), running=side, since=now)

    def press(self, side: int, now: float) -> Clock:
        """The turn passes to `side`: the other's time ends, with what its kind gives back."""
        if self.running is None or self.running == side:
            return self if self.running == side else self.start(side, now)
        used = now - self.since
        left = self.shows(self.running, now)
        if left > 0:
            left += {"fischer": self.extra, "bronstein": min(used, self.extra)}.get(self.kind, 0.0)
        return self._with(self.running, left, side, now)

    def _with(self, side: int, left: float, running: int | None, now: float) -> Clock:
        times = (*self.left[:side], left, *self.left[side + 1 :])
        return replace(self, left=times, running=running, since=now)

    def flag(self) -> float | None:
        """When the running side's time will be up, if its clock runs."""
        if self.running is None:
            return None
        free = self.extra if self.kind == "delay" else 0.0
        return self.since + free + self.left[self.running]


def clock_from(settings: Mapping[str, Any] | None, sides: int) -> Clock | None:
    """The clock that a game was opened with, full and not yet running."""
    if not settings:
        return None
    seconds = float(settings["minutes"]) * 60
    return Clock(settings.get("kind", "plain"), float(settings.get("extra", 0)), (seconds,) * sides)

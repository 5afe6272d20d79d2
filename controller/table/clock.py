"""The players' clock: a value that is asked what it shows, and pressed. It never ticks by itself.

Four kinds, as at tournaments:

* `plain`: the time only runs down;
* `fischer`: `extra` seconds are added when a turn ends;
* `delay`: the first `extra` seconds of a turn are free (simple delay);
* `bronstein`: what was used of a turn is given back, `extra` seconds at most.

An offer and its answer hand the clock over and back (`hand`) without ending a turn: nothing is
given for them. The turn goes on where it was, with what is left of its free seconds.

A turn that is taken back leaves nobody more time than there was when it was made (`again`, `back`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    #: Whose turn is timed, and what was used of it before the time that runs now.
    turn: int | None = None
    used: float = 0.0

    def shows(self, side: int, now: float) -> float:
        """The seconds this side has left; never less than none."""
        if side != self.running:
            return self.left[side]
        return max(0.0, self.left[side] - max(0.0, now - self.since - self._free()))

    def free(self, side: int, now: float) -> float:
        """The seconds of a delay that this side has yet to use; what is left stands still then."""
        return max(0.0, self._free() - (now - self.since)) if side == self.running else 0.0

    def _free(self) -> float:
        """The seconds that cost the running side nothing: what is left of its turn's delay."""
        if self.kind != "delay" or self.running != self.turn:
            return 0.0
        return max(0.0, self.extra - self.used)

    def stop(self, now: float) -> Clock:
        """The clock standing still, with what was used so far taken off."""
        if self.running is None:
            return self
        used = self.used + (now - self.since if self.running == self.turn else 0.0)
        left = self._left(self.running, self.shows(self.running, now))
        return replace(self, left=left, running=None, since=now, used=used)

    def start(self, side: int, now: float) -> Clock:
        """The clock with this side's time running from now, for a turn that begins."""
        return replace(self.stop(now), running=side, since=now, turn=side, used=0.0)

    def hand(self, side: int, now: float) -> Clock:
        """The clock with this side's time running, whosever turn it is: that goes on."""
        return self if self.running == side else replace(self.stop(now), running=side, since=now)

    def rest(self, now: float) -> Clock:
        """The clock standing still because nobody is to act."""
        return replace(self.stop(now), turn=None, used=0.0)

    def press(self, side: int, now: float) -> Clock:
        """A turn is made, and `side` is to move: who made it gets what the kind gives back."""
        if self.turn is None:
            return self.start(side, now)
        if self.turn == side:
            return self.hand(side, now)
        stopped = self.stop(now)
        left = stopped.left[self.turn]
        if left > 0:
            given = {"fischer": self.extra, "bronstein": min(stopped.used, self.extra)}
            left += given.get(self.kind, 0.0)
        return replace(stopped, left=stopped._left(self.turn, left)).start(side, now)

    def exchanged(self) -> Clock:
        """Two players change seats, and take their times with them."""
        running, turn = (None if side is None else 1 - side for side in (self.running, self.turn))
        return replace(self, left=self.left[::-1], running=running, turn=turn)

    def again(self, made: Clock, now: float) -> Clock:
        """A turn goes on that nobody had answered; `made` is the clock as it was made, standing
        still. It is as if its side had gone on thinking: what ran since ran for it."""
        if made.turn is None:  # nobody's time had run
            return replace(made, since=now)
        if made.turn == self.turn:  # it was an extra turn
            return self
        since = now - self.stop(now).used
        return replace(made, running=made.turn, since=since).stop(now)

    def back(self, made: Clock, now: float) -> Clock:
        """A turn goes on that was answered: everybody has used what he used, and nobody has more
        than when it was made, whatever was given since."""
        stopped = self.stop(now)
        left = tuple(map(min, stopped.left, made.left))
        return replace(stopped, left=left, turn=made.turn, used=made.used)

    def _left(self, side: int, seconds: float) -> tuple[float, ...]:
        return (*self.left[:side], seconds, *self.left[side + 1 :])

    def flag(self) -> float | None:
        """When the running side's time will be up, if its clock runs."""
        if self.running is None:
            return None
        return self.since + self._free() + self.left[self.running]


def clock_from(
    settings: Mapping[str, Any] | None, sides: int, left: Sequence[float] | None = None
) -> Clock | None:
    """The clock that a game was opened with, not yet running: full, or with what earlier games of
    the match have `left`."""
    if not settings:
        return None
    reserve = tuple(map(float, left or (settings["minutes"] * 60,) * sides))
    return Clock(settings.get("kind", "plain"), float(settings.get("extra", 0)), reserve)

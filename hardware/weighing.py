"""From a load cell's samples to a weight one can believe: glitches out, movement told from rest."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import islice

CHANGE_IN_NOISE = 6.0
"""A weight has changed when it left the last one by this many times one sample's noise."""

STILL_IN_NOISE = 6.0
"""Samples agree when they lie within this many times one sample's noise."""

FURTHER_G = 15.0
"""While a cell moves, it is told anew whenever it is this many grams heavier than was told: a
finger trembles, so nobody would hear how hard it presses."""

RESTLESS_S = 8.0
"""No stone and no hand keeps a pit swinging this long: a loose wire does."""


@dataclass(frozen=True, slots=True)
class Weight:
    """A weight worth reporting: grams, since when, and whether it is steady."""

    grams: float
    at: float
    steady: bool


class Weigher:
    """Follows one cell's grams; speaks when it moves and again when it has settled.

    One sample out of line is a glitch and is dropped. Two are a movement: it is reported unsteady
    if samples disagree, and steady once `samples` of them agree (their median is the weight).
    """

    __slots__ = (
        "_said_moving",
        "_still",
        "_times",
        "_window",
        "at_rest",
        "change",
        "grams",
        "moving_since",
    )

    def __init__(self, noise: float, samples: int, now: float) -> None:
        self.change = CHANGE_IN_NOISE * noise
        self._still = STILL_IN_NOISE * noise
        self._window: deque[float] = deque(maxlen=samples)
        self._times: deque[float] = deque(maxlen=samples)
        self.grams: float | None = None
        self.at_rest = False
        self.moving_since = now
        self._said_moving = False

    def take(self, grams: float, now: float) -> Weight | None:
        """Take one sample; gives a weight when there is something to say."""
        if self.at_rest and not self._stirs(grams, now):
            return None
        self._window.append(grams)
        self._times.append(now)
        if len(self._window) == self._window.maxlen and self._spread() <= self._still:
            return self._settle()
        return self._move()

    @property
    def calm(self) -> bool:
        """Whether it rests and not even one sample is out of line."""
        return self.at_rest and not self._window

    def forget(self, now: float) -> None:
        """Begin anew: after a fault nothing that was said before holds."""
        self._window.clear()
        self._times.clear()
        self.grams, self.at_rest, self.moving_since = None, False, now
        self._said_moving = False

    def _stirs(self, grams: float, now: float) -> bool:
        """Whether a resting cell has left its weight; the first sample that does so may lie."""
        if self.grams is None or abs(grams - self.grams) <= self.change:
            self._window.clear()
            self._times.clear()
            return False
        self.at_rest = bool(not self._window)  # the second in a row is believed
        self.moving_since = self._times[0] if self._times else now
        if self.at_rest:
            self._window.append(grams)
            self._times.append(now)
        return not self.at_rest

    def _spread(self) -> float:
        return max(self._window) - min(self._window)

    def _median(self) -> float:
        return sorted(self._window)[len(self._window) // 2]

    def _settle(self) -> Weight | None:
        median, began = self._median(), self._times[0]
        news = self._said_moving or self.grams is None or abs(median - self.grams) > self.change
        self._window.clear()
        self._times.clear()
        self.at_rest, self._said_moving = True, False
        if not news:
            return None
        self.grams = median
        return Weight(median, began, steady=True)

    def _move(self) -> Weight | None:
        """Say once that the weight is moving; where it goes is told when it has settled."""
        if self._said_moving:
            return self._further()
        if self.grams is None:
            return None  # before the first steady weight there is nothing to have moved from
        if len(self._window) < 2 or self._spread() <= self._still:
            return None
        self.grams, self._said_moving = self._median(), True
        return Weight(self.grams, self.moving_since, steady=False)

    def _further(self) -> Weight | None:
        """Say once more that it moves, where it has become much heavier meanwhile; a single sample
        that says so may lie."""
        least = min(islice(reversed(self._window), 2))
        if self.grams is None or len(self._window) < 2 or least < self.grams + FURTHER_G:
            return None
        self.grams = least
        return Weight(least, self.moving_since, steady=False)

"""How long to wait where a turn looks finished but hands may still be busy with it.

The wait follows the players: quick sowers are not held up, slow ones are not cut short.
"""

from __future__ import annotations

#: What a lift or a drop takes before anything is known of the players, and its bounds.
USUAL, QUICKEST, SLOWEST = 0.5, 0.2, 1.5
#: Longest wait for one turn, and after how much quiet the board says what it is waiting for.
LONGEST, PATIENCE = 8.0, 6.0
#: Where a turn would show something on its way that was not seen, hands are mostly still at it.
UNSEEN = 20.0
#: A sensor that trembles is found out by its driver within this time.
TREMBLE = 0.5
#: No hand gets from one cell to another in less time than this.
REACH = 0.05
#: What two players take one after the other lies further apart than this.
TOGETHER = 0.15
#: A piece that is lifted again so soon is walked on by the same hand; one that lay so long where
#: a turn leaves it was put there to stay: who lifts it then is the next player.
WALKS, STANDS = 0.25, 1.25
#: Where two stories hold, the next act mostly tells which is true: so long it is waited for.
CONTESTED = 2.0
#: How much one more step tells against what was known.
_WEIGHT = 0.15


class Pace:
    """Learns the time between two steps of the hands."""

    def __init__(self, step: float = USUAL) -> None:
        self.step = step
        self._last: float | None = None

    def touched(self, now: float) -> None:
        """Something on the board changed."""
        if self._last is not None:
            gap = now - self._last
            if QUICKEST / 2 <= gap <= 2 * SLOWEST:
                self.step += _WEIGHT * (gap - self.step)
                self.step = min(max(self.step, QUICKEST), SLOWEST)
        self._last = now

    def window(self, unseen: int) -> float:
        """How long to wait when this many steps may still come unseen."""
        return min(LONGEST, self.step * (1.5 + 1.25 * unseen))

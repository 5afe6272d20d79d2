"""Races: once the sides have passed each other, counting tells whether a mars can still be.

A net is never quite sure of anything; a raise that is dropped or not hangs on it.
"""

from __future__ import annotations

from typing import Final

from controller.engines.nardy.net import Chances
from controller.games.nardy.board import pips
from controller.games.nardy.variants import BAR, CHECKERS, OFF, Half

#: Pips that a roll brings, on average, and how much better than that dice may be for long.
_ROLL: Final = 8.17
_LUCK: Final = 1.6


def is_race(own: Half, foe: Half) -> bool:
    """Whether checkers that run against each other have all passed (S1)."""
    return _rear(own) + _rear(foe) < BAR


def _rear(half: Half) -> int:
    return next((place for place in range(BAR, 0, -1) if half[place]), 0)


def counted(chances: Chances, own: Half, foe: Half) -> Chances:
    """These chances in a race, without the marses that cannot be."""
    won = may_be_late(foe, own)
    lost = may_be_late(own, foe)
    return Chances(
        chances.win,
        chances.mars * won,
        chances.third * won,
        chances.lost_mars * lost,
        chances.lost_third * lost,
    )


def may_be_late(loser: Half, winner: Half) -> bool:
    """Whether a side may have borne off nothing when the other is home."""
    if loser[OFF]:
        return False
    outside = sum(count * max(0, place - 6) for place, count in enumerate(loser))
    needs = outside / _ROLL + 1
    left = CHECKERS - winner[OFF]
    has = max(left / 4, pips(winner) / _ROLL / _LUCK)
    return needs > has

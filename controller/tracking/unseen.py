"""Turns that nobody saw being made: had one been, the hands' doings would be explained.

Every such turn leads to a position with turns of its own, and to look at all of those takes long.
So a position is looked at only where its cells do not speak against it at first sight, and nothing
is said where there would be too many: nobody could tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from controller.games.game import Cell, Game, Trace
from controller.tracking.seen import Seen
from controller.tracking.station import Station
from controller.tracking.verdict import Kind

P = TypeVar("P")
T = TypeVar("T")

#: So many turns of the positions that follow are looked at, and no more.
_MOST_TURNS = 600


def unseen_turns(
    game: Game[P, T],
    here: Station[P, T],
    looks: Mapping[Cell, Seen],
    station_after: Callable[[T], Station[P, T]],
) -> tuple[T, ...]:
    """Those turns from here after which the board, looking as it does, would not be wrong, and the
    next turn would have begun as it must."""
    found, patience = [], _MOST_TURNS
    for turn in _at_first_sight(game, here, looks):
        then = station_after(turn)
        if then.verdict.kind is not Kind.UNTOUCHED:
            patience -= len(then.turns)
        if patience < 0:
            return ()
        if then.verdict.kind is not Kind.WRONG and then.may_have_begun():
            found.append(turn)
    return tuple(found)


def may_follow(
    game: Game[Any, Any], start: Mapping[Cell, int], trace: Trace, looks: Mapping[Cell, Seen]
) -> bool:
    """Whether the turn after the one with this trace may have begun, as far as that is told by how
    many cells look otherwise than it leaves them: no turn of this game touches more."""
    left = {**start, **trace.after}
    return sum(not seen.allows(left[cell]) for cell, seen in looks.items()) <= game.most_touched


def _at_first_sight(
    game: Game[P, T], here: Station[P, T], looks: Mapping[Cell, Seen]
) -> Iterator[T]:
    for turn, trace in zip(here.turns, here.traces, strict=True):
        if not trace.moves_nothing and may_follow(game, here.contents, trace, looks):
            yield turn

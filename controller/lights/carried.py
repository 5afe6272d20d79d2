"""Where a piece in hand may go, in games whose turns are carried out piece by piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.games.game import Cell
from controller.tracking.follower import Station

#: With more turns than this still possible, all their ends are shown instead.
_MOST = 60


def in_reach(station: Station[Any, Any], turns: Sequence[int]) -> set[Cell]:
    """The cells where what was lifted may be put down, stop by stop, in any of these turns."""
    if len(turns) > _MOST:
        return set()
    return {cell for turn in turns for cell in _stops(station, turn)}


def _stops(station: Station[Any, Any], turn: int) -> set[Cell]:
    """Where this turn goes on from what is visibly lifted."""
    held, seen = dict(station.contents), station.tracker.seen
    stops: set[Cell] = set()
    for stage in station.traces[turn].stages:
        taken = {cell for cell, goal in stage.goal.items() if abs(goal) < abs(held[cell])}
        put = stage.goal.keys() - taken
        if not taken or not put:
            return set()  # not carried from one cell to another
        lifted = any(seen[cell].hi < abs(station.contents[cell]) for cell in taken)
        if lifted or taken & stops:
            stops |= {cell for cell in put if seen[cell].short_of(stage.goal[cell]) > 0}
        held |= stage.goal
    return stops

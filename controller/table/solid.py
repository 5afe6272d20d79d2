"""Where a whole piece may go, for pieces that are never taken apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from controller.games.game import Cell, Stage
from controller.table.situation import Place, Role
from controller.table.state import State
from controller.tracking.follower import Station

Places = dict[Cell, Place]


def goals_apart(places: Places, state: State) -> Places:
    """The same places, a goal in reach of a whole piece told apart from the fields."""
    if not state.rules.solid:
        return places
    goals = {cell for cell, place in places.items() if place.role is Role.PUT}
    return places | dict.fromkeys(goals & set(state.rules.homes), Place(Role.GOAL))


def entered(state: State) -> Places:
    """The goal that a whole piece has entered, and with full hints its way there."""
    rules = state.rules
    if not rules.solid or not state.plies:
        return {}
    held = dict(zip(rules.cells, rules.contents(state.position), strict=True))
    goal = {home: Place(Role.GOAL) for home in rules.homes if held[home]}
    last = state.plies[-1]
    if not goal or last.condoned or state.hints != "full":
        return goal
    before = state.past[-2]
    way = rules.path(before, rules.read_turn(before, last.turn))
    return dict.fromkeys(way, Place(Role.PATH)) | goal


def landings(station: Station[Any, Any], turns: Iterable[int]) -> set[Cell]:
    """The cells where these turns begin by bringing something that comes from beside the board."""
    held = station.contents
    found: set[Cell] = set()
    for turn in turns:
        for stage in station.traces[turn].stages[:1]:
            if all(abs(goal) > abs(held[cell]) for cell, goal in stage.goal.items()):
                found.update(stage.goal)
    return found


def reachable(station: Station[Any, Any], turns: Iterable[int]) -> set[Cell]:
    """The cells where the pieces in the air may be put down next, in any of these turns.

    A stage that may be done and cannot be seen is still shown; and when all turns share it, so is
    what comes after it.
    """
    opened = [_open_stages(station, turn) for turn in turns]
    first = {cell for stages in opened for cell in _cells(stages[:1])}
    if len(first) == 1 and not any(_pending(station, stages[0]) for stages in opened if stages):
        return first | {cell for stages in opened for cell in _cells(stages[1:2])}
    return first


def _cells(stages: Iterable[Stage]) -> Iterable[Cell]:
    return (cell for stage in stages for cell in stage.goal)


def _open_stages(station: Station[Any, Any], turn: int) -> list[Stage]:
    """The stages that bring a piece somewhere and are not seen to be done."""
    return [
        stage
        for stage in station.traces[turn].stages
        if any(stage.goal.values()) and not _seen_done(station, stage)
    ]


def _seen_done(station: Station[Any, Any], stage: Stage) -> bool:
    """Whether the looks show this stage's goal, and could not be from before it."""
    return all(
        station.tracker.seen[cell].allows(goal)
        and not station.tracker.seen[cell].allows(station.contents[cell])
        for cell, goal in stage.goal.items()
    )


def _pending(station: Station[Any, Any], stage: Stage) -> bool:
    """Whether this stage is visibly still to be done."""
    return not all(station.tracker.seen[cell].allows(goal) for cell, goal in stage.goal.items())

"""Where a whole piece may go, for pieces that are never taken apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from controller.games.game import Cell, Stage
from controller.table.situation import Place, Role
from controller.table.state import State
from controller.tracking.follower import Station

Places = dict[Cell, Place]

#: A piece that moves is lifted and put down; one that is placed comes from beside the board.
_MOVED = 2


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
    if not goal or last.condoned or state.hints_now != "full":
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


def in_the_air(station: Station[Any, Any], turns: Iterable[int]) -> Places:
    """Where the pieces in the air may be put down next, in any of these turns; with none in the
    air, which is to be lifted. The moving piece comes first; that another was taken before it is
    believed only where nothing else explains the looks."""
    off = {cell for cell, held in station.contents.items() if not _shows(station, cell, held)}
    found: dict[tuple[bool, Role], set[Cell]] = {}
    for way in (way for turn in turns for way in station.ways(turn)):
        for moment in _moments(station, [_only_goal(each) for each in station.stages(way)]):
            if off <= moment.shown.keys() and _looks_like(station, moment.shown):
                found.setdefault((moment.moving, moment.role), set()).update(moment.cells)
    for kind in ((True, Role.PUT), (True, Role.LIFT), (False, Role.PUT), (False, Role.LIFT)):
        if kind in found:
            return dict.fromkeys(found[kind], Place(kind[1]))
    return {}


class _Moment(NamedTuple):
    """What the fields of a move show at one moment, and what comes next: `moving` says whether the
    piece that moves was lifted first."""

    shown: Mapping[Cell, int]
    role: Role
    cells: tuple[Cell, ...]
    moving: bool = True


def _moments(station: Station[Any, Any], way: Sequence[tuple[Cell, int]]) -> Iterator[_Moment]:
    """Every moment of a move with a piece in the air, or with one that stands on another."""
    if len(way) < _MOVED:
        return
    (origin, _), (target, size), *away = way
    if not away:
        yield _Moment({target: 0, origin: 0}, Role.PUT, (target,))
        return
    (field, other), taken = away[0], station.contents[target]
    gone = {field: 0, origin: 0}
    yield _Moment(gone | {target: taken}, Role.PUT, (target,))
    yield _Moment(gone | {target: 0}, Role.PUT, (target, field))
    yield _Moment({origin: 0, target: 0, field: other}, Role.PUT, (target,))
    if any(not seen.allows(taken) for seen in station.tracker.shown.get(target, ())):
        yield _Moment(gone | {target: size}, Role.PUT, (field,))
        yield _Moment(gone | {target: size + taken}, Role.LIFT, (target,))
    if field != origin:
        stays = {origin: size, target: 0}
        yield _Moment(stays | {field: 0}, Role.PUT, (field,), moving=False)
        yield _Moment(stays | {field: other}, Role.LIFT, (origin,), moving=False)


def _only_goal(stage: Stage) -> tuple[Cell, int]:
    """The one field that a stage touches, and what it shows then."""
    (goal,) = stage.goal.items()
    return goal


def _looks_like(station: Station[Any, Any], shown: Mapping[Cell, int]) -> bool:
    return all(_shows(station, cell, held) for cell, held in shown.items())


def _shows(station: Station[Any, Any], cell: Cell, held: int) -> bool:
    return station.tracker.seen[cell].allows(held)

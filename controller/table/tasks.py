"""What a turn under way asks of each place, as far as the table's hints tell it.

Hint levels: `off` tells what nobody chooses any more (a capture, the sweep, a hit piece); `legal`
adds what may be lifted; `full` adds where the pieces in hand go.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from controller.games.game import Ahead, Cell
from controller.table.progress import Progress
from controller.table.situation import Place, Role
from controller.table.solid import Places, goals_apart, in_the_air
from controller.table.state import State
from controller.tracking.follower import Station
from controller.tracking.index import Turns
from controller.tracking.verdict import Kind, Verdict

#: What is left to do once everything was chosen: told at every level, or nobody knows why the board
#: waits.
_DUTIES = (Role.CAPTURE, Role.SWEEP)
#: The same after a slip: where the stones in hand belong was settled when their pit was lifted.
_SETTLED = (*_DUTIES, Role.SOW)
#: What each level but `full` tells.
_TOLD = {"off": _DUTIES, "legal": (*_DUTIES, Role.LIFT)}

_STAGES = {
    "sow": Role.SOW,
    "capture": Role.CAPTURE,
    "sweep": Role.SWEEP,
    "lift": Role.LIFT,
    "put": Role.PUT,
    "replace": Role.PUT,
    **dict.fromkeys(("move", "enter", "hit", "bear off"), Role.PUT),
}


def to_do(station: Station[Any, Any], verdict: Verdict, state: State) -> Places:
    """What the turn in hand asks for."""
    return goals_apart(_to_do(station, verdict, state), state)


def _to_do(station: Station[Any, Any], verdict: Verdict, state: State) -> Places:
    ahead = station.ahead
    if ahead and (ahead.lift or ahead.put or verdict.done):
        return _piece_by_piece(ahead, state.hints_now)
    places = _turn_by_turn(station, verdict, state)
    return places if state.hints_now == "full" else _only(_TOLD[state.hints_now], places)


def _turn_by_turn(station: Station[Any, Any], verdict: Verdict, state: State) -> Places:
    """What is left of the one turn that is possible, or what several leave."""
    turns = verdict.possible
    if len(turns) == 1:
        return path(station, verdict, state) | _left_of(station, turns[0])
    if station.solid and verdict.kind is Kind.COMPLETE:  # it may go on, and is whole as it stands
        return path(station, verdict, state)
    if station.solid:
        return in_the_air(station, turns)
    steps = [_next_step(station, turn) for turn in station.begun_of(turns)]
    return _together(steps) if steps and _alike(steps) else _by_result(station, turns)


def _left_of(station: Station[Any, Any], turn: int) -> Places:
    """What is left of one turn; whole pieces are told by where they are, if that explains it."""
    air = in_the_air(station, [turn]) if station.solid else {}
    return air or _next_step(station, turn)


def unseen_way(places: Places, state: State) -> Places:
    """The way of stones that may still be in the hand, of a turn that can become no other any more:
    nobody sees whether they are down. The stores tell who acts then."""
    if state.hints_now != "full":
        return {}
    pits = _only(_SETTLED, places).keys() - {*state.rules.homes}
    return dict.fromkeys(pits, Place(Role.PATH))


def to_put_right(station: Station[Any, Any], verdict: Verdict, state: State) -> Places:
    """What is too many or too few, and where the pieces in hand belong, if that is known; without
    full hints only where that is no choice."""
    if verdict.towards is None or not verdict.sure:
        return repairs(verdict)
    step = _next_step(station, verdict.towards)
    told = step if state.hints_now == "full" else _only(_SETTLED, step)
    return told | repairs(verdict)


def repairs(verdict: Verdict) -> Places:
    """What is too many or too few."""
    return {
        each.cell: Place(Role.MORE if each.missing > 0 else Role.FEWER, abs(each.missing))
        for each in verdict.repairs
    }


def path(station: Station[Any, Any], verdict: Verdict, state: State) -> Places:
    """The way of the moving piece once it is known where it goes, where the game shows one."""
    if state.hints_now != "full":
        return {}
    way = station.ways((verdict.done or verdict.possible)[0])[0]
    return dict.fromkeys(state.rules.path(station.position, way), Place(Role.PATH))


def _by_result(station: Station[Any, Any], turns: Turns) -> Places:
    """Where something may be put, or taken if nothing is in the hand, told from what the turns
    leave."""
    if station.tracker.all_down:
        return dict.fromkeys(station.still_to_empty(turns), Place(Role.LIFT))
    return dict.fromkeys(station.still_to_fill(turns), Place(Role.PUT))


def _piece_by_piece(ahead: Ahead, hints: str) -> Places:
    """What may be taken, or where what is in the hand may go. That a hit piece belongs elsewhere is
    nobody's choice."""
    duty = ahead.hit == ahead.lift | ahead.put
    lift = ahead.lift if hints != "off" or duty else ()
    put = ahead.put if hints == "full" or duty else ahead.put & ahead.hit
    return dict.fromkeys(lift, Place(Role.LIFT)) | dict.fromkeys(put, Place(Role.PUT))


def _next_step(station: Station[Any, Any], turn: int) -> Places:
    """What is still to be done of a turn, in any of its ways that have begun."""
    ways = station.ways(turn) if station.solid else [station.turns[turn]]
    return _together(
        _next_of(station, Progress(station, turn, station.stages(way))) for way in ways
    )


def _next_of(station: Station[Any, Any], progress: Progress) -> Places:
    """What is left of the first stage that is not finished; where that takes and puts, what is
    visibly to be taken first."""
    stage = progress.doubtful_stage if progress.stage is None else progress.stage
    if stage is None:
        return {}
    name, goals = progress.stages[stage].name, progress.goals(stage)
    order = [cell for cell in progress.stages[stage].goal if cell in goals]  # as it is sown
    places = {cell: _wanted(station, name, cell, goals[cell]) for cell in order}
    lifts = {cell for cell, place in places.items() if place.role is Role.LIFT}
    if not lifts or len(lifts) == len(places):
        return places
    first = {cell for cell in lifts if progress.asks(cell, stage)}
    wanted = first or places.keys() - lifts
    return {cell: place for cell, place in places.items() if cell in wanted}


def _together(steps: Iterable[Places]) -> Places:
    """What several turns ask for, each cell by the first of them."""
    found: Places = {}
    for places in steps:
        found = places | found
    return found


def _alike(steps: Iterable[Places]) -> bool:
    """Whether several turns ask for the same kind of act: to sow for one and to sweep for another
    are lights that move alike, and nobody could tell them apart."""
    return len({place.role for places in steps for place in places.values()}) <= 1


def _wanted(station: Station[Any, Any], stage: str, cell: Cell, goal: int) -> Place:
    """What a stage wants in a cell, and of how many pieces."""
    seen, role = station.tracker.seen[cell], _STAGES.get(stage, Role.SOW)
    count = 0 if seen.tells_nothing or station.solid else abs(seen.short_of(goal))
    fewer = seen.short_of(goal) < 0 or abs(goal) < abs(station.contents[cell])
    if role is Role.PUT and not station.solid and fewer:
        role = Role.LIFT
    return Place(role, max(1, count))


def _only(roles: Collection[Role], places: Places) -> Places:
    return {cell: place for cell, place in places.items() if place.role in roles}

"""What every cell should say just now: from the table's state and the verdict to meanings.

The only place where it is decided what is lit. Hint levels: `off` shows whose turn it is, what must
be put right, and what nobody chooses any more (a capture, the sweep); `legal` adds what may be
lifted; `full` adds where the pieces in hand go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.games.game import Cell, Stage
from controller.lights.carried import in_reach
from controller.lights.meanings import Glow, Meaning
from controller.lights.solid import entered, goals_apart, landings, reachable
from controller.table.condoning import accepting, offered
from controller.table.state import State, Status
from controller.table.table import Table
from controller.tracking.follower import Station
from controller.tracking.seen import ANYTHING
from controller.tracking.verdict import Kind, Verdict

Glows = dict[Cell, Glow]

#: What is left to do once everything was chosen: told at every level, or nobody knows why the board
#: waits.
_DUTIES = (Meaning.CAPTURE, Meaning.SWEEP)
#: The same after a slip: where the stones in hand belong was settled when their pit was lifted.
_SETTLED = (*_DUTIES, Meaning.SOW)

_STAGES = {
    "sow": Meaning.SOW,
    "capture": Meaning.CAPTURE,
    "sweep": Meaning.SWEEP,
    "lift": Meaning.MAY_LIFT,
    "put": Meaning.MAY_PUT,
    "replace": Meaning.MAY_PUT,
    **dict.fromkeys(("move", "enter", "hit", "bear off"), Meaning.MAY_PUT),
}


def scene(table: Table, chosen: str | None = None, dialled: int | None = None) -> Glows:
    """What each glowing cell says; `chosen` is the answer that the button would give, `dialled`
    the number that it would take."""
    state = table.state
    if dialled is not None:
        return _dialled(state, dialled)
    if state.status is Status.SETUP:
        return _repairs(table.verdict)
    if state.status is Status.PAUSED:
        return {home: Glow(Meaning.PAUSED) for home in state.rules.homes}
    if state.status is Status.OVER:
        return _ended(state)
    if state.status is Status.PLAYING and table.follower:
        return _playing(table, chosen)
    return {}


def _dialled(state: State, number: int) -> Glows:
    """The number itself, and at the mover's home that the button takes it."""
    home = state.rules.homes[state.rules.mover(state.position)]
    shown = state.rules.figure(state.position, number)
    return dict.fromkeys(shown, Glow(Meaning.NUMBER)) | {home: Glow(Meaning.CONFIRM)}


def _ended(state: State) -> Glows:
    result, homes = state.result, state.rules.homes
    if result is None or result.reason in ("abandoned", "annulled"):
        return {}
    if result.shared and len(result.shared) < len(homes):
        return {homes[side]: Glow(Meaning.WINNER) for side in result.shared}
    if result.winner is None:
        return {home: Glow(Meaning.DRAW) for home in homes}
    return entered(state) | {homes[result.winner]: Glow(Meaning.WINNER)}


def _playing(table: Table, chosen: str | None) -> Glows:
    assert table.follower is not None
    state, verdict, station = table.state, table.verdict, table.follower.station
    if state.question:
        return _asked(table, station, chosen)
    if offered(table) is not None:
        return _condonable(table, verdict)
    if verdict.kind is Kind.WRONG:
        return _wrong(station, verdict, state)
    if verdict.kind is Kind.UNTOUCHED:
        return _to_move(station, state)
    if verdict.kind is Kind.COMPLETE and state.house.confirm == "button":
        confirm = Glow(Meaning.CONFIRM)
        home = state.rules.homes[state.rules.mover(station.position)]
        return _path(station, verdict, state) | {home: confirm}
    return goals_apart(_in_hand(station, verdict, state), state)


# -- whose turn, and what may be lifted ----------------------------------------------------------


def _to_move(station: Station[Any, Any], state: State) -> Glows:
    rules, side = state.rules, state.rules.mover(station.position)
    if word := state.awaited_answer:
        return {rules.homes[rules.speaker(station.position, word)]: Glow(Meaning.OFFER)}
    again, swapper = state.again, state.swapper
    # Beside an offer, which blinks as well, moving once more is only said.
    meaning = Meaning.AGAIN if again and swapper is None else Meaning.TURN
    glows = {rules.homes[side]: Glow(Meaning.HURRY if state.hurry else meaning)}
    if swapper is not None:
        glows[rules.homes[swapper]] = Glow(Meaning.OFFER)
    if display := state.rules.display(station.position):
        shown = {cell: Glow(Meaning(each)) for cell, each in display.items()}
        return shown | glows | _marks(state, again=again)
    if marks := _marks(state, again=again):
        return glows | marks
    if state.plies and state.plies[-1].by == "pass" and not again and not state.hurry:
        glows[rules.homes[state.plies[-1].side]] = Glow(Meaning.PASS)
    if state.hints != "off":
        for cell in station.origins:
            glows.setdefault(cell, Glow(Meaning.MAY_LIFT))  # whose turn it is must be seen
        if station.solid:
            landed = landings(station, range(len(station.turns)))
            glows |= dict.fromkeys(landed, Glow(Meaning.MAY_PUT))
    return glows


def _marks(state: State, *, again: bool) -> Glows:
    """What is shown of the last turn; a hit that ended it would look like whose turn it is."""
    if not state.plies or state.plies[-1].condoned or state.plies[-1].rolls:
        return {}
    marks = state.rules.marks(state.plies[-1].before, state.plies[-1].turn)
    glows = {cell: Glow(Meaning(each)) for cell, each in marks.items()}
    return {cell: glow for cell, glow in glows.items() if again or glow.meaning is not Meaning.HIT}


# -- a turn in hand ------------------------------------------------------------------------------


def _in_hand(station: Station[Any, Any], verdict: Verdict, state: State) -> Glows:
    side = state.rules.mover(station.position)
    glows = {state.rules.homes[side]: Glow(Meaning.TURN)}
    if state.hints != "full":
        sure = len(verdict.possible) == 1
        return glows | _only(_DUTIES, _next_step(station, verdict.possible[0])) if sure else glows
    if len(verdict.possible) == 1:
        way = _path(station, verdict, state)
        return (way or glows) | _next_step(station, verdict.possible[0])
    if station.solid:
        if verdict.kind is Kind.COMPLETE:  # it may go on, and is whole as it stands
            return _path(station, verdict, state) or glows
        return glows | dict.fromkeys(reachable(station, verdict.possible), Glow(Meaning.MAY_PUT))
    if carried := in_reach(station, verdict.possible):
        return glows | dict.fromkeys(carried, Glow(Meaning.MAY_PUT))
    return glows | dict.fromkeys(station.still_to_fill(verdict.possible), Glow(Meaning.MAY_PUT))


def _path(station: Station[Any, Any], verdict: Verdict, state: State) -> Glows:
    """The way of the moving piece once it is known where it goes, where the game shows one."""
    if state.hints != "full":
        return {}
    turn = station.turns[(verdict.done or verdict.possible)[0]]
    return dict.fromkeys(state.rules.path(station.position, turn), Glow(Meaning.PATH))


def _next_step(station: Station[Any, Any], turn: int) -> Glows:
    """What is still to be done of a turn: its first stage that is not finished."""
    stages = station.traces[turn].stages
    for number, stage in enumerate(stages):
        if any(_pending(station, stages, number, cell) for cell in stage.goal):
            return _unfinished(station, stages, number)
    for number, stage in enumerate(stages):
        if any(_unsure(station, stage, cell) for cell in stage.goal):
            return _unfinished(station, stages, number)
    return {}


def _pending(station: Station[Any, Any], stages: Sequence[Stage], number: int, cell: Cell) -> bool:
    """Whether this stage is visibly still to be done in this cell, and no later one is done yet."""
    seen, start = station.tracker.seen[cell], station.contents[cell]
    for later in range(number + 1, len(stages)):
        goal = stages[later].goal.get(cell)
        if goal is None or not seen.allows(goal):
            continue
        if goal != start or _begun(station, stages, later):
            return False
    return not seen.allows(stages[number].goal[cell])


def _begun(station: Station[Any, Any], stages: Sequence[Stage], number: int) -> bool:
    """Whether something was visibly done of this stage: a pit that it empties has lost pieces, or
    one that it fills has gained more than any stage before would bring."""
    for cell, goal in stages[number].goal.items():
        seen = station.tracker.seen[cell]
        earlier = [stage.goal[cell] for stage in stages[:number] if cell in stage.goal]
        held = [abs(each) for each in (station.contents[cell], *earlier)]
        if seen.hi < min(held) or (abs(goal) > max(held) and seen.lo > max(held)):
            return True
    return False


def _unsure(station: Station[Any, Any], stage: Stage, cell: Cell) -> bool:
    """Whether the sensor cannot tell if this stage is done here: better to show it than not."""
    seen = station.tracker.seen[cell]
    start, goal = station.contents[cell], stage.goal[cell]
    return goal != start and seen.allows(start) and seen.allows(goal)


def _unfinished(station: Station[Any, Any], stages: Sequence[Stage], number: int) -> Glows:
    """What is left of this stage; where it takes and puts, what is visibly to be taken first."""
    glows = _left_of(station, stages, number)
    lifts = {cell for cell, glow in glows.items() if glow.meaning is Meaning.MAY_LIFT}
    if not lifts or len(lifts) == len(glows):
        return glows
    first = {cell for cell in lifts if _pending(station, stages, number, cell)}
    return {cell: glow for cell, glow in glows.items() if cell in (first or glows.keys() - lifts)}


def _left_of(station: Station[Any, Any], stages: Sequence[Stage], number: int) -> Glows:
    stage = stages[number]
    glows = {}
    for cell, goal in stage.goal.items():
        if _pending(station, stages, number, cell) or _unsure(station, stage, cell):
            seen = station.tracker.seen[cell]
            count = 0 if seen == ANYTHING or station.solid else abs(seen.short_of(goal))
            meaning = _STAGES.get(stage.name, Meaning.SOW)
            fewer = seen.short_of(goal) < 0 or abs(goal) < abs(station.contents[cell])
            if meaning is Meaning.MAY_PUT and not station.solid and fewer:
                meaning = Meaning.MAY_LIFT
            glows[cell] = Glow(meaning, max(1, count))
    return glows


# -- putting things right ------------------------------------------------------------------------


def _wrong(station: Station[Any, Any], verdict: Verdict, state: State) -> Glows:
    """What is too many or too few, and where the pieces in hand belong; without full hints only
    where that is no choice."""
    if verdict.towards is None:
        return _repairs(verdict)
    step = _next_step(station, verdict.towards)
    return (step if state.hints == "full" else _only(_SETTLED, step)) | _repairs(verdict)


def _only(meanings: Sequence[Meaning], glows: Glows) -> Glows:
    return {cell: glow for cell, glow in glows.items() if glow.meaning in meanings}


def _condonable(table: Table, verdict: Verdict) -> Glows:
    """What is wrong; and at the homes of those who may let it stand, that they are asked."""
    rules = table.state.rules
    asked = {rules.homes[side]: Glow(Meaning.ASK) for side in accepting(table)}
    mover = {rules.homes[rules.mover(table.state.position)]: Glow(Meaning.TURN)}
    return asked | (_repairs(verdict) or mover)


def _repairs(verdict: Verdict) -> Glows:
    return {
        repair.cell: Glow(
            Meaning.TOO_FEW if repair.missing > 0 else Meaning.TOO_MANY, abs(repair.missing)
        )
        for repair in verdict.repairs
    }


def _asked(table: Table, station: Station[Any, Any], chosen: str | None) -> Glows:
    """The turns asked about; the one that the button would answer stands out."""
    state = table.state
    assert state.question is not None
    glows = {}
    for name in state.question.options:
        try:
            number = station.turns.index(table.turn_named(station, name))
        except ValueError:
            continue  # it is no turn: a position to go back to, or nothing
        meaning = Meaning.CONFIRM if name == chosen else Meaning.ASK
        cells = station.begun_from([number]) or landings(station, [number])
        glows.update(dict.fromkeys(cells, Glow(meaning)))
    return glows or {home: Glow(Meaning.ASK) for home in state.rules.homes}

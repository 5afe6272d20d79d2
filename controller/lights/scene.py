"""What every cell should say just now: from the table's state and the verdict to meanings.

The only place where it is decided what is lit. Hint levels: `off` shows whose turn it is, what must
be put right, and what nobody chooses any more (a capture, the sweep, a hit piece); `legal` adds
what may be lifted; `full` adds where the pieces in hand go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.games.game import Ahead, Cell
from controller.lights.meanings import Glow, Meaning
from controller.lights.progress import Progress
from controller.lights.solid import entered, goals_apart, landings, reachable
from controller.table.condoning import accepting, offered
from controller.table.state import State, Status
from controller.table.table import Table
from controller.tracking.follower import Station
from controller.tracking.index import Turns
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
    in_hand = goals_apart(_in_hand(station, verdict, state), state)
    known = table.follower.known
    return _only(_SETTLED, in_hand) | _next_player(station, known, state) if known else in_hand


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
        if station.solid and not station.origins:  # then what is placed comes from beside
            landed = landings(station, range(len(station.turns)))
            glows |= dict.fromkeys(landed, Glow(Meaning.MAY_PUT))
    return glows


def _next_player(here: Station[Any, Any], known: Station[Any, Any], state: State) -> Glows:
    """Who moves next and what may be lifted then, as soon as the turn in hand can be no other."""
    side = state.rules.mover(known.position)
    home, again = state.rules.homes[side], side == state.rules.mover(here.position)
    lifts = known.origins if state.hints != "off" else ()
    meaning = Meaning.AGAIN if again else Meaning.TURN
    return dict.fromkeys(lifts, Glow(Meaning.MAY_LIFT)) | {home: Glow(meaning)}


def _marks(state: State, *, again: bool) -> Glows:
    """What is shown of the last turn; a hit that ended it would look like whose turn it is."""
    if not state.plies or state.plies[-1].condoned or state.plies[-1].rolls:
        return {}
    marks = state.rules.marks(state.past[-2], state.plies[-1].turn)
    glows = {cell: Glow(Meaning(each)) for cell, each in marks.items()}
    return {cell: glow for cell, glow in glows.items() if again or glow.meaning is not Meaning.HIT}


# -- a turn in hand ------------------------------------------------------------------------------


def _in_hand(station: Station[Any, Any], verdict: Verdict, state: State) -> Glows:
    side, turns = state.rules.mover(station.position), verdict.possible
    glows, ahead = {state.rules.homes[side]: Glow(Meaning.TURN)}, station.ahead
    if ahead and (ahead.lift or ahead.put or verdict.done):
        return glows | _piece_by_piece(ahead, state.hints)
    if state.hints != "full":
        return glows | (_only(_DUTIES, _next_step(station, turns[0])) if len(turns) == 1 else {})
    if len(turns) == 1:
        return (_path(station, verdict, state) or glows) | _next_step(station, turns[0])
    if station.solid and verdict.kind is Kind.COMPLETE:  # it may go on, and is whole as it stands
        return _path(station, verdict, state) or glows
    return glows | _by_result(station, turns)


def _by_result(station: Station[Any, Any], turns: Turns) -> Glows:
    """Where something may be put, or taken if nothing is in the hand, told from what the turns
    leave."""
    if station.solid:
        return dict.fromkeys(reachable(station, turns), Glow(Meaning.MAY_PUT))
    if station.tracker.all_down:
        return dict.fromkeys(station.still_to_empty(turns), Glow(Meaning.MAY_LIFT))
    return dict.fromkeys(station.still_to_fill(turns), Glow(Meaning.MAY_PUT))


def _piece_by_piece(ahead: Ahead, hints: str) -> Glows:
    """What may be taken, or where what is in the hand may go. That a hit piece belongs elsewhere is
    nobody's choice."""
    duty = ahead.hit == ahead.lift | ahead.put
    lift = ahead.lift if hints != "off" or duty else ()
    put = ahead.put if hints == "full" or duty else ()
    lifts = dict.fromkeys(lift, Glow(Meaning.MAY_LIFT))
    return lifts | dict.fromkeys(put, Glow(Meaning.MAY_PUT))


def _path(station: Station[Any, Any], verdict: Verdict, state: State) -> Glows:
    """The way of the moving piece once it is known where it goes, where the game shows one."""
    if state.hints != "full":
        return {}
    turn = station.turns[(verdict.done or verdict.possible)[0]]
    return dict.fromkeys(state.rules.path(station.position, turn), Glow(Meaning.PATH))


def _next_step(station: Station[Any, Any], turn: int) -> Glows:
    """What is still to be done of a turn: what is left of the first stage that is not finished;
    where that takes and puts, what is visibly to be taken first."""
    progress = Progress(station, turn)
    stage = progress.doubtful_stage if progress.stage is None else progress.stage
    if stage is None:
        return {}
    name, goals = progress.stages[stage].name, progress.goals(stage)
    glows = {cell: _wanted(station, name, cell, goal) for cell, goal in goals.items()}
    lifts = {cell for cell, glow in glows.items() if glow.meaning is Meaning.MAY_LIFT}
    if not lifts or len(lifts) == len(glows):
        return glows
    first = {cell for cell in lifts if progress.asks(cell, stage)}
    return {cell: glow for cell, glow in glows.items() if cell in (first or glows.keys() - lifts)}


def _wanted(station: Station[Any, Any], stage: str, cell: Cell, goal: int) -> Glow:
    """What a stage wants in a cell, and of how many pieces."""
    seen, meaning = station.tracker.seen[cell], _STAGES.get(stage, Meaning.SOW)
    count = 0 if seen.tells_nothing or station.solid else abs(seen.short_of(goal))
    fewer = seen.short_of(goal) < 0 or abs(goal) < abs(station.contents[cell])
    if meaning is Meaning.MAY_PUT and not station.solid and fewer:
        meaning = Meaning.MAY_LIFT
    return Glow(meaning, max(1, count))


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

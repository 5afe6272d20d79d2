"""Who plays each side: hands at this board, or somebody who has none here.

The turn of a side without hands is *called*: an event of the record. Then the lights lead
somebody's hands to carry it out, and it is made when the board shows it. Until it is called nothing
may be moved, and then nothing but this: any other turn, legal or not, is wrong and is put right, so
that a light misread never becomes a move in the record. What such a side says (a raise, its answer)
it says itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from controller.games.catalogue import AnyGame
from controller.games.game import RulesError
from controller.games.openturns import OpenTurns
from controller.games.told import Term, Told, told_by
from controller.play.seats import level_of
from controller.play.steps import INFERRED
from controller.table.commands import CommandError
from controller.table.house_rules import HouseRules
from controller.table.state import State, Status
from controller.tracking.verdict import Kind

if TYPE_CHECKING:
    from controller.table.table import Table


def read_seats(given: Sequence[str] | None, rules: AnyGame, house: HouseRules) -> tuple[str, ...]:
    """Who plays each side of a new game; empty where hands play them all."""
    seats = tuple(given or ())
    if not any(level_of(seat) for seat in seats):
        return ()
    if len(seats) != len(rules.sides):
        raise CommandError(
            Told(
                "no new game: {wanted} seats are needed, not {given}",
                wanted=len(rules.sides),
                given=len(seats),
            )
        )
    if house.tournament:
        raise CommandError(Told("no new game: no engine can be seated in a tournament game"))
    if rules.chance is not None and house.dice == INFERRED:
        raise CommandError(
            Told(
                "no new game: an engine must know what was rolled; the house rule dice may be "
                "board or entered"
            )
        )
    return seats


# -- what may be done at the board -----------------------------------------------------------------


def allowed(table: Table, position: Any, turns: Sequence[Any]) -> Sequence[Any]:
    """Those of the legal turns that hands may make from this position: of a side without hands only
    the one that it has called, and a pass that needs no calling."""
    state = table.state
    if state.engine_of(state.rules.mover(position)) is None:
        return turns
    if state.called is not None and position == state.position:
        return [table.turn_meant(position, turns, state.called)]
    return turns if _passes(state.rules, position, turns) else ()


def seal_what_was_answered(table: Table) -> None:
    """Once what was called looks carried out, the turn that it answers stands: where sensors count
    nothing, going on briskly could else look as if that had been another one."""
    follower = table.follower
    if table.state.called is None or follower is None or follower.before is None:
        return
    if follower.here.verdict.kind is Kind.COMPLETE:
        table.seal("touch")


def _passes(rules: AnyGame, position: Any, turns: Sequence[Any]) -> bool:
    if isinstance(turns, OpenTurns) or len(turns) != 1:
        return False
    return rules.trace(position, turns[0]).moves_nothing and turns[0] != rules.timeout_turn(
        position
    )


def _refuse(table: Table, side: int) -> None:
    state = table.state
    if 0 <= side < len(state.rules.sides) and state.engine_of(side):
        who = Term("side", state.rules.sides[side])
        raise CommandError(Told("{side} is played by an engine, which speaks for itself", side=who))


def _own_word(table: Table, command: Mapping[str, Any]) -> None:
    saying = table.state.acts.saying(str(command.get("decision")))
    side = command.get("side")
    if side is None and saying:
        side = saying.sides[0]
    if side is not None:
        _refuse(table, side)


def _own_game(table: Table, command: Mapping[str, Any]) -> None:
    _refuse(table, command["side"])


def _called_alone(table: Table, command: Mapping[str, Any]) -> None:
    """Of a side without hands nobody declares another turn than it has called."""
    state = table.state
    side = state.rules.mover(state.position)
    if state.engine_of(side) is None or command.get("turn") == state.called:
        return
    who = Term("side", state.rules.sides[side])
    if state.called is None:
        raise CommandError(
            Told("{side} is played by an engine, which has yet to say its turn", side=who)
        )
    raise CommandError(
        Told(
            "{side} has called {called}: no other turn can be declared",
            side=who,
            called=state.called,
        )
    )


_CHECKS: Final[Mapping[str, Callable[[Table, Mapping[str, Any]], None]]] = {
    "decide": _own_word,
    "resign": _own_game,
    "declare": _called_alone,
}


def check(table: Table, name: str, command: Mapping[str, Any]) -> None:
    """`CommandError` where somebody would act for a side that plays by itself."""
    if name in _CHECKS and table.state.game:
        _CHECKS[name](table, command)


# -- what such a side has to do --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a side without hands has to do now: `word` (say something or not), `roll`, or `turn`.

    `mark` is another one whenever it has to be thought about anew.
    """

    what: str
    side: int
    seat: str
    mark: tuple[Any, ...]


def wanted(table: Table) -> Wanted | None:
    """What is awaited of a side without hands; None: nothing."""
    state = table.state
    if not state.line.opening.played_by or not _may_act(table):
        return None  # hands play every side, at most tables: nothing more is worked out there
    side = _on_move(table)
    seat = None if side is None else state.engine_of(side)
    if side is None or seat is None:
        return None
    what = "word" if state.acts.answer else "roll" if state.acts.draw else "turn"
    if what == "roll" and not table.chance:
        # Somebody rolls for it, with dice of wood; before that it may say something, once.
        if not may_speak(state, side) or table.quiet == _mark(state):
            return None
        what = "word"
    return Wanted(what, side, seat, _mark(state))


def keep_quiet(table: Table, now: Wanted) -> None:
    """It has nothing to say before hands roll for it."""
    table.quiet = now.mark


def _may_act(table: Table) -> bool:
    """Whether anything can be said now: nothing is asked, called, or still to be put back."""
    state, follower = table.state, table.follower
    if state.status is not Status.PLAYING or state.question or state.called is not None:
        return False
    return follower is not None and not follower.returning and table.sensing.all_reported


def _on_move(table: Table) -> int | None:
    """Who has to act; an opening roll is nobody's, unless nobody has hands to roll."""
    state = table.state
    if state.acting is not None:
        return state.acting
    alone = all(map(state.engine_of, range(len(state.rules.sides))))
    return 0 if alone else None


def _mark(state: State) -> tuple[Any, ...]:
    line = state.line
    steps = len(line.moments), len(line.dropped)
    return (line.number, *steps, state.rules.write_position(state.position))


def may_speak(state: State, side: int) -> bool:
    """Whether this side may say something before chance brings it its turn."""
    return any(not saying.resigns and side in saying.sides for saying in state.acts.words)


def call(table: Table, text: str) -> None:
    """The turn of a side without hands: what needs no hands is made at once."""
    state, follower = table.state, table.follower
    assert follower is not None
    rules, position = state.rules, state.position
    side = rules.mover(position)
    seat = state.engine_of(side)
    if seat is None:
        raise CommandError(Told("no turn is called for a side that hands play"))
    legal = rules.turns_to_follow(position)
    try:
        turn = table.turn_meant(
            position, table.secret.narrow(legal) if table.secret else legal, text
        )
    except RulesError as mistake:
        raise CommandError(
            Told("{turn!r} cannot be called: {reason}", turn=text, reason=told_by(mistake))
        ) from None
    if not state.house.takebacks:
        table.seal("call")
    name = table.name_of(position, turn)
    table.emit("turn.called", ply=len(state.plies) + 1, side=side, turn=name, by=seat)
    follower.judge_anew()
    if rules.trace(position, turn).moves_nothing:
        table.seal("call")
        follower.play(turn, told=True)
        table.made(turn, "engine")
    table.look_again()

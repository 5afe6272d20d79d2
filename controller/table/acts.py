"""What the table does on command, one function a command, and which are possible now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from controller.games.acts import Drawn, Said
from controller.games.game import Cell, RulesError
from controller.games.told import Term, Told, told_by
from controller.table import (
    board_dice,
    condoning,
    directing,
    doubting,
    inferred,
    premature,
    voiding,
)
from controller.table.board_dice import board_draws
from controller.table.commands import CommandError, named
from controller.table.house_rules import HINTS
from controller.table.opening import new_game, next_game
from controller.table.secret import covers_again
from controller.table.setting import setup
from controller.table.state import NOTHING, RESIGNATION, RESIGNS, Status
from controller.tracking.follower import Station, Unclear
from controller.tracking.verdict import Kind

if TYPE_CHECKING:
    from controller.table.table import Table


#: With what a player says that his turn is done: the clock's button, or picking up his dice.
SEALERS = ("button", "dice")


def possible(table: Table) -> list[str]:
    """The commands that the table can carry out at this moment."""
    state = table.state
    playing = state.status is Status.PLAYING
    allowed = {
        "new": True,
        "setup": True,
        "confirm": playing and _may_confirm(table),
        "answer": state.question is not None,
        "roll": playing and _rolls_now(table),
        "pass": playing and inferred.awaited(table),
        "early": playing and premature.possible(table),
        "void": playing and voiding.possible(table),
        "contribute": state.result is None and board_dice.may_add(table),
        "decide": playing and bool(state.acts.words),
        "condone": playing and condoning.by_word(table),
        "next": _next_possible(table),
        "declare": playing,
        "vouch": bool(doubting.doubted(table)),
        "restore": bool(state.left_out),
        "undo": _may_undo(table),
        "hints": state.game is not None and not state.hints_locked,
        "unlock": state.game is not None and state.hints_locked,
        "pause": playing,
        "resume": state.status is Status.PAUSED,
        "direct": directing.possible(table),
        "resign": playing and state.rules.stakes is None,
    }
    return [name for name, able in allowed.items() if able]


def _may_confirm(table: Table) -> bool:
    """Whether the clock's button says anything: a turn is made, or may be sealed, or was made where
    the board cannot see it."""
    done = bool(table.verdict.done) or not table.state.sealed
    return done or table.time_waits or bool(table.unseen)


def _rolls_now(table: Table) -> bool:
    """Whether a roll can be taken: one that is awaited, that explains a turn, or that lets a turn
    against the rules stand (T6)."""
    awaited = _may_roll(table) or bool(inferred.unsure(table))
    return awaited or condoning.by_roll(table) is not None


def _may_roll(table: Table) -> bool:
    """Whether a roll is awaited, now or after the turn that the hands can only be making."""
    rules, known = table.state.rules, table.follower.known if table.follower else None
    positions = (table.state.position, *([known.position] if known else ()))
    return any(rules.acts(position).draw is not None for position in positions)


def _may_undo(table: Table) -> bool:
    state = table.state
    if not state.house.takebacks or undone_to(table) < 0 or _uncovered(table):
        return False
    ended = state.result is not None and state.result.reason not in ("abandoned", "annulled")
    ended = ended and table.secret is None  # what was hidden is known to all by now
    return state.status is Status.PLAYING or (state.status is Status.OVER and ended)


def undone_to(table: Table) -> int:
    """How many turns stay when the last one is taken back; less than none: there is none to take.

    Who could not move did nothing, and would have to pass again: his pass goes with the roll that
    somebody entered for it, or else with the turn before it.
    """
    state, keep = table.state, len(table.state.plies) - 1
    if state.rolled and not board_draws(state.rules, state.house):
        return keep
    while keep >= 0 and state.plies[keep].forced:
        keep -= 1
    return keep


def _uncovered(table: Table) -> bool:
    """Whether taking the last turn back would hide again what everybody has seen."""
    keep = undone_to(table)
    return keep >= 0 and covers_again(table, keep)


def _next_possible(table: Table) -> bool:
    state = table.state
    if state.status is not Status.OVER or state.match is None or state.result is None:
        return False
    if state.result.reason == directing.ANNULLED:
        return True  # it is played again
    ended = state.result.reason != "abandoned"
    stakes = state.rules.stakes
    return bool(ended and stakes and stakes.following(state.position, state.match))


def _why_no_resignation(table: Table) -> str:
    """Where resignations are decisions, with what they are worth and an answer to them."""
    acts = table.state.acts
    if words := [saying.word for saying in acts.words if saying.resigns]:
        return Told(
            "here a resignation says what it is worth: decide {decisions}",
            decisions=tuple(Term("decision", word) for word in words),
        )
    if acts.answer is not None:
        return Told("nobody resigns while an offer waits for its answer")
    return Told("nobody resigns before the opening roll has said who begins (N2)")


_REASONS: dict[str, Callable[[Table], str]] = {
    "condone": condoning.why_not,
    "early": premature.why_not,
    "void": voiding.why_not,
    "resign": _why_no_resignation,
    "vouch": doubting.why_not,
}


def _why_no_undo(table: Table) -> str:
    """Why no turn can be taken back; empty: it is not the turns."""
    if not table.state.house.takebacks:
        return Told("takebacks are not allowed at this table")
    if not table.state.plies:
        return Told("no turn has been made yet: there is nothing to take back")
    if undone_to(table) < 0:
        return Told(
            "nobody could move, and nothing was rolled or played before that could be taken back"
        )
    if _uncovered(table):
        return Told(
            "{turn} uncovered what everybody has seen: it cannot be taken back",
            turn=table.last_turn,
        )
    return ""


def why_not(table: Table, name: str) -> str:
    """Why a command is refused now."""
    state = table.state
    if name == "hints" and state.hints_locked:
        return Told("hints are locked in tournament mode; unlock them first (it is recorded)")
    if name == "undo" and (reason := _why_no_undo(table)):
        return reason
    if name in _REASONS and state.status is Status.PLAYING:
        return _REASONS[name](table)
    return Told(
        "{command} is not possible now ({status}); possible: {commands}",
        command=Term("command", name),
        status=Term("status", state.status.value),
        commands=tuple(Term("command", each) for each in possible(table)),
    )


def confirm(table: Table, *, by: str = "button") -> None:
    """The clock button, or dice that are picked up: what looks finished is made, and sealed."""
    if by not in SEALERS:
        raise CommandError(Told("by {by!r} is unknown; a turn is ended by button or dice", by=by))
    follower = table.follower
    assert follower is not None
    if table.time_waits:
        table.start_time(by)
        return
    turns = follower.done_turns()
    if len(turns) > 1 or (turns and table.verdict.or_nothing):
        table.ask(Unclear(turns, or_nothing=table.verdict.or_nothing))
        return
    if turns:
        table.accept(turns[0], by)
    else:
        _must_be_done(table)
        _must_fit(table)
    table.seal(by)
    if not turns and (unseen := table.unseen):
        # The board saw nothing and cannot have: whoever presses must say what he means.
        table.ask(Unclear(unseen, or_nothing=True))
    table.notice()


def answer(table: Table, *, question: int, choice: str) -> None:
    """The answer to what the board asked."""
    asked = table.state.question
    assert asked is not None
    if question != asked.number:
        raise CommandError(
            Told(
                "question {question} is past; the board now asks {asked}",
                question=question,
                asked=asked.number,
            )
        )
    if choice not in asked.options:
        raise CommandError(
            Told(
                "{choice!r} does not answer question {question}; {options} do",
                choice=choice,
                question=question,
                options=asked.options,
            )
        )
    assert table.follower is not None
    if asked.about == RESIGNATION:
        _answer_resignation(table, question, choice)
        return
    station = table.follower.station
    if choice == NOTHING:
        table.decline()
    table.emit("question.answered", question=question, choice=choice, by="player")
    if choice == NOTHING:
        _nothing(table, station, [each for each in asked.options if each != NOTHING])
    elif choice.startswith("ply:"):
        table.take_back(int(choice.removeprefix("ply:")), "answer")
    else:
        _accept_answer(table, table.turn_named(station, choice))
    table.look_again()


def _accept_answer(table: Table, turn: Any) -> None:
    """This was played; what no sensor shows is not unsaid by sensors that see nothing of it."""
    unseen = turn in table.unseen
    table.accept(turn, "answer")
    if unseen:
        table.seal("command")


def _answer_resignation(table: Table, question: int, choice: str) -> None:
    table.emit("question.answered", question=question, choice=choice, by="player")
    if choice != NOTHING:
        sides = table.state.rules.sides
        table.end_early(sides.index(choice.removeprefix(RESIGNS)), "resigned")


def _nothing(table: Table, station: Station[Any, Any], refused: Sequence[str]) -> None:
    """Nothing of this was played: what was seen since the turn began no longer counts."""
    follower = table.follower
    assert follower is not None
    named = [each for each in refused if not each.startswith("ply:")]
    turns = [table.turn_named(station, each) for each in named]
    if follower.station is follower.before and follower.before.tracker.at_start:
        ply, turn = len(table.state.plies), table.last_turn
        follower.go_back(ply - 1)
        table.emit("turn.withdrawn", ply=ply, turn=turn)
    else:
        if follower.doubt and (follower.doubt.plies or follower.doubt.instead):
            table.seal("touch")  # it was the next turn, after all
        follower.forget(turns if follower.station is station else ())


def _rule(mistake: RulesError) -> str:
    """Why a turn is none: the rule alone where it is known, for the position lies there."""
    return getattr(mistake, "rule", None) or told_by(mistake)


def declare(table: Table, *, turn: str) -> None:
    """What was played where the board could not see it."""
    rules, follower = table.state.rules, table.follower
    assert follower is not None
    try:
        played = table.turn_named(follower.here, turn)
    except RulesError as mistake:
        raise CommandError(
            Told("{turn!r} cannot be declared: {reason}", turn=turn, reason=_rule(mistake))
        ) from None
    if played == rules.timeout_turn(table.state.position):
        raise CommandError(
            Told("{turn!r} cannot be declared: the board itself watches the time", turn=turn)
        )
    table.seal("command")
    follower.play(played, told=True)
    table.made(played, "declared")
    # What was said is not unsaid by a sensor that saw nothing of it.
    table.seal("command")
    table.look_again()


def _called(table: Table, cells: Iterable[Cell]) -> tuple[str, ...]:
    """These cells as people call them."""
    places = table.state.rules.sayings.places(table.state.numbers_of)
    return tuple(places.get(cell, cell) for cell in cells)


def vouch(table: Table, *, cells: list[Cell]) -> None:
    """It is as the lights say, whatever the sensors of these cells tell: leave them out."""
    unknown = [cell for cell in cells if cell not in table.state.rules.cells]
    if unknown:
        raise CommandError(Told("this game has no cell {cells}", cells=tuple(unknown)))
    able = doubting.doubted(table)
    if sound := [cell for cell in cells if cell not in {*able, *table.state.left_out}]:
        raise CommandError(
            Told(
                "sensor {cell} is not doubted: it agrees with the game; doubted are {cells}",
                cell=_called(table, sound),
                cells=_called(table, able),
            )
        )
    for cell in cells:
        if cell not in table.state.left_out:
            table.emit("sensor.left_out", cell=cell, why="the players vouched for it")
            table.sensing.left_out.add(cell)
    if table.follower:
        table.follower.unbelieve(cells)
    table.look_again()


def restore(table: Table, *, cell: Cell) -> None:
    """Trust a sensor again."""
    if cell not in table.state.left_out:
        raise CommandError(
            Told(
                "sensor {cell} is not left out; left out: {cells}",
                cell=_called(table, [cell]),
                cells=_called(table, sorted(table.state.left_out)),
            )
        )
    table.emit("sensor.restored", cell=cell, why="by command")
    table.sensing.left_out.discard(cell)
    table.look_again()


def undo(table: Table) -> None:
    """Take the last turn back; the lights then guide the pieces back."""
    table.take_back(undone_to(table), "command")
    table.look_again()


def _finish_last(table: Table) -> None:
    """Hands that are still changing the last turn finish it before anything else is done; and a
    turn that can be no other is made, though they may be busy with it unseen."""
    follower = table.follower
    if follower is None:
        return
    turns = follower.done_turns()
    one = len(turns) == 1 and not table.verdict.or_nothing
    if one and (follower.known or follower.station is follower.before):
        table.accept(turns[0], "hands")
    _must_be_done(table)


def _must_be_done(table: Table) -> None:
    """No turn is sealed that the hands are changing."""
    follower = table.follower
    if follower and follower.before and follower.station is follower.before:
        raise CommandError(Told("the hands are still at the last turn: finish it first"))


def _must_fit(table: Table) -> None:
    """What lies astray while nobody may move may be the last turn, changed: nothing seals it."""
    state = table.state
    open_turn = not state.sealed and state.rules.acts(state.position).draw is not None
    if open_turn and table.verdict.kind is Kind.WRONG:
        cells = _called(table, [repair.cell for repair in table.verdict.repairs])
        raise CommandError(
            Told(
                "the pieces do not lie as the game stands ({cells}): put them right first, or "
                "vouch for what lies there",
                cells=cells,
            )
        )


def roll(table: Table, *, dice: list[int] | None = None, ply: int | None = None) -> None:
    """What chance brings: rolled by the board, or entered as it lies on the table.

    With `ply` it is said afterwards which of the rolls it was that explain that turn.
    """
    if ply is not None:
        inferred.name(table, ply, dice)
        return
    if (standing := condoning.by_roll(table)) is not None:
        _valid(table, standing, dice)
        condoning.condone(table)
    _must_fit(table)
    _finish_last(table)
    state = table.state
    draw = state.rules.acts(state.position).draw
    if draw is None:
        raise CommandError(
            Told(
                "nothing is to be rolled now; name a turn (ply): {plies}",
                plies=tuple(inferred.unsure(table)),
            )
        )
    _whose_dice(table, dice)
    number = state.draws + 1
    rolled, unbound = list(dice or ()), None
    if table.chance is not None:
        chance, unbound = board_dice.bound(table)
        rolled = list(chance.pick(number, draw.choices, draw.count))
    try:
        state.rules.apply(state.position, Drawn(rolled))
    except RulesError as mistake:
        raise CommandError(told_by(mistake)) from None
    by = "board" if table.chance else "entered"
    table.seal("roll")
    if unbound:
        table.emit("chance.bound", digest=unbound)
    table.emit("dice.rolled", number=number, dice=rolled, side=draw.side, by=by)
    table.stand()


def _whose_dice(table: Table, dice: list[int] | None) -> None:
    if dice is None and table.chance is None:
        raise CommandError(Told("this table rolls real dice: say what lies there (dice)"))
    if dice is not None and table.chance is not None:
        raise CommandError(Told("the board rolls at this table: no dice can be entered"))


def _valid(table: Table, position: Any, dice: list[int] | None) -> None:
    """Only a valid roll lets a turn against the rules stand: it is looked at before anything is."""
    _whose_dice(table, dice)
    try:
        if dice is not None:
            table.state.rules.apply(position, Drawn(dice))
    except RulesError as mistake:
        raise CommandError(told_by(mistake)) from None


def decide(table: Table, *, decision: str, side: int | None = None) -> None:
    """Something is said instead of moved: a double, a take, a resignation."""
    acts = table.state.acts
    saying = acts.saying(decision)
    if not acts.answer and not (saying and saying.resigns):
        _must_fit(table)  # whoever gives up may sweep the board
    _finish_last(table)
    state = table.state
    if side is not None:
        _check_side(table, side)
    try:
        state.rules.apply(state.position, Said(decision, side))
    except RulesError as mistake:
        raise CommandError(told_by(mistake)) from None
    expected = state.acts.saying(decision)
    assert expected is not None
    speaker = expected.sides[0] if side is None else side
    table.seal("command")
    table.emit("decision.made", side=speaker, decision=decision)
    table.check_over()
    if table.state.status is Status.PLAYING:
        table.stand()


def hints(table: Table, *, level: str) -> None:
    """How much the lights tell."""
    if level not in HINTS:
        raise CommandError(
            Told("hints {level!r} is not a level; {levels} are", level=level, levels=HINTS)
        )
    table.emit("hints.set", level=level)


def unlock(table: Table, *, by: str, who: str | None = None) -> None:
    """Let the hints be changed in tournament mode; it is in the record who allowed it."""
    table.emit("hints.unlocked", by=by, **named(who))


def pause(table: Table, *, by: str = "a player", why: str = "", who: str | None = None) -> None:
    """Stop the clock; what hands do now means nothing."""
    table.emit("game.paused", by=by, why=why, **named(who))


def resume(table: Table, *, by: str = "a player", who: str | None = None) -> None:
    """Go on; the board is compared with the game first."""
    table.emit("game.resumed", by=by, why="", **named(who))
    table.look_again()


def resign(table: Table, *, side: int) -> None:
    """This side gives the game up; in a tournament once the other side has agreed to it."""
    _check_side(table, side)
    if table.state.house.tournament:
        table.ask_whether_resigned(side)
    else:
        table.end_early(side, "resigned")


def _check_side(table: Table, side: int) -> None:
    """Only who sits at the table says something there."""
    last = len(table.state.rules.sides) - 1
    if not 0 <= side <= last:
        raise CommandError(Told("side {side} does not exist; 0 to {last} do", side=side, last=last))


ACTS: dict[str, Callable[..., None]] = {
    "new": new_game,
    "setup": setup,
    "confirm": confirm,
    "answer": answer,
    "roll": roll,
    "pass": inferred.pass_turn,
    "early": premature.early,
    "void": voiding.void,
    "contribute": board_dice.add,
    "decide": decide,
    "condone": condoning.condone,
    "next": next_game,
    "declare": declare,
    "vouch": vouch,
    "restore": restore,
    "undo": undo,
    "hints": hints,
    "unlock": unlock,
    "pause": pause,
    "resume": resume,
    "resign": resign,
    "direct": directing.direct,
}

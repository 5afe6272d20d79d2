"""Who may say what at a table: one list, `RIGHTS`, for page, programs, hub and buttons alike.

docs/keys.md prints it. The table's key and the director's speak for everybody; a seat speaks for
itself. What decides about a tournament comes from the hub there. A button of the board may what
the table's key may; one that belongs to a seat may what that seat may.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from controller.games.told import Term, Told
from controller.table import premature
from controller.table.acts import undone_to
from controller.table.commands import CommandError
from controller.table.condoning import accepting, by_roll
from controller.table.speakers import (
    DIRECTOR,
    HOUSE,
    HUB,
    THE_DIRECTOR,
    THE_HUB,
    THE_TABLE,
    WATCH,
    Speaker,
    seat,
)
from controller.table.state import NOTHING, RESIGNATION, RESIGNS, State, Status

if TYPE_CHECKING:
    from controller.table.table import Table


class NotYoursError(CommandError):
    """A command that is somebody else's to say; the sentence names who may."""


class Own(StrEnum):
    """What of a command is a seat's own."""

    NEVER = "no"
    ANY = "yes"
    TURN = "in its own turn"
    LAST = "its own last turn"
    SIDE = "for itself"
    ROLL = "its own roll"
    ASKED = "where it is asked"
    OTHERS = "for itself, of another's turn"


@dataclass(frozen=True, slots=True)
class Right:
    """Who may say one command: a seat, the table's key (the director and the hub always may), and
    whether it comes from the hub in a tournament."""

    seat: Own
    table: bool = True
    hub: bool = False


#: Every command, and what simulated hands do, with who may.
RIGHTS: dict[str, Right] = {
    "new": Right(Own.NEVER, hub=True),
    "setup": Right(Own.NEVER, hub=True),
    "confirm": Right(Own.TURN),
    "answer": Right(Own.ASKED),
    "declare": Right(Own.TURN),
    "roll": Right(Own.ROLL),
    "pass": Right(Own.TURN),
    "early": Right(Own.ROLL),
    "void": Right(Own.ROLL),
    "contribute": Right(Own.SIDE),
    "decide": Right(Own.SIDE),
    "condone": Right(Own.OTHERS),
    "next": Right(Own.ANY),
    "vouch": Right(Own.ANY),
    "restore": Right(Own.ANY),
    "undo": Right(Own.LAST),
    "hints": Right(Own.NEVER),
    "unlock": Right(Own.NEVER, table=False, hub=True),
    "pause": Right(Own.ANY, hub=True),
    "resume": Right(Own.ANY, hub=True),
    "resign": Right(Own.SIDE),
    "direct": Right(Own.NEVER, hub=True),
    "lift": Right(Own.TURN),
    "drop": Right(Own.TURN),
    "take": Right(Own.TURN),
    "put away": Right(Own.TURN),
    "pick up": Right(Own.TURN),
    "spill": Right(Own.NEVER),
    "break": Right(Own.NEVER),
    "mend": Right(Own.NEVER),
    "touch": Right(Own.ANY),
    "press": Right(Own.NEVER),
}
#: What hands do on the simulated board; `HANDS` stands for them in the view.
HANDS = "lift"
#: Commands in which somebody may give the name of who acts (`who`), for people to read.
_NAMED = frozenset({"unlock", "pause", "resume", "direct"})
#: Those of them in which older programs gave it as `by`.
_NAMED_BY = frozenset({"unlock", "direct"})


# -- asking --------------------------------------------------------------------------------------


def check_role(table: Table, command: Mapping[str, Any], speaker: Speaker) -> None:
    """`NotYoursError` where this speaker may never say this, however the game stands."""
    name = str(command.get("do"))
    if speaker.role == HOUSE or name not in RIGHTS:
        return
    if tournament(table):
        _check_tournament(table, name, command, speaker)
    if not _has_role(RIGHTS[name], speaker):
        raise _not_yours(table, name, speaker)
    if speaker.seat is not None and table.state.game and _side(table.state, speaker) is None:
        raise NotYoursError(
            Told(
                "{speaker} is not in this game: it has {players} players",
                speaker=speaker.told(),
                players=len(table.state.players),
            )
        )


def _has_role(right: Right, speaker: Speaker) -> bool:
    if speaker.role == WATCH:
        return False
    if speaker.seat is not None:
        return right.seat is not Own.NEVER
    return right.table or speaker.role in (DIRECTOR, HUB)


def check_now(table: Table, command: Mapping[str, Any], speaker: Speaker) -> dict[str, Any]:
    """The command as this speaker says it; `NotYoursError` where it is another's to say now.

    A seat speaks for its own side, said or not. Who sent it is no matter of what was written.
    """
    name = str(command["do"])
    if speaker.role == HOUSE:
        return dict(command)
    said = _signed(name, command, speaker)
    if speaker.seat is None:
        return said
    own, side = RIGHTS[name].seat, _side(table.state, speaker)
    if own in (Own.SIDE, Own.OTHERS):
        if name != "contribute" or {"number", "seal"} & said.keys():  # else it is nobody's number
            said.setdefault("side", side)
        if said.get("side", side) != side:
            raise _not_yours(table, name, speaker, _seats_at(table.state, [said["side"]]))
    able = _able(table, name, said)
    if side not in able:
        raise _not_yours(table, name, speaker, _seats_at(table.state, able))
    return said


def _signed(name: str, command: Mapping[str, Any], speaker: Speaker) -> dict[str, Any]:
    """The command with the role of who sent it as `by`, whatever it says there itself."""
    if name == "confirm":  # there it is how, and only a button of the board is picked-up dice
        if speaker.button is not None:
            return dict(command)
        return {key: value for key, value in command.items() if key != "by"}
    if name not in _NAMED:
        return dict(command)
    given = dict(command)
    by = given.pop("by", None)
    who = given.pop("who", None) or (by if name in _NAMED_BY else None)
    return {**given, "by": str(speaker), **({"who": who} if who else {})}


def _side(state: State, speaker: Speaker) -> int | None:
    """The side for which somebody speaks; None: for none in this game."""
    if not state.game or speaker.seat is None:
        return None
    if speaker.button is not None:
        return speaker.seat if speaker.seat < len(state.rules.sides) else None
    return state.seats.index(speaker.seat) if speaker.seat in state.seats else None


def may_now(table: Table, commands: Iterable[str]) -> dict[str, list[str]]:
    """Which of these commands each key may say at this moment."""
    names, state = list(commands), table.state
    found = {
        str(speaker): [name for name in names if _allowed(table, name, speaker)]
        for speaker in (THE_TABLE, THE_DIRECTOR)
    }
    if not state.game:
        return found
    able = {name: _able(table, name, {}) for name in (*names, HANDS)}
    for number in sorted(state.seats):
        key = seat(number)
        found[str(key)] = [
            name
            for name, sides in able.items()
            if _allowed(table, name, key) and _side(state, key) in sides
        ]
    return found


def _allowed(table: Table, name: str, speaker: Speaker) -> bool:
    try:
        check_role(table, {"do": name}, speaker)
    except NotYoursError:
        return False
    return True


# -- a tournament --------------------------------------------------------------------------------


def tournament(table: Table) -> bool:
    """Whether the rules of a tournament hold here: of the game, or of the next one."""
    return (table.state.house if table.state.game else table.house).tournament


def _check_tournament(
    table: Table, name: str, command: Mapping[str, Any], speaker: Speaker
) -> None:
    if speaker.role == HUB or (speaker.role == DIRECTOR and table.hub() is None):
        return
    own = _between_games(table, speaker) if name == "new" else _pauses(table, name, speaker)
    if RIGHTS[name].hub and not own:
        raise NotYoursError(
            Told("in a tournament {command} comes from the hub", command=Term("command", name))
            if table.hub() is not None
            else Told(
                "in a tournament {command} comes from the hub; this table has none, so the"
                " director's key may",
                command=Term("command", name),
            )
        )
    if "house" in command:
        raise NotYoursError(
            Told(
                "In a tournament the house rules come from the hub or from this table's settings,"
                " not with a command."
            )
        )


def _pauses(table: Table, name: str, speaker: Speaker) -> bool:
    """Whether players stop the clocks here (T5), and go on after a pause of their own."""
    if name not in ("pause", "resume") or speaker.role == WATCH:
        return False
    state = table.state
    theirs = name == "pause" or state.paused_by not in (HUB, DIRECTOR)
    return bool(state.game) and state.house.players_pause and theirs


def _between_games(table: Table, speaker: Speaker) -> bool:
    """Where no hub can be asked, the players go on by themselves once their game is over."""
    alone = not table.hub() and not table.state.under_way
    return alone and speaker.seat is None and speaker.role != WATCH


# -- whose it is ---------------------------------------------------------------------------------


def _able(table: Table, name: str, command: Mapping[str, Any]) -> Collection[int]:
    """The sides whose word this is now; of a command that says no more than its name, whoever
    could say it in some way."""
    state = table.state
    everybody = range(len(state.rules.sides)) if state.game else ()
    if state.status is Status.IDLE:
        return ()
    whose = _WHOSE.get(RIGHTS[name].seat)
    return whose(table, name, command) if whose else everybody


def _in_turn(table: Table, name: str, command: Mapping[str, Any]) -> set[int]:
    """Who is to move; whoever made the last turn, as long as it can be changed; and who comes after
    a turn that can become no other. A swap of seats is for who may exchange them."""
    state = table.state
    if name == "declare" and _swaps(state, command):
        return {side for side in (state.swapper,) if side is not None}
    if state.status is not Status.PLAYING:
        return {*range(len(state.rules.sides))}
    sides = {side for position in _positions(table) for side in _movers(state, position)}
    if name == "declare" and not command and state.swapper is not None:
        sides.add(state.swapper)
    if not state.sealed and name != "declare":
        sides.add(_maker(state, len(state.plies) - 1))
    return sides


def _swaps(state: State, command: Mapping[str, Any]) -> bool:
    said = str(command.get("turn", "")).strip().lower()
    return state.rules.swap_turn is not None and said == state.rules.swap_turn


def _positions(table: Table) -> Iterator[Any]:
    """The position now, and the one after the turn that the hands can only be making."""
    yield table.state.position
    if table.follower and table.follower.known:
        yield table.follower.known.position


def _movers(state: State, position: Any) -> Collection[int]:
    """Who is to act here; in an opening roll all (N2)."""
    draw = state.rules.acts(position).draw
    if draw is not None and draw.side is None:
        return range(len(state.rules.sides))
    return _hands_for(state, state.rules.mover(position))


def _hands_for(state: State, side: int) -> Collection[int]:
    """Whose hands act for a side: its own, or everybody's who has some where it has none."""
    if state.engine_of(side) is None:
        return (side,)
    sides = range(len(state.rules.sides))
    return [each for each in sides if state.engine_of(each) is None] or sides


def _maker(state: State, number: int) -> int:
    """The side at which the player of a turn sits now: a swap has exchanged the seats since."""
    made = state.plies[number].side
    swaps = sum(ply.turn == state.rules.swap_turn for ply in state.plies[number:])
    return 1 - made if swaps % 2 else made


def _last(table: Table, _name: str, _command: Mapping[str, Any]) -> Collection[int]:
    keep = undone_to(table)
    return (_maker(table.state, keep),) if keep >= 0 else range(len(table.state.rules.sides))


def _roller(table: Table, name: str, command: Mapping[str, Any]) -> set[int]:
    """Who rolls, or whose roll lies there; of a turn whose roll was not told, who made it."""
    state, ply = table.state, command.get("ply")
    unsure = {number for number, made in enumerate(state.plies, 1) if made.rolls and not made.named}
    if ply is not None:
        return {_maker(state, ply - 1)} if ply in unsure else {*range(len(state.rules.sides))}
    if name == "early":
        return {premature.roller(table)}
    if name == "void" and state.line.early is not None:
        return {state.line.early.side}
    sides = {
        side
        for position in _positions(table)
        if name == "void" or state.rules.acts(position).draw is not None
        for side in _movers(state, position)
    }
    if name == "roll" and (standing := by_roll(table)) is not None:
        sides |= {*_movers(state, standing)}
    return sides if command else sides | {_maker(state, number - 1) for number in unsure}


def _speaking(table: Table, name: str, command: Mapping[str, Any]) -> Collection[int]:
    """Whose words these are; whether they can be said, the rules say."""
    if name == "decide" and not command:
        return {side for saying in table.state.acts.words for side in saying.sides}
    return range(len(table.state.rules.sides))


def _letting(table: Table, _name: str, _command: Mapping[str, Any]) -> Collection[int]:
    return accepting(table)


def _asked(table: Table, _name: str, command: Mapping[str, Any]) -> set[int]:
    """Who answers: of a resignation the others, of turns taken back who made them, of a turn who
    is at it; that it was nothing, any of these."""
    state, question = table.state, table.state.question
    if question is None:
        return {*range(len(state.rules.sides))}
    choices = question.options
    if (said := command.get("choice")) not in (None, NOTHING):
        choices = tuple(each for each in choices if each == said)
    if question.about == RESIGNATION:
        sides = state.rules.sides
        gives_up = {sides.index(each.removeprefix(RESIGNS)) for each in question.options[:1]}
        return {*range(len(sides))} - gives_up
    return {side for choice in choices for side in _answering(table, choice)}


def _answering(table: Table, choice: str) -> Collection[int]:
    state = table.state
    if choice.startswith("ply:"):
        return (_maker(state, int(choice.removeprefix("ply:"))),)
    return () if choice == NOTHING else _movers(state, table.asked_from())


_WHOSE: dict[Own, Callable[[Any, str, Mapping[str, Any]], Collection[int]]] = {
    Own.TURN: _in_turn,
    Own.LAST: _last,
    Own.SIDE: _speaking,
    Own.ROLL: _roller,
    Own.ASKED: _asked,
    Own.OTHERS: _letting,
}


# -- refusing ------------------------------------------------------------------------------------


def _seats_at(state: State, sides: Iterable[Any]) -> list[Speaker]:
    """The keys of who sits at these sides."""
    return [seat(state.seats[side]) for side in sides if side in range(len(state.seats))]


def _not_yours(
    table: Table, name: str, speaker: Speaker, seats: Iterable[Speaker] | None = None
) -> NotYoursError:
    sitting = _any_seats(table, name) if seats is None else seats
    able = [*sitting, THE_TABLE, THE_DIRECTOR, THE_HUB]
    if not RIGHTS[name].table:
        able.remove(THE_TABLE)
    if table.hub() is None:
        able.remove(THE_HUB)
    return NotYoursError(
        Told(
            "{command} is not for {speaker} to say; these may: {able}",
            command=Term("command", name),
            speaker=speaker.told(),
            able=tuple(each.told() for each in able),
        )
    )


def _any_seats(table: Table, name: str) -> list[Speaker]:
    """The seats of this game, where one of them may say so at some moment."""
    if RIGHTS[name].seat is Own.NEVER:
        return []
    return [seat(number) for number in sorted(table.state.seats)] if table.state.game else []


# -- telling -------------------------------------------------------------------------------------

#: The kinds of events that a command brings about.
_OF_COMMANDS = frozenset(
    {
        *("game.opened", "game.over", "game.paused", "game.resumed", "turn.made", "turn.revised"),
        *("turn.sealed", "turn.takeback", "turn.condoned", "question.asked", "question.answered"),
        *(
            "dice.rolled",
            "dice.early",
            "dice.named",
            "dice.void",
            "decision.made",
            "sensor.left_out",
        ),
        *("sensor.restored", "hints.set", "hints.unlocked", "director.ruled", "director.clock"),
        *("clock.started", "chance.sealed", "chance.added"),
    }
)
#: What came of it without anybody's saying so.
_BY_ITSELF = ("hands", "touch")


def sent_by(kind: str, data: Mapping[str, Any], name: str, speaker: Speaker) -> dict[str, str]:
    """Who sent the command `name` of which this event tells, as a fact; nothing where it tells of
    what hands did, or of a pass that a roll has forced."""
    by = data.get("by")
    itself = (by in _BY_ITSELF and kind != "turn.condoned") or (by == "pass" and name != "pass")
    asked = kind == "question.asked" and data.get("about") != RESIGNATION
    if kind not in _OF_COMMANDS or itself or asked or speaker.sender is None:
        return {}
    return {"sent_by": speaker.sender}


def rights_in_words() -> Iterator[str]:
    """The table of rights for the documentation, line by line."""
    yield "| command | a seat | the table's key | the director's key | in a tournament |"
    yield "|---|---|---|---|---|"
    for name, right in RIGHTS.items():
        hub = "the hub" if right.hub else ""
        table = "yes" if right.table else "no"
        yield f"| `{name}` | {right.seat} | {table} | yes | {hub} |"

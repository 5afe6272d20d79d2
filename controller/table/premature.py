"""A roll that was made before the other had ended his turn (T8), with real dice that are entered.

It is said as such (`early`), so that nobody's roll is taken for it by mistake. By the house rule
`premature` it stands, if it is valid: the other finishes his turn knowing it, and then it lies
there. Or it is void, and is rolled again in its time. Either way it is in the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from controller.games.acts import Drawn
from controller.games.game import RulesError
from controller.games.told import Told, told_by
from controller.play.steps import STANDS, VOID
from controller.table.commands import CommandError
from controller.table.state import Status

if TYPE_CHECKING:
    from controller.table.table import Table


def possible(table: Table) -> bool:
    """Whether a roll can be made too early now."""
    return not _reason(table)


def why_not(table: Table) -> str:
    """Why no roll can be made too early now."""
    return Told("no roll was made too early: {reason}", reason=_reason(table))


def _reason(table: Table) -> str:
    state = table.state
    if state.house.premature not in (STANDS, VOID):
        return Told("this table takes a roll once the turn has ended (house rule premature)")
    if state.house.dice != "entered" or state.rules.chance is None:
        return Told("only real dice that are entered can be rolled too early")
    if not state.rules.chance.shows_dice:
        return Told("in this game the dice say who rolls next")
    if state.line.early is not None:
        return Told("one was, and waits for the end of the turn")
    if not state.dice or state.acts.draw is not None or state.acts.answer is not None:
        return Told("nobody is playing a roll now")
    return ""


def roller(table: Table) -> int:
    """Who can only have rolled too early: the side that does not move."""
    return 1 - table.state.rules.mover(table.state.position)


def early(table: Table, *, dice: list[int]) -> None:
    """Somebody has rolled before the other's turn had ended."""
    _check_valid(table, dice)
    stands = table.state.house.premature == STANDS
    table.emit("dice.early", dice=dice, side=roller(table), stands=stands)


def void(table: Table, why: str) -> None:
    """What was rolled too early, and was to stand, does not count after all: it lies badly, or was
    entered wrongly."""
    waiting = table.state.line.early
    assert waiting is not None
    dice = list(waiting.dice)
    table.emit("dice.early", dice=dice, side=waiting.side, stands=False, why=why)


def settle(table: Table) -> None:
    """The turn has ended: what was rolled too early lies there now."""
    state, waiting = table.state, table.state.line.early
    if waiting is None or state.status is not Status.PLAYING:
        return
    draw = state.acts.draw
    if draw is None or draw.side != waiting.side:
        return
    table.seal("roll")
    facts = {"number": state.draws + 1, "dice": list(waiting.dice), "side": waiting.side}
    table.emit("dice.rolled", **facts, by="entered", early=True)
    table.stand()


def _check_valid(table: Table, dice: list[int]) -> None:
    """Only a valid roll counts for anything (T9): it is tried after a turn that could be made."""
    after = _after_any_turn(table)
    if after is None:
        raise CommandError(Told("this turn ends the game: nothing is rolled after it"))
    try:
        table.state.rules.apply(after, Drawn(dice))
    except RulesError as mistake:
        raise CommandError(told_by(mistake)) from None


def _after_any_turn(table: Table) -> Any | None:
    rules, position = table.state.rules, table.state.position
    ends = (rules.play(position, turn) for turn in rules.turns(position))
    return next((end for end in ends if not rules.outcome(end).over), None)

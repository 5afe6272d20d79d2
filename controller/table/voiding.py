"""A roll that lies badly is void and thrown again (N3, T9), whether or not somebody had entered it.
A die on the floor stops the clocks until play goes on (T5).

What the board itself has rolled or drawn never lies badly: to call it void would be a way to choose
among rolls. Of real dice it is said why they do not count, and that is in the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.games.dice import dice_in
from controller.games.told import Told
from controller.table import premature
from controller.tracking.verdict import Kind

if TYPE_CHECKING:
    from controller.table.table import Table


def possible(table: Table) -> bool:
    """Whether the roll that lies there, or the one that is awaited, can be void."""
    return not _reason(table)


def why_not(table: Table) -> str:
    """Why no roll can be void now."""
    return Told("no roll is void: {reason}", reason=_reason(table))


def _reason(table: Table) -> str:
    state = table.state
    if state.line.early is not None:
        return ""
    if table.verdict.kind is not Kind.UNTOUCHED:
        return Told("the hands are at work: what was thrown is being played")
    if state.acts.answer is not None:
        return Told("an offer waits for its answer: that comes first")
    if state.dice or dice_in(state.rules, state.position):
        return _lying(table)
    draw = state.rules.acts(state.position).draw
    if draw is None or not draw.thrown:
        return Told("no dice are to be thrown now")
    return Told("the board rolls at this table, and has not rolled yet") if table.chance else ""


def _lying(table: Table) -> str:
    """Why the dice that lie there stay; empty: they need not."""
    state = table.state
    if not state.dice:
        return Told("the dice came with the position that was set up: set it up anew without them")
    if table.chance:
        return Told("what the board itself has rolled or drawn cannot lie badly: play it")
    by_director = Told("the dice were set by a director, who can set them to none")
    return by_director if state.unrolled is None else ""


def void(table: Table, *, why: str, floor: bool = False) -> None:
    """The roll does not count and is thrown again; who threw it has begun his turn.

    One that was made too early goes first: it is the last that was thrown.
    """
    if table.state.line.early is not None:
        premature.void(table, why)
        return
    table.seal("roll")
    state = table.state
    draw = state.rules.acts(state.position).draw
    side = draw.side if draw and not state.dice else state.rules.mover(state.position)
    on_floor = {"floor": True} if floor else {}
    table.emit("dice.void", dice=list(state.dice), side=side, why=why, **on_floor)
    if state.dice:
        table.stand()


def void_with_pass(table: Table) -> None:
    """A pass was taken back that its roll forces again: the roll goes with it."""
    state = table.state
    side, why = state.rules.mover(state.position), "it was taken back with the pass that it forced"
    table.emit("dice.void", dice=list(state.dice), side=side, why=why)
    table.follow(playing=True)

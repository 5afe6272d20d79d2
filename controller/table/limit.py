"""The time limit of a whole turn, where a game has one (Z11): warned of first, then it passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.table.state import Status
from controller.tracking.verdict import Kind

if TYPE_CHECKING:
    from controller.table.table import Table

#: The warning comes so many seconds before the end, or with a quarter of a shorter turn left.
_WARNING = 10.0


def end(table: Table) -> float | None:
    """When the mover's time for this turn is up, by the time of day."""
    state = table.state
    if state.status is not Status.PLAYING or not state.begun or state.called is not None:
        return None
    limit = state.rules.turn_limit(state.position)
    return None if limit is None else state.mover_since + limit


def _low(table: Table) -> float:
    limit = table.state.rules.turn_limit(table.state.position) or 0.0
    return min(_WARNING, limit / 4)


def due(table: Table) -> float | None:
    """When the table must look at this limit next, by the time of day."""
    up = end(table)
    if up is None or _under_way(table):
        return None
    return up if table.state.hurry else up - _low(table)


def _under_way(table: Table) -> bool:
    """Whether a turn was made in time and only waits to be understood."""
    waiting = table.verdict.kind in (Kind.COMPLETE, Kind.AMBIGUOUS)
    return waiting or table.state.question is not None


def check(table: Table, now: float) -> None:
    """Warn the mover, or make the turn that a mover without time makes."""
    state, at = table.state, due(table)
    if at is None or now < at:
        return
    side = state.rules.mover(state.position)
    if not state.hurry:
        table.emit("turn.hurry", side=side, left=round(_low(table), 3))
        return
    turn = state.rules.timeout_turn(state.position)
    assert table.follower is not None
    if turn is not None:
        table.seal("clock")
        table.follower.play(turn)
        table.made(turn, "clock")
        table.seal("clock")

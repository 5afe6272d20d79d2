"""What the players' clocks showed, worked out again from the events of a game."""

from __future__ import annotations

from controller.play.line import Line
from controller.play.steps import MATCH
from controller.table.reserve import carried
from controller.table.state import fold_all


def clocks_of(line: Line) -> tuple[float, ...]:
    """The seconds that each side had left after the last event; nothing without a clock."""
    if line.opening.house.get("clock", "none") == "none" or not line.events:
        return ()
    clock = fold_all(stored.event for stored in line.events).clock
    return clock.stop(line.events[-1].event.at).left if clock else ()


def carried_from(line: Line) -> tuple[float, ...]:
    """What each player takes from this game to the next of its match (T1); nothing where every
    game has its own time."""
    if line.opening.house.get("clock_scope") != MATCH:
        return ()
    return carried(fold_all(stored.event for stored in line.events))

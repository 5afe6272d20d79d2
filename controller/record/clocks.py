"""What the players' clocks showed, worked out again from the events of a game."""

from __future__ import annotations

from controller.record.walk import GameWalk
from controller.table.state import fold_all


def clocks_of(walked: GameWalk) -> tuple[float, ...]:
    """The seconds that each side had left after the last event; nothing without a clock."""
    if walked.opening.house.get("clock", "none") == "none" or not walked.events:
        return ()
    clock = fold_all(stored.event for stored in walked.events).clock
    return clock.stop(walked.events[-1].event.at).left if clock else ()

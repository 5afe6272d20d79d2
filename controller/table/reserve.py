"""The reserve of a whole match: what each player takes from one game to the next (T1)."""

from __future__ import annotations

from controller.play.steps import MATCH
from controller.table.state import State


def carried(state: State) -> tuple[float, ...]:
    """The seconds that each player, in the order of the names, has for the next game of the match;
    nothing where every game has its own time.

    An annulled game is played again, and with the time that there was for it.
    """
    clock = state.clock
    if clock is None or not state.length or state.house.clock_scope != MATCH:
        return ()
    annulled = state.result is not None and state.result.reason == "annulled"
    left = state.reserve if annulled else clock.left
    of_player = dict(zip(state.seats, left, strict=True))
    return tuple(round(of_player[player], 3) for player in range(len(state.players)))

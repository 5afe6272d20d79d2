"""The legal turns of an upward run (G4): there may be tens of thousands, so every state counts.

The same as `careful.py` for games in which nobody is hit, without looking at each move's way.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.nardy.board import LEFT, ONE, POINTS, Board, halves, own_after, standing
from controller.games.nardy.careful import fullest
from controller.games.nardy.patience import Patience
from controller.games.nardy.rules import Rules
from controller.games.nardy.steps import bears_off_from
from controller.games.nardy.variants import HEAD, OFF, PLACES, Half


def find_run(
    rules: Rules, board: Board, side: int, numbers: Sequence[int], patience: Patience | None = None
) -> list[int]:
    """Every legal turn with these numbers in this order, each with the numbers it leaves.

    `TooManyError` where there are more states than patience.
    """
    own, foe = halves(board, side)
    facing = rules.variant.facing(foe)
    stay = [0] * PLACES
    stay[HEAD] = rules.head_floor(own, facing, numbers)  # L3
    foremost = rules.foremost(foe) if rules.block_rule else 0
    states = {standing(own)}
    for number in numbers:
        steps = _steps(facing, number)
        following: set[int] = set()
        for state in states:
            if patience:
                patience.spend()
            held = own_after(state)
            after = [state + move for origin, move in steps if held[origin] > stay[origin]]
            if not any(held[7:]) and (origin := bears_off_from(held, number)):
                after.append(state - ONE[origin] + ONE[OFF])
            if foremost > 6:  # L6
                after = [each for each in after if not rules.shuts_in(own_after(each), foremost)]
            following.update(after or (state + LEFT[number],))
        states = following
    return fullest(states, numbers)


def _steps(facing: Half, number: int) -> list[tuple[int, int]]:
    """From where the number leads to an open point (L5), and what that adds."""
    return [
        (origin, ONE[origin - number] - ONE[origin])
        for origin in POINTS
        if origin > number and not facing[origin - number]
    ]

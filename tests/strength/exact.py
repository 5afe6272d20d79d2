"""Whether Kalah's engine keeps the exact value of a position, which a solver finds by the rules.

python -m tests.strength.exact POSITIONS STONES_LEFT [SECONDS]

With SECONDS by the clock, else with the work of a second on a free core.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from controller.engines.kalah.engine import KalahEngine
from controller.games.catalogue import make_game
from controller.games.kalah import Kalah, Position
from tests.oracle.kalah_solver import Solver


def value(solver: Solver, position: Position) -> int:
    """By how many stones the mover is ahead in the end, when both play perfectly."""
    game, mover = solver.game, position.mover
    scores = game.outcome(position).scores
    if game.outcome(position).over:
        return scores[mover] - scores[1 - mover]
    pits = bytes(position.seeds[at] for side in (mover, 1 - mover) for at in game.rows[side])
    low, high = -sum(pits), sum(pits)
    limit = -1
    while low < high:
        found = solver._search(pits, limit, sum(pits))
        low, high = (found, high) if found > limit else (low, found)
        limit = low if found > limit else high - 1
    return low + scores[mover] - scores[1 - mover]


def keeps(solver: Solver, engine: KalahEngine, position: Position) -> bool:
    """Whether the engine's turn gives nothing away."""
    after = solver.game.play(position, engine.best(position)[0].turn)
    then = value(solver, after)
    return value(solver, position) == (then if after.mover == position.mover else -then)


def positions(game: Kalah, rng: Random, most_left: int) -> Any:
    """Positions of games at random with so many stones in the pits at most, and a choice."""
    while True:
        position = game.start()
        while game.turns(position):
            left = sum(position.seeds) - sum(game.outcome(position).scores)
            if left <= most_left and len(game.turns(position)) > 1:
                yield position
                break
            position = game.play(position, rng.choice(game.turns(position)))


def main() -> None:
    """Ask, and count."""
    wanted, left = int(sys.argv[1]), int(sys.argv[2])
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else None
    game = make_game("kalah", {"stones": 4})
    assert isinstance(game, Kalah)
    solver = Solver(game)
    engine = KalahEngine(game, 8, seconds=seconds or 1.0, seed=None if seconds else 1)
    found = positions(game, Random(1), left)
    kept = sum(keeps(solver, engine, next(found)) for _ in range(wanted))
    print(f"kalah 6x4, {left} stones left at most: value kept in {kept} of {wanted}")


if __name__ == "__main__":
    main()

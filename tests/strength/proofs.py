"""What must hold every time, not only often, counted on many positions.

python -m tests.strength.proofs gyges|kakuzu [POSITIONS]

Gyges: of positions in which the rules alone find a win in one, how many the engine wins at once at
the two highest levels, without any time to think. Kakuzu: on small ends, whether every chance is
that of brute force over all ways to lay the missing numbers.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

from controller.engines.gyges import GygesEngine
from controller.engines.kakuzu.grids import Grids
from controller.games.catalogue import make_game
from controller.games.gyges.position import Position
from tests.engines.playing import played
from tests.engines.test_gyges import winning
from tests.engines.test_kakuzu import brute_force, end

_RULES: tuple[dict[str, object], ...] = ({}, {"replace": True}, {"crossing": "direction"})


def winnable(options: dict[str, object], rng: Random) -> Iterator[tuple[Position, list[object]]]:
    """Positions of games at random in which the mover can win at once, and by which turns."""
    game = make_game("gyges", options)
    while True:
        positions = [each for each in played(game, rng, 40) if not each.in_setup]
        for position in rng.sample(positions, min(4, len(positions))):
            if won := winning(game, position):
                yield position, won


def gyges(wanted: int, rng: Random) -> tuple[int, int]:
    """In how many of so many positions a win in one was found, by both of its ways to look."""
    found = 0
    lines = [winnable(options, rng) for options in _RULES]
    engines = [
        [GygesEngine(make_game("gyges", options), level, seconds=0.0) for level in (7, 8)]
        for options in _RULES
    ]
    for number in range(wanted):
        position, won = next(lines[number % len(lines)])
        asked = engines[number % len(lines)]
        taken = all(each.best(position)[0].turn in won for each in asked)
        found += taken and asked[0].wins(position)
    return found, wanted


def kakuzu(wanted: int, rng: Random) -> tuple[int, int]:
    """In how many of so many small ends every chance is that of brute force."""
    right = 0
    for number in range(wanted):
        grid, covered = end(rng, (3, 4, 5, 6)[number % 4])
        open_ = {hole: grid[hole] for hole in range(81) if hole not in covered}
        exact, likely = Grids(open_, covered, frozenset()).likely(rng, lambda _: True, 1)
        wanted_here = brute_force(grid, covered)
        same = all(
            abs(one - other) < 1e-9
            for hole in covered
            for one, other in zip(likely[hole], wanted_here[hole], strict=True)
        )
        right += exact and same and likely.keys() == wanted_here.keys()
    return right, wanted


def main() -> None:
    """Count, and say so."""
    proof, usual, words = {
        "gyges": (gyges, 1000, "positions with a win in one, won at once"),
        "kakuzu": (kakuzu, 500, "small ends, chances as brute force has them"),
    }[sys.argv[1]]
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else usual
    right, of = proof(wanted, Random(1))
    print(f"{sys.argv[1]}: {words}: {right} of {of}")


if __name__ == "__main__":
    main()

"""How strong the engines are: each level against the next, and against the yardsticks.

python -m tests.strength GAME [--games 100] [--seconds 0.2] [--level 8] [--only levels|yardsticks]
"""

from __future__ import annotations

import argparse
import time

from controller.games.catalogue import make_game
from tests.strength.duels import duel, level_player
from tests.strength.yardsticks import YARDSTICKS


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=sorted(YARDSTICKS))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--level", type=int, default=8)
    parser.add_argument("--only", choices=["levels", "yardsticks"])
    chosen = parser.parse_args()
    game = make_game(chosen.game, {"stones": 4} if chosen.game == "kalah" else {})
    pairs, start = max(1, chosen.games // 2), time.process_time()
    if chosen.only != "levels":
        for name, make in YARDSTICKS[chosen.game].items():
            mine = level_player(game, chosen.level, chosen.seconds, 1)
            told = duel(game, mine, make(game), pairs)
            print(f"{chosen.game}: level {chosen.level} against {name}: {told}", flush=True)
    if chosen.only != "yardsticks":
        for level in range(2, 9):
            higher, lower = (
                level_player(game, each, chosen.seconds, each) for each in (level, level - 1)
            )
            told = duel(game, higher, lower, pairs)
            print(f"{chosen.game}: level {level} against {level - 1}: {told}", flush=True)
    print(f"{time.process_time() - start:.0f} s of processor time")


if __name__ == "__main__":
    main()

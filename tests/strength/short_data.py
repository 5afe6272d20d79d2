"""Positions of short nardy with the chances that GNU Backgammon's own net gives them.

    python -m tests.strength.short_data GAMES FILE SEED

Games are played by that net with turns at random among them; every result of every roll becomes a
row: the 26 places of who is on roll, those of the other, and the five chances.
"""

from __future__ import annotations

import sys
from random import Random

import gnubg_nn
import numpy as np

from controller.games.catalogue import make_game
from controller.games.nardy.board import board_after, halves
from controller.games.nardy.stakes import played_out


def chances(own: bytes, foe: bytes) -> tuple[float, ...]:
    """Win, mars and koks won, mars and koks lost, for who is on roll."""
    found: tuple[float, ...] = gnubg_nn.probabilities([list(foe[1:]), list(own[1:])], 0)
    return found


def main() -> None:
    """Play and write."""
    games, path, seed = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    game, rng = make_game("short"), Random(seed)
    rows: list[bytes] = []
    told: list[tuple[float, ...]] = []
    for _ in range(games):
        board, side = game.start().board, 0
        wild = rng.choice((0.02, 0.1, 0.3))
        while played_out(board) is None:
            dice = (rng.randint(1, 6), rng.randint(1, 6))
            position = game.start()._replace(mover=side, board=board)
            turns = game.turns(game.chance.roll(position, dice))  # type: ignore[union-attr]
            results = [board_after(game.variant, board, side, turn) for turn in turns]  # type: ignore[attr-defined]
            if len(results) > 40:
                results = rng.sample(results, 40)
            worths = []
            for after in results:
                if played_out(after) is not None:
                    worths.append(-9.0)
                    continue
                own, foe = halves(after, 1 - side)
                found = chances(own, foe)
                rows.append(own + foe)
                told.append(found)
                worths.append(2 * found[0] - 1 + found[1] - found[3] + found[2] - found[4])
            at = min(range(len(results)), key=worths.__getitem__)
            if rng.random() < wild:
                at = rng.randrange(len(results))
            board, side = results[at], 1 - side
    boards = np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(-1, 52)
    np.savez_compressed(path, boards=boards, chances=np.array(told, dtype=np.float32))
    print(len(rows), "positions")


if __name__ == "__main__":
    main()

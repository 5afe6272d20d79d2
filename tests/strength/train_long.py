"""Teaches the nets for long nardy and the gulbars by games against themselves: TD(lambda).

python -m tests.strength.train_long GAME MINUTES
"""

from __future__ import annotations

import sys
import time
from collections import deque
from random import Random
from typing import Any

import numpy as np

from controller.engines.nardy.building import built
from controller.games.catalogue import make_game
from controller.games.nardy.board import board_after, halves
from controller.games.nardy.stakes import level, played_out
from tests.strength.nets import Trained, inputs

HIDDEN = 32
LAMBDA = 0.7
_TURNED = [0, 3, 4, 1, 2]
#: Of more turns than this some stand for all.
MOST = 60
#: What building counts in the games that are learned from.
BUILT = 0.1
#: Steps of learning after each game.
STEPS = 4


def turned(chances: Any) -> Any:
    """The chances as the other side has them."""
    found = chances[..., _TURNED].copy()
    found[..., 0] = 1 - found[..., 0]
    return found


def points(chances: Any) -> Any:
    """The points expected."""
    win, mars, third, lost_mars, lost_third = np.moveaxis(chances, -1, 0)
    return 2 * win - 1 + mars - lost_mars + third - lost_third


def seen(board: bytes, side: int) -> bytes:
    """The board as who is on roll sees it."""
    own, foe = halves(board, side)
    return own + foe


def ended(game: Any, board: bytes, side: int) -> Any:
    """How a game ended, as chances of a side."""
    winner = played_out(board)
    assert winner is not None
    won = level(game.variant, board, winner)
    mine = np.array([1, won >= 2, won >= 3, 0, 0], dtype=np.float32)
    return mine if winner == side else turned(mine)


def chosen(game: Any, net: Trained, position: Any, rng: Random) -> Any:
    """The position after the turn that looks best."""
    run = game.open_run(position)
    turns = [*run.met] if run else game.turns(position)
    if len(turns) > MOST:
        turns = rng.sample(turns, MOST)
    side = position.mover
    boards = [board_after(game.variant, position.board, side, turn) for turn in turns]
    at = 0
    if len(boards) > 1:
        rows = np.frombuffer(b"".join(seen(b, 1 - side) for b in boards), dtype=np.uint8)
        worth = points(net.chances(rows.reshape(-1, 52)))
        worth[[played_out(board) is not None for board in boards]] = -9
        scores = [built(game.variant, *halves(board, side)) for board in boards]
        at = int((worth - BUILT * np.array(scores)).argmin())
    return game.play(position, turns[at])


def play(game: Any, net: Trained, rng: Random) -> tuple[Any, Any]:
    """One game: what was seen before each roll, and what it turned out to be worth."""
    position = game.begin(rng.randrange(2))
    rows, sides = [], []
    while played_out(position.board) is None:
        if game.needs_roll(position):
            rows.append(seen(position.board, position.mover))
            sides.append(position.mover)
            position = game.roll(position, (rng.randint(1, 6), rng.randint(1, 6)))
        position = chosen(game, net, position, rng)
    boards = np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(-1, 52)
    found = net.chances(boards)
    wanted = np.empty_like(found)
    after, whose = ended(game, position.board, 0), 0
    for at in range(len(sides) - 1, -1, -1):
        told = after if sides[at] == whose else turned(after)
        wanted[at] = told
        after, whose = LAMBDA * told + (1 - LAMBDA) * found[at], sides[at]
    return boards, wanted


def learn(net: Trained, kept: deque[tuple[Any, Any]], rng: Random, rate: float) -> None:
    """A few steps with positions of the latest games."""
    some = [kept[rng.randrange(len(kept))] for _ in range(STEPS * 3)] + [kept[-1]]
    boards = inputs(np.concatenate([each[0] for each in some]))
    wanted = np.concatenate([each[1] for each in some])
    order = np.random.default_rng(rng.randrange(1 << 30)).permutation(len(boards))
    for part in np.array_split(order, STEPS):
        net.learn(boards[part], wanted[part], rate)


def main() -> None:
    """Play for so many minutes; the weights are written now and then."""
    name, minutes = sys.argv[1], float(sys.argv[2])
    game, rng, net = make_game(name), Random(1), Trained(HIDDEN)
    if len(sys.argv) > 3:
        net.read(sys.argv[3])
    start, games, written = time.monotonic(), 0, 0.0
    kept: deque[tuple[Any, Any]] = deque(maxlen=300)
    while (gone := (time.monotonic() - start) / (60 * minutes)) < 1:
        kept.append(play(game, net, rng))
        games += 1
        learn(net, kept, rng, 0.002 * 0.1**gone)
        if gone > written + 0.1:
            written = gone
            net.write(name)
            print(name, games, "games", flush=True)
    net.write(name)
    print(name, games, "games, done", flush=True)


if __name__ == "__main__":
    main()

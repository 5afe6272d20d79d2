"""Players that know nothing of our engines, to measure them by."""

from __future__ import annotations

from random import Random
from typing import Any

from controller.engines.engine import turns_of
from controller.games.catalogue import AnyGame
from controller.games.nardy.board import board_after, halves
from controller.games.nardy.stakes import played_out
from tests.strength.duels import Player


def at_random(game: AnyGame, seed: int = 0) -> Player:
    """Any turn."""
    rng = Random(seed)
    return lambda position: rng.choice(turns_of(game, position))


def one_ply_gyges(game: AnyGame, seed: int = 0) -> Player:
    """Takes a win in one, else moves at random."""
    rng = Random(seed)

    def choose(position: Any) -> Any:
        turns = game.turns(position)
        if not position.in_setup:
            for turn in turns:
                if game.play(position, turn).winner is not None:
                    return turn
        return rng.choice([*turns])

    return choose


def greedy_kalah(game: AnyGame, seed: int = 0) -> Player:
    """Takes the most stones, and another move where that is equal."""
    rng = Random(seed)

    def choose(position: Any) -> Any:
        def worth(turn: int) -> tuple[int, bool, float]:
            after = game.play(position, turn)
            won = game.outcome(after).scores[position.mover]
            return won, after.mover == position.mover, rng.random()

        return max(game.turns(position), key=worth)

    return choose


def _by_board(game: Any, worth: Any, seed: int) -> Player:
    rng = Random(seed)

    def choose(position: Any) -> Any:
        def value(turn: int) -> tuple[float, float]:
            board = board_after(game.variant, position.board, position.mover, turn)
            if played_out(board) is not None:
                return 1e9, 0.0
            own, foe = halves(board, position.mover)
            return worth(game, own, foe), rng.random()

        return max(turns_of(game, position), key=value)

    return choose


def _longest_row(own: Any) -> int:
    best = row = 0
    for point in range(24, 0, -1):
        row = row + 1 if own[point] else 0
        best = max(best, row)
    return best


def pip_greedy(game: AnyGame, seed: int = 0) -> Player:
    """Runs: as few pips left as can be, and of equals whatever brings most checkers home or off."""

    def worth(_: Any, own: Any, foe: Any) -> float:
        pips = sum(place * count for place, count in enumerate(own))
        return float(-pips + 0.5 * sum(own[:7]) + own[0])

    return _by_board(game, worth, seed)


def blocking(game: AnyGame, seed: int = 0) -> Player:
    """Builds the longest row of points it can."""
    return _by_board(game, lambda _, own, foe: _longest_row(own), seed)


def hand_made(game: AnyGame, seed: int = 0) -> Player:
    """Leaves the head, stands on many points, builds rows, closes the points before the foe."""

    def worth(game: Any, own: Any, foe: Any) -> float:
        facing = game.variant.facing(foe)
        held = sum(1 for point in range(1, 25) if own[point])
        row = _longest_row(own)
        before = sum(
            1
            for point in range(1, 25)
            if own[point] and any(facing[there] for there in range(point + 1, min(25, point + 7)))
        )
        stacked = sum(max(0, own[point] - 3) for point in range(7, 24))
        home = 0.3 * sum(own[:7]) + own[0]
        spread = 1.2 * held + 1.0 * row + 0.8 * before
        return float(spread - 0.9 * own[24] - 0.5 * stacked + home)

    return _by_board(game, worth, seed)


def gnubg_one_ply(game: AnyGame, seed: int = 0) -> Player:
    """GNU Backgammon's own net, one ply."""
    import gnubg_nn

    def worth(_: Any, own: Any, foe: Any) -> float:
        found = gnubg_nn.probabilities([list(own[1:]), list(foe[1:])], 0)
        return -float(2 * found[0] - 1 + found[1] - found[3] + found[2] - found[4])

    return _by_board(game, worth, seed)


#: The yardsticks of each game, by name.
YARDSTICKS: dict[str, dict[str, Any]] = {
    "kalah": {"at random": at_random, "greedy": greedy_kalah},
    "gyges": {"at random": at_random, "plain one-ply": one_ply_gyges},
    "short": {"pip-greedy": pip_greedy, "gnubg's net, one ply": gnubg_one_ply},
    **{
        name: {"pip-greedy": pip_greedy, "blocking": blocking, "hand-made": hand_made}
        for name in ("long", "gulbar", "mad-gulbar")
    },
    "kakuzu": {"at random": at_random},
}

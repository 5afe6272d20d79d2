"""Kalah moves per second, ours beside OpenSpiel's, both called from Python in the same run.

A move is what a caller needs for one: ask for the legal turns, draw one, play it. OpenSpiel is
called in two ways: as its examples do, asking each time whether the game is over, and as lean as it
goes, where an empty list of actions says so. Its state is changed in place; ours makes a new
position, and is written to be read beside the rule sheet: the ratio is for information. All play
whole random games with the same source of chance, in turns, and the best of many short rounds
counts, since other work on the machine can only make a round slower.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

import pyspiel

from controller.games.kalah import Kalah, KalahOptions

#: Rounds short enough that nothing comes between, and so many that each has such a round.
_ROUNDS = 600
_GAMES = 20

_KALAH = Kalah(KalahOptions(pits=6, stones=4))
_MANCALA = pyspiel.load_game("mancala")


def play_ours(chance: random.Random) -> int:
    """Play one random game; the number of its moves."""
    moves, position = 0, _KALAH.start()
    while turns := _KALAH.turns(position):
        position = _KALAH.play(position, chance.choice(turns))
        moves += 1
    return moves


def play_openspiel(chance: random.Random) -> int:
    """Play one random game of OpenSpiel's; the number of its moves."""
    moves, state = 0, _MANCALA.new_initial_state()
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        moves += 1
    return moves


def play_openspiel_lean(chance: random.Random) -> int:
    """The same with nothing asked that could be left out."""
    moves, state = 0, _MANCALA.new_initial_state()
    while actions := state.legal_actions():
        state.apply_action(chance.choice(actions))
        moves += 1
    return moves


def moves_per_second(play: Callable[[random.Random], int], seed: int) -> float:
    """How fast a round of random games goes."""
    chance = random.Random(seed)
    began = perf_counter()
    moves = sum(play(chance) for _ in range(_GAMES))
    return moves / (perf_counter() - began)


def measure() -> tuple[float, float, float]:
    """Moves per second of ours, OpenSpiel's and OpenSpiel's lean, each from its best round."""
    players = (play_ours, play_openspiel, play_openspiel_lean)
    rounds = [[moves_per_second(play, seed) for play in players] for seed in range(_ROUNDS)]
    ours, theirs, lean = (max(speeds) for speeds in zip(*rounds, strict=True))
    return ours, theirs, lean


def main() -> None:
    """Print the speeds and their ratio."""
    ours, theirs, lean = measure()
    print(f"kalah moves/s, ours        {ours:12,.0f}")
    print(f"kalah moves/s, OpenSpiel   {theirs:12,.0f}")
    print(f"kalah ratio                {ours / theirs:12.2f}")
    print(f"kalah ratio, lean loop     {ours / lean:12.2f}  (no is_terminal)")


if __name__ == "__main__":
    main()

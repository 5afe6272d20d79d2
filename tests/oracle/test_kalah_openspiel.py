"""Kalah against OpenSpiel's mancala: 6 pits, 4 stones, `capture = "opposite"`.

OpenSpiel keeps its board as North's store, South's pits, South's store, North's pits, and names a
turn by the place lifted there; player 0 is South. It has the same rules but for two habits:

* it leaves what is left at the end in the pits and counts it for their owner, where we sweep (K8);
* it calls a game of more than 1,000 moves a draw, which no game of 48 stones comes near.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest

from controller.games.kalah import Kalah, KalahOptions, Position

GAMES_A_SEED = 50
SEEDS = range(8)

_KALAH = Kalah(KalahOptions(pits=6, stones=4))
_MANCALA = pyspiel.load_game("mancala")
_WINNERS = {1.0: 0, -1.0: 1, 0.0: None}


def random_game(chance: random.Random) -> Iterator[tuple[Position, Any]]:
    """Both games side by side through random turns, the end included."""
    position, state = _KALAH.start(), _MANCALA.new_initial_state()
    yield position, state
    while turns := _KALAH.turns(position):
        turn = chance.choice(turns)
        position = _KALAH.play(position, turn)
        state.apply_action(_action(turn))
        yield position, state


def random_positions(seed: int) -> Iterator[tuple[Position, Any]]:
    """The positions of some random games."""
    chance = random.Random(seed)
    for _ in range(GAMES_A_SEED):
        yield from random_game(chance)


def _action(turn: int) -> int:
    """A pit's number on their board, which begins with North's store."""
    return turn + 1


def _seeds(state: Any) -> tuple[int, ...]:
    """Their board in our order, nothing swept."""
    store, *others = map(int, state.observation_tensor(0)[:14])
    return (*others, store)


def _swept(seeds: tuple[int, ...]) -> tuple[int, ...]:
    """Their final board after our sweep (K8)."""
    return (*[0] * 6, sum(seeds[:7]), *[0] * 6, sum(seeds[7:]))


@pytest.mark.parametrize("seed", SEEDS)
def test_same_turns(seed: int) -> None:
    """The same pits may be lifted, by the same player, in every position."""  # K4, K5, K8
    for position, state in random_positions(seed):
        assert [_action(turn) for turn in _KALAH.turns(position)] == state.legal_actions()
        if not state.is_terminal():
            assert position.mover == state.current_player()


@pytest.mark.parametrize("seed", SEEDS)
def test_same_boards(seed: int) -> None:
    """Every legal turn of every position leads to the same board, swept when it is the end."""
    for position, state in random_positions(seed):  # K4, K6, K7, K8
        for turn in _KALAH.turns(position):
            ours, theirs = _KALAH.play(position, turn), state.child(_action(turn))
            over = theirs.is_terminal()
            assert ours.seeds == (_swept(_seeds(theirs)) if over else _seeds(theirs))


@pytest.mark.parametrize("seed", SEEDS)
def test_same_outcomes(seed: int) -> None:
    """Both see the end at the same moment and name the same winner."""  # K8, K9
    for position, state in random_positions(seed):
        outcome = _KALAH.outcome(position)
        assert outcome.over == state.is_terminal()
        assert outcome.winner == _WINNERS[state.returns()[0]]


def test_enough_positions() -> None:
    """At least 5,000 distinct positions are compared, with either player to move in thousands."""
    seen = {position for seed in SEEDS for position, _ in random_positions(seed)}
    movers = [position.mover for position in seen]
    assert len(seen) >= 5_000
    assert min(movers.count(0), movers.count(1)) >= 2_000

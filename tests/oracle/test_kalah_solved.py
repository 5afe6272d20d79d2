"""Kalah against what is known about it: counts of move sequences and solved boards."""

from __future__ import annotations

import pytest

from controller.games.kalah import Kalah, KalahOptions, Position
from tests.oracle.kalah_solver import Solver, perft

#: Sequences of 1, 2, 3 ... sowings of 6 pits with 4 stones (rules/kalah.md, check values).
SEQUENCES = (6, 35, 185, 942, 4690, 23233)

#: What the first player wins by on 4 pits with 1 to 6 stones each, where a lone stone is stored:
#: G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23 (3), 2000.
MARGINS = (2, 6, 8, 2, 2, 0)
#: With more stones than this, solving takes minutes.
_QUICK = 4


@pytest.mark.parametrize(("depth", "expected"), list(enumerate(SEQUENCES, start=1)))
def test_sequences_of_sowings(depth: int, expected: int) -> None:
    """There are as many sequences of sowings from the start as others counted."""  # K4-K8
    assert perft(Kalah(KalahOptions(pits=6, stones=4)), depth) == expected


@pytest.mark.parametrize(
    ("stones", "margin"),
    [
        pytest.param(stones, margin, marks=[pytest.mark.soak] if stones > _QUICK else [])
        for stones, margin in enumerate(MARGINS, start=1)
    ],
)
def test_winning_margin(stones: int, margin: int) -> None:
    """Perfect play from the start wins by the published margin."""  # K4-K9 with K7 "always"
    game = Kalah(KalahOptions(pits=4, stones=stones, capture="always"))
    assert Solver(game).margin(near=margin) == margin


def test_the_guess_does_not_make_the_margin() -> None:
    """The solver finds the same margin wherever it begins to look."""
    game = Kalah(KalahOptions(pits=4, stones=2, capture="always"))
    assert {Solver(game).margin(near) for near in range(-16, 17, 4)} == {MARGINS[1]}


@pytest.mark.parametrize("stones", [1, 2])
def test_the_solver_is_plain_minimax(stones: int) -> None:
    """With all its shortcuts the solver says what trying every game to its end says."""
    game = Kalah(KalahOptions(pits=3, stones=stones, capture="opposite"))
    assert Solver(game).margin() == _minimax(game)


def _minimax(game: Kalah) -> int:
    known: dict[Position, int] = {}

    def value(position: Position) -> int:
        if position not in known:
            known[position] = worth(position)
        return known[position]

    def worth(position: Position) -> int:
        outcome = game.outcome(position)
        if outcome.over:
            return outcome.scores[0] - outcome.scores[1]
        values = [value(game.play(position, turn)) for turn in game.turns(position)]
        return min(values) if game.mover(position) else max(values)

    return value(game.start())

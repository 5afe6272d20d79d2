"""What of measuring strength takes seconds; `python -m tests.strength GAME` is the rest."""

from __future__ import annotations

from random import Random

from controller.engines.kalah.engine import KalahEngine
from controller.games.catalogue import make_game
from controller.games.kalah import Kalah
from tests.oracle.kalah_solver import Solver
from tests.strength import mcts, proofs
from tests.strength.duels import Tally, duel, engine_player
from tests.strength.exact import keeps, positions
from tests.strength.yardsticks import greedy_kalah, one_ply_gyges, pip_greedy


def test_kalah_keeps_the_exact_value() -> None:
    """Of ends on the usual board, as a solver has it; so much work, whatever the machine does."""
    game = make_game("kalah", {"stones": 4})
    assert isinstance(game, Kalah)
    solver, engine = Solver(game), KalahEngine(game, 8, seconds=2.0, seed=1)
    found = positions(game, Random(4), 12)
    assert all(keeps(solver, engine, next(found)) for _ in range(8))


def test_kalah_beats_the_greedy() -> None:
    """A few games at a middle level."""
    game = make_game("kalah", {"stones": 4})
    player = engine_player(KalahEngine(game, 7, seconds=0.05, seed=1))
    assert duel(game, player, greedy_kalah(game), 3).share > 0.6


def test_kalah_beats_another_ones_tree() -> None:
    """OpenSpiel's tree search, in a small garden: both seats, so much work for a turn."""
    found = mcts.duel(2, 0.1, 200, seed=1)
    assert (found.share, found.games) == (1.0, 2)


def test_gyges_beats_plain_one_ply() -> None:
    """Who takes wins and leaves none beats who only takes them."""
    from controller.engines.gyges import GygesEngine

    game = make_game("gyges")
    player = engine_player(GygesEngine(game, 5, seconds=0.05, seed=1))
    assert duel(game, player, one_ply_gyges(game), 3).share > 0.6


def test_long_beats_who_only_runs() -> None:
    """At first sight alone."""
    from controller.engines.nardy.engine import NardyEngine

    game = make_game("long")
    player = engine_player(NardyEngine(game, 7, seconds=0.05, seed=1))
    assert duel(game, player, pip_greedy(game), 2).points > 0


def test_intervals() -> None:
    """Half of the games won, of a hundred: within ten of a hundred, nearly."""
    tally = Tally(50, 100, tuple([1.0, -1.0] * 25))
    assert 0.09 < tally.spread < 0.1
    assert tally.points == 0
    assert 0.25 < tally.points_spread < 0.3
    assert str(tally) == "50 % ± 10 of 100 games, +0.00 ± 0.28 points a game"


def test_what_must_hold_every_time() -> None:
    """Wins in one at Gyges and chances at the end of Kakuzu, on some of the positions that
    `python -m tests.strength.proofs` counts."""
    assert proofs.gyges(9, Random(3)) == (9, 9)
    assert proofs.kakuzu(8, Random(3)) == (8, 8)

"""The engine for Kalah: counted as the rules count, exact where it says so, fair with the pie."""

from __future__ import annotations

from random import Random

import pytest

from controller.engines.kalah.engine import KalahEngine
from controller.engines.kalah.sowing import Tables
from controller.games.catalogue import make_game
from controller.games.kalah import Kalah
from tests.engines.playing import any_game, played
from tests.oracle.kalah_solver import Solver


def test_it_sows_as_the_rules_do() -> None:
    """Every sowing of random games, all sizes and options: pits, stores, who moves, whether it is
    over."""
    rng = Random(21)
    for _ in range(40):
        game = any_game("kalah", rng)
        assert isinstance(game, Kalah)
        options = game.options
        tables = Tables(options.pits, options.stones, options.capture)
        for position in played(game, rng, 200):
            mover = position.mover
            rows = [tuple(position.seeds[at] for at in row) for row in game.rows]
            state = tables.packed(rows[mover], rows[1 - mover])
            for turn in game.turns(position):
                if turn < 0:
                    continue
                after = game.play(position, turn)
                pits, gain, again, over = tables.play(state, turn - game.rows[mover].start)
                ahead = [
                    each.seeds[game.stores[mover]] - each.seeds[game.stores[1 - mover]]
                    for each in (position, after)
                ]
                assert gain == ahead[1] - ahead[0]
                assert over == game.outcome(after).over
                assert over or again == (after.mover == mover)
                left = [tuple(after.seeds[at] for at in row) for row in game.rows]
                assert pits == (0 if over else tables.packed(left[mover], left[1 - mover]))


@pytest.mark.parametrize(
    ("pits", "stones", "capture"), [(3, 3, "opposite"), (3, 4, "always"), (3, 3, "none")]
)
def test_values_are_exact(pits: int, stones: int, capture: str) -> None:
    """What it says of small boards is what a solver says, which knows nothing but the rules."""
    game = make_game("kalah", {"pits": pits, "stones": stones, "capture": capture})
    assert isinstance(game, Kalah)
    engine = KalahEngine(game, 8, seconds=60)
    best = engine.best(game.start())[0]
    assert best.value == Solver(game).margin()
    assert best.chance in {0, 0.5, 1}


def test_the_pie_is_taken_where_it_is_worth_it() -> None:
    """K10: who may swap does so where the first move was too good, and not where it was bad."""
    game = make_game("kalah", {"pits": 3, "stones": 3, "pie": True})
    engine = KalahEngine(game, 8, seconds=60)
    for turn in game.turns(game.start()):
        position = game.play(game.start(), turn)
        stays = max(each.value for each in engine.judge(position) if each.turn >= 0)
        assert engine.word(position) == ("swap" if stays < 0 else None)


def test_a_first_move_leaves_nothing_to_take_over() -> None:
    """K10: with the pie rule to come, the move whose advantage is least is best."""
    game = make_game("kalah", {"pits": 3, "stones": 3, "pie": True})
    judged = KalahEngine(game, 8, seconds=60).judge(game.start())
    after = [game.play(game.start(), each.turn) for each in judged]
    passed = [each for each, then in zip(judged, after, strict=True) if then.mover == 1]
    assert all(each.value <= 0 for each in passed)

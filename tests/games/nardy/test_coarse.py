"""Traces told from the result alone, and where turns may begin: for rolls with many turns."""

from __future__ import annotations

import random

import pytest

from controller.games.nardy import Gulbar, Long, Nardy, Short
from controller.games.nardy.board import pack
from tests.games.nardy.boards import position, random_long, random_short


@pytest.mark.parametrize("game", [Short(), Long(), Gulbar()], ids=lambda game: game.name)
def test_a_coarse_trace_allows_every_stage(game: Nardy) -> None:
    """It never rules out what a stage leaves, and it ends as the fine one does."""
    rng = random.Random(5)
    for _ in range(40):
        make = random_short if game.variant.hits else random_long
        white, black = make(rng, game.variant)
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        at = game.roll(game.begin(0)._replace(board=pack(white, black)), dice)
        turns = game.turns(at)
        for turn in rng.sample(list(turns), min(6, len(turns))):
            fine = game.trace(at, turn)
            rough = game._cells.coarse(at.board, at.mover, turn, fine.stages)
            for stage in fine.stages:
                assert all(held in rough.during[cell] for cell, held in stage.goal.items())
            assert fine.after.items() <= rough.after.items()


def test_many_turns_are_traced_coarsely_with_stages_on_demand() -> None:
    """A double with hundreds of turns still tells each one's stages when asked."""
    game = Short()
    at = game.roll(game.begin(0), (1, 1))
    turns = game.turns(at)
    traces = game.traces(at, turns)
    assert len(turns) > 40
    assert [list(trace.stages) for trace in traces[:5]] == [
        list(game.stages(at, turn)) for turn in turns[:5]
    ]


def test_where_turns_begin() -> None:
    """Only points that a legal turn leaves with fewer checkers are told."""
    game = Short()
    at = position(game, {13: 2, 6: 1}, {7: 2, 5: 12}, (6, 1))
    assert set(game.origins(at, game.turns(at)) or ()) == {"13", "6"}

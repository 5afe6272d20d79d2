"""Traces told from the result alone, and where turns may begin: for rolls with many turns."""

from __future__ import annotations

import random
from itertools import product

import pytest

from controller.games.nardy import Gulbar, Long, MadGulbar, Nardy, Short
from controller.games.nardy.board import pack
from controller.games.nardy.patience import Patience
from controller.games.nardy.ways import explain, one_way
from controller.tracking.index import TurnIndex
from controller.tracking.seen import Seen
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


@pytest.mark.parametrize(
    "game", [Short(), Long(), Gulbar(), MadGulbar()], ids=lambda game: game.name
)
@pytest.mark.parametrize("side", [0, 1])
def test_all_turns_at_once_look_as_one_by_one(game: Nardy, side: int) -> None:
    """The index made place by place for all turns is the one made turn by turn (S4, G4)."""
    rng, checked = random.Random(6), 0
    while checked < 12:
        make = random_short if game.variant.hits else random_long
        white, black = make(rng, game.variant)
        low = rng.randint(1, 6)
        dice = (low, low) if rng.random() < 0.5 else (6, low)
        at = game.roll(game.begin(side)._replace(board=pack(white, black)), dice)
        turns = game.turns(at)[:300]
        start = dict(zip(game.cells, game.contents(at), strict=True))
        outlines = game.outlines([at] * len(turns), turns)
        at_once, one_by_one = TurnIndex(start, outlines), TurnIndex(start, list(outlines))
        assert at_once.visible == one_by_one.visible
        looks = [Seen(low, high) for low in range(16) for high in range(low, 16)]
        for cell, seen in product(game.cells, looks):
            assert at_once.during(cell, seen) == one_by_one.during(cell, seen)
            assert at_once.after(cell, seen) == one_by_one.after(cell, seen)
        checked += len(turns) > 1


def test_one_way_is_the_way_that_is_shown() -> None:
    """Written turns look at one way only: the first of those that a trace walks (G4)."""
    game, rng = MadGulbar(), random.Random(7)
    for _ in range(12):
        white, black = random_long(rng, game.variant)
        at = game.roll(game.begin(0)._replace(board=pack(white, black)), (5, 5))
        walk = game._walk(at)
        for turn in rng.sample(list(game.turns(at)), 1):
            assert one_way(walk, turn) == explain(walk, turn, Patience(10**6)).moves

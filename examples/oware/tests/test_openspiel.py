"""Oware against OpenSpiel's: the same turns, the same boards, the same scores."""

from __future__ import annotations

import random
import re
from typing import Any

import pyspiel
import pytest
from lunka_oware import Oware, OwareOptions, Position

from controller.games.acts import Said

#: Houses on each side and seeds in each, and how many games are played of it.
SIZES = ((6, 4, 150), (6, 3, 40), (6, 5, 40), (3, 4, 60), (4, 2, 60))


def seeds_of(state: Any) -> tuple[int, ...]:
    """What OpenSpiel prints of a state, in the order of Lunka's cells."""
    text = str(state)
    north_score, south_score = map(int, re.findall(r"score = (\d+)", text))
    north, south = ([*map(int, row.split())] for row in re.findall(r"^[ \d]+$", text, re.M)[:2])
    return (*south, south_score, *reversed(north), north_score)


@pytest.mark.parametrize(("houses", "seeds", "games"), SIZES)
def test_every_step_of_random_games_is_the_same(houses: int, seeds: int, games: int) -> None:
    """Legal turns, the board after each, who moves, and the scores at the end (W1-W7)."""
    theirs = pyspiel.load_game(
        "oware", {"num_houses_per_player": houses, "num_seeds_per_house": seeds}
    )
    ours = Oware(OwareOptions(houses=houses, seeds=seeds))
    for seed in range(games):
        _compare(ours, theirs.new_initial_state(), random.Random(seed))


def _compare(game: Oware, state: Any, chance: random.Random) -> None:
    position = game.start()
    while not state.is_terminal():
        assert position.mover == state.current_player()
        assert position.seeds == seeds_of(state)
        turns = list(game.turns(position))
        assert [turn - game.rows[position.mover].start for turn in turns] == state.legal_actions()
        choice = chance.choice(state.legal_actions())
        position = game.play(position, game.rows[position.mover][choice])
        state.apply_action(choice)
    _compare_ends(game, position, state)


def _compare_ends(game: Oware, position: Position, state: Any) -> None:
    """Where a position came back OpenSpiel shares by itself; here the players agree (W8). Once
    somebody has more than half it gathers what is left, too; here it stays where it lies."""
    if not game.outcome(position).over:
        offered = game.apply(position, Said("split", position.mover))
        position = game.apply(offered, Said("accept", 1 - position.mover))
    outcome = game.outcome(position)
    won = {None: [0, 0], 0: [1, -1], 1: [-1, 1]}
    assert state.returns() == won[outcome.winner]
    told = seeds_of(state)
    half = game.houses + 1
    gathered = (sum(position.seeds[:half]), sum(position.seeds[half:]))
    assert gathered == (told[game.stores[0]], told[game.stores[1]])
    if 2 * max(outcome.scores) <= game.total:
        assert outcome.scores == gathered

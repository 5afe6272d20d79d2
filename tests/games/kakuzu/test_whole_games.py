"""Whole games of Kakuzu: every stone is accounted for at the end (Z1, Z2, Z8)."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.kakuzu import Kakuzu, Lift, Position, Rest
from controller.games.kakuzu.position import STONE
from controller.games.kakuzu.turns import LIFTS
from controller.testing.games import fuzz
from tests.games.kakuzu.hands import GRID, game, random_game, set_up

COMBINATIONS = tuple(itertools.product(("tokens", "same", "named"), (2, 3, 4)))
GAMES = 1_112  # for each combination: 10,008 altogether
SOAK_GAMES = 10_000


def play_many(rules: Kakuzu, games: int, seed: int) -> None:
    """So many random games, each checked at its end."""
    chance = random.Random(seed)
    for _ in range(games):
        check_end(rules, random_game(rules, chance))


def check_end(rules: Kakuzu, position: Position) -> None:
    """81 stones: nine of nobody, all others with the players; every number is open nine times."""
    outcome = rules.outcome(position)
    assert outcome.over
    assert sum(outcome.scores) + rules.nobodys(position) == 81
    assert rules.nobodys(position) == 9
    assert position.gone == frozenset(range(1, 10))
    winners = rules.winners(position)
    assert {position.stones[side] for side in winners} == {max(position.stones)}
    assert outcome.winner == (winners[0] if len(winners) == 1 else None)


@pytest.mark.parametrize(("variant", "players"), COMBINATIONS)
def test_random_games_account_for_every_stone(variant: str, players: int) -> None:
    """Ten thousand random games over all variants and player counts end with 81 stones."""
    play_many(game(variant, players=players), GAMES, players)


@pytest.mark.soak
@pytest.mark.parametrize(("variant", "players"), COMBINATIONS)
def test_ten_thousand_games_each(variant: str, players: int) -> None:
    """Ten thousand random games of each variant and player count end with 81 stones."""
    play_many(game(variant, players=players), SOAK_GAMES, 100 + players)
    print(f"kakuzu {variant}, {players} players: {SOAK_GAMES} games, 81 stones each")


@fuzz
@given(
    combination=st.sampled_from(COMBINATIONS), seed=st.integers(0, 2**32), steps=st.integers(1, 60)
)
def test_what_holds_in_every_position(combination: tuple[str, int], seed: int, steps: int) -> None:
    """Stones are never lost, tokens are in one place only, and text gives the position back."""
    variant, players = combination
    rules, chance = game(variant, players=players), random.Random(seed)
    position = rules.start()
    for _ in range(steps):
        if rules.needs_roll(position):
            position = rules.roll(position, [chance.choice(rules.bag(position))])
        position = rules.play(position, chance.choice(rules.turns(position)))
        assert position.left + sum(position.stones) + rules.nobodys(position) == 81
        assert rules.read_position(rules.write_position(position)) == position
        if variant == "tokens":
            places = [*rules.bag(position), *position.found, *position.gone]
            assert sorted(places) == list(range(10))


def lucky(position: Position, chance: random.Random) -> Lift | Rest:
    """What a player does who mostly knows where the number looked for lies."""
    if position.token == 0:
        return Rest.PASS
    left = [hole for hole, look in enumerate(position.holes) if look == STONE]
    known = [hole for hole in left if GRID[hole] == position.token]
    hole = chance.choice(known if known and chance.random() < 0.7 else left)
    return LIFTS[hole][GRID[hole]]


def test_numbers_found_stay_out_after_a_miss() -> None:
    """Z5a: the bag of 60 games with returns = one is that of a bag kept by hand."""
    chance, kept_once, refilled = random.Random(5), 0, 0
    rules = game(returns="one", players=3)
    for _ in range(60):
        kept: set[int] = set()  # out of the bag from earlier turns
        turn: set[int] = set()  # out of it since this turn began
        position = set_up(rules)
        while not position.over:
            if rules.needs_roll(position):
                gone = {n for n in range(1, 10) if position.holes.count(str(n)) == 9}
                if not {*range(1, 10)} - kept - turn - gone and not turn:
                    kept, refilled = set(), refilled + 1
                assert {*rules.bag(position)} == {*range(10)} - kept - turn - gone
                position = rules.roll(position, [chance.choice(rules.bag(position))])
            token, mover = position.token, position.mover
            position = rules.play(position, lucky(position, chance))
            if position.mover == mover:
                turn.add(token or 0)
            else:
                kept |= turn if token else set()  # Z6: a 0 brings all of the turn back
                kept_once += bool(turn and token)
                turn = set()
    assert kept_once > 100
    assert refilled > 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_with_numbers_kept_end(players: int) -> None:
    """Z5a, Z8: where numbers stay out of the bag, all stones are found in the end all the same."""
    play_many(game(returns="one", players=players), 200, players)

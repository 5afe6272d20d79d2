"""What holds in every position: conservation, direction, head rule, block rule."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.nardy import Gulbar, Long, MadGulbar, Nardy, Position, Short, ShortOptions
from controller.games.nardy.board import halves, pack
from controller.games.nardy.variants import CHECKERS, HEAD, OFF
from tests.games.nardy.boards import first_turns, random_long, random_short

GAMES: tuple[Nardy, ...] = (Short(), Long(), Gulbar(), MadGulbar())
SEEDS = st.integers(0, 2**32)
tried = settings(max_examples=60)


def rolled(game: Nardy, seed: int) -> Position:
    """A random position with a roll."""
    chance = random.Random(seed)
    make = random_short if game.variant.hits else random_long
    white, black = make(chance, game.variant)
    if game.variant.head_rule and chance.random() < 0.2:
        white, black = first_turns(chance)
    mover = chance.randint(0, 1)
    board = pack(black, white) if mover else pack(white, black)
    dice = [chance.randint(1, 6), chance.randint(1, 6)]
    if game.variant.runs_upward and dice[0] == dice[1] < 5:
        dice[1] = 6
    return game.roll(game.begin(mover)._replace(board=board), dice)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@tried
@given(seed=SEEDS)
def test_no_checker_is_lost(game: Nardy, seed: int) -> None:
    """Each side has fifteen checkers after every turn, and nobody shares a point."""
    at = rolled(game, seed)
    for turn in game.turns(at):
        own, foe = halves(game.play(at, turn).board, at.mover)
        assert sum(own) == sum(foe) == CHECKERS
        facing = game.variant.facing(foe)
        assert not any(own[point] and facing[point] for point in range(1, 25))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@tried
@given(seed=SEEDS)
def test_checkers_only_go_forward(game: Nardy, seed: int) -> None:
    """Behind every point a turn leaves at most as many checkers as before (N1)."""
    at = rolled(game, seed)
    before, _ = halves(at.board, at.mover)
    for turn in game.turns(at):
        after, _ = halves(game.play(at, turn).board, at.mover)
        for point in range(1, 26):
            assert sum(after[point:]) <= sum(before[point:])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@tried
@given(seed=SEEDS)
def test_pips_are_the_numbers_played(game: Nardy, seed: int) -> None:
    """A turn that bears nothing off moves exactly the pips of the numbers it plays (N4)."""
    at = rolled(game, seed)
    before, _ = halves(at.board, at.mover)
    most = sum(game.numbers(at))
    for turn in game.turns(at):
        result = game.play(at, turn)
        after, _ = halves(result.board, at.mover)
        moved = game.pips(at, at.mover) - game.pips(result, at.mover)
        assert 0 <= moved <= most
        if game.variant.passes_over and after[OFF] == before[OFF]:
            assert moved == most - sum(result.passed)


@pytest.mark.parametrize("game", GAMES[1:], ids=lambda game: game.name)
@tried
@given(seed=SEEDS)
def test_the_head_rule(game: Nardy, seed: int) -> None:
    """One checker leaves the head; two only on a first 3-3, 4-4 or 6-6 (L3, L4)."""
    at = rolled(game, seed)
    before, _ = halves(at.board, at.mover)
    first = before[HEAD] == CHECKERS and at.dice in ((3, 3), (4, 4), (6, 6))
    for turn in game.turns(at):
        after, _ = halves(game.play(at, turn).board, at.mover)
        assert before[HEAD] - after[HEAD] <= (2 if first else 1)


@pytest.mark.parametrize("game", GAMES[1:], ids=lambda game: game.name)
@tried
@given(seed=SEEDS)
def test_the_block_rule(game: Nardy, seed: int) -> None:
    """After a turn that moves no six own points stand ahead of all opposing checkers (L6)."""
    at = rolled(game, seed)
    for turn in game.turns(at):
        own, foe = halves(game.play(at, turn).board, at.mover)
        if own == halves(at.board, at.mover)[0]:
            continue
        ahead = next(point for point in range(1, 25) if foe[point])
        held = [bool(own[game.variant.across(point)]) for point in range(1, ahead)]
        assert not any(all(held[at : at + 6]) for at in range(len(held) - 5))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@tried
@given(seed=SEEDS)
def test_both_sides_play_alike(game: Nardy, seed: int) -> None:
    """With the sides' names exchanged a position has the same turns."""
    at = rolled(game, seed)
    white, black = halves(at.board, 0)
    mirrored = at._replace(mover=1 - at.mover, board=pack(black, white))
    assert sorted(game.turns(mirrored)) == sorted(game.turns(at))


@tried
@given(seed=SEEDS)
def test_house_rules_only_take_away(seed: int) -> None:
    """S7 and S13 never allow what the plain rules refuse, but for playing less (N7)."""
    plain, strict = GAMES[0], Short(ShortOptions(hit_and_hide=False))
    at = rolled(plain, seed)
    allowed, kept = set(plain.turns(at)), set(strict.turns(at))
    assert kept <= allowed or not kept & allowed

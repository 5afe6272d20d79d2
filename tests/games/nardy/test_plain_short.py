"""Short nardy with its house rules on hitting at home against the plain generator."""

from __future__ import annotations

import random

import pytest

from controller.games.nardy import Position, Short, ShortOptions
from controller.games.nardy.board import halves, hits_of, own_after, pack
from tests.games.nardy.boards import Stacks, position, random_short, written
from tests.games.nardy.plain_short import BAR, OFF, Checker, House, Result, Table, results
from tests.games.nardy.trips import check_round_trips

HOUSES = (
    House(),
    House("forbidden"),
    House("forbidden", pair=True),
    House("forced"),
    House("forced", pair=True),
    House("forced", forced_by="turn"),
    House("forced", pair=True, forced_by="turn", hide=False),
    House("forbidden", pair=True, hide=False),
)


def game_of(house: House) -> Short:
    """Our game with the same agreements."""
    return Short(
        ShortOptions(
            hit_then_bear_off=house.bear_off,
            pair=house.pair,
            forced_by=house.forced_by,
            hit_and_hide=house.hide,
        )
    )


def table_of(game: Short, at: Position) -> Table:
    """The position in the plain generator's words."""
    own, foe = halves(at.board, at.mover)
    facing = game.variant.facing(foe)
    checkers = [Checker(place) for place in range(BAR + 1) for _ in range(own[place])]
    points = range(1, 25)
    blots = frozenset(point for point in points if facing[point] == 1)
    closed = frozenset(point for point in points if facing[point] > 1)
    return Table(tuple(sorted(checkers)), blots, closed)


def ours(game: Short, at: Position) -> set[Result]:
    """Our results in the plain generator's words."""
    found = set()
    for turn in game.turns(at):
        left = own_after(turn)
        places = tuple(place for place in range(BAR + 1) for _ in range(left[place]))
        found.add(Result(places, frozenset(hits_of(turn))))
    return found


def at_home(chance: random.Random, game: Short) -> Position:
    """Few checkers near the end, blots of the other side among them: where S7 decides."""
    white, black = [0] * 26, [0] * 26
    for _ in range(chance.randint(1, 5)):
        white[chance.choice((1, 2, 3, 4, 5, 6, 6, 7, 8))] += 1
    free = [point for point in range(1, 7) if not white[point]]
    for point in chance.sample(free, k=min(len(free), chance.randint(1, 4))):
        black[25 - point] += chance.choice((1, 1, 1, 2))
    white[OFF], black[OFF] = 15 - sum(white), 0
    black[1] += 15 - sum(black)
    return game.begin(0)._replace(board=pack(white, black))


def any_position(chance: random.Random, game: Short) -> Position:
    """A position with a roll."""
    if chance.random() < 0.7:
        placed = at_home(chance, game)
    else:
        white, black = random_short(chance, game.variant)
        placed = game.begin(0)._replace(board=pack(white, black))
    double = chance.randint(1, 3) if chance.random() < 0.4 else 0
    dice = (double, double) if double else (chance.randint(1, 6), chance.randint(1, 6))
    return game.roll(placed, dice)


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_same_results_as_the_plain_generator(house: House) -> None:
    """300 random positions have the same results in both generators (N7, S3-S7, S7a, S7b, S13)."""
    game, chance = game_of(house), random.Random(str(house))
    for number in range(300):
        at = any_position(chance, game)
        few = sum(halves(at.board, 0)[0][1:]) <= 8 or at.dice[0] != at.dice[1]
        if few:  # fifteen checkers that are all told apart have too many ways with a double
            table = table_of(game, at)
            assert ours(game, at) == results(table, _two(at), house), game.write_position(at)
        if number % 5 == 0:
            check_round_trips(game, at, chance)


def _two(at: Position) -> tuple[int, int]:
    larger, smaller = at.dice
    return larger, smaller


def test_the_options_decide_some_of_them() -> None:
    """S7a and S7b change the legal turns of many of these positions: the test above sees them."""
    pairs = _differ(House("forbidden"), House("forbidden", pair=True))
    turns = _differ(House("forced"), House("forced", forced_by="turn"))
    assert pairs > 10
    assert turns > 10


def _differ(one: House, other: House) -> int:
    first, second, chance = game_of(one), game_of(other), random.Random(3)
    positions = [any_position(chance, first) for _ in range(1_500)]
    return sum(set(first.turns(at)) != set(second.turns(at)) for at in positions)


#: white, black, dice, the legal turns with pair = false and with pair = true
PAIRS: dict[str, tuple[Stacks, Stacks, tuple[int, int], set[str], set[str]]] = {
    "the one that covered the hitter stays too": (
        {2: 2}, {24: 1, 1: 14}, (1, 1), {"2/1* 2/off"}, {"2/1*(2)"},
    ),
    "a third one that comes there makes no pair": (
        {2: 3}, {24: 1, 1: 14}, (1, 1), {"2/1*(2) 2/off"}, {"2/1*(2) 2/off"},
    ),
    "one that stood alone where the hitter comes makes a pair with it": (
        {3: 1, 1: 1}, {23: 1, 1: 14}, (1, 1), {"3/2*/off"}, {"3/2*/1 1/off"},
    ),
    "of two that stood there one may leave": (
        {3: 1, 1: 2}, {23: 1, 1: 14}, (1, 1), {"3/2*/off 1/off"}, {"3/2*/off 1/off"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", PAIRS, ids=str)
def test_a_hitting_pair_is_not_borne_off(case: str) -> None:
    """S7a: with pair = true the checker that stands on one point with the hitter as the only other
    one is not borne off either."""
    white, black, dice, alone, pair = PAIRS[case]
    for house, legal in ((House("forbidden"), alone), (House("forbidden", pair=True), pair)):
        game = game_of(house)
        assert written(game, position(game, white, black, dice)) == legal


#: white, black, dice, the legal turns with forced_by = number and with forced_by = turn
FORCED: dict[str, tuple[Stacks, Stacks, tuple[int, int], set[str], set[str]]] = {
    "the other die first plays both without it": (
        {4: 1, 2: 1}, {22: 1, 1: 14}, (5, 1), {"4/3*/off", "4/off 2/1"}, {"4/off 2/1"},
    ),
    "no whole turn avoids it": (
        {4: 1}, {24: 1, 1: 14}, (5, 3), {"4/1*/off"}, {"4/1*/off"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", FORCED, ids=str)
def test_forced_over_the_whole_turn(case: str) -> None:
    """S7b: with forced_by = turn a hitter is borne off only if no whole turn avoids it; playing all
    numbers comes first (N7)."""
    white, black, dice, by_number, by_turn = FORCED[case]
    for house, legal in (
        (House("forced"), by_number),
        (House("forced", forced_by="turn"), by_turn),
    ):
        game = game_of(house)
        assert written(game, position(game, white, black, dice)) == legal

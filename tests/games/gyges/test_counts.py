"""Gyges counted: the specification's check values, and a plain second implementation."""

from __future__ import annotations

import random

import pytest

from controller.games.gyges import Position
from controller.games.gyges.choices import find_choices
from controller.games.gyges.turns import Move
from tests.games.gyges import plain
from tests.games.gyges.table import START, gyges, scattered

#: Positions in mid-game; with the replacement rule: keys, sequences of two keys, distinct results.
COUNTS = {
    "1 020100/003000/201003/000203/001031/200000": (272, 11_135, 229),
    "1 330000/000000/020000/321002/120010/310000": (167, 21_702, 124),
    "1 003000/120001/000100/020200/023310/030000": (269, 21_308, 201),
}

#: The hardest positions that were found: bounces in great numbers, and ends just out of reach.
CROWDED = {
    "1 020210/302000/000003/030110/000012/003000": 895,
    "1 111300/000003/000200/302020/100200/003000": 1_188,
    "1 130310/020000/302020/000200/030100/000100": 1_170,
    "1 131310/000000/202000/020030/203000/010000": 1_478,
    "1 220310/030010/003100/200100/030000/000200": 1_055,
}

#: Where random pieces are put: anywhere, in a band of three lines, or on some crowded fields.
SPREADS = (range(36), range(18), range(9, 27), range(18, 36))


def counted(text: str, *, replace: bool) -> tuple[int, int]:
    """How many keys a position has, and how many sequences of two."""
    game = gyges(replace=replace)
    position = game.read_position(text)
    firsts = game.keys(position)
    return len(firsts), sum(len(game.keys(game.play(position, first))) for first in firsts)


def counted_plainly(text: str, *, replace: bool) -> tuple[int, int]:
    """The same by the plain implementation."""
    position = gyges().read_position(text)
    side, board = position.mover, plain.plain_board(position)
    firsts = plain.keys(side, board, replace=replace)
    boards = [plain.after(board, first) for first in firsts]
    seconds = [plain.keys(1 - side, each, replace=replace) for each in boards if goalless(each)]
    return len(firsts), sum(map(len, seconds))


def goalless(board: plain.Board) -> bool:
    """Whether the game goes on."""
    return plain.GOAL not in board


def test_the_check_values() -> None:
    """224 turns for the first player and 57,374 sequences of two, as the specification says."""
    assert counted(START, replace=True) == (224, 57_374)


def test_the_check_values_as_distinct_results() -> None:
    """The same turns lead to 211 different positions, and from there to 53,088 in the list."""
    game = gyges(replace=True)
    start = game.read_position(START)
    assert len(game.turns(start)) == 211
    results = {game.play(start, key) for key in game.keys(start)}
    assert results == {game.play(start, turn) for turn in game.turns(start)}
    seconds = [len(game.turns(game.play(start, key))) for key in game.keys(start)]
    assert sum(seconds) == 53_088


@pytest.mark.parametrize("text", [START, *COUNTS])
def test_counts_are_those_of_the_plain_implementation(text: str) -> None:
    """One and two turns from fixed positions are counted alike by both implementations."""
    for replace in (False, True):
        assert counted(text, replace=replace) == counted_plainly(text, replace=replace)


@pytest.mark.parametrize("text", COUNTS)
def test_counts_stay_as_they_are(text: str) -> None:
    """The counts from the fixed positions are written down as well."""
    game = gyges(replace=True)
    found = (*counted(text, replace=True), len(game.turns(game.read_position(text))))
    assert found == COUNTS[text]


@pytest.mark.parametrize("text", CROWDED)
def test_crowded_positions(text: str) -> None:
    """The hardest positions have the same keys in both implementations."""
    position = gyges().read_position(text)
    found = find_choices(position, replace=True).keys
    assert len(found) == CROWDED[text]
    assert_same_keys(position, replace=True)


@pytest.mark.parametrize(
    "block", [0, 1, *(pytest.param(block, marks=pytest.mark.soak) for block in range(2, 5))]
)
def test_the_same_turns_in_random_positions(block: int) -> None:
    """In 5,000 random positions, loose and crowded, both implementations find the same turns; 2,000
    of them in every run of the tests."""
    chance = random.Random(block)
    for number in range(1_000):
        position = scattered(chance, SPREADS[number % len(SPREADS)])
        for replace in (False, True):
            assert_same_keys(position, replace=replace)
        if number % 10 == 0:
            assert_same_results(position)


def few(chance: random.Random) -> Position:
    """Three to five pieces close together, somebody to move: the plain search of Y9a can end."""
    board = [0] * 38
    fields = chance.choice(((*range(3), *range(6, 9), *range(12, 15)), range(12, 24), range(36)))
    for field in chance.sample(fields, chance.randint(2, 4)):
        board[field] = chance.choice((1, 2, 2, 3))
    return Position(chance.randrange(2), tuple(board))


@pytest.mark.parametrize("positions", [100, pytest.param(300, marks=pytest.mark.soak)])
def test_borders_crossed_again_as_in_the_plain_implementation(positions: int) -> None:
    """Y9a: with crossing = direction both implementations find the same turns in so many positions,
    and many of these have turns that Y9 does not allow."""
    chance, more = random.Random(9), 0
    for _ in range(positions):
        position = few(chance)
        assert_same_keys(position, replace=bool(chance.randrange(2)), crossing="direction")
        once = set(find_choices(position, replace=False).keys)
        again = set(find_choices(position, replace=False, crossing="direction").keys)
        assert once <= again or _lines(once) != _lines(again)
        more += once != again
    assert more > positions / 3


def _lines(keys: set[Move]) -> set[int]:
    return {key.origin // 6 for key in keys}


def assert_same_keys(position: Position, *, replace: bool, crossing: str = "once") -> None:
    """Both implementations agree on what can be done."""
    found = find_choices(position, replace=replace, crossing=crossing).keys
    board, again = plain.plain_board(position), crossing == "direction"
    expected = plain.keys(position.mover, board, replace=replace, again=again)
    assert {plain.plain_key(key) for key in found} == expected, position
    assert len(found) == len(expected)


def assert_same_results(position: Position) -> None:
    """The turns listed lead to everything that all keys lead to, and to nothing twice."""
    found = find_choices(position, replace=True)
    keys, turns = (
        [result(position, plain.plain_key(key)) for key in listed]
        for listed in (found.keys, found.turns)
    )
    assert set(turns) == set(keys)
    assert len(set(turns)) == len(turns)


def result(position: Position, key: plain.Key) -> frozenset[tuple[plain.Field, int]]:
    """The board after a key, by the plain implementation."""
    return frozenset(plain.after(plain.plain_board(position), key).items())

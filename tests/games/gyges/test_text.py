"""Gyges in text: positions and turns both ways, the three verdicts, and whatever else is typed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.game import AmbiguousError, IllegalError, InvalidError, RulesError
from controller.games.gyges import Move, Placement, Position
from controller.testing.games import fuzz
from tests.games.gyges.table import START, gyges, scattered

EMPTY = "1 000000/000000/000000/000000/000000/000000"
BOUNCES = "1 010000/020000/000000/000000/011123/022333"
SHAPE = "is not of the form '1 321123/000000/000000/000000/000000/321123', perhaps with ' goal2:3'"


# Positions


@pytest.mark.parametrize(
    "text",
    [
        EMPTY,
        "2" + EMPTY[1:],
        "2 003000/000000/000000/000000/000000/000000",
        "1 000000/000000/000000/000000/000000/003000",
        START,
        BOUNCES,
        "2 000000/000000/000000/100000/112022/132033 goal2:3",
        "1 132033/112022/100000/000000/000000/000000 goal1:3",
    ],
)
def test_positions_both_ways(text: str) -> None:
    """What is read is written again just so."""
    assert gyges().write_position(gyges().read_position(text)) == text


def test_what_a_position_says() -> None:
    """Lines run from player 1's side and from player 1's left."""
    position = gyges().read_position("2 123000/000000/000000/000000/000000/000012")
    assert position.mover == 1
    assert position.board[:3] == (1, 2, 3)
    assert position.board[34:] == (1, 2, 0, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 321123", f"position '1 321123' {SHAPE}"),
        ("3" + START[1:], f"position '{'3' + START[1:]}' {SHAPE}"),
        (START.replace("3", "4"), f"position '{START.replace('3', '4')}' {SHAPE}"),
        (START + " goal3:1", f"position '{START} goal3:1' {SHAPE}"),
        (
            START + " goal2:3",
            f"position '{START} goal2:3': 5 pieces of size 3; there are 4 of each size (Y1)",
        ),
        (
            "1 000000/000000/000000/100000/112022/132033 goal2:3",
            "position '1 000000/000000/000000/100000/112022/132033 goal2:3': "
            "player 1 has won (Y11), so the other is to move",
        ),
        (
            "1 000000/030000/000000/000000/000000/000000",
            "position '1 000000/030000/000000/000000/000000/000000': "
            "fewer than twelve pieces stand, so all must be on the first lines (Y2)",
        ),
        (
            "1 333000/000000/000000/000000/000000/321000",
            "position '1 333000/000000/000000/000000/000000/321000': "
            "player 1 has placed 3 of size 3; two may be (Y2)",
        ),
        (
            "1 321000/000000/000000/000000/000000/320000",
            "position '1 321000/000000/000000/000000/000000/320000': "
            "3 and 2 pieces are placed, so player 1 cannot be next (Y2)",
        ),
    ],
)
def test_what_is_no_position(text: str, message: str) -> None:
    """Each mistake in a position is named."""
    with pytest.raises(InvalidError) as caught:
        gyges().read_position(text)
    assert str(caught.value) == message


# Turns


@pytest.mark.parametrize(
    ("position", "text", "turn"),
    [
        (EMPTY, "3@c1", Placement(3, 2)),
        (BOUNCES, "b1-c3", Move(1, 14)),
        (BOUNCES, "b1-b2/e3", Move(1, 7, 16)),
        ("1 000000/000000/000000/100300/112022/132033", "d4-goal2", Move(21, 37)),
    ],
)
def test_turns_both_ways(position: str, text: str, turn: Placement | Move) -> None:
    """A placement, a move, a replacement and a win are written and read."""
    game = gyges(replace=True)
    here = game.read_position(position)
    assert game.read_turn(here, text) == turn
    assert game.write_turn(here, turn) == text


def test_short_forms() -> None:
    """What can mean one turn only may be said shortly."""
    game = gyges()
    last = game.read_position("2 321123/000000/000000/000000/000000/321120")
    assert game.write_turn(last, game.read_turn(last, "f6")) == "3@f6"


@pytest.mark.parametrize(
    "text", ["", "c1-", "-c1", "c1-d4-e5", "g1-a1", "c7", "4@c1", "C1-D4", "c1 d4"]
)
def test_invalid_turns(text: str) -> None:
    """What is no turn at all is invalid, with what would be."""
    with pytest.raises(InvalidError) as caught:
        gyges().read_turn(gyges().read_position(START), text)
    assert str(caught.value) == (
        f"turn {text!r} is not like '3@c1', 'c1-d4', 'c1-d4/b2' or 'c1-goal2'"
    )


@pytest.mark.parametrize(
    ("position", "turn", "message"),
    [
        (
            EMPTY,
            "3@c6",
            f"in {EMPTY} player 1 may put a single or double or triple piece on"
            " a1, b1, c1, d1, e1, f1 (Y2)",
        ),
        (
            EMPTY,
            "c1-d4",
            f"in {EMPTY} player 1 may put a single or double or triple piece on"
            " a1, b1, c1, d1, e1, f1 (Y2)",
        ),
        (
            START,
            "3@c3",
            f"all pieces stand in {START}: one of those on a1, b1, c1, d1, e1, f1 may be moved",
        ),
        (
            START,
            "c3-d4",
            f"c3 may not be moved in {START}; a piece on a1, b1, c1, d1, e1, f1 may (Y4, Y5)",
        ),
        (
            BOUNCES,
            "b1-b2",
            f"b1 cannot go to b2 in {BOUNCES}; it can go to a1, c1, d2, a3, c3, b4",
        ),
        (
            BOUNCES,
            "b1-c1/a1",
            f"no piece stands on c1 in {BOUNCES}: none can be replaced (Y12)",
        ),
        (
            "2 000000/000000/000000/100000/112022/132033 goal2:3",
            "d6-d5",
            "the game is over in 2 000000/000000/000000/100000/112022/132033 goal2:3: "
            "no turn can be played",
        ),
    ],
)
def test_illegal_turns(position: str, turn: str, message: str) -> None:
    """What the rules forbid is illegal, with the reason and what is allowed."""
    with pytest.raises(IllegalError) as caught:
        gyges().read_turn(gyges().read_position(position), turn)
    assert str(caught.value) == f"turn {turn!r}: {message}"


@pytest.mark.parametrize(
    ("position", "turn", "message"),
    [
        (EMPTY, "c1", f"turn 'c1' may be 1@c1, 2@c1, 3@c1 in {EMPTY}"),
        (
            BOUNCES,
            "b1-b2",
            "turn 'b1-b2' may be b1-b2/a1, b1-b2/b1, b1-b2/c1, b1-b2/d1, b1-b2/e1, b1-b2/f1, "
            f"b1-b2/a2, b1-b2/c2, b1-b2/d2, b1-b2/e2, b1-b2/f2, b1-b2/a3 and 13 more in {BOUNCES}",
        ),
    ],
)
def test_ambiguous_turns(position: str, turn: str, message: str) -> None:
    """Where more must be said, the turns that may be meant are listed."""
    game = gyges(replace=True)
    with pytest.raises(AmbiguousError) as caught:
        game.read_turn(game.read_position(position), turn)
    assert str(caught.value) == message


def test_keys_with_the_same_result_are_one_turn() -> None:
    """A key that is not listed is read as the turn that leads to the same position."""
    game = gyges(replace=True)
    here = game.read_position("1 110000/000000/000000/000000/112222/333300")
    taken = game.read_turn(here, "a1-b1/a2")
    assert taken == game.read_turn(here, "a1-a2")
    assert taken in game.turns(here)
    assert game.play(here, Move(0, 1, 6)) == game.play(here, taken)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        (START, Move(0, 99)),
        (START, Move(-1, 3)),
        (START, Move(0, 6, 36)),
        (START, Placement(3, 0)),
        (EMPTY, Placement(9, 99)),
        (EMPTY, Move(0, 6)),
    ],
)
def test_wrong_values_are_illegal(text: str, turn: Move | Placement) -> None:
    """Turns that no text says are refused in words as well."""
    with pytest.raises(IllegalError) as caught:
        gyges().play(gyges().read_position(text), turn)
    assert str(caught.value).startswith(f"{turn}: ")
    assert text in str(caught.value)


# Anything


@fuzz
@given(seed=st.integers(0, 2**32), text=st.from_regex(r"([1-3]@)?[a-f][1-6](-[a-g][1-7](/.*)?)?"))
def test_any_turn_is_read_or_refused(seed: int, text: str) -> None:
    """Whatever looks like a turn is one that can be played, or refused by a verdict."""
    game = gyges(replace=True)
    position = scattered(random.Random(seed))
    try:
        turn = game.read_turn(position, text)
    except RulesError as error:
        assert str(error)
    else:
        assert game.play(position, turn)


@fuzz
@given(text=st.from_regex(r"[12] ([0-3]{6}/){5}[0-3]{6}( goal[12]:[1-3])?", fullmatch=True))
def test_any_position_is_read_or_refused(text: str) -> None:
    """Whatever looks like a position has an outcome, or is refused as invalid."""
    try:
        position = gyges().read_position(text)
    except InvalidError as error:
        assert text in str(error)
    else:
        assert gyges().write_position(position) == text
        gyges().outcome(position)


@fuzz
@given(seed=st.integers(0, 2**32))
def test_random_positions_both_ways(seed: int) -> None:
    """Every position with all pieces on the board can be written and read."""
    position: Position = scattered(random.Random(seed))
    assert gyges().read_position(gyges().write_position(position)) == position

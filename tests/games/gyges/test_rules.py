"""Gyges by hand: pieces, set-up, lines and steps (Y1-Y7), in positions to check on a real board."""

from __future__ import annotations

import pytest

from controller.games.catalogue import make_game
from controller.games.game import IllegalError, InvalidError
from controller.games.gyges.board import CELLS, GOALS
from tests.games.gyges.table import START, TRIPLE, after, gyges, illegal, keys, origins, path, turns

SETUP = ("3@a1", "3@a6", "2@b1", "2@b6", "1@c1", "1@c6", "1@d1", "1@d6", "2@e1", "2@e6", "3@f1")


# The pieces


def test_four_pieces_of_each_size() -> None:
    """A finished set-up has four single, four double and four triple pieces."""  # Y1
    board = gyges().read_position(after("1 " + "/".join(["000000"] * 6), *SETUP, "3@f6")).board
    assert [board.count(size) for size in (1, 2, 3)] == [4, 4, 4]


def test_other_numbers_of_pieces_are_no_position() -> None:
    """A board with five singles and three triples is refused."""  # Y1
    with pytest.raises(InvalidError, match="5 pieces of size 1; there are 4 of each size"):
        gyges().read_position("1 111223/000000/000000/000000/000000/321123")


def test_pieces_belong_to_nobody() -> None:
    """Each player moves whatever stands nearest, also what the other has placed or moved."""  # Y1
    both = "321123/321123/000000/000000/000000/000000"
    assert origins(f"1 {both}") == "c1 d1"
    assert origins(f"2 {both}") == "a2 b2 c2 d2 e2 f2"


# Setting up


def test_the_first_piece() -> None:
    """The first player may put any size on any field of the own first line."""  # Y2
    game = gyges()
    start = game.write_position(game.start())
    assert turns(start) == [f"{size}@{file}1" for size in (1, 2, 3) for file in "abcdef"]


def test_the_players_place_in_turn_on_their_own_lines() -> None:
    """The second player answers on the far line."""  # Y2
    placed = after("1 " + "/".join(["000000"] * 6), "3@c1")
    assert placed == "2 003000/000000/000000/000000/000000/000000"
    assert turns(placed) == [f"{size}@{file}6" for size in (1, 2, 3) for file in "abcdef"]
    assert "player 2 may put" in illegal(placed, "3@a1")


def test_a_size_is_used_up_and_a_field_taken() -> None:
    """After two triples no third, and never two pieces on a field."""  # Y2
    placed = "1 330000/000000/000000/000000/000000/110000"
    assert turns(placed) == [f"{size}@{file}1" for size in (1, 2) for file in "cdef"]
    assert gyges().read_position(placed).in_hand(0) == (1, 1, 2, 2)
    assert gyges().read_position(placed).in_hand(1) == (2, 2, 3, 3)


def test_the_smaller_pieces_may_have_to_come_first() -> None:
    """Where that is agreed, singles are placed before doubles and those before triples."""  # Y2
    game = make_game("gyges", {"by_size": True})
    for placed, size in (
        ("1 000000/000000/000000/000000/000000/000000", 1),
        ("1 010000/000000/000000/000000/000000/110000", 1),
        ("2 110020/000000/000000/000000/000000/110000", 2),
        ("1 112200/000000/000000/000000/000000/112200", 3),
    ):
        position = game.read_position(placed)
        assert {turn.size for turn in game.turns(position)} == {size}
    with pytest.raises(IllegalError, match="player 1 may put a single piece on a1"):
        game.play(game.start(), game.read_turn(game.start(), "3@a1"))


def test_the_last_piece_ends_the_set_up() -> None:
    """With twelve pieces on the board, moving begins."""  # Y2
    last = after("1 " + "/".join(["000000"] * 6), *SETUP)
    assert turns(last) == ["3@f6"]
    assert after(last, "3@f6") == START
    assert not any("@" in turn for turn in turns(START))


# Whose turn


def test_who_placed_first_moves_first() -> None:
    """After twelve placements it is the first placer's turn, whoever that was."""  # Y3
    game = gyges()
    for side in (0, 1):
        position = game.begin(side)
        while position.in_setup:
            position = game.play(position, game.turns(position)[0])
        assert game.mover(position) == side


def test_the_players_alternate() -> None:
    """Each turn, also in the set-up, gives the move to the other."""  # Y3
    game = gyges()
    position = game.start()
    for number in range(20):
        assert game.mover(position) == number % 2
        position = game.play(position, game.turns(position)[0])


# Which line


def test_only_the_nearest_line_moves() -> None:
    """Each player moves from the line nearest to that player."""  # Y4
    assert origins(START) == "a1 b1 c1 d1 e1 f1"
    assert origins("2" + START[1:]) == "a6 b6 c6 d6 e6 f6"
    assert "a6 may not be moved" in illegal(START, "a6-a5")


def test_the_nearest_line_need_not_be_the_first() -> None:
    """Where the first lines are empty, the nearest occupied one moves."""  # Y4
    assert origins("1 000000/000000/020000/112233/112033/000000") == "b3"
    assert origins("2 000000/112033/112233/020000/000000/000000") == "b4"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 222233/331111/000000/000000/000000/000000", "a2 b2 c2 d2 e2 f2"),
        ("1 222230/331111/000000/000300/000000/000000", "a2 b2 c2 d2 e2 f2"),
        ("2 000000/000000/000000/000000/331111/222233", "a5 b5 c5 d5 e5 f5"),
    ],
)
def test_a_line_that_cannot_move_is_passed_over(text: str, expected: str) -> None:
    """Where doubles and triples are walled in, the next line may be used."""  # Y5
    assert origins(text) == expected


def test_a_line_with_one_piece_that_can_move_is_not_passed_over() -> None:
    """One movable piece in the nearest line is enough to bind the player to it."""  # Y5
    assert origins("1 222231/331113/000000/000000/000000/000000") == "f1"


def test_replacing_is_moving() -> None:
    """A walled-in single that may take a neighbour's place can move."""  # Y5, Y12
    walled = "1 122233/211133/000000/000000/000000/000000"
    assert origins(walled, replace=True).startswith("a1")


# Steps


def test_a_piece_goes_exactly_as_far_as_its_size() -> None:
    """A triple in the open ends three steps away, turning at will."""  # Y6
    ends = "c1-b1 c1-d1 c1-f1 c1-a2 c1-c2 c1-e2 c1-b3 c1-d3 c1-c4"
    assert " ".join(keys(TRIPLE)) == ends


def test_pieces_are_not_crossed() -> None:
    """A piece in the way is walked around or not at all."""  # Y6
    assert "c1-c4" not in keys("1 003000/000000/001000/000000/011122/022333")
    assert "c1-c4" in keys("1 003000/000000/010000/000000/011122/022333")


@pytest.mark.parametrize("turn", ["c1-c3", "c1-d2", "c1-a1", "c1-e1", "c1-d5"])
def test_other_distances_are_illegal(turn: str) -> None:
    """A triple goes neither two nor four steps."""  # Y6
    assert "it can go to b1, d1, f1, a2, c2, e2, b3, d3, c4" in illegal(TRIPLE, turn)


def test_an_empty_field_ends_the_move() -> None:
    """The piece stands there, and it is the other's turn."""  # Y7
    moved = after(TRIPLE, "c1-c4")
    assert moved == "2 000000/000000/000000/003000/011122/122333"


def test_a_round_trip_is_a_move() -> None:
    """A piece may end where it started if the steps lead there; the board stays as it was."""  # Y7
    text = "1 003000/001000/000000/000000/011122/022333"
    assert "c1-c1" in turns(text)
    assert after(text, "c1-c1") == "2" + text[1:]
    assert path(text, "c1-c1") in ("c1 b1 b2 c2 c1", "c1 d1 d2 c2 c1")


def test_a_round_trip_needs_its_steps() -> None:
    """A piece alone in the open cannot simply stay."""  # Y7, Y9
    assert "c1 cannot go to c1" in illegal(TRIPLE, "c1-c1")
    assert "a1-a1" in turns("1 200000/020000/000000/000000/011113/022333")


# The board


def test_the_cells() -> None:
    """36 fields from player 1's left, then the goals, each at its owner's side."""
    game = gyges()
    assert game.cells == CELLS
    assert (game.cells[0], game.cells[5], game.cells[35]) == ("a1", "f1", "f6")
    assert game.homes == ("goal1", "goal2")
    assert GOALS == (36, 37)
    assert game.layout()["lines"][5] == ["a6", "b6", "c6", "d6", "e6", "f6"]

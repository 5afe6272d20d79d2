"""Gyges by hand: every rule (Y1-Y13), in small positions that can be checked on a real board."""

from __future__ import annotations

import pytest

from controller.games.catalogue import make_game
from controller.games.game import IllegalError, InvalidError, Outcome
from controller.games.gyges import Gyges, GygesOptions, Position
from controller.games.gyges.board import CELLS, GOALS
from tests.games.gyges.table import START, after, gyges, keys, path, turns

#: A triple, a double or a single alone before player 1; the other pieces are far away.
TRIPLE = "1 003000/000000/000000/000000/011122/122333"
SINGLE_BELOW_DOUBLE = "1 010000/020000/000000/000000/011123/022333"
SINGLE_BELOW_SINGLE = "1 100000/100000/000000/000000/112222/033330"
DOUBLE_BELOW_TRIPLE = "1 020000/030000/000000/000000/111122/023330"

SETUP = ("3@a1", "3@a6", "2@b1", "2@b6", "1@c1", "1@c6", "1@d1", "1@d6", "2@e1", "2@e6", "3@f1")


def origins(text: str, *, replace: bool = False) -> str:
    """The pieces that may be moved."""
    game = gyges(replace=replace)
    return " ".join(game.movable(game.read_position(text)))


def illegal(text: str, turn: str, *, replace: bool = False) -> str:
    """Why a turn is refused."""
    game = gyges(replace=replace)
    with pytest.raises(IllegalError) as caught:
        game.read_turn(game.read_position(text), turn)
    return str(caught.value)


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


# Bounces


def test_a_bounce_goes_on_by_the_size_beneath() -> None:
    """A single that lands on a double goes two steps more."""  # Y8
    assert " ".join(keys(SINGLE_BELOW_DOUBLE)) == "b1-a1 b1-c1 b1-d2 b1-a3 b1-c3 b1-b4"
    assert path(SINGLE_BELOW_DOUBLE, "b1-b4") == "b1 b2 b3 b4"


def test_bounces_follow_each_other() -> None:
    """A piece may land again and again."""  # Y8
    text = "1 010000/010000/010000/020000/001223/002333"
    assert path(text, "b1-b6") == "b1 b2 b3 b4 b5 b6"
    assert path("2" + mirrored(text), "b6-b1") == "b6 b5 b4 b3 b2 b1"


def test_landing_without_going_on_is_no_move() -> None:
    """Without the replacement rule a piece cannot end on another."""  # Y8
    assert "b1-b2" not in keys(SINGLE_BELOW_DOUBLE)
    assert "b1 cannot go to b2" in illegal(SINGLE_BELOW_DOUBLE, "b1-b2")


def test_bounces_cross_empty_fields_only() -> None:
    """Going on after a landing, pieces are not crossed either."""  # Y8, Y6
    blocked = "1 010000/020000/010000/000000/001123/022333"
    assert "b1-b4" not in keys(blocked)
    assert "b1-b4" in keys(SINGLE_BELOW_DOUBLE)


# Paths


def test_a_path_is_not_used_twice() -> None:
    """A bounce does not lead back over the path it came by."""  # Y9
    assert keys(SINGLE_BELOW_SINGLE) == ["a1-b1", "a1-b2", "a1-a3"]


def test_a_path_is_not_used_in_the_other_direction_either() -> None:
    """A double that came by b1-b2 cannot leave the triple by b2-b1."""  # Y9
    text = "1 020000/300000/000000/000000/011112/022333"
    assert path(text, "b1-c1") == "b1 b2 a2 a1 b1 c1"
    assert "b1-a1" not in keys(text)


def test_a_field_may_be_crossed_again_by_other_paths() -> None:
    """The same field may be entered twice, each time from another side."""  # Y9
    text = "1 000200/003000/000000/000000/111122/023330"
    assert path(text, "d1-d2") == "d1 d2 c2 c3 d3 d2"


def test_the_field_left_counts_as_empty() -> None:
    """A piece may cross the field it started from."""  # Y10
    text = "1 020000/300000/000000/000000/011112/022333"
    assert "b1" in path(text, "b1-c1").split()[1:]


def test_the_field_left_is_no_piece_to_bounce_on() -> None:
    """Coming back to its field with the last step, a piece stays there."""  # Y10, Y7
    text = "1 200000/020000/000000/000000/011113/022333"
    assert path(text, "a1-a1") in ("a1 a2 b2 b1 a1", "a1 b1 b2 a2 a1")


# Goals


def test_the_goal_beyond_the_opponents_line_wins() -> None:
    """The first piece in the opponent's goal ends the game."""  # Y11
    text = "1 000000/000000/000000/100300/112022/132033"
    assert path(text, "d4-goal2") == "d4 d5 d6 goal2"
    won = after(text, "d4-goal2")
    assert won == "2 000000/000000/000000/100000/112022/132033 goal2:3"
    assert gyges().outcome(gyges().read_position(won)) == Outcome(True, 0, (1, 0))
    assert turns(won) == []


def test_player_two_wins_in_the_other_goal() -> None:
    """For player 2 the goal is beyond player 1's line."""  # Y11
    text = "2 132033/112022/100300/000000/000000/000000"
    won = after(text, "d3-goal1")
    assert won == "1 132033/112022/100000/000000/000000/000000 goal1:3"
    assert gyges().outcome(gyges().read_position(won)) == Outcome(True, 1, (0, 1))


def test_the_goal_is_entered_with_the_very_last_step() -> None:
    """The goal is one step beyond the last line, also at the end of a bounce."""  # Y11
    text = "1 000000/000000/000000/000000/111222/123333"
    assert path(text, "a5-goal2") == "a5 a6 goal2"
    assert not any("goal" in key for key in keys("1 " + "000000/" * 4 + "111122/223333"))


def test_the_own_goal_is_never_entered() -> None:
    """Standing before the own goal, no piece goes there."""  # Y11
    assert keys("1 001000/000000/000000/000000/011222/123333") == ["c1-b1", "c1-d1", "c1-c2"]
    assert "c1 cannot go to goal1" in illegal(TRIPLE, "c1-goal1")


# Replacing


def test_replacing_is_off_unless_chosen() -> None:
    """The advanced rule is an option."""  # Y12
    assert GygesOptions().replace is False
    assert not any("/" in key for key in keys(START))
    assert make_game("gyges", {"replace": "true"}).options == GygesOptions(replace=True)


def test_a_replaced_piece_goes_to_an_empty_field() -> None:
    """The moving piece takes its place, and the other is put elsewhere."""  # Y12
    text = SINGLE_BELOW_DOUBLE
    assert after(text, "b1-b2/e3", replace=True) == ("2 000000/010000/000020/000000/011123/022333")


def test_the_field_just_left_may_be_used() -> None:
    """Two pieces can change places."""  # Y12
    assert after(SINGLE_BELOW_DOUBLE, "b1-b2/b1", replace=True) == (
        "2 020000/010000/000000/000000/011123/022333"
    )


@pytest.mark.parametrize("field", ["a5", "f6", "b2", "d4"])
def test_where_a_replaced_piece_may_not_go(field: str) -> None:
    """Neither beyond the line nearest to the opponent nor onto a piece."""  # Y12
    text = "1 010000/020000/330011/122233/000000/000000"
    refusal = illegal(text, f"b1-b2/{field}", replace=True)
    assert f"cannot be put on {field}" in refusal
    assert "a1, b1, c1, d1, e1, f1, a2, c2, d2, e2, f2, c3, d3 are allowed" in refusal


def test_the_line_is_taken_as_it_was_before_the_move() -> None:
    """A lone piece in front may be put anywhere on its line, but not beyond."""  # Y12
    text = "1 010000/013322/110233/020000/000000/000000"
    assert after(text, "b1-b4/a4", replace=True) == "2 000000/013322/110233/210000/000000/000000"
    assert "cannot be put on a5" in illegal(text, "b1-b4/a5", replace=True)


def test_a_piece_replaced_after_bounces() -> None:
    """Any landing of a series may be the one that replaces."""  # Y12
    text = "1 010000/010000/010000/020000/001223/002333"
    listed = keys(text, replace=True)
    assert {"b1-b2/a1", "b1-b3/a1", "b1-b4/a1"} <= set(listed)
    assert not any("/goal" in key for key in listed)


# No move


@pytest.mark.parametrize("side", [0, 1])
def test_a_player_without_a_move_loses(side: int) -> None:
    """Where nothing can move the mover has lost, on a board too full to be true."""  # Y13
    stuck = Position(side, (2,) * 36 + (0, 0))
    game = Gyges()
    assert game.turns(stuck) == ()
    assert game.outcome(stuck) == Outcome(True, 1 - side, (side, 1 - side))


def test_a_player_without_a_move_cannot_move() -> None:
    """The game is over, and says so."""  # Y13
    stuck = Position(0, (3,) * 36 + (0, 0))
    with pytest.raises(IllegalError, match="the game is over in 1 333333/"):
        Gyges().read_turn(stuck, "a1-a2")


def test_the_cells() -> None:
    """36 fields from player 1's left, then the goals, each at its owner's side."""
    game = gyges()
    assert game.cells == CELLS
    assert (game.cells[0], game.cells[5], game.cells[35]) == ("a1", "f1", "f6")
    assert game.homes == ("goal1", "goal2")
    assert GOALS == (36, 37)
    assert game.layout()["lines"][5] == ["a6", "b6", "c6", "d6", "e6", "f6"]


def mirrored(text: str) -> str:
    """The lines of a position as the other player sees them, files kept; without the mover."""
    return " " + "/".join(reversed(text.split(" ")[1].split("/")))

"""Gyges by hand: bounces, paths, goals, replacing (Y8-Y13), on positions for a real board."""

from __future__ import annotations

import pytest

from controller.games.catalogue import make_game
from controller.games.game import IllegalError, Outcome
from controller.games.gyges import Gyges, GygesOptions, Position
from tests.games.gyges.table import START, TRIPLE, after, gyges, illegal, keys, path, turns

SINGLE_BELOW_DOUBLE = "1 010000/020000/000000/000000/011123/022333"
SINGLE_BELOW_SINGLE = "1 100000/100000/000000/000000/112222/033330"


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
    """A double that went b1-a1 cannot come back to a1 from b1, nor go back to b1 by it."""  # Y9
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


def mirrored(text: str) -> str:
    """The lines of a position as the other player sees them, files kept; without the mover."""
    return " " + "/".join(reversed(text.split(" ")[1].split("/")))

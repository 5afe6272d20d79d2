"""Rows of reeds that are full: who waits for what can no longer matter, and who rolls too soon."""

from __future__ import annotations

import pytest

from controller.lights.meanings import Meaning
from controller.lights.scene import scene
from controller.table.commands import CommandError
from controller.table.survey import survey
from controller.words.moment import moment
from tests.table.dicing import DiceSeat, seated


def long_game(*dice: int) -> DiceSeat:
    """Long nardy on rows of six, White to play these dice from a head of fifteen."""
    seat = seated(4, 2, game="long", capacity=6)
    seat.say("roll", dice=list(dice))
    return seat


def falling_on_a_full_row() -> DiceSeat:
    """White has played 24/20 and lifted one from 8: it can only go to 6, whose row is full."""
    seat = seated(4, 2, capacity=5)
    seat.move("24>20")
    seat.put({"8": 2})
    return seat


def test_a_checker_from_a_full_head_is_a_turn_at_once() -> None:
    """That the head still shows six matters to nobody: the checker that left it is seen."""
    seat = long_game(6, 1)
    assert "turn.made" in seat.put({"24": 14, "17": 1})
    assert seat.turns == ["24/17"]


def test_what_only_slid_there_would_be_missing_elsewhere() -> None:
    """A checker on 14 came from the head: none slid there from 18, where one still stands."""
    seat = long_game(5, 1)
    seat.move("24>18")
    seat.say("roll", dice=[3, 2])
    seat.move("12>7")
    seat.say("roll", dice=[6, 4])
    assert "turn.made" in seat.put({"24": 13, "14": 1})
    assert seat.turns[-1] == "24/14"


def test_a_turn_that_is_still_open_waits() -> None:
    """Lifted from the head and put on 18, it may be 24/18 with another checker, or go on."""
    seat = long_game(6, 4)
    assert "turn.made" not in seat.put({"24": 14, "18": 1})


def test_the_next_player_is_called_while_a_checker_falls_on_a_full_row() -> None:
    """It cannot be seen to land, but it can land nowhere else: Black's light and sentence come."""
    seat = falling_on_a_full_row()
    glows = scene(survey(seat.table))
    assert glows["off-black"].meaning is Meaning.TURN
    assert "Black to roll." in moment(survey(seat.table))["en"]
    assert seat.turns == []


def test_the_next_player_may_roll_then() -> None:
    """His roll finds the turn made, and nothing of it is lost."""
    seat = falling_on_a_full_row()
    assert seat.say("roll", dice=[4, 3]) == ["turn.made", "turn.sealed", "dice.rolled"]
    assert seat.turns == ["24/20 8/6"]
    assert seat.state.dice == (4, 3)


def test_a_checker_that_comes_back_was_no_turn() -> None:
    """Who puts it back before anybody rolled has not ended his turn."""
    seat = falling_on_a_full_row()
    seat.put({"8": 3})
    seat.wait(2.0)
    assert seat.turns == []
    assert "roll" not in seat.table.commands()


def red() -> DiceSeat:
    """White's 24/13 is recorded, and a checker of Black's is gone from 12."""
    seat = seated(6, 5)
    seat.move("24>13")
    seat.put({"12": 4})
    assert seat.turns == ["24/13"]
    return seat


@pytest.mark.parametrize(
    "command",
    [{"do": "roll", "dice": [2, 1]}, {"do": "decide", "decision": "double"}, {"do": "confirm"}],
)
def test_nothing_seals_a_turn_while_the_board_shows_red(command: dict[str, object]) -> None:
    """What lies astray may be the last turn, not yet done: it is named, by the numbers of Black,
    who is to roll, and nothing is sealed."""
    seat = red()
    with pytest.raises(CommandError, match=r"do not lie as the game stands \(13\): put them right"):
        seat.say(**command)  # type: ignore[arg-type]
    assert not seat.state.sealed


def test_what_was_changed_meanwhile_counts_once_the_board_is_right() -> None:
    """The checker comes back from the floor, and what was changed behind it is the turn."""
    seat = red()
    seat.put({"24": 2, "13": 3, "8": 4, "7": 1})
    with pytest.raises(CommandError, match="do not lie"):
        seat.say("roll", dice=[2, 1])
    seat.put({"12": 5})
    seat.say("roll", dice=[2, 1])
    assert seat.turns == ["13/8 13/7"]


def test_whoever_gives_up_need_not_put_the_checkers_back() -> None:
    """A resignation is taken on a board that was swept together."""
    seat = red()
    assert "decision.made" in seat.say("decide", decision="resign 1", side=1)


def test_a_slip_put_right_is_the_turn_that_lies_there() -> None:
    """13/9 was taken for the turn; it became 13/10 with one from the full head, all seen to lie."""
    seat = long_game(6, 5)
    seat.move("24>13")
    seat.say("roll", dice=[3, 2])
    seat.move("12>7")
    seat.say("roll", dice=[3, 1])
    seat.move("13>9")
    seat.move("9>10")
    seat.put({"24": 13, "23": 1})
    assert seat.turns[-1] == "24/23 13/10"
    assert "dice.rolled" in seat.say("roll", dice=[2, 1])


def test_what_seemed_to_be_overtaken_is_past_once_the_turn_was_told() -> None:
    """A cell changed sooner than a hand gets there, and the turn was declared: nobody asks again
    whether that was the next turn."""
    seat = falling_on_a_full_row()
    seat.now -= 0.47
    seat.put({"12": 4})
    seat.say("declare", turn="24/20 8/6")
    seat.wait(10.0)
    assert seat.turns == ["24/20 8/6"]


def test_a_slip_behind_a_spilt_checker_is_the_turn_that_lies_there() -> None:
    """24/18 was taken for the turn; while one of Black's lay on the floor it became 24/20, and one
    fell on a full row. What lies there at rest is a whole turn, whatever the way was."""
    seat = seated(4, 2, capacity=5)
    seat.move("24>18")
    seat.put({"18": 0, "20": 1})
    seat.put({"17": 2})
    seat.put({"8": 2})
    seat.put({"17": 3})
    seat.wait()
    assert seat.turns == ["24/20 8/6"]


def test_turns_put_back_onto_full_heads_need_no_question() -> None:
    """Two turns of long nardy go back by hand: what is not seen lies on the heads, or nowhere."""
    seat = long_game(6, 1)
    seat.put({"24": 14, "17": 1})
    seat.say("roll", dice=[6, 2])
    seat.put({"12": 14, "4": 1})
    assert seat.turns == ["24/17", "24/16"]
    for cells in ({"4": 0, "12": 15}, {"17": 0, "24": 15}):
        seat.put(cells)
        seat.wait()
    assert seat.turns == []
    assert "question.asked" not in [event.kind for event in seat.events]

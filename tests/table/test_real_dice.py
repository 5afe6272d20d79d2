"""Tournament law of real dice: a roll made too early (T8), a cocked one (T9), a die on the floor
(T5). Sources: U.S. Backgammon Tournament Rules 2008; U.S. Backgammon Clock Rules, March 2013."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.play.event import Event
from controller.play.fold import read_line
from controller.play.referee import judge
from controller.record.retrack import retrack
from controller.record.text import read_text, text_of, write_text
from controller.table.commands import CommandError
from controller.table.house_rules import HouseRules
from controller.table.survey import survey
from controller.words.moment import moment
from controller.words.news import happened
from tests.keys.saying import say
from tests.record.matches import stored
from tests.table.dicing import DiceSeat, seated

WHITE, BLACK = 0, 1
TIMED: dict[str, Any] = {"clock": "delay", "minutes": 14, "extra": 12}


def playing(premature: str = "stands", **house: Any) -> DiceSeat:
    """White rolled 6-5 and has a checker in hand; the clock's button ends a turn."""
    seat = seated(6, 5, premature=premature, **{"confirm": "button", **house})
    seat.move("24>18")
    return seat


# -- T8 ------------------------------------------------------------------------------------------


def test_a_roll_made_too_early_stands_and_the_turn_is_finished_knowing_it(tmp_path: Path) -> None:
    """T8: Black's 3-1 waits while White changes his mind, lies there once White hits the clock, and
    Black can no longer double; the record is whole and its text comes back."""
    seat = playing()
    assert seat.say("early", dice=[3, 1]) == ["dice.early"]
    assert "Black has rolled 3-1 (se-yek) too early" in moment(survey(seat.table))["en"]
    seat.move("18>24", "13>2")  # he has seen it, and plays otherwise
    seat.wait()
    assert seat.turns == []
    assert seat.say("confirm") == ["turn.made", "turn.sealed", "dice.rolled"]
    rolled = seat.last("dice.rolled")
    assert (rolled["side"], rolled["dice"], rolled["early"]) == (BLACK, [3, 1], True)
    assert seat.turns == ["13/2"] and seat.state.dice == (3, 1)
    assert "double" not in {saying.word for saying in seat.state.acts.words}
    assert "is whole" in seat.verified(tmp_path / "record.db")
    text = text_of(read_line(stored(seat.events)))
    assert "3-1 was rolled too early, and stands" in text
    assert write_text(read_text(text)) == text


def test_where_the_board_ends_turns_itself_the_roll_waits_for_that() -> None:
    """T8: with confirm auto a turn has ended when the board takes it as made."""
    seat = playing(confirm="auto")
    seat.say("early", dice=[4, 4])
    seat.move("13>8")
    seat.wait()
    assert seat.turns == ["24/18 13/8"] and seat.state.dice == (4, 4)


def test_a_void_roll_made_too_early_is_rolled_again_in_its_time(tmp_path: Path) -> None:
    """T8: by the other reading it counts for nothing, but stays in the record; Black may double."""
    seat = playing("void")
    seat.say("early", dice=[3, 1])
    assert seat.last("dice.early") == {"dice": [3, 1], "side": BLACK, "stands": False}
    news = happened(seat.events[-1], seat.state)
    assert news and news["en"].startswith("Black rolled 3-1 (se-yek) too early: it is void")
    seat.move("13>8")
    seat.wait()
    assert seat.say("confirm") == ["turn.made", "turn.sealed"]
    assert not seat.state.dice and "double" in {each.word for each in seat.state.acts.words}
    seat.say("roll", dice=[5, 2])
    assert "is whole" in seat.verified(tmp_path / "record.db")


@pytest.mark.parametrize("dice", [[7, 1], [3], [3, 1, 1]])
def test_only_a_valid_roll_stands(dice: list[int]) -> None:
    """T8, T9: what is no roll is refused, and nothing waits."""
    seat = playing()
    with pytest.raises(CommandError):
        seat.say("early", dice=dice)
    assert seat.state.line.early is None


def test_a_roll_made_too_early_that_lies_badly_is_void() -> None:
    """T8, T9: it stands only if it is valid; who threw it says so, also while the other plays."""
    seat = playing()
    seat.say("early", dice=[3, 1])
    assert seat.say("void", why="it leans") == ["dice.early"]
    assert seat.last("dice.early")["stands"] is False and seat.state.line.early is None
    assert seat.state.dice == (6, 5)  # White's own roll stays
    seat.say("early", dice=[2, 1])


def test_nothing_is_taken_for_a_roll_made_too_early_by_itself() -> None:
    """T8: a roll that is entered twice is refused as before; one too early is said as such, once,
    by who does not move."""
    seat = playing()
    with pytest.raises(CommandError, match="roll is not possible now"):
        seat.say("roll", dice=[3, 1])
    assert "not for" in say(seat, "seat 0", "early", dice=[3, 1])
    assert say(seat, "seat 1", "early", dice=[3, 1]) == "done"
    with pytest.raises(CommandError, match="one was, and waits"):
        seat.say("early", dice=[4, 1])
    assert "not for" in say(seat, "seat 0", "void", why="no")
    assert say(seat, "seat 1", "void", why="it leans") == "done"


@pytest.mark.parametrize(
    ("house", "why"),
    [
        ({"premature": "refuse"}, "once the turn has ended"),
        ({"premature": "stands", "dice": "inferred"}, "only real dice"),
        ({"premature": "stands", "dice": "board"}, "only real dice"),
        ({"premature": "stands", "game": "gulbar"}, "the dice say who rolls next"),
    ],
)
def test_elsewhere_no_roll_comes_too_early(house: dict[str, Any], why: str) -> None:
    """T8 is for real dice that are entered, where the house has it; the refusal says which."""
    seat = seated(**house)
    assert "early" not in seat.table.commands()
    with pytest.raises(CommandError, match=why):
        seat.say("early", dice=[3, 1])


def test_a_turn_that_ends_the_game_leaves_nothing_to_roll() -> None:
    """T8: whoever rolls while the last checker is borne off has rolled for nothing."""
    seat = DiceSeat("short", premature="stands", confirm="button")
    last = "A" + "-" * 5  # White's ace point holds his last checker; Black's are at home
    seat.begin(position=f"XGID=-{last}{'-' * 12}ccccc--:0:0:1:00:0:0:0:0:10")
    seat.say("roll", dice=[6, 5])
    with pytest.raises(CommandError, match="ends the game"):
        seat.say("early", dice=[3, 1])


def test_a_takeback_or_a_director_ends_the_waiting() -> None:
    """T8: what was rolled too early belongs to the turn that it was too early for."""
    seat = playing(confirm="auto", takebacks=True)
    seat.say("early", dice=[3, 1])
    told = {"action": "dice", "dice": [2, 1], "by": "Ann", "why": "a dispute"}
    seat.move("18>24")
    seat.wait()
    seat.say("direct", **told)
    assert seat.state.line.early is None


def test_a_forged_roll_after_one_made_too_early_is_found() -> None:
    """T8: the roll that waits is the next, and no other; the referee says so of a record."""
    seat = playing()
    seat.say("early", dice=[3, 1])
    seat.move("13>8")
    seat.wait()
    seat.say("confirm")
    honest = read_line(stored(seat.events), judge)
    assert honest.fault is None
    forged = [
        Event(each.kind, each.at, {**each.data, "dice": [6, 6]})
        if each.kind == "dice.rolled" and each.data.get("early")
        else each
        for each in seat.events
    ]
    fault = read_line(stored(forged), judge).fault
    assert fault and "3-1 was made too early" in fault.what


def test_the_house_rule_is_told_only_where_it_holds() -> None:
    """T8: a record says nothing of what is as usual, so older ones read as they were written."""
    assert "premature" not in HouseRules().told(0)
    assert HouseRules(premature="void").told(0)["premature"] == "void"


# -- T9 and T5 -----------------------------------------------------------------------------------


def blacks_turn() -> DiceSeat:
    """White has played; Black is to roll, and his time runs."""
    seat = seated(6, 5, **TIMED)
    seat.move("24>18", "13>8")
    seat.wait()
    return seat


def left(seat: DiceSeat) -> float:
    """What Black's clock shows now, with what is free of his turn."""
    clock = seat.state.clock
    assert clock is not None
    return clock.shows(BLACK, seat.now) + clock.free(BLACK, seat.now)


def test_a_cocked_roll_is_rolled_again_on_the_rollers_time() -> None:
    """T9: it is void, and nobody stops the clock for that."""
    seat = blacks_turn()
    seat.say("roll", dice=[4, 3])
    seat.say("void", why="a die does not lie flat")
    clock = seat.state.clock
    assert clock is not None and clock.running == BLACK
    seat.say("roll", dice=[5, 2])
    assert seat.state.dice == (5, 2)


@pytest.mark.parametrize("entered", [True, False])
def test_a_die_on_the_floor_stops_the_clocks_until_the_next_roll(entered: bool) -> None:
    """T5: nobody's time runs while the die is looked for, whether or not the roll was entered; what
    is left of the delay is left after it, too."""
    seat = blacks_turn()
    if entered:
        seat.say("roll", dice=[4, 3])
    seat.say("void", why="it rolled away", floor=True)
    before = left(seat)
    clock = seat.state.clock
    assert clock is not None and clock.running is None
    assert moment(survey(seat.table))["en"].endswith("the clocks stand until the next roll.")
    seat.now += 300
    seat.say("roll", dice=[5, 2])
    clock = seat.state.clock
    assert clock is not None and clock.running == BLACK
    assert left(seat) == pytest.approx(before)
    seat.now += 5
    assert left(seat) == pytest.approx(before - 5)


def test_the_clock_can_be_pressed_where_the_die_is_back() -> None:
    """T5: so nobody stops the time for longer than it takes to pick a die up."""
    seat = blacks_turn()
    seat.say("void", why="it rolled away", floor=True)
    assert seat.say("confirm") == ["clock.started"]
    clock = seat.state.clock
    assert clock is not None and clock.running == BLACK


def test_the_time_without_a_die_is_no_part_of_the_turn(tmp_path: Path) -> None:
    """T5: what the record says of how long somebody thought leaves it out; the record is whole."""
    seat = blacks_turn()
    seat.say("void", why="it rolled away", floor=True)
    seat.now += 300
    seat.say("roll", dice=[3, 1])
    seat.play("8/5 6/5")
    assert seat.last("turn.made")["seconds"] < 60
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_players_stop_a_tournaments_clocks_for_a_die_on_the_floor() -> None:
    """T5: the director need not be called for that, whatever players_pause says."""
    seat = seated(6, 5, tournament=True, **TIMED)
    seat.move("24>18", "13>8")
    seat.wait()
    assert say(seat, "seat 1", "void", why="it rolled away", floor=True) == "done"
    assert seat.state.clock is not None and seat.state.clock.running is None


def test_the_tracker_finds_the_same_turns_again_after_such_rolls() -> None:
    """T5, T8: what was said of the dice is repeated with the readings, nothing is rolled twice."""
    seat = playing(confirm="auto", **TIMED)
    seat.say("early", dice=[3, 1])
    seat.move("13>8")
    seat.wait()
    seat.say("void", why="it rolled away", floor=True)
    seat.say("roll", dice=[4, 2])
    seat.play("24/20 8/6")
    seat.wait()
    assert retrack(read_line(stored(seat.events)), seat.readings) == seat.turns

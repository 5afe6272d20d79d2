"""Void rolls (N3): entered or not, they are recorded, and the record stays whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.play.event import Event
from controller.record.log import Log
from controller.record.matches import match_of
from controller.record.text import text_of
from controller.record.verify import verify
from controller.table.commands import CommandError
from controller.words.news import happened
from tests.table.dicing import DiceSeat, seated
from tests.table.test_forced import closed_out

WHITE, BLACK = 0, 1


def able(seat: DiceSeat) -> bool:
    """Whether a roll can be void now."""
    return "void" in seat.table.commands()


def whole(seat: DiceSeat, path: Path) -> str:
    """The text of a verified record's last game."""
    assert "is whole" in seat.verified(path / "record.db")
    with Log.open_reader(path / "record.db") as log:
        return text_of(match_of(log, 1).games[-1])


def test_an_entered_roll_that_lies_badly(tmp_path: Path) -> None:
    """N3: it is thrown again, and `lunka verify` follows it."""
    seat = seated(3, 1)
    seat.play("8/5 6/5")
    seat.say("roll", dice=[6, 1])
    assert seat.say("void", why="in different halves") == ["dice.void"]
    assert seat.last("dice.void") == {"dice": [6, 1], "side": BLACK, "why": "in different halves"}
    seat.say("roll", dice=[6, 4])
    seat.play("24/14")
    text = whole(seat, tmp_path)
    assert "{void roll 6-1: in different halves}" in text and "64: 24/14" in text
    assert "61:" not in text


def test_a_die_that_fell_off_before_anybody_entered_it(tmp_path: Path) -> None:
    """N3: the roll is void with no dice; who threw has begun his turn, the last one is sealed."""
    seat = seated(3, 1)
    seat.play("8/5 6/5")
    assert able(seat)
    assert seat.say("void", why="one fell off") == ["turn.sealed", "dice.void"]
    assert seat.last("dice.void") == {"dice": [], "side": BLACK, "why": "one fell off"}
    assert seat.say("void", why="on a checker") == ["dice.void"]
    seat.say("roll", dice=[6, 4])
    assert seat.last("dice.rolled")["number"] == 2
    seat.play("24/14")
    assert "{void roll: one fell off}" in whole(seat, tmp_path)


@pytest.mark.parametrize("game", ["short", "long", "gulbar", "mad-gulbar"])
def test_the_opening_roll_may_be_void(game: str, tmp_path: Path) -> None:
    """N2, N3: nobody's yet before it is entered; entered, nobody has begun after it."""
    seat = seated(game=game)
    seat.say("void", why="on a checker")
    assert seat.last("dice.void")["side"] is None
    seat.say("roll", dice=[2, 5])
    opening = seat.state.start
    seat.say("void", why="on a checker")
    assert seat.state.position == opening
    assert seat.rules.acts(seat.state.position).draw.side is None  # type: ignore[union-attr]
    seat.say("roll", dice=[5, 2])
    assert seat.rules.mover(seat.state.position) == WHITE
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_equal_opening_dice_may_be_void(tmp_path: Path) -> None:
    """S10, N3: a void tie doubles nothing."""
    seat = seated(options={"auto_doubles": 2})
    seat.say("roll", dice=[4, 4])
    assert seat.state.position.stakes.cube == 2
    seat.say("void", why="on a checker")
    assert seat.state.position.stakes.cube == 1
    seat.say("roll", dice=[4, 4])
    seat.say("roll", dice=[6, 4])
    assert seat.state.position.stakes.cube == 2
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_inferred_dice_may_be_void(tmp_path: Path) -> None:
    """Nobody enters anything: a void roll is said all the same."""
    seat = seated(dice="inferred")
    seat.say("void", why="on a checker")
    seat.move("8>5", "6>5")
    seat.wait(10.0)
    seat.say("void", why="on a checker")
    assert seat.last("dice.void") == {"dice": [], "side": BLACK, "why": "on a checker"}
    seat.move("1>7", "7>11")
    seat.wait(10.0)
    assert len(seat.turns) == 2
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_a_raise_before_a_void_roll_stands(tmp_path: Path) -> None:
    """S8, N3: only the roll is undone, not what was said before it or refused after it."""
    seat = seated(3, 1)
    seat.play("8/5 6/5")
    for word in ("double", "take"):
        seat.say("decide", decision=word)
    seat.say("roll", dice=[6, 1])
    seat.say("decide", decision="resign 1", side=WHITE)
    with pytest.raises(CommandError, match="an offer waits for its answer"):
        seat.say("void", why="on a checker")
    seat.say("decide", decision="refuse")
    seat.say("void", why="on a checker")
    assert seat.state.position.stakes.cube == 2
    seat.say("roll", dice=[6, 4])
    seat.play("24/14")
    assert "double take" in whole(seat, tmp_path)


def test_the_roll_of_a_turn_taken_back_may_be_void(tmp_path: Path) -> None:
    """The first turn is taken back after the next roll: its own roll is undone, not the other."""
    seat = seated(3, 1)
    seat.play("8/5 6/5")
    seat.say("roll", dice=[6, 4])
    seat.say("undo")
    seat.lay(seat.state.start)
    assert seat.state.dice == (3, 1)
    seat.say("void", why="on a checker")
    assert seat.state.position == seat.state.start
    seat.say("roll", dice=[2, 5])
    assert seat.rules.mover(seat.state.position) == BLACK
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_a_void_opening_roll_stops_the_clock() -> None:
    """N2: nobody knows any more who begins, so nobody's time runs."""
    seat = seated(3, 1, clock="fischer", minutes=1)
    seat.say("void", why="on a checker")
    assert seat.state.clock is not None and seat.state.clock.running is None


def test_what_the_board_rolled_is_never_void(tmp_path: Path) -> None:
    """Its dice cannot lie badly: neither before nor after it rolled is a roll thrown away."""
    seat = seated(dice="board")
    with pytest.raises(CommandError, match="the board rolls at this table, and has not rolled yet"):
        seat.say("void", why="not ready")
    seat.say("roll")
    rolled = seat.state.dice
    assert not able(seat)
    with pytest.raises(CommandError, match="the board itself has rolled or drawn cannot lie badly"):
        seat.say("void", why="not ready")
    assert seat.state.dice == rolled
    seat.say("new")
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_a_void_roll_has_a_reason() -> None:
    """Nobody throws a roll away without saying why: the record would have to make it up."""
    seat = seated(3, 1)
    with pytest.raises(CommandError, match="command void: why is missing: a text"):
        seat.say("void")
    assert seat.state.dice == (3, 1)


def test_what_cannot_be_void_says_why() -> None:
    """The hands at work, a director's dice, a moment without dice."""
    seat = seated(3, 1)
    seat.put({"8": 2})
    with pytest.raises(CommandError, match="the hands are at work"):
        seat.say("void", why="on a checker")
    seat.put({"8": 3})
    seat.say("direct", action="dice", dice=[4, 2], by="Ann", why="misread")
    with pytest.raises(CommandError, match="set by a director"):
        seat.say("void", why="on a checker")


def test_dice_of_a_position_that_was_set_up_stay() -> None:
    """Nobody threw them at this table; it is said what to do instead, not that none lie there."""
    seat = closed_out(WHITE, "21")
    with pytest.raises(CommandError, match="came with the position that was set up: set it up"):
        seat.say("void", why="on a checker")


def test_numbers_that_passed_over_are_not_thrown() -> None:
    """G2: they are played without dice, so that nothing can lie badly."""
    seat = DiceSeat("gulbar")
    counts = ",".join(["15"] + ["0"] * 23)
    seat.begin(position=f"W {counts}/0 {counts}/0 +5,5")
    assert seat.rules.acts(seat.state.position).draw is None
    with pytest.raises(CommandError, match="no dice are to be thrown now"):
        seat.say("void", why="on a checker")


@pytest.mark.parametrize(
    ("dice", "fault"),
    [
        ([6, 5], "6-5 is void, but 3-1 was rolled"),
        ([], "a roll is void that nobody was to throw"),
    ],
)
def test_another_void_roll_is_found(dice: list[int], fault: str, tmp_path: Path) -> None:
    """`lunka verify`: only what lies there, or is awaited, can be void."""
    seat = seated(3, 1)
    seat.say("void", why="on a checker")
    assert fault in changed(seat.events, tmp_path, dice=dice)


def test_no_unread_roll_of_the_board_is_void(tmp_path: Path) -> None:
    """`lunka verify`: the board reads its own rolls."""
    seat = seated(dice="board")
    seat.events.append(Event("dice.void", seat.now, {"dice": [1, 1], "side": None, "why": "x"}))
    said = changed(seat.events, tmp_path, dice=[])
    assert "a roll is void that the board had not rolled" in said


def changed(events: list[Event], path: Path, **facts: Any) -> str:
    """What is said of a record in which the last event tells other facts."""
    *before, last = events
    with Log(path / "record.db") as log:
        log.append([*before, Event(last.kind, last.at, {**last.data, **facts})])
    return str(verify(path / "record.db"))


def test_it_is_said_in_words() -> None:
    """Players hear that the roll is void, with its dice where they are known."""
    seat = seated()
    seat.say("void", why="on a checker")
    told = happened(seat.events[-1], seat.state)
    assert told is not None and told["en"] == "The roll is void: roll again."
    seat.say("roll", dice=[6, 5])
    seat.say("void", why="on a checker")
    told = happened(seat.events[-1], seat.state)
    assert told is not None and told["en"] == "The roll 6-5 is void: roll again."

"""In a tournament all players have one key: what would help one of them comes from the hub."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.board.view import view_of
from controller.table.commands import CommandError
from controller.table.speakers import THE_HUB
from controller.table.state import Status
from controller.table.survey import survey
from controller.words.moment import moment
from tests.house.room import Room
from tests.table.board import Seat, seated


def test_the_buttons_of_a_tournament_table(tmp_path: Path) -> None:
    """A press of the board's own button is a player's: it is refused, in words."""
    room = Room(tmp_path, tournament=True)
    try:
        room.begin()
        assert not {"new", "pause"} & set(view_of(room.house)["commands"])
        assert "resign" in view_of(room.house)["commands"]
        room.press("new")
        assert room.kinds.count("game.opened") == 1
        assert str(room.house.notice).startswith("in a tournament new comes from the hub")
        room.house.command({"do": "pause", "who": "Dora"}, THE_HUB)  # as an order of the hub comes
        assert room.kinds[-1] == "game.paused"
    finally:
        room.close()


def _resigning() -> Seat:
    seat = seated(house={"tournament": True})
    seat.say("resign", side=1)
    return seat


def test_a_resignation_is_confirmed_by_the_other_side() -> None:
    """Nobody resigns for his opponent: the game goes on until it is agreed to."""
    seat = _resigning()
    assert seat.state.result is None
    question = seat.state.question
    assert question is not None
    assert (question.about, question.options) == ("resignation", ("resign:North", "nothing"))
    said = moment(survey(seat.table))
    assert said["en"].startswith("Somebody resigns: does the other side agree? yes: North resigns")
    assert said["ru"].startswith("Кто-то сдаётся: согласна ли другая сторона?")
    seat.say("answer", question=question.number, choice="resign:North")
    assert seat.state.status is Status.OVER
    result = seat.state.result
    assert result is not None and (result.winner, result.reason) == (0, "resigned")


def test_a_resignation_that_is_not_confirmed() -> None:
    """ "Nothing" ends the question and changes nothing; so does the next turn."""
    seat = _resigning()
    question = seat.state.question
    assert question is not None
    seat.say("answer", question=question.number, choice="nothing")
    assert seat.state.question is None and seat.state.status is Status.PLAYING
    with pytest.raises(CommandError, match="side 7 does not exist"):
        seat.say("resign", side=7)


def test_at_home_one_resigns_at_once() -> None:
    """Outside a tournament a resignation needs nobody's word."""
    seat = seated()
    seat.say("resign", side=1)
    assert seat.state.status is Status.OVER

"""Any position is brought onto the board by lights, and a new game goes on from there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.games.nardy import Short
from controller.games.nardy.board import halves, pack
from controller.lights.meanings import Meaning
from controller.lights.scene import scene
from controller.play.fold import read_line
from controller.record.text import read_text, text_game, text_of
from controller.table.commands import CommandError
from controller.table.setting import Recalled
from controller.table.state import Status
from controller.table.survey import survey
from controller.words.moment import moment
from tests.record.matches import stored
from tests.table.board import seated as at_kalah
from tests.table.dicing import DiceSeat, seated

GAME = Short()


def ace_point() -> Any:
    """White has two on 24, the rest at home; Black is bearing off."""
    white, black = [0] * 26, [0] * 26
    white[24], white[6], white[5] = 2, 7, 6
    black[4], black[3], black[0] = 5, 5, 5
    return GAME.start()._replace(board=pack(white, black))


def set_up(position: str) -> DiceSeat:
    """A table that was asked to set a position up, in the middle of a game."""
    seat = seated(6, 5)
    seat.say("setup", position=position)
    return seat


@pytest.mark.parametrize("write", [GAME.write_position, GAME.write_xgid])
def test_lights_lead_to_a_position(write: Any, tmp_path: Path) -> None:
    """What is too many or too few is lit and said, whose it is as well; then the game goes on."""
    text = write(ace_point())
    seat = set_up(text)
    assert seat.state.status is Status.SETUP
    assert seat.last("game.over")["reason"] == "abandoned"
    glows = scene(survey(seat.table))
    assert (glows["6"].meaning, glows["6"].count) == (Meaning.TOO_FEW, 2)
    assert (glows["13"].meaning, glows["13"].count) == (Meaning.TOO_MANY, 5)
    said = moment(survey(seat.table))["en"]
    assert "6 needs 2 more of White" in said
    assert "21 needs 5 more of Black" in said
    assert "board.ready" in seat.lay(ace_point())
    seat.say("roll", dice=[2, 1])
    seat.play("6/4 6/5")
    assert seat.last("game.opened")["origin"] == {"position": text}
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_the_text_record_says_where_it_came_from() -> None:
    """The tag Origin tells it, and the text is read again."""
    seat = set_up(GAME.write_xgid(ace_point()))
    walked = read_line(each for each in stored(seat.events) if each.game == 2)
    text = text_of(walked)
    assert '[Origin "XGID=' in text
    assert read_text(text) == text_game(walked)


def test_kalah_too() -> None:
    """Any game's position is led to."""
    seat = at_kalah()
    seat.say("setup", position="N 1,0,0,0,0,0/20 0,0,0,0,2,0/25")
    glows = scene(survey(seat.table))
    assert (glows["A"].meaning, glows["A"].count) == (Meaning.TOO_FEW, 20)
    seat.lay(seat.state.start)
    assert seat.rules.mover(seat.state.position) == 1


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "setup needs a position, or the number of a game"),
        ({"position": "4HPwATDgc/ABMA", "game": 1}, "setup needs a position, or the number"),
        ({"position": "4HPwATDgc/ABMA", "ply": 1}, "ply is taken with game only"),
        ({"position": "nonsense"}, "Position ID 'nonsense' is not 14 characters"),
        ({"position": "XGID=nonsense"}, "XGID 'XGID=nonsense' is not of the form"),
        ({"game": 1}, "this table keeps no record"),
    ],
)
def test_mistakes_are_named(given: dict[str, Any], why: str) -> None:
    """Nothing is abandoned for a position that cannot be."""
    seat = seated(6, 5)
    with pytest.raises(CommandError, match=why):
        seat.say("setup", **given)
    assert seat.state.status is Status.PLAYING


def test_a_finished_position_is_no_game() -> None:
    """Where somebody has won there is nothing to play."""
    white, black = (bytearray(half) for half in halves(ace_point().board, 0))
    white[:] = bytes([15, *[0] * 25])
    over = GAME.write_position(ace_point()._replace(board=pack(white, black)))
    with pytest.raises(CommandError, match="the game is over"):
        seated(6, 5).say("setup", position=over)


def from_record() -> DiceSeat:
    """Game 2 begins where game 1 was after its first turn."""
    seat = seated(6, 5)
    seat.move("24>13")
    first = seat.last("turn.made")["position"]
    seat.say("roll", dice=[3, 1])
    seat.play("8/5 6/5")
    seat.table.recall = lambda _game, ply: Recalled("short", first, ply or 0, {}, ("Anna", "Boris"))
    seat.say("setup", game=1, ply=1)
    return seat


def test_a_moment_of_the_record(tmp_path: Path) -> None:
    """As after move 1 of game 1, with its players; verification looks it up as well."""
    seat = from_record()
    opened = seat.last("game.opened")
    assert opened["origin"] == {"game": 1, "ply": 1}
    assert opened["players"] == ["Anna", "Boris"]
    seat.lay(seat.state.start)
    assert seat.rules.mover(seat.state.position) == 1
    assert "is whole" in seat.verified(tmp_path / "record.db")


@pytest.mark.parametrize(
    ("origin", "why"),
    [
        ({"game": 1, "ply": 2}, "it does not begin where it says it does"),
        ({"game": 1, "ply": 9}, "it begins from turn 9 of game 1, which is not there"),
        ({"game": 2, "ply": 0}, "it begins from turn 0 of game 2, which is not there"),
        ({"position": "4HPwATDgc/ABMA"}, "it was set up as '4HPwATDgc/ABMA', which is not"),
    ],
)
def test_a_false_origin_is_found(tmp_path: Path, origin: dict[str, Any], why: str) -> None:
    """Where a game came from cannot be made up."""
    seat = from_record()
    *rest, last = seat.events
    seat.events = [*rest, replace(last, data={**last.data, "origin": origin})]
    assert why in seat.verified(tmp_path / "record.db")

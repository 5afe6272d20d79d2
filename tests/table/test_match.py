"""The games of a match at one table belong together, in the record as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.record.log import Log
from controller.record.matches import match_of
from controller.table.commands import CommandError
from controller.table.state import Status
from tests.table.dicing import DiceSeat


def resigned(seat: DiceSeat, level: int = 1) -> None:
    """White gives the game up."""
    seat.say("roll", dice=[6, 5])
    seat.say("decide", decision=f"resign {level}", side=0)
    seat.say("decide", decision="accept", side=1)


def test_games_of_a_match_name_its_first(tmp_path: Path) -> None:
    """A single game, then a match of three: verified, and put together again (S14)."""
    seat = DiceSeat("short")
    seat.begin()
    seat.say("new", options={"match_length": 3})
    seat.lay(seat.state.start)
    resigned(seat)
    seat.say("next")
    seat.lay(seat.state.start)
    resigned(seat)
    seat.say("next")
    assert seat.last("game.opened")["match"]["first"] == 2
    assert "is whole" in seat.verified(tmp_path / "record.db")
    with Log.open_reader(tmp_path / "record.db") as log:
        assert [game.number for game in match_of(log, 3).games] == [2, 3, 4]


@pytest.mark.parametrize("game", ["short", "long", "gulbar", "mad-gulbar"])
def test_nobody_resigns_before_the_opening_roll(game: str, tmp_path: Path) -> None:
    """N2: as long as nobody has begun there is nothing to lose; the match cannot get stuck."""
    seat = DiceSeat(game, {"match_length": 3})
    seat.begin()
    assert "resign" not in seat.table.commands()
    with pytest.raises(CommandError, match="before the opening roll has said who begins"):
        seat.say("resign", side=0)
    assert seat.state.status is Status.PLAYING
    resigned(seat)
    assert "next" in seat.table.commands()
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_a_resignation_in_nardy_says_its_worth() -> None:
    """In one word nobody resigns there: it is offered by its worth, and answered."""
    seat = DiceSeat("short")
    seat.begin()
    seat.say("roll", dice=[6, 5])
    with pytest.raises(CommandError, match="decide resign 1, resign 2, resign 3"):
        seat.say("resign", side=0)
    seat.say("decide", decision="resign 1", side=0)
    with pytest.raises(CommandError, match="while an offer waits for its answer"):
        seat.say("resign", side=0)

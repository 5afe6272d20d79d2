"""The games of a match at one table belong together, in the record as well."""

from __future__ import annotations

from pathlib import Path

from controller.record.log import Log
from controller.record.matches import match_of
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

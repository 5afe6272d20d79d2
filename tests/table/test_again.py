"""Readings run through the tracker again, with what was said repeated: the same turns are found."""

from __future__ import annotations

from controller.play.fold import read_line
from controller.record.retrack import retrack
from tests.record.matches import stored
from tests.table.dicing import DiceSeat, seated


def again(seat: DiceSeat) -> list[str]:
    """The turns that are found in the readings of this table."""
    return retrack(read_line(stored(seat.events)), seat.readings)


def test_a_turn_let_stand_is_found_again() -> None:
    """Rolls, a condoned turn and the one after it."""
    seat = seated(6, 5, illegal="condone")
    seat.move("24>18", "24>18", "13>8")
    seat.wait()
    seat.say("condone")
    seat.say("roll", dice=[3, 1])
    seat.play("8/5 6/5")
    assert again(seat) == seat.turns == ["", "8/5 6/5"]


def test_inferred_dice_are_inferred_again() -> None:
    """Nothing was said but which of two rolls it was."""
    seat = DiceSeat("short", dice="inferred")
    seat.begin()
    seat.move("13>8", "13>7")
    seat.wait()
    seat.move("17>23")
    seat.wait()
    seat.say("roll", dice=[4, 2], ply=2)
    assert again(seat) == seat.turns == ["13/8 13/7", "8/2"]


def test_a_director_acts_again() -> None:
    """Dice set, the cube set, a turn taken back, another position."""
    seat = seated(6, 5)
    who = {"by": "Ann", "why": "a dispute"}
    seat.say("direct", action="dice", dice=[4, 2], **who)
    seat.say("direct", action="cube", cube=2, owner=1, **who)
    seat.play("8/4 6/4")
    seat.say("direct", action="undo", to=0, **who)
    seat.lay(seat.state.position)
    seat.play("24/18")
    assert again(seat) == seat.turns == ["24/18"]

"""Who cannot move passes (N6), wherever the game begins and whatever is taken back."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from controller.table.commands import CommandError
from tests.table.dicing import DiceSeat

WHITE, BLACK = 0, 1


def closed_out(mover: int, lying: str = "00", **house: Any) -> DiceSeat:
    """Black's last checker is on the bar before a closed board; White has three to spare."""
    seat = DiceSeat("short", **house)
    seeds = count(1)
    seat.table.seed = lambda: next(seeds).to_bytes(32, "big")
    turn = 1 if mover == WHITE else -1
    seat.say("setup", position=f"XGID=aBBBBBBC{'-' * 18}:0:0:{turn}:{lying}:0:0:0:0:10")
    seat.lay(seat.state.start)
    return seat


@pytest.mark.parametrize("dice", ["board", "entered", "inferred"])
def test_a_game_that_begins_with_a_pass(dice: str, tmp_path: Path) -> None:
    """The position is set up with its dice: Black passes as soon as it lies there."""
    seat = closed_out(BLACK, "66", dice=dice)
    assert seat.turns == ["pass"] and seat.last("turn.made")["by"] == "pass"
    assert seat.rules.mover(seat.state.position) == WHITE
    assert "undo" not in seat.table.commands()
    with pytest.raises(CommandError, match="nobody could move, and nothing was rolled or played"):
        seat.say("undo")
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_dice_that_can_be_played_wait_for_the_hands() -> None:
    """Nobody passes who can move."""
    assert closed_out(WHITE, "21").turns == []


def test_an_entered_roll_goes_with_its_pass(tmp_path: Path) -> None:
    """Dice entered by mistake forced a pass: undo takes both, and they are entered anew."""
    seat = closed_out(BLACK)
    assert seat.say("roll", dice=[6, 6])[-1] == "turn.made"
    assert seat.say("undo") == ["turn.takeback", "dice.void"]
    assert seat.wait(10.0) == []  # and nobody passes again
    assert (seat.turns, seat.state.dice) == ([], ())
    draw = seat.rules.acts(seat.state.position).draw
    assert draw is not None and draw.side == BLACK
    seat.say("roll", dice=[5, 4])
    assert seat.turns == ["pass"] and seat.last("dice.rolled")["number"] == 2
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_a_roll_of_the_board_stays_rolled(tmp_path: Path) -> None:
    """Undo takes the pass back with the turn before it: nobody gets another roll that way."""
    seat = closed_out(WHITE, dice="board")
    seat.say("roll")
    rolled = seat.state.dice
    seat.play(seat.table.turns()[0])
    seat.say("roll")
    assert len(seat.turns) == 2 and seat.turns[1] == "pass"
    assert seat.say("undo") == ["turn.takeback"]
    assert seat.last("turn.takeback")["to"] == 0
    seat.lay(seat.state.position)
    assert seat.state.dice == rolled and seat.turns == []
    seat.play(seat.table.turns()[1])
    assert len(seat.turns) == 1
    assert "is whole" in seat.verified(tmp_path / "record.db")


@pytest.mark.parametrize("dice", ["board", "entered"])
@pytest.mark.parametrize("paused", [False, True])
def test_a_director_goes_back_to_before_a_pass(dice: str, paused: bool, tmp_path: Path) -> None:
    """The roll that forced it is void, so that it can be rolled again or set."""
    seat = closed_out(BLACK, dice=dice)
    seat.say("roll", **({"dice": [6, 6]} if dice == "entered" else {}))
    assert seat.turns == ["pass"]
    who = {"by": "Ann", "why": "misread"}
    if paused:
        seat.say("direct", action="pause", **who)
    seat.say("direct", action="undo", to=0, **who)
    if paused:
        seat.say("resume")
    assert (seat.turns, seat.state.dice) == ([], ())
    seat.say("direct", action="dice", dice=[6, 5], **who)
    assert seat.turns == ["pass"]
    assert "is whole" in seat.verified(tmp_path / "record.db")

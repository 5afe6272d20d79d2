"""Buttons of the board: each does what its name says, at every table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.board.buttons import command_of
from controller.table.commands import COMMANDS
from controller.table.state import Status
from controller.table.survey import survey
from hardware.profile import BUTTONS
from tests.house.room import Room
from tests.table.dicing import seated

#: It asks, and commands nothing (tests/voice/test_questions.py).
_ASKS = tuple(button for button in BUTTONS if button.startswith("say"))


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A Kalah room with a game under way."""
    here = Room(tmp_path)
    here.begin()
    yield here
    here.close()


def press(room: Room, *buttons: str) -> None:
    """Press buttons that need not be on this board."""
    for button in buttons:
        room.house._pressed(button)
        room.let(0.5)


def test_pause_goes_on_again(room: Room) -> None:
    """One button for both."""
    seen = []
    for _ in range(2):
        press(room, "pause")
        seen.append(room.table.state.status)
    assert seen == [Status.PAUSED, Status.PLAYING]


def test_resign_is_pressed_twice(room: Room) -> None:
    """A press that slipped gives nothing up; the second one within six seconds does."""
    press(room, "resign")
    assert room.table.state.result is None
    (alert,) = (each for each in room.view["alerts"] if "resign" in each["en"])
    assert "once more within 6 seconds" in alert["en"] and "ещё раз" in alert["ru"]
    room.let(7.0)
    press(room, "resign")
    assert room.table.state.result is None
    press(room, "resign")
    result = room.table.state.result
    assert result is not None and (result.winner, result.reason) == (1, "resigned")


def test_another_button_between_resigns_nothing(room: Room) -> None:
    """Whoever does something else has thought better of it."""
    press(room, "resign", "hints", "resign")
    assert room.table.state.result is None


def test_a_resignation_that_is_worth_points_is_the_least() -> None:
    """In nardy the opponent is asked whether he accepts it."""
    seat = seated(3, 1)
    assert command_of("resign", survey(seat.table)) == {
        "do": "decide",
        "decision": "resign 1",
        "side": 0,
    }


@pytest.mark.parametrize("button", [each for each in BUTTONS if each not in _ASKS])
def test_every_button_says_a_whole_command(button: str) -> None:
    """Nothing that a command needs is left out."""
    seat = seated(3, 1)
    given = command_of(button, survey(seat.table))
    needed = {key for key in COMMANDS[given["do"]] if not key.endswith("?")}
    assert needed <= set(given)

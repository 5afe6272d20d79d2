"""A button of the board that makes a roll void (N3)."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from hardware.profile import BUTTONS, load_profile
from tests.house import test_dialling
from tests.house.test_dialling import Seat


@pytest.fixture
def seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Seat]:
    """A nardy board with the buttons roll and void, at which dice are entered."""
    text = (files("hardware") / "profiles" / "nardy-slots.toml").read_text(encoding="utf-8")
    path = tmp_path / "voiding.toml"
    path.write_text(text.replace("confirm = 26", "void = 26"), encoding="utf-8")
    monkeypatch.setattr(test_dialling, "shipped_profile", lambda _name: load_profile(path))
    seat = Seat(tmp_path, "voiding", "short", {}, dice="entered")
    yield seat
    seat.house.close()


def voids(seat: Seat) -> list[list[int]]:
    """The dice of every void roll in the record."""
    events = (stored.event for stored in seat.house.log.events())
    return [event.data["dice"] for event in events if event.kind == "dice.void"]


def test_the_button_makes_a_roll_void(seat: Seat) -> None:
    """One that nobody entered, and one that was; what was half dialled is forgotten."""
    assert "void" in BUTTONS
    seat.press("roll", "roll", "void", "void")
    assert voids(seat) == [[]] and seat.house.dial.number is None
    seat.house.command({"do": "roll", "dice": [3, 1]})
    seat.press("void", "void")
    assert voids(seat) == [[], [3, 1]]
    assert seat.house.table.state.dice == ()


def test_a_press_that_slipped_voids_nothing(seat: Seat) -> None:
    """The first press asks; another button, or too long a while, and it asks again."""
    seat.house.command({"do": "roll", "dice": [3, 1]})
    asked = "press void once more within 6 seconds to make the roll void"
    seat.press("void")
    assert seat.house.notice == asked
    seat.press("roll", "void")
    assert voids(seat) == [] and seat.house.notice == asked
    seat.press("void")
    assert voids(seat) == [[3, 1]]


def test_refused_it_says_why(seat: Seat) -> None:
    """As every button does."""
    seat.house.command({"do": "roll", "dice": [3, 1]})
    seat.house.command({"do": "decide", "decision": "resign 1", "side": 0})
    seat.press("void")
    assert voids(seat) == []
    assert seat.house.notice == "no roll is void: an offer waits for its answer: that comes first"

"""Buttons of the board: the mover's, unless the profile gives them a seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hardware.errors import ProfileError
from hardware.profile import load_profile, shipped_profile
from tests.house.room import Room


def seated_room(folder: Path, seats: dict[str, int], **house: Any) -> Room:
    """A Kalah room with a game under way, some of whose buttons belong to a side."""
    room = Room(folder, **house)
    room.house._seats_of_buttons.update(seats)
    room.begin()
    return room


def press(room: Room, *buttons: str) -> None:
    """Press buttons that need not be on this board."""
    for button in buttons:
        room.house._pressed(button)
        room.let(0.5)


def test_a_button_without_a_seat_is_the_movers(tmp_path: Path) -> None:
    """It resigns for who is to move, and the record says which button it was."""
    room = seated_room(tmp_path, {})
    press(room, "resign", "resign")
    result = room.table.state.result
    assert result is not None and result.winner == 1
    over = [stored.event.data for stored in room.log.events() if stored.event.kind == "game.over"]
    assert over[-1]["sent_by"] == "button resign"
    room.close()


def test_a_button_with_a_seat_speaks_for_its_side(tmp_path: Path) -> None:
    """North's button resigns for North, though South is to move; it ends no turn of South's."""
    room = seated_room(tmp_path, {"resign": 1, "undo": 1, "confirm": 1})
    room.play("a1")
    press(room, "undo")
    assert room.turns == ["a1"]
    assert str(room.house.notice).startswith(
        "undo is not for the button undo of seat 1 to say; these may: seat 0, table, director"
    )
    assert "кнопка «undo» места 1" in room.view["alerts"][-1]["ru"]
    press(room, "resign", "resign")
    result = room.table.state.result
    assert result is not None and result.winner == 0
    room.close()


@pytest.mark.parametrize("button", ["new", "pause"])
def test_no_button_rules_a_tournament(tmp_path: Path, button: str) -> None:
    """The attack: a player presses pause when his time runs short, or begins anew."""
    room = seated_room(tmp_path, {}, tournament=True)
    kinds = list(room.kinds)
    press(room, button)
    assert room.kinds == kinds
    assert f"in a tournament {button} comes from the hub" in str(room.house.notice)
    room.close()


BUTTONS = "\n[buttons]\n"


@pytest.mark.parametrize(
    ("line", "mistake"),
    [
        ("confirm = { pin = 26, seat = 4 }", "the side whose button it is, 0 to 3"),
        ("confirm = { pin = 26, seat = 'north' }", "the side whose button it is, 0 to 3"),
        ("new = { pin = 26, seat = 0 }", "what new does is everybody's, no seat's. Leave seat out"),
    ],
)
def test_a_wrong_seat_in_a_profile_is_named(tmp_path: Path, line: str, mistake: str) -> None:
    """What was found, where, and what is allowed."""
    with pytest.raises(ProfileError, match="seat") as told:
        load_profile(_profile(tmp_path, line))
    assert mistake in str(told.value)


def test_a_seat_in_a_profile(tmp_path: Path) -> None:
    """The board knows whose button it is; a plain one is nobody's."""
    profile = load_profile(_profile(tmp_path, "confirm = { pin = 26, seat = 1 }\nundo = 20"))
    assert profile.seats_of_buttons == {"confirm": 1}
    assert shipped_profile("kalah-load").seats_of_buttons == {}


def _profile(folder: Path, line: str) -> Path:
    names = ", ".join(f'"{cell}"' for cell in ("a1", "A", "b1", "B"))
    pins = "\n".join(
        f"{cell} = {pin}" for cell, pin in zip(("a1", "A", "b1", "B"), (5, 6, 12, 13), strict=True)
    )
    file = folder / "board.toml"
    file.write_text(
        f'[board]\nname = "small"\nkind = "kalah"\n[cells]\nnames = [{names}]\n'
        f"[[sensors.load]]\nclock = 4\n[sensors.load.cells]\n{pins}\n{BUTTONS}{line}\n",
        encoding="utf-8",
    )
    return file

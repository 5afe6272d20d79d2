"""The house takes stock once for each change, and everybody reads that."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.board.view import Showing
from controller.lights.meanings import Meaning
from controller.table.situation import Role
from controller.tracking.pace import PATIENCE
from controller.words.moment import moment
from tests.house.conftest import MakeRoom
from tests.house.kakuzu_room import KakuzuRoom
from tests.house.room import Room


def test_the_home_of_the_mover_is_told_where_it_can_be_played(tmp_path: Path) -> None:
    """Z2: a home that says whose turn it is still gives its stone, like every square."""
    room = KakuzuRoom(tmp_path, tokens="hand")
    room.begin()
    now = room.house.situation
    home = now.seats[now.mover or 0].home
    assert room.house.glows[home].meaning is Meaning.TURN
    assert home in now.of(Role.LIFT)
    assert "Take one stone from any square" in moment(now)["en"]
    room.close()


def test_a_freed_disk_lights_the_next_player(room: Room) -> None:
    """What waited for the record is lit as soon as it is written, with no hand needed."""
    room.log.full = True
    room.play("a1")
    assert room.lit()["A"] == "turn"
    room.log.full = False
    room.let(2.0)
    assert room.lit()["B"] == "turn" and "A" not in room.lit()


def test_hands_that_rest_are_taken_stock_of(room: Room) -> None:
    """When hands have rested in mid-turn more sensors may be vouched for: that is a change, though
    nothing has happened that the record would tell."""
    room.board.fail("b3", "dead")  # so that nobody can count what is missing
    room.let(3.0)
    room.lift("a1")
    room.drop("a2", "a3")
    assert room.house.situation.doubted == ("b3",)
    seen, kept = room.house.changes, room.kinds
    room.let(PATIENCE + 1.0)
    assert "a2" in room.house.situation.doubted
    assert room.kinds == kept and room.house.changes > seen


def test_the_view_is_made_once_for_each_change(room: Room) -> None:
    """However many watch, they are given the same view until something changes."""
    showing = Showing(room.house)
    view = showing.view()
    assert showing.view() is view
    room.lift("a1")
    assert showing.view() is not view
    assert showing.view() == room.view


def test_a_running_clock_is_read_anew(make_room: MakeRoom) -> None:
    """A view that is asked for later shows what the clocks show then."""
    room = make_room(clock="plain", minutes=5)
    room.begin()
    room.play("a1")
    showing = Showing(room.house)
    left = showing.view()["sides"][1]["clock"]
    room.clock.advance(3.0)
    assert showing.view()["sides"][1]["clock"] == pytest.approx(left - 3.0)

"""Vouching for sensors ("it is as the lights say"): only where a sensor is doubted."""

from __future__ import annotations

import pytest

from controller.table.commands import CommandError
from controller.table.doubting import doubted
from controller.tracking.pace import PATIENCE
from controller.tracking.verdict import Kind
from tests.table.board import Seat, seated


def offered(seat: Seat) -> bool:
    """Whether somebody may vouch for a sensor now."""
    return "vouch" in seat.table.commands()


def test_nothing_is_doubted_at_rest() -> None:
    """Where every sensor agrees with the game there is nothing to vouch for."""
    seat = seated()
    assert not offered(seat)
    with pytest.raises(CommandError, match="no sensor is doubted now: each agrees with the game"):
        seat.say("vouch", cells=["a1"])


def test_pieces_to_be_brought_back_are_no_doubt() -> None:
    """After a turn was taken back every sensor is healthy: not one can be switched off."""
    seat = seated()
    seat.play("a1")
    seat.say("undo")
    assert len(seat.table.verdict.repairs) > 4
    assert not offered(seat) and doubted(seat.table) == []
    with pytest.raises(CommandError, match="pieces are to be moved"):
        seat.say("vouch", cells=[repair.cell for repair in seat.table.verdict.repairs])
    assert seat.state.left_out == frozenset()


def test_a_sensor_that_sticks_while_pieces_come_back_may_be_vouched_for() -> None:
    """Once hands are at work, what a stuck sensor still asks for can be said to lie there."""
    seat = seated()
    start = seat.contents(seat.state.start)
    seat.play("a1")
    seat.say("undo")
    seat.put({**start, "a3": start["a3"] + 1})
    assert doubted(seat.table) == ["a3"]
    seat.say("vouch", cells=["a3"])
    assert seat.state.left_out == {"a3"}
    assert seat.kind == Kind.UNTOUCHED


def test_a_turn_being_made_is_no_doubt() -> None:
    """In mid-sowing every sensor agrees with the game: none can be switched off."""
    seat = seated()
    seat.put(a1=0, a2=abs(seat.held["a2"]) + 1)
    assert seat.kind == Kind.IN_HAND
    assert not offered(seat) and doubted(seat.table) == []
    with pytest.raises(CommandError, match="no sensor is doubted now"):
        seat.say("vouch", cells=["a1"])


def test_where_hands_rest_in_mid_turn_only_what_contradicts_can_be_vouched_for() -> None:
    """The pit that was emptied and what is yet to be sown may be doubted then; no other sensor."""
    seat = seated()
    seat.put(a1=0, a2=abs(seat.held["a2"]) + 1)
    seat.wait(PATIENCE + 0.1)
    able = doubted(seat.table)
    assert "a1" in able and "b4" not in able
    with pytest.raises(CommandError, match=r"sensor b4 is not doubted: it agrees with the game"):
        seat.say("vouch", cells=["b4"])
    assert seat.state.left_out == frozenset()


def test_an_empty_board_is_not_set_up_rather_than_broken() -> None:
    """Setting up: most cells wrong is work to be done; one that stays wrong may be its sensor."""
    seat = Seat()
    seat.say("new")
    start = seat.contents(seat.state.start)
    seat.put(dict.fromkeys(start, 0))
    assert not offered(seat)
    seat.put({**start, "b3": 0})
    assert doubted(seat.table) == ["b3"]
    seat.say("vouch", cells=["b3"])
    assert seat.state.left_out == {"b3"}

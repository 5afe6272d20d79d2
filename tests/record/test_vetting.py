"""What is asked of games before a record takes them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.play.event import Event
from controller.record.errors import EventError
from controller.record.vetting import fault_in
from tests.record.matches import short_match


def changed(events: list[Event], at: int, **facts: Any) -> list[Event]:
    """The events with other facts in one of them."""
    event = events[at]
    return [*events[:at], replace(event, data={**event.data, **facts}), *events[at + 1 :]]


def test_a_match_by_the_rules_has_no_fault() -> None:
    """Games as a table plays them can be kept."""
    assert fault_in(short_match().events) is None


def test_a_fault_is_told_with_its_game() -> None:
    """A turn that the rules do not give, and a match that goes on elsewhere, are told in words."""
    events = short_match().events
    turn = next(at for at, event in enumerate(events) if event.kind == "turn.made")
    fault = fault_in(changed(events, turn, turn="24/1"))
    assert fault is not None
    assert fault.startswith("game 1: ")
    assert "24/1" in fault
    second = [at for at, event in enumerate(events) if event.kind == "game.opened"][1]
    match = {**events[second].data["match"], "number": 7}
    fault = fault_in(changed(events, second, match=match))
    assert fault == "game.opened: it is game 7 of its match, but game 1 was last"


def test_a_time_that_no_calendar_shows() -> None:
    """An event that would make the whole record unreadable is refused before it is there."""
    events = short_match().events
    with pytest.raises(EventError, match=r"a calendar can show \(years 5 to 9987\)"):
        fault_in([replace(events[0], at=-62_135_596_800.0), *events[1:]])

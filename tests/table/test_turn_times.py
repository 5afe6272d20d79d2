"""How long each turn took, as record, page and report tell it: the mover's own thinking."""

from __future__ import annotations

from typing import Any

import pytest

from controller.games.nardy.board import WHITE
from controller.play.event import Event
from controller.table.state import fold_all
from tests.record.matches import match_walk
from tests.table.board import Seat, seated
from tests.table.dicing import seated as dicing


def took(seat: Seat) -> list[float]:
    """The seconds of each turn."""
    return [ply.seconds for ply in seat.state.plies]


def test_a_pause_is_nobodys() -> None:
    """An hour's pause makes no turn an hour long."""
    seat = seated()
    seat.wait(3.0)
    seat.say("pause")
    seat.wait(3600.0)
    seat.say("resume")
    seat.wait(1.0)
    seat.play("a1")
    assert took(seat) == [pytest.approx(4.5)]


@pytest.mark.parametrize("house", [{}, {"clock": "plain"}])
def test_the_time_without_power_is_nobodys(house: dict[str, Any]) -> None:
    """Nobody knows when it went: thinking counts from the start, with a clock and without."""
    seat = seated(house=house)
    seat.wait(3.0)
    seat.now += 500.0
    events = [*seat.events, Event("daemon.started", seat.now, {"version": "0", "profile": ""})]
    state = fold_all(events)
    assert state.turn_since == seat.now


def offered(decision: str, **whose: int) -> Seat:
    """Two seconds into Black's first turn something is offered."""
    seat = dicing(3, 1)
    seat.play("8/5 6/5")
    seat.wait(2.0)
    seat.say("decide", decision=decision, **whose)
    return seat


def took_after(seat: Seat, answer: str, thinking: float = 1.0) -> float:
    """The seconds of that turn, which is made so long after the answer and half a second's play."""
    seat.say("decide", decision=answer)
    seat.wait(thinking)
    seat.say("roll", dice=[6, 4])
    seat.play("24/14")
    return took(seat)[1]


def test_who_answers_a_raise_thinks_on_his_own_time() -> None:
    """The opponent's minute over a double is not the mover's (S8)."""
    seat = offered("double")
    seat.wait(60.0)
    assert took_after(seat, "take") == pytest.approx(3.5)


def test_who_answers_a_resignation_in_his_own_turn_thinks_on_it() -> None:
    """The other side may resign at any time; the mover's minute over it is the mover's (S8)."""
    seat = offered("resign 1", side=WHITE)
    seat.wait(60.0)
    assert took_after(seat, "refuse") == pytest.approx(63.5)


def test_a_pause_over_a_raise_counts_once() -> None:
    """Neither side pays for it, and no time is given back twice."""
    seat = offered("double")
    seat.wait(10.0)
    seat.say("pause")
    seat.wait(600.0)
    seat.say("resume")
    seat.wait(10.0)
    assert took_after(seat, "take", thinking=0.0) == pytest.approx(2.5)


def test_a_turn_changed_by_hand_took_all_its_time() -> None:
    """Until it was changed last its side was still thinking; every exporter tells the same."""
    seat = seated()
    since, start = seat.now, seat.state.start
    seat.play("a1")
    seat.wait(4.0)
    seat.lay(seat.rules.play(start, seat.rules.read_turn(start, "a2")))
    assert seat.turns == ["a2"]
    assert took(seat) == [pytest.approx(seat.now - since)]
    assert seat.last("turn.revised")["seconds"] == took(seat)[0]
    (walked,) = match_walk(seat.events).games
    assert [ply.seconds for ply in walked.plies] == took(seat)


def test_a_turn_put_back_and_made_again_took_all_its_time() -> None:
    """Putting the stones back stops no thinking."""
    seat = seated()
    since, start = seat.now, seat.state.start
    seat.play("a1")
    seat.wait(4.0)
    seat.lay(start)
    seat.wait(9.0)
    assert seat.count("turn.withdrawn") == 1
    seat.play("a2")
    assert took(seat) == [pytest.approx(seat.now - since)]

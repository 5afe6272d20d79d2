"""The players' clock: four kinds, flags, pauses, and nobody's time lost or won by accident."""

from __future__ import annotations

import pytest

from controller.table.clock import Clock, clock_from
from controller.table.events import Event
from controller.table.state import Status, fold
from tests.table.board import Seat, seated


def clock(kind: str, extra: float = 10.0) -> Clock:
    """A minute each, the first side's time running since 0."""
    return Clock(kind, extra, (60.0, 60.0)).start(0, 0.0)


@pytest.mark.parametrize(
    ("kind", "after_4", "after_25"),
    [
        ("plain", 56.0, 35.0),
        ("fischer", 66.0, 45.0),
        ("delay", 60.0, 45.0),
        ("bronstein", 60.0, 45.0),
    ],
)
def test_what_a_turn_costs(kind: str, after_4: float, after_25: float) -> None:
    """A turn of 4 and one of 25 seconds cost what each kind of clock says."""
    assert clock(kind).press(1, 4.0).left[0] == after_4
    assert clock(kind).press(1, 25.0).left[0] == after_25


@pytest.mark.parametrize(
    ("kind", "flag"), [("plain", 60), ("fischer", 60), ("delay", 70), ("bronstein", 60)]
)
def test_when_the_flag_falls(kind: str, flag: float) -> None:
    """The flag falls when the time is up; a delay is free time before it."""
    assert clock(kind).flag() == flag
    assert clock(kind).shows(0, flag) == 0
    assert clock(kind).shows(0, flag + 100) == 0


def test_pressing_the_own_clock_changes_nothing() -> None:
    """An extra move (K5) is the same side's time, and gives nothing."""
    assert clock("fischer").press(0, 5.0) == clock("fischer")


def test_stopped_clocks_stand() -> None:
    """A stopped clock has no flag and loses nothing."""
    stopped = clock("plain").stop(20.0)
    assert stopped.flag() is None and stopped.stop(30.0) == stopped
    assert stopped.shows(0, 1000.0) == 40.0
    assert stopped.press(1, 50.0).running == 1


def test_no_clock_where_none_is_wanted() -> None:
    """Without settings nobody's time is taken."""
    assert clock_from(None, 2) is None


def timed(kind: str = "plain", **more: int) -> Seat:
    """A table with a clock of one minute."""
    return seated(house={"clock": kind, "minutes": 1, **more})


def test_clock_starts_when_the_board_is_ready() -> None:
    """Setting up costs nobody's time."""
    seat = timed()
    assert seat.state.clock is not None
    assert seat.state.clock.running == 0 and seat.state.clock.left == (60.0, 60.0)


def test_flag_ends_the_game() -> None:
    """Time up: the flag is in the record and the other side wins."""
    seat = timed()
    assert seat.wait(61.0) == ["clock.flag", "game.over"]
    assert seat.last("game.over") == {"winner": 1, "scores": [0, 0], "reason": "time"}
    assert seat.state.status is Status.OVER


def test_deadline_is_the_flag() -> None:
    """The table wants to be called when the flag falls, although nobody moves."""
    seat = timed()
    assert seat.table.deadline == pytest.approx(seat.now + 60.0)


def test_turn_presses_the_clock() -> None:
    """A turn made starts the other side's time, with the increment given."""
    seat = timed("fischer", extra=5)
    seat.wait(9.5)
    seat.play("a1")
    clock = seat.state.clock
    assert clock is not None and clock.running == 1
    assert clock.left[0] == pytest.approx(55.0)


def test_pause_stops_and_resume_goes_on() -> None:
    """Nobody's time runs while the game is paused."""
    seat = timed()
    seat.wait(10.0)
    seat.say("pause")
    seat.wait(300.0)
    seat.say("resume")
    assert seat.state.clock is not None
    assert seat.state.clock.shows(0, seat.now) == pytest.approx(50.0)
    assert seat.wait(51.0)[-1] == "game.over"


def test_takeback_gives_no_time() -> None:
    """Taking turns back and forth wins nobody an increment."""
    seat = timed("fischer", extra=30)
    seat.play("a1")
    left = seat.state.clock and seat.state.clock.left[1]
    seat.say("undo")
    assert seat.state.clock is not None
    assert seat.state.clock.running == 0
    assert seat.state.clock.left[1] == left


def test_power_cut_costs_nobody() -> None:
    """The time without power is nobody's: after a restart the clock goes on from there."""
    seat = timed()
    seat.wait(10.0)
    later = seat.now + 3600.0
    state = fold(seat.state, Event("daemon.started", later, {}))
    assert state.clock is not None
    assert state.clock.shows(0, later) == 60.0
    assert state.clock.flag() == later + 60.0


def test_restart_does_not_start_a_stopped_clock() -> None:
    """A paused game is still paused after a restart."""
    seat = timed()
    seat.say("pause")
    assert fold(seat.state, Event("daemon.started", seat.now + 5.0, {})) == seat.state

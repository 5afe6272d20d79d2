"""A program that is stopped for a while costs nobody's clock anything."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from controller.daemon.standstill import LONG, Standstill
from controller.record.log import Log
from controller.record.verify import verify
from hardware.clock import ManualClock
from tests.daemon.running import running
from tests.table.board import Seat, seated
from tests.table.test_clock import left_alone, timed


def test_what_is_a_standstill() -> None:
    """Longer than it wanted to rest, and by more than a busy machine makes it; told once."""
    clock = ManualClock()
    watch = Standstill(clock)
    began = clock.now()
    assert watch.wake() is None
    clock.advance(LONG)
    assert watch.wake() is None
    watch.rest(60.0)
    clock.advance(60.0 + LONG)
    assert watch.wake() is None
    watch.rest(0.5)
    clock.advance(20.0)
    since = began + LONG + 60.0 + LONG + 0.5
    assert watch.wake() == pytest.approx((since, since + 19.5))
    assert watch.wake() is None


def stand(seat: Seat, seconds: float) -> list[str]:
    """The table stands still for so long."""
    since, seat.now = seat.now, seat.now + seconds
    return seat._keep(seat.table.stood_still(since, seat.now))


def test_the_movers_clock_stands_too() -> None:
    """It is a pause that says why; what ran before it counts, and so does what runs after."""
    seat = timed()
    seat.wait(10.0)
    assert stand(seat, 300.0) == ["game.paused", "game.resumed"]
    assert seat.events[-1].data["why"] == "the table itself stood still for 300 seconds"
    clock = seat.state.clock
    assert clock is not None
    assert clock.shows(0, seat.now) == pytest.approx(50.0)
    assert seat.wait(51.0)[-1] == "game.over"


def test_a_flag_that_fell_before_has_fallen() -> None:
    """Time that was up when it stopped is up."""
    seat = timed()
    seat.now += 61.0
    assert stand(seat, 300.0)[-1] == "game.over"


def test_where_no_time_runs_nothing_is_said() -> None:
    """Without a clock, and before the first act, a standstill is not worth an event."""
    seat = seated()
    assert stand(seat, 300.0) == []
    assert stand(left_alone(), 300.0) == []


def test_a_stopped_daemon(tmp_path: Path) -> None:
    """SIGSTOP for longer than the clock has left: the game goes on, and the record says why."""
    config = tmp_path / "table.toml"
    config.write_text('[page]\nport = 0\n[house]\nclock = "plain"\nminutes = 1\n')
    with running(tmp_path / "home", "--config", config, command="daemon") as table:
        table.ready()
        table.sow("a3", "a4 a5 a6 A b1 b2")
        table.wait(lambda view: view["ply"] == 1)
        os.kill(table.process.pid, signal.SIGSTOP)
        time.sleep(LONG + 2.0)
        os.kill(table.process.pid, signal.SIGCONT)

        def stood() -> list[float]:
            with Log.open_reader(table.record) as log:
                events = [each.event for each in log.events()]
            return [each.at for each in events if "stood still" in str(each.data.get("why"))]

        table.wait(lambda view: view["status"] == "playing" and len(stood()) == 2)
        paused, resumed = stood()
        assert resumed - paused > LONG
        code, err = table.end()
        assert code == 0, err
        verify(table.record)

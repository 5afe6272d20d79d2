"""The sensors' diary: what is seen of each sensor while people play."""

from __future__ import annotations

from typing import Any

from controller.bringup.diary import EVERY_S, HOURS, Diary, worst_hours
from controller.bringup.doctor import Patient, examine_board
from hardware.clock import ManualClock
from hardware.profile import shipped_profile
from hardware.simulated import KIND, SimulatedBoard, open_simulated

PROFILE = shipped_profile("kalah-load")


class Evening:
    """A board in use whose sensors are looked at now and then."""

    def __init__(self, kept: dict[str, Any] | None = None) -> None:
        self.clock = ManualClock()
        self.board: SimulatedBoard = open_simulated(PROFILE, self.clock, 3, nature=KIND)
        self.board.wood.set_up(dict.fromkeys(("a1", "a2", "b1"), 6))
        self.diary = Diary(self.board, self.clock, kept)
        self.learned: dict[str, Any] = {}

    def pass_by(self, seconds: float) -> None:
        """Let the board run, looking at it as often as the daemon does."""
        end = self.clock.now() + seconds
        while self.clock.now() < end:
            look = self.clock.now() + EVERY_S
            while self.clock.now() < look:
                self.board.poll()
                self.clock.advance(max(self.board.delay(), 0.05))
            self.diary.look(self.learned)

    def page(self, cell: str) -> dict[str, Any]:
        """What somebody who looks is told of one sensor."""
        return next(page for page in self.diary.pages(self.learned) if page["cell"] == cell)


def test_a_sensor_at_work_is_described() -> None:
    """Margin, noise and the last change are there for every load cell."""
    evening = Evening()
    evening.pass_by(60)
    for page in evening.diary.pages(evening.learned):
        assert page["level"] == "good", page
        assert page["margin"] > 0.4
        assert 0 < page["noise_g"] < 0.2
        assert page["changed_s_ago"] > 20
        assert len(page["hours"]) == 1
    with evening.board:
        pass


def test_a_touch_begins_anew() -> None:
    """Samples of before a touch do not become noise after it."""
    evening = Evening()
    evening.pass_by(60)
    evening.board.wood.set_up({"a1": 2})
    evening.pass_by(60)
    assert evening.page("a1")["noise_g"] < 0.2
    assert evening.page("a1")["changed_s_ago"] < evening.page("b6")["changed_s_ago"]
    evening.board.close()


def test_what_the_table_learned_is_told_as_drift() -> None:
    """An empty pit that wandered is named, and after half a stone there is a warning."""
    evening = Evening()
    evening.learned = {"empty": {"a3": [0.3, 0.0]}}
    evening.pass_by(60)
    assert evening.page("a3")["drift_g"] == 0.3
    assert evening.page("a4")["drift_g"] is None
    evening.learned = {"empty": {"a3": [PROFILE.pieces.grams, 0.0]}}
    assert evening.page("a3")["level"] == "warning"
    assert "calibrate" in evening.page("a3")["remedy"]
    evening.board.close()


def test_each_hour_is_one_line_and_two_days_are_kept() -> None:
    """The worst of each hour stays; what is older than two days goes."""
    evening = Evening()
    for _ in range(HOURS + 3):
        evening.pass_by(20)
        evening.clock.advance(3600)
    hours = evening.page("a1")["hours"]
    assert len(hours) == HOURS
    numbers = [hour for hour, *_ in hours]
    assert numbers == sorted(set(numbers))
    evening.board.close()


def test_it_survives_a_restart_and_the_doctor_reads_it() -> None:
    """What was kept is taken up again, and stands in the doctor's line of that sensor."""
    first = Evening()
    first.pass_by(60)
    first.board.close()
    kept = first.diary.memory()
    second = Evening(kept)
    assert second.diary.memory() == kept
    second.board.close()
    clock = ManualClock()
    patient = Patient(
        PROFILE,
        lambda: open_simulated(PROFILE, clock, 3, nature=KIND),
        clock,
        clock.advance,
        diary=kept,
    )
    said = {finding.about: finding.words for finding in examine_board(patient)}
    assert "over 1 h: worst margin" in said["sensor a1"]
    assert worst_hours({"r1": [[5, None, None, None, 1]]}) == {}

"""Signs of life: only while sensors, recorder and page have all checked in."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.daemon.notify import Notifier
from controller.daemon.pulse import PAGE, RECORDER, SENSORS, Pulse
from hardware.clock import ManualClock
from tests.service.ear import Ear

WORKERS = (SENSORS, RECORDER, PAGE)


class Service:
    """A pulse of 20 seconds with an ear at its other end."""

    def __init__(self, ear: Ear) -> None:
        self.ear, self.clock = ear, ManualClock()
        self.pulse = Pulse(Notifier(ear.address, 20.0), self.clock, WORKERS, lambda: "all well")

    def all_check_in(self, *without: str) -> None:
        for worker in WORKERS:
            if worker not in without:
                self.pulse.check_in(worker)

    def beat(self) -> list[str]:
        self.pulse.beat()
        return self.ear.rest()


def test_ready_when_everybody_has_checked_in(tmp_path: Path) -> None:
    """Nothing is ready before the last of the three has worked once."""
    with Ear(tmp_path / "n") as ear:
        service = Service(ear)
        service.all_check_in(PAGE)
        assert service.beat() == ["STATUS=all well"]
        service.all_check_in()
        assert service.beat() == ["READY=1", "WATCHDOG=1"]
        assert service.beat() == ["WATCHDOG=1"]


@pytest.mark.parametrize("hung", WORKERS)
def test_one_that_hangs_stops_the_signs(hung: str, tmp_path: Path) -> None:
    """Whichever worker hangs, systemd hears nothing more, and the line says who it is."""
    with Ear(tmp_path / "n") as ear:
        service = Service(ear)
        service.all_check_in()
        service.beat()
        service.clock.advance(service.pulse.patience + 0.1)
        service.all_check_in(hung)
        assert service.beat() == [f"STATUS=Hangs: no sign of life from {hung}"]
        assert service.beat() == []
        service.all_check_in()
        assert service.beat() == ["WATCHDOG=1", "STATUS=all well"]


def test_one_beside_that_hangs_is_told_and_life_goes_on(tmp_path: Path) -> None:
    """The page must have answered once; later it may hang, and no hand is disturbed for it."""
    with Ear(tmp_path / "n") as ear:
        clock = ManualClock()
        pulse = Pulse(Notifier(ear.address, 20.0), clock, (SENSORS,), lambda: "well", (PAGE,))
        pulse.check_in(SENSORS)
        assert not pulse.beat() and ear.rest() == ["STATUS=well"]
        pulse.check_in(PAGE)
        assert pulse.beat() and ear.rest() == ["READY=1", "WATCHDOG=1"]
        clock.advance(pulse.patience + 0.1)
        pulse.check_in(SENSORS)
        assert pulse.beat()
        assert ear.rest() == ["WATCHDOG=1", f"STATUS=Hangs: no sign of life from {PAGE}"]


def test_signs_come_in_good_time(tmp_path: Path) -> None:
    """Even a sign that just missed its beat comes twice within systemd's limit."""
    with Ear(tmp_path / "n") as ear:
        pulse = Service(ear).pulse
        assert pulse.every * 2 <= 20.0
        assert pulse.patience + pulse.every < 20.0

"""The daemon under a notify socket, as a program of its own: what systemd hears from it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.daemon.pulse import PAGE, RECORDER, SENSORS
from tests.daemon.running import PATIENCE, page_of
from tests.service.ear import Ear

WATCHDOG_S = 2.0


@contextmanager
def _service(ear: Ear, home: Path, *command: str) -> Iterator[subprocess.Popen[str]]:
    """A program started as systemd would start it."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={
            **os.environ,
            "LUNKA_HOME": str(home),
            "NOTIFY_SOCKET": ear.address,
            "WATCHDOG_USEC": str(int(WATCHDOG_S * 1e6)),
        },
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def _stop(process: subprocess.Popen[str]) -> int:
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=PATIENCE)
    return process.returncode


@pytest.mark.parametrize("hung", [SENSORS, RECORDER])
def test_a_hang_ends_the_signs_of_life(hung: str, tmp_path: Path) -> None:
    """READY, a STATUS line for people, WATCHDOG again and again, until one worker hangs."""
    flag = tmp_path / "hang"
    with (
        Ear(tmp_path / "notify") as ear,
        _service(ear, tmp_path / "home", "tests.service.hanging", str(flag), hung) as process,
    ):
        ear.wait_until_heard("READY=1", "STATUS=Anna - Boris, move 1, South to move")
        ear.wait_for("WATCHDOG=1")
        ear.wait_for("WATCHDOG=1")
        flag.touch()
        ear.rest(WATCHDOG_S, most=8)  # silence for as long as systemd waits
        flag.unlink()
        ear.wait_for("WATCHDOG=1")
        assert _stop(process) == 0
        assert "STOPPING=1" in [*ear.heard, *ear.rest()]


def test_a_page_that_hangs_is_started_anew(tmp_path: Path) -> None:
    """The board lives on and says so; the page that hung is ended, and another one answers."""
    with (
        Ear(tmp_path / "notify") as ear,
        _service(ear, tmp_path / "home", "tests.service.hanging", "-", PAGE) as process,
    ):
        ear.wait_for("READY=1")
        hung = page_of(process.pid)
        os.kill(hung, signal.SIGSTOP)
        ear.wait_for("STATUS=Hangs: no sign of life from page")
        for _ in range(3):
            ear.wait_for("WATCHDOG=1")
        while (page := page_of(process.pid)) == hung:
            ear.wait_for("WATCHDOG=1")
        told = ear.heard.index("STATUS=Hangs: no sign of life from page")
        if not any(word.startswith("STATUS=Anna - Boris") for word in ear.heard[told:]):
            ear.wait_for("STATUS=Anna - Boris, move 1")
        assert page != hung and _stop(process) == 0


def test_broken_settings_are_a_service_too(tmp_path: Path) -> None:
    """Nothing loops: the service is ready, serves its mistakes and says so; stopped, it ends 2."""
    file = tmp_path / "table.toml"
    file.write_text("[page]\nport = 0\n[game]\nname = 'chess'\n", encoding="utf-8")
    with (
        Ear(tmp_path / "notify") as ear,
        _service(ear, tmp_path / "home", "controller", "daemon", "--config", str(file)) as process,
    ):
        ear.wait_for("READY=1")
        ear.wait_for("WATCHDOG=1")
        assert "STATUS=The settings are broken; the page lists what is wrong" in ear.heard
        assert _stop(process) == 2

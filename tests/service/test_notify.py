"""What systemd is told: the exact words, on any kind of socket, and nothing elsewhere."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from controller.daemon.notify import Notifier
from tests.service.ear import Ear


@pytest.mark.parametrize("kind", ["path", "abstract"])
def test_the_words(kind: str, tmp_path: Path) -> None:
    """READY, STATUS, WATCHDOG and STOPPING as systemd expects them, one datagram each."""
    address = str(tmp_path / "notify") if kind == "path" else f"@lunka-test-{os.getpid()}"
    with Ear(address) as ear:
        notifier = Notifier.of({"NOTIFY_SOCKET": address})
        notifier.ready()
        notifier.status("Anna - Boris,\n move 12")
        notifier.alive()
        notifier.stopping()
        said = ["READY=1", "STATUS=Anna - Boris, move 12", "WATCHDOG=1", "STOPPING=1"]
        assert ear.rest() == said


def test_the_same_line_is_said_once(tmp_path: Path) -> None:
    """A status line is sent when it changes, and never longer than a line."""
    with Ear(tmp_path / "notify") as ear:
        notifier = Notifier(ear.address)
        for _ in range(3):
            notifier.status("quiet")
        notifier.status("x" * 1000)
        assert ear.rest() == ["STATUS=quiet", "STATUS=" + "x" * 200]


def test_without_systemd_nothing_is_said() -> None:
    """Started by hand, every word goes nowhere."""
    notifier = Notifier.of({})
    assert not notifier.heard
    assert notifier.watchdog_s is None
    notifier.ready()


def test_a_deaf_systemd_does_not_stop_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A socket that is gone is a line in the log."""
    with caplog.at_level(logging.WARNING):
        Notifier(str(tmp_path / "gone")).ready()
    assert "systemd could not be told 'READY=1': No such file" in caplog.text


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({"WATCHDOG_USEC": "20000000"}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "7"}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({}, None),
    ],
)
def test_how_often_signs_of_life_are_wanted(
    environment: dict[str, str], seconds: float | None
) -> None:
    """The watchdog's time is taken when it is meant for this process."""
    notifier = Notifier.of({"NOTIFY_SOCKET": "@x", **environment}, pid=7)
    assert notifier.watchdog_s == seconds

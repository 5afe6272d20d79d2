"""`lunka hall demo`: a hall that plays by itself, and of which nothing is left."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.demo import broker
from controller.demo.director import events_for
from tests.hall.broker import SHIPPED, listens
from tests.machine.skips import program

#: Nothing is measured by it: a busy machine may need long.
_PATIENCE = 240.0


def _ask(address: str, key: str, path: str) -> Any:
    request = urllib.request.Request(address + path, headers={"Authorization": f"Bearer {key}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


def _settled(view: Any) -> list[Any]:
    """The boards of a competition that were played at a table and confirmed."""
    boards = [board for turn in view["rounds"] for board in turn["boards"]]
    return [board for board in boards if board["status"] == "confirmed" and board["games"]]


def test_a_hall_plays_by_itself_and_nothing_of_it_is_left(tmp_path: Path) -> None:
    """Two tables, very fast: people play both games to their end, the results come from the
    tables' records, the next event begins; Ctrl-C ends every program and leaves no file."""
    program("mosquitto")
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "controller", "hall", "demo"),
            *("--tables", "2", "--speed", "1000", "--port", "0"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert process.stdout is not None
    try:
        said = ""
        while "Ctrl-C ends" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        found = re.search(r"(http://127\.0\.0\.1:(\d+)/)director#key=(\S+)", said)
        assert found is not None, said
        address, port, key = found.groups()
        (folder,) = tmp_path.iterdir()
        assert str(folder) in said
        until, played = time.monotonic() + _PATIENCE, set[str]()
        while played != {"kalah", "short"}:
            assert time.monotonic() < until, played
            assert process.poll() is None, process.stdout.read()
            views = _ask(address, key, "api/competitions")["competitions"]
            played |= {view["rules"]["game"] for view in views if _settled(view)}
            time.sleep(0.3)
        lights = _ask(address, key, "api/hall")["tables"]
        assert [table["light"] for table in lights] == ["good", "good"], lights
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert (process.wait(60), rest) == (0, "Closing the hall ...\n")
        assert list(tmp_path.iterdir()) == []
        assert not listens(int(port))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_without_mosquitto_the_line_that_installs_it_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """One line and exit code 2; nothing was started or left behind."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(broker, "_PLACES", ())
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    assert main(["hall", "demo", "--port", "0"]) == 2
    told = capsys.readouterr().err
    assert told == (
        "lunka: the hall needs the MQTT broker Mosquitto, and mosquitto is not installed:"
        " sudo apt-get install mosquitto\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_taken_is_told_before_anything_starts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """No hall speaks to somebody else's hub."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["hall", "demo", "--port", str(port)]) == 2
    told = capsys.readouterr().err
    assert told == f"lunka: port {port} is taken; choose another with --port\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("speed", ["0", "fast", "nan", "-1", "1001"])
def test_a_speed_that_nobody_plays_at_is_refused(
    speed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what is allowed."""
    with pytest.raises(SystemExit):
        main(["hall", "demo", "--speed", speed])
    assert "a number from 0.1 to 1000 is" in capsys.readouterr().err


def test_the_broker_asks_what_a_real_one_asks() -> None:
    """Who may say what is word for word in the rules that a hall installs."""
    shipped = (SHIPPED / "acl").read_text(encoding="utf-8").splitlines()
    assert {line for line in broker.ACL.splitlines() if line} <= set(shipped)


def test_every_table_has_its_game_and_two_players() -> None:
    """Names differ in every hall, however large."""
    tables = [(f"t{number}", "short" if number % 2 else "kalah") for number in range(40)]
    events = list(events_for(tables))
    assert [len(event.tables) for event in events] == [20, 20]
    names = [name for event in events for name in event.players]
    assert len(names) == len(set(names)) == 80

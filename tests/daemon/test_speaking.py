"""A table with a voice: it speaks beside the board, and its troubles keep nobody from playing."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.daemon.running import PATIENCE, running

_SETTINGS = """
[page]
port = 0
[game]
options = { stones = 4 }
[voice]
speaks = true
command = ["VOICE"]
"""


def until(happened: Callable[[], object]) -> None:
    """Wait for what another process does."""
    give_up = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < give_up
        time.sleep(0.02)


def test_a_table_speaks(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played by hand is handed to the voice, sentence by sentence."""
    heard = tmp_path / "heard"
    _program(tmp_path / "voice", f"cat >> {heard}\necho >> {heard}")
    (tmp_path / "bin").mkdir()
    _program(tmp_path / "bin" / "aplay", "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    with running(home, "--config", _settings(tmp_path), command="daemon") as table:
        table.ready()
        table.sow("a3", "a4 a5 a6 A")
        until(lambda: heard.exists() and "South: pit 3. Now: nothing at pit 3" in heard.read_text())


def test_a_voice_that_is_missing_keeps_nobody_from_playing(home: Path, tmp_path: Path) -> None:
    """It is an alert in every language and a trouble; turns are recorded all the same."""
    with running(home, "--config", _settings(tmp_path), command="daemon") as table:
        table.ready()
        told = table.alert("The voice: ")
        assert told["en"] == f"The voice: {tmp_path}/voice is not installed. Play goes on."
        assert "не установлена" in told["ru"]
        health = table.http.get("/health")
        assert health.status_code == 200 and "voice" in health.json()["troubles"]
        table.sow("a3", "a4 a5 a6 A")
        table.wait(lambda view: view["ply"] == 1)


def _settings(folder: Path) -> Path:
    file = folder / "table.toml"
    file.write_text(_SETTINGS.replace("VOICE", str(folder / "voice")))
    return file


def _program(file: Path, script: str) -> None:
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)

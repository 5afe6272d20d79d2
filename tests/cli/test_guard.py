"""Nobody's name moves the cursor of whoever reads it in a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli.guard import visible
from controller.record.log import Log
from tests.record.games import Scribe

EVIL = "Anna\x1b[2J\x1b]0;owned\x07\r\x9b31m"


def _in_terminal(*words: str) -> bytes:
    """What a terminal is sent by this command."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "controller", *words]
    with subprocess.Popen(command, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        sent = b""
        try:
            while block := os.read(ours, 4096):
                sent += block
        except OSError:  # the other end is closed
            pass
        process.wait(60)
    os.close(ours)
    return sent


@pytest.mark.parametrize("words", [["games"], ["show", "1"], ["replay", "1"]])
def test_names_of_foreign_records_are_shown_not_obeyed(words: list[str], tmp_path: Path) -> None:
    """Whatever stands in a record, a terminal only sees its letters."""
    with Log(tmp_path / "r.db") as log:
        log.append(Scribe(players=(EVIL, "Boris")).events)
    sent = _in_terminal(*words, "--record", str(tmp_path / "r.db"))
    assert b"Anna" in sent
    for obeyed in (b"\x1b[2J", b"\x1b]0;", b"\x07", "\x9b".encode()):
        assert obeyed not in sent


def test_errors_are_shown_not_obeyed(tmp_path: Path) -> None:
    """A file's name in an error is no command to the terminal either."""
    sent = _in_terminal("games", "--record", str(tmp_path / "\x1b[2J.db"))
    assert b"there is no record" in sent and b"\x1b" not in sent


def test_what_is_obeyed_and_what_is_not() -> None:
    """Line ends and tabs stay, letters of every language too."""
    assert visible("Анна\t李\r\n") == "Анна\t李\r\n"
    assert visible("a\rb\x1b\u202e") == "a\\x0db\\x1b\\x202e"

"""`lunka listen` at a running table: the whole of it in words."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from controller.cli import main
from tests.daemon.running import PROGRAM, Table


def test_a_turn_is_heard(table: Table) -> None:
    """Somebody who only reads lines hears of a turn made by hand, and who is to move then."""
    table.ready()
    command = [*PROGRAM, "listen", "--url", table.url, "--language", "en"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as listening:
        assert listening.stdout is not None
        first = listening.stdout.readline()
        assert first.startswith("South to move.")
        table.sow("a3", "a4 a5 a6 A")
        heard = [listening.stdout.readline(), listening.stdout.readline()]
        listening.kill()
    assert heard[0].startswith("South: pit 3. Now: nothing at pit 3; ")
    assert heard[1].startswith("South moves again.")


def test_no_table_there(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong address is one clear line."""
    assert main(["listen", "--url", "http://127.0.0.1:9"]) == 2
    assert capsys.readouterr().err.startswith("lunka: no table answers at http://127.0.0.1:9: ")

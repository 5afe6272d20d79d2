"""The three example programs do what they say, as programs of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.daemon.running import PATIENCE, Table, running

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A kalah table on the simulated board."""
    with running(tmp_path) as table:
        table.ready()
        yield table


def _started(name: str, *words: str) -> subprocess.Popen[str]:
    """The program, with the `lunka` of this environment."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return subprocess.Popen(
        [sys.executable, EXAMPLES / name, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PATH": path},
    )


def _ran(name: str, *words: str) -> tuple[int, str, str]:
    process = _started(name, *words)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def test_turns_are_counted() -> None:
    """One of six pits ends in the store and moves again (K5): two turns go 5 x 6 + 5 ways."""
    code, out, _ = _ran("count_turns.py", "kalah", "2", "stones=4")
    assert (code, out) == (0, "1 turns: 6 ways\n2 turns: 35 ways\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chess", "1"), "there is no game 'chess'"),
        (("short", "1"), "needs dice"),
        (("kalah", "many"), "usage: count_turns.py"),
    ],
)
def test_what_cannot_be_counted_is_told(words: tuple[str, ...], told: str) -> None:
    """A wrong game, a game with dice, a wrong number: a sentence, and no traceback."""
    code, out, err = _ran("count_turns.py", *words)
    assert code
    assert not out
    assert told in err
    assert "Traceback" not in err


def test_a_table_is_followed(table: Table) -> None:
    """Each new sentence of a table is printed, in the language that was asked for."""
    process = _started("follow_a_table.py", f"{table.url}/#key={table.key}", "ru")
    assert process.stdout
    try:
        assert process.stdout.readline().startswith("move 0: Ход")
        table.do("resign", side=0)
        assert "Север выигрывает" in process.stdout.readline()
    finally:
        process.terminate()
        process.communicate()


def test_games_are_taken_home_once(table: Table, tmp_path: Path) -> None:
    """Every game that is over becomes a file, once; with the key the next game is begun."""
    table.do("resign", side=0)
    folder = tmp_path / "home"
    code, out, _ = _ran("take_games_home.py", f"{table.url}/#key={table.key}", str(folder))
    assert (code, out) == (0, f"1 games saved in {folder}\nthe next game is begun\n")
    assert [file.name for file in folder.iterdir()] == ["0001.text"]
    assert "North" in (folder / "0001.text").read_text("utf-8")
    assert table.view()["game_id"] == 2
    assert _ran("take_games_home.py", table.url, str(folder))[1] == f"0 games saved in {folder}\n"


def test_refusals_are_sentences(table: Table, tmp_path: Path) -> None:
    """A form that cannot hold the game, and a table that is not there, are told in a sentence."""
    table.do("resign", side=0)
    for address, form, told in (
        (table.url, "mat", "mat"),
        ("http://127.0.0.1:9", "text", "does not answer"),
    ):
        code, _, err = _ran("take_games_home.py", address, str(tmp_path / "home"), form)
        assert code
        assert told in err
        assert "Traceback" not in err
    code, _, err = _ran("follow_a_table.py", "http://127.0.0.1:9")
    assert code
    assert "cannot be followed" in err
    assert "Traceback" not in err

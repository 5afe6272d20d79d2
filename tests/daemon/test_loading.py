"""What a table loads before it is ready: what it plays with, and no more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_OPEN = """
import sys
from pathlib import Path
from controller.daemon import daemon
from controller.settings.config import check_config

board, game, folder = sys.argv[1:]
checked = check_config({"board": {"profile": board}, "game": {"name": game}}, "test")
house, _board = daemon.open_house(checked, Path(folder) / "record.db")
house.open()
house.command({"do": "new"})
house.close()
print(*sorted(sys.modules))
"""
#: What no table needs before somebody asks for it.
_LATER = {
    "controller.formats.writers",
    "controller.record.text",
    "controller.record.mat",
    "controller.report",
}


@pytest.mark.parametrize(
    ("board", "game", "package"),
    [
        ("kalah-load", "kalah", "kalah"),
        ("nardy-slots", "long", "nardy"),
        ("gyges-reed", "gyges", "gyges"),
        ("kakuzu-reed", "kakuzu", "kakuzu"),
    ],
)
def test_a_table_loads_its_own_game(board: str, game: str, package: str, tmp_path: Path) -> None:
    """No other game's rules, and nothing that writes files, keep a table from being ready."""
    done = subprocess.run(
        [sys.executable, "-c", _OPEN, board, game, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())
    games = {f"controller.games.{name}" for name in ("kalah", "nardy", "gyges", "kakuzu")}
    assert loaded & games == {f"controller.games.{package}"}
    assert not loaded & _LATER

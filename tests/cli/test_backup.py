"""`lunka backup` and `lunka restore`, as typed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.cli.running import Lunka


def test_there_and_back(lunka: Lunka, record: Path, tmp_path: Path, home: Path) -> None:
    """A copy is proven aloud, and restored it is the record of this table."""
    copy = tmp_path / "evening.db"
    ran = lunka("backup", copy, "--record", record)
    assert ran.code == 0
    assert ran.out.startswith(f"record {copy} is whole: ")
    restored = lunka("restore", copy)
    assert restored.code == 0
    assert f"record {home / 'record.db'} is whole" in restored.out
    again = lunka("restore", copy)
    assert "What was there before is in" in again.out
    assert lunka("verify").code == 0


def test_mistakes(lunka: Lunka, record: Path, tmp_path: Path) -> None:
    """One line each."""
    assert "is there already" in lunka("backup", record, "--record", record).mistake
    assert "no such file" in lunka("restore", tmp_path / "no.db").mistake


def test_a_folder_of_copies(
    lunka: Lunka, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each night one more, of the record that the settings name; the oldest go, and nothing else
    does; a copy that fails costs none of those that are there."""
    folder, settings = tmp_path / "copies", tmp_path / "table.toml"
    settings.write_text(f'[record]\npath = "{record}"\n')
    folder.mkdir()
    (folder / "evening.zip").write_text("mine")
    for night in range(4):
        now = f"2026111{night}-043000"
        monkeypatch.setattr(time, "strftime", lambda *_, now=now: now)
        ran = lunka("backup", "--keep", "2", "--config", settings, folder)
        assert ran.code == 0, ran.err
        assert "is whole: " in ran.out
    assert ran.out.endswith("lunka-20261113-043000.zip: 2 copies are there, 1 older went.\n")
    kept = ["evening.zip", "lunka-20261112-043000.zip", "lunka-20261113-043000.zip"]
    assert sorted(each.name for each in folder.iterdir()) == kept
    assert (
        "is there already" in lunka("backup", "--keep", "1", "--config", settings, folder).mistake
    )
    assert sorted(each.name for each in folder.iterdir()) == kept
    again = lunka("restore", folder / kept[-1], "--record", tmp_path / "again.db")
    assert again.code == 0

"""`lunka backup` and `lunka restore`, as typed."""

from __future__ import annotations

from pathlib import Path

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

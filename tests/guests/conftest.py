"""What the tests of other people's games share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Lunka
from tests.guests.installing import oware, shop

__all__ = ["oware", "shop"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where records and keys go unless a test says otherwise."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("LUNKA_HOME", str(folder))
    monkeypatch.setenv("COLUMNS", "120")
    return folder


@pytest.fixture
def lunka(capsys: pytest.CaptureFixture[str]) -> Lunka:
    """The command line in this process."""
    return Lunka(capsys)

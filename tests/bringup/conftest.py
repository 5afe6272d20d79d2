"""The command line, with a home of its own for every test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Lunka


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUNKA_HOME", str(tmp_path / "home"))


@pytest.fixture
def lunka(capsys: pytest.CaptureFixture[str]) -> Lunka:
    """The command line in this process."""
    return Lunka(capsys)

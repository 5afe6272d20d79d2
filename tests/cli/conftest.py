"""A home of its own for every test, and a record with two simulated games in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.settings.config import find_profile
from controller.simulation.run import Scenario, simulate
from tests.cli.running import Lunka


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where records and keys go unless a test says otherwise."""
    folder = tmp_path / "home"
    monkeypatch.setenv("LUNKA_HOME", str(folder))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TZ", "UTC")
    return folder


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record with two whole games; tests only read it."""
    path = tmp_path_factory.mktemp("record") / "games.db"
    options = {"stones": "2", "pits": "3"}
    scenario = Scenario("kalah", options, find_profile("kalah-load"), seed=3, pins_every=0)
    assert simulate(scenario, 2, path).wrong == 0
    return path


@pytest.fixture
def lunka(capsys: pytest.CaptureFixture[str]) -> Lunka:
    """The command line in this process."""
    return Lunka(capsys)

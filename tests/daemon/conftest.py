"""Daemons that several tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.daemon.running import Table, running


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where a daemon keeps its record and key."""
    return tmp_path / "home"


@pytest.fixture
def table(home: Path) -> Iterator[Table]:
    """A running table, set up for a game of four stones."""
    with running(home, "--set", "stones=4") as started:
        started.ready()
        yield started

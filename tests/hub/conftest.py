"""What the hub's tests share: stores on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.hub.store import Store, open_store
from tests.hub.postgres import Server, postgres


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One PostgreSQL server for all tests of a run."""
    with postgres() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The `database` setting of an empty store, on each database in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "hall.db")
    running: Server = request.getfixturevalue("server")
    return running.database()


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """An empty store."""
    opened = open_store(database)
    yield opened
    opened.close()


@pytest.fixture
def light_store(tmp_path: Path) -> Iterator[Store]:
    """An empty store where the database does not matter."""
    opened = open_store(str(tmp_path / "hall.db"))
    yield opened
    opened.close()

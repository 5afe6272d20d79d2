"""Rooms that are closed when the test is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from controller.record.errors import RecordError
from tests.house.room import Room

MakeRoom = Callable[..., Room]


@pytest.fixture
def make_room(tmp_path: Path) -> Iterator[MakeRoom]:
    """Makes rooms: `make_room("reed", confirm="button")`."""
    rooms: list[Room] = []

    def make(sensors: str = "load", **settings: Any) -> Room:
        rooms.append(Room(tmp_path, sensors, **settings))
        return rooms[-1]

    yield make
    for room in rooms:
        with suppress(RecordError):
            room.close()


@pytest.fixture
def room(make_room: MakeRoom) -> Room:
    """A load-cell board with a game of four stones begun."""
    made = make_room()
    made.begin()
    return made

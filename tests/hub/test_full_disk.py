"""A hub whose disk is full: every door says so in words, nothing is half done, and it goes on."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from controller.hub.keys import Keys
from controller.hub.store.sqlite import Sqlite
from tests.hub.serving import ServedHall, serving_hall
from tests.hub.tables import PlayingTable
from tests.hub.test_web import enter


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    """Two tables in a hall."""
    with serving_hall(tmp_path) as running:
        running.connect(PlayingTable("t1"), PlayingTable("t2"))
        yield running


@contextmanager
def full(hall: ServedHall) -> Iterator[None]:
    """SQLite itself finds no room for another page, as on a full disk."""
    engine = cast(Sqlite, hall.hub.store._engine)
    assert engine._database is not None

    def pages(most: int) -> None:
        assert engine._database is not None
        with engine._turn:
            engine._database.execute(f"PRAGMA max_page_count = {most}")

    pages(1)  # SQLite takes the present size for the least
    try:
        yield
    finally:
        pages(1_000_000)


def refused(hall: ServedHall, path: str, body: Any) -> str:
    """What the director is told of something that the disk has no room for."""
    reply = hall.ask(path, body, hall.director)
    assert reply.status == 503, reply.body
    assert reply.headers["retry-after"] == "10"
    return reply.error


def test_a_full_disk_is_told_at_every_door_and_nothing_is_half_done(hall: ServedHall) -> None:
    """503 with what is the matter, in place of a fault of ours; afterwards it goes on as it was."""
    enter(hall, "Ann", "Bob", "Cid", "Dan")
    hall.direct("/api/competitions", {"do": "pair", "competition": "open"})
    name = "N" * 60
    with full(hall):
        told = ""
        for number in range(200):  # until the last page is full
            command = {"do": "enter", "competition": "open", "player": f"{name[:50]}{number}"}
            reply = hall.ask("/api/competitions", command, hall.director)
            if reply.status != 200:
                told = reply.error
                assert reply.status == 503, reply.body
                break
        assert "the disk is full. Nothing was half-written" in told, told
        assert told.startswith("The hub's store fails, so nothing was done: store ")
        players = len(hall.direct("/api/competitions/open")["players"])
        assert "the disk is full" in refused(hall, "/api/competitions/open/send", {})
        assert "the disk is full" in refused(
            hall, "/api/tables/t1/command", {"command": {"do": "pause", "why": "n" * 150}}
        )
        assert not hall.hub.tables["t1"].orders, "nothing is ordered that is not in the book"
        assert "the disk is full" in hall.direct("/api/hall")["trouble"]["store"]
    again = {"do": "enter", "competition": "open", "player": "Eve"}
    hall.direct("/api/competitions", again)
    assert len(hall.direct("/api/competitions/open")["players"]) == players + 1
    assert hall.direct("/api/hall")["trouble"]["store"] is None
    assert all(line["sent"] for line in hall.direct("/api/competitions/open/send", {})["boards"])


def test_a_key_that_finds_no_room_is_told_as_such(
    hall: ServedHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files beside the store, too; any other trouble with a file stays a fault of ours."""
    trouble = errno.ENOSPC

    def write(_keys: Keys, _new: object) -> None:
        raise OSError(trouble, "No space left on device")

    monkeypatch.setattr(Keys, "_write", write)
    told = refused(hall, "/api/keys", {"role": "player", "table": "t1"})
    assert told.startswith("The hub's disk is full, so nothing was done: ")
    assert "No space left on device" in told
    trouble = errno.EPERM
    body = {"role": "player", "table": "t1"}
    assert hall.ask("/api/keys", body, hall.director).status == 500

"""What is not sealed is written now and then, old readings are thinned, old files stay right."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from unittest.mock import patch

from controller.cli import main
from controller.record import schema
from controller.record.log import Log
from controller.record.verify import verify
from tests.house.room import Room
from tests.record.games import Scribe
from tests.record.test_log import Weighed


def _kept(path: Path) -> int:
    with Log.open_reader(path) as log:
        return len(log.readings(1))


def test_readings_wait_for_others(tmp_path: Path) -> None:
    """They are not written with each event, but after a while, at the end of a game and when the
    record is closed; who asks the writer gets those that wait too."""
    path, scribe = tmp_path / "r.db", Scribe()
    with Log(path) as log:
        log.append(scribe.events)
        log.keep_readings(1, 0, [Weighed()])
        log.remember("tare", 1)
        scribe.made(scribe.legal[0])
        log.append(scribe.events[-1:])
        assert _kept(path) == 0 and len(log.readings(1)) == 1
        scribe.at += 200
        scribe.made(scribe.legal[0])
        log.append(scribe.events[-1:])
        assert _kept(path) == 1
        log.keep_readings(1, 1, [Weighed()])
    assert _kept(path) == 2
    with Log(path) as log:
        assert log.recall("tare") == 1


def test_thinned_records_are_as_true_as_before(tmp_path: Path) -> None:
    """Of all but the newest game one reading a cell and turn stays; chain, head and turns are the
    same, and the game is shown again."""
    room = Room(tmp_path)
    for _ in range(3):
        room.begin()
        room.play("a3", "a6")
    room.house.log.flush()
    before, head = [len(room.log.readings(number)) for number in (1, 2, 3)], room.log.head
    room.log.thin(1)
    after = [room.log.readings(number) for number in (1, 2, 3)]
    assert room.log.head == head
    for number in (0, 1):
        cells = [(kept.ply, kept.cell) for kept in after[number]]
        assert len({*cells}) == len(cells) < before[number]
    assert len(after[2]) == before[2]
    room.close()
    assert verify(room.path).ok
    assert main(["replay", "1", "--record", str(room.path)]) == 0


def test_a_table_thins_when_a_game_is_opened(tmp_path: Path) -> None:
    """By its setting, and not without it."""
    room = Room(tmp_path)
    room.house._whole_readings = 1
    room.begin()
    room.play("a3", "a6")
    room.log.flush()
    before = len(room.log.readings(1))
    room.begin()
    assert len(room.log.readings(1)) < before
    room.close()


def test_records_of_large_pages_go_on(tmp_path: Path) -> None:
    """A record that was made with pages of 4096 bytes opens, goes on, and has the head that the
    same events give in a new one."""
    heads = []
    for size in (4096, schema.PAGE):
        path, scribe = tmp_path / f"{size}.db", Scribe()
        with patch.object(schema, "PAGE", size), Log(path) as log:
            log.append(scribe.events)
        with Log(path) as log:
            scribe.made(scribe.legal[0])
            log.append(scribe.events[-1:])
        found = verify(path)
        assert found.ok
        heads.append(found.head)
        database = sqlite3.connect(path)
        assert database.execute("PRAGMA page_size").fetchone() == (size,)
        database.close()
    assert heads[0] == heads[1]


def test_what_must_go_along_with_the_next_events_does(tmp_path: Path) -> None:
    """An order that was carried out is known as such after a power cut, whatever else waits."""
    path, scribe = tmp_path / "r.db", Scribe()
    with Log(path) as log:
        log.append(scribe.events)
        log.remember("tare", 1)
        log.remember("orders", ["p1"], with_next=True)
        scribe.made(scribe.legal[0])
        log.append(scribe.events[-1:])
        with Log.open_reader(path) as reader:  # what a power cut would leave
            assert reader.recall("orders") == ["p1"]
            assert reader.recall("tare") is None
    with Log(path) as log:
        assert (log.recall("orders"), log.recall("tare")) == (["p1"], 1)

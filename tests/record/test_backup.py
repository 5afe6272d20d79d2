"""Copies of a record: proven, of one moment, and never over one that is being written."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from controller.record.backup import back_up, restore
from controller.record.errors import RecordBusyError, RecordDamagedError, RecordError
from controller.record.log import Log
from controller.record.verify import verify
from tests.record.games import Scribe


def _record(path: Path, turns: int = 2) -> Path:
    scribe = Scribe()
    for _ in range(turns):
        scribe.made(scribe.legal[0])
        scribe.sealed()
    with Log(path) as log:
        log.append(scribe.events)
    return path


def test_a_copy_is_the_record(tmp_path: Path) -> None:
    """The copy has the same head, is proven, and is one file."""
    record, copy = _record(tmp_path / "r.db"), tmp_path / "copy.db"
    report = back_up(record, copy)
    assert report.ok
    assert report.head == verify(record).head
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.db"]


def test_a_running_record_can_be_copied(tmp_path: Path) -> None:
    """While a daemon writes, the copy is of one moment, and the daemon goes on."""
    path, scribe = tmp_path / "r.db", Scribe()
    with Log(path) as log:
        log.append(scribe.events)
        head = log.head
        report = back_up(path, tmp_path / "copy.db")
        scribe.made(scribe.legal[0])
        log.append(scribe.events[-1:])
        assert (report.events, report.head) == head
        assert log.head[0] == head[0] + 1


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A file of that name stays as it is."""
    record, there = _record(tmp_path / "r.db"), tmp_path / "there"
    there.write_text("precious")
    with pytest.raises(RecordError, match="is there already; choose another name"):
        back_up(record, there)
    assert there.read_text() == "precious"


def test_a_broken_record_is_not_copied(tmp_path: Path) -> None:
    """What is broken is said, and no copy pretends to be whole."""
    record = _record(tmp_path / "r.db")
    database = sqlite3.connect(record)
    database.execute("DROP TRIGGER events_never_change")
    database.execute("UPDATE events SET at = at + 1 WHERE seq = 2")
    database.commit()
    database.close()
    with pytest.raises(RecordDamagedError, match="nothing was copied"):
        back_up(record, tmp_path / "copy.db")
    with pytest.raises(RecordDamagedError, match="nothing was copied"):
        restore(record, tmp_path / "new.db")
    assert not (tmp_path / "copy.db").exists()
    assert not (tmp_path / "new.db").exists()


def test_restored_it_goes_on(tmp_path: Path) -> None:
    """The copy takes the record's place, what was there is kept, and games can be added."""
    record, copy = _record(tmp_path / "r.db"), tmp_path / "copy.db"
    old = back_up(record, copy)
    with Log(record) as log:
        log.append(Scribe().events)
    report, kept = restore(copy, record)
    assert report.head == old.head
    assert kept == tmp_path / "r.db.before-1"
    assert verify(kept).games == 2
    with Log(record) as log:
        log.append(Scribe().events)
        assert log.last_game() is not None
    assert verify(record).ok
    assert restore(copy, record)[1] == tmp_path / "r.db.before-2"


def test_a_record_in_use_is_not_replaced(tmp_path: Path) -> None:
    """While a daemon writes it, restoring is refused and nothing is touched."""
    record, copy = _record(tmp_path / "r.db"), tmp_path / "copy.db"
    back_up(record, copy)
    with Log(record) as log:
        with pytest.raises(RecordBusyError, match=f"written by process {os.getpid()}"):
            restore(copy, record)
        log.append(Scribe().events)
    assert verify(record).games == 2


def test_into_a_place_that_is_not_there_yet(tmp_path: Path) -> None:
    """A new machine has no record: its folder is made."""
    copy = tmp_path / "copy.db"
    back_up(_record(tmp_path / "r.db"), copy)
    report, kept = restore(copy, tmp_path / "new" / "state" / "record.db")
    assert report.ok
    assert kept is None


def test_no_record_no_copy(tmp_path: Path) -> None:
    """A name that is not there, or is no record, is told in words."""
    with pytest.raises(RecordError, match="there is no such file"):
        back_up(tmp_path / "no.db", tmp_path / "copy.db")
    (tmp_path / "photo").write_bytes(b"\xff\xd8" * 2000)
    with pytest.raises(RecordError, match="not a record of Lunka"):
        restore(tmp_path / "photo", tmp_path / "r.db")
    record = _record(tmp_path / "r.db")
    with pytest.raises(RecordError, match="cannot be"):
        back_up(record, tmp_path / "nowhere" / "copy.db")

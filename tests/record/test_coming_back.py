"""A card or file that is taken away while a table writes: nothing is acknowledged into nowhere, and
the table goes on when it is back."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from controller.record.errors import (
    RecordDamagedError,
    RecordDiskError,
    RecordError,
    RecordGoneError,
)
from controller.record.log import Log
from controller.record.verify import verify
from tests.record.card import Card
from tests.record.games import Scribe


def _record(path: Path) -> tuple[Log, Scribe]:
    scribe, log = Scribe(), Log(path)
    log.append(scribe.events)
    return log, scribe


def _turn(scribe: Scribe) -> None:
    scribe.made(scribe.legal[0])


def test_a_file_that_was_moved_away_takes_nothing(tmp_path: Path) -> None:
    """Though it could still be written to; moved back, the record goes on."""
    path, away = tmp_path / "r.db", tmp_path / "away"
    log, scribe = _record(path)
    away.mkdir()
    for each in tmp_path.glob("r.db*"):
        each.rename(away / each.name)
    _turn(scribe)
    with pytest.raises(RecordGoneError, match="its file is gone: the card was taken out, or some"):
        log.append(scribe.events[-1:])
    assert not [*tmp_path.glob("r.db*")]
    for each in away.iterdir():
        each.rename(tmp_path / each.name)
    log.append(scribe.events[-1:])
    log.close()
    assert verify(path).ok and verify(path).events == len(scribe.events)


def test_a_journal_that_was_removed_loses_nothing(tmp_path: Path) -> None:
    """What was in it goes into the file, and a new one is begun."""
    path = tmp_path / "r.db"
    log, scribe = _record(path)
    Path(f"{path}-wal").unlink()
    _turn(scribe)
    log.append(scribe.events[-1:])
    with Log.open_reader(path) as reader:
        assert reader.head[0] == len(scribe.events)
    log.close()
    assert verify(path).ok


def test_another_record_in_its_place_takes_nothing(tmp_path: Path) -> None:
    """It is named; with the right one back in place the table goes on."""
    path = tmp_path / "r.db"
    log, scribe = _record(path)
    with Log(tmp_path / "other.db") as other:
        other.append(Scribe(players=("Vera", "Gleb")).events * 1)
        other.append([Scribe().events[1]])
    parts = ("", "-wal", "-shm", ".lock")
    for part in parts:
        shutil.copy(f"{path}{part}", f"{path}{part}.kept")
        Path(f"{path}{part}").unlink()
    (tmp_path / "other.db").rename(path)
    _turn(scribe)
    with pytest.raises(RecordError, match=r"another record lies there now \(3 events; 2 were"):
        log.append(scribe.events[-1:])
    assert verify(path).events == 3
    for part in parts:
        Path(f"{path}{part}").unlink(missing_ok=True)
        shutil.copy(f"{path}{part}.kept", f"{path}{part}")
    log.append(scribe.events[-1:])
    log.close()
    assert verify(path).ok and verify(path).events == len(scribe.events)


def test_what_was_written_as_the_card_went_is_not_written_twice(tmp_path: Path) -> None:
    """A card that was pulled after the write and before the answer holds the events already."""
    path = tmp_path / "r.db"
    log, scribe = _record(path)
    _turn(scribe)
    _turn(scribe)
    with Log(tmp_path / "same.db") as same:
        same.append(scribe.events[:-1])
    for part in ("-wal", "-shm", ".lock"):
        Path(f"{path}{part}").unlink()
    (tmp_path / "same.db").replace(path)
    log.append(scribe.events[-2:])
    log.close()
    assert verify(path).ok and verify(path).events == len(scribe.events)


def test_a_card_that_is_back_is_gone_on_with(tmp_path: Path) -> None:
    """A card that answered nothing, was pulled and plugged in again: nothing is missing on it."""
    with Card(tmp_path) as card:
        path = card.path / "r.db"
        log, scribe = _record(path)
        card.vanish()
        _turn(scribe)
        for _ in range(2):
            with pytest.raises(RecordDiskError, match="does not answer"):
                log.append(scribe.events[-1:])
        card.pull()
        with pytest.raises(RecordGoneError, match="its file is gone"):
            log.append(scribe.events[-1:])
        assert not [*card.path.iterdir()]
        card.plug_in()
        log.append(scribe.events[-1:])
        log.close()
        assert verify(path).ok and verify(path).events == len(scribe.events)


def test_a_record_known_to_be_damaged_takes_nothing(tmp_path: Path) -> None:
    """What a verification found is said to whoever wants to add something."""
    log, scribe = _record(tmp_path / "r.db")
    before = log.head
    log.refuse(RecordDamagedError("page 7 is damaged"))
    _turn(scribe)
    with pytest.raises(RecordDamagedError, match="page 7"):
        log.append(scribe.events[-1:])
    log.remember("a", 1)
    assert log.head == before
    log.close()


def test_a_second_name_is_no_second_record(tmp_path: Path) -> None:
    """A hard link would have a lock of its own: neither name is written to until one is gone."""
    path, link = tmp_path / "r.db", tmp_path / "link.db"
    log, scribe = _record(path)
    os.link(path, link)
    with pytest.raises(RecordError, match=r"has 2 names \(hard links, here r\.db\), and whoever"):
        Log(link)
    log.close()
    with pytest.raises(RecordError, match=r"hard links, here link\.db"):
        Log(path)
    link.unlink()
    with Log(path) as again:
        again.append(scribe.events[1:2])

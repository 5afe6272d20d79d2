"""A damaged record is not added to, and a card that is gone is not called damaged."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest

from controller.record.errors import RecordDamagedError, RecordDiskError, RecordError
from controller.record.log import Log
from controller.record.verify import verify
from tests.record.card import Card
from tests.record.games import Scribe


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of three games, closed."""
    path = tmp_path_factory.mktemp("whole") / "r.db"
    with Log(path) as log:
        for _ in range(3):
            scribe = Scribe()
            for _ in range(40):
                if not scribe.legal:
                    break
                scribe.made(scribe.legal[0])
                scribe.sealed()
            log.append(scribe.events)
    return path


def _harm(path: Path, chance: Random) -> None:
    """What a dying card does: a few bytes, a whole block, or the end of the file."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        match chance.randrange(4):
            case 0:
                file.truncate(chance.randrange(1, size))
            case 1:
                file.seek(chance.randrange(size // 512) * 512)
                file.write(bytes(512))
            case 2:
                file.seek(chance.randrange(size // 4096) * 4096)
                file.write(chance.randbytes(4096))
            case _:
                for _ in range(chance.randrange(1, 5)):
                    file.seek(chance.randrange(size))
                    file.write(chance.randbytes(1))


def _is_added_to(path: Path) -> bool:
    try:
        with Log(path) as log:
            log.append(Scribe().events)
    except RecordError:
        return False
    return True


def test_no_damaged_copy_is_added_to(whole: Path, tmp_path: Path) -> None:
    """Of 200 copies, each harmed otherwise, those that are not whole take no further event."""
    chance, spoilt = Random(15), 0
    for number in range(200):
        copy = tmp_path / f"{number}.db"
        shutil.copy(whole, copy)
        _harm(copy, chance)
        try:
            sound = verify(copy).ok
        except RecordError:
            sound = False
        spoilt += not sound
        assert _is_added_to(copy) <= sound, number
    assert spoilt > 100


def test_the_first_damage_is_named(whole: Path, tmp_path: Path) -> None:
    """An event that was changed in the middle is named, and what to do next."""
    copy = tmp_path / "r.db"
    shutil.copy(whole, copy)
    database = sqlite3.connect(copy)
    guard = database.execute("SELECT sql FROM sqlite_master WHERE name = 'events_never_change'")
    again = guard.fetchone()[0]
    database.execute("DROP TRIGGER events_never_change")
    database.execute("UPDATE events SET at = at + 1 WHERE seq = 7")
    database.execute(again)
    database.commit()
    database.close()
    with pytest.raises(RecordDamagedError, match=r"event 7 is missing, or is not as it was sealed"):
        Log(copy)
    with pytest.raises(RecordDamagedError, match="restore the last good copy or begin a new"):
        Log(copy)


def test_guards_that_are_gone_are_noticed(whole: Path, tmp_path: Path) -> None:
    """Without the guard that keeps events from being changed nothing is added either."""
    copy = tmp_path / "r.db"
    shutil.copy(whole, copy)
    database = sqlite3.connect(copy)
    database.execute("DROP TRIGGER events_never_vanish")
    database.close()
    with pytest.raises(RecordDamagedError, match="guards are not as Lunka makes them"):
        Log(copy)


def test_a_card_that_is_gone_is_not_damaged(tmp_path: Path) -> None:
    """Whatever is asked of a record on a card that does not answer: the card is named, not it."""
    with Card(tmp_path) as card:
        path, scribe = card.path / "r.db", Scribe()
        log = Log(path)
        log.append(scribe.events)
        card.vanish()
        scribe.made(scribe.legal[0])
        for ask in (
            lambda: log.append(scribe.events[-1:]),
            lambda: log.head,
            lambda: list(log.events()),
            lambda: verify(path),
            lambda: Log.open_reader(path),
        ):
            with pytest.raises(RecordDiskError, match="card or disk that it lies on does not answ"):
                ask()
        log.close()
        card.pull()
        card.plug_in()
        assert verify(path).ok


def test_a_file_that_may_not_be_read_is_no_card_that_is_gone(tmp_path: Path) -> None:
    """What is missing or closed to us is told as before."""
    with pytest.raises(RecordError, match="there is no such file"):
        Log.open_reader(tmp_path / "none.db")
    if os.geteuid() != 0:
        (tmp_path / "shut.db").touch(0o000)
        with pytest.raises(RecordError, match="it cannot be opened"):
            Log.open_reader(tmp_path / "shut.db")

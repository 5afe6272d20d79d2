"""Damaged records: none is added to, and what is saved of them is whole and true."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from controller.cli import main
from controller.play.event import Event
from controller.record.errors import RecordDamagedError, RecordError
from controller.record.log import Log
from controller.record.pages import rows_in
from controller.record.salvage import salvage
from controller.record.verify import verify
from tests.record.damage import Counts, check_saved, harmed, make_record
from tests.record.games import Scribe, played

Left = tuple[Path, list[list[Event]]]


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Left:
    """A record as a killed table leaves it, and the games in it."""
    return make_record(tmp_path_factory.mktemp("left"))


def test_damaged_copies_are_refused_or_salvaged(left: Left, tmp_path: Path) -> None:
    """Of 40 copies, each harmed otherwise, none is added to; every game saved is one played."""
    counts = Counts()
    for seed in range(40):
        folder = tmp_path / str(seed)
        folder.mkdir()
        copy = folder / "r.db"
        how = harmed(left[0], copy, seed)
        counts.try_one(copy, left[1], f"seed {seed}, {how}")
    assert counts.refused >= 25 and counts.salvaged >= 15 and counts.games > counts.salvaged


def test_of_a_whole_record_everything_is_saved(left: Left, tmp_path: Path) -> None:
    """Also what is still in the journal; and since nothing is missing, the head is the same."""
    found = salvage(left[0], tmp_path / "new.db")
    assert found.report.head == verify(left[0]).head
    assert [*found.saved] == [*found.saved.values()] == [*range(1, len(left[1]) + 1)]
    assert not found.lost and not found.remarks
    check_saved(found, left[1])


def test_sqlite_reads_the_same_rows(left: Left) -> None:
    """Page by page the same events are found that SQLite itself finds, long ones too."""
    database = sqlite3.connect(f"file:{left[0]}?mode=ro", uri=True)
    wanted = database.execute("SELECT seq, game, at, kind, data, hash FROM events").fetchall()
    database.close()
    journal = Path(f"{left[0]}-wal").read_bytes()
    assert {*rows_in(left[0].read_bytes(), journal)} == {*wanted}


@pytest.mark.parametrize("size", [512, 1024, 4096, 65536])
def test_pages_of_every_size_are_read(size: int, tmp_path: Path) -> None:
    """Events that run over many pages are put together again."""
    database = sqlite3.connect(tmp_path / "r.db")
    database.execute(f"PRAGMA page_size = {size}")
    database.execute(
        "CREATE TABLE events (seq INTEGER PRIMARY KEY, game INTEGER, at REAL, kind TEXT,"
        " data TEXT, hash TEXT)"
    )
    rows = [(n, n % 3, n * 1.0, "a.b", "x" * (n * n), f"{n:064}") for n in range(1, 150, 4)]
    database.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
    database.commit()
    database.close()
    raw = (tmp_path / "r.db").read_bytes()
    assert {*rows_in(raw)} == {*rows}
    assert {*rows_in(bytes(100) + raw[100:])} == {*rows}  # its head is gone: the size is found


def _lose(path: Path, copy: Path, game: int) -> None:
    """A copy in which the last event of a game cannot be trusted."""
    shutil.copy(path, copy)
    shutil.copy(f"{path}-wal", f"{copy}-wal")
    database = sqlite3.connect(copy)
    database.execute("DROP TRIGGER events_never_change")
    found = database.execute("SELECT max(seq) FROM events WHERE game = ?", (game,))
    database.execute("UPDATE events SET data = '{}' WHERE seq = ?", found.fetchone())
    database.commit()
    database.close()


def test_a_match_that_lost_a_game_goes_on_as_another(left: Left, tmp_path: Path) -> None:
    """The games after the lost one are a match of their own, at the score that it stood at."""
    opened = [game[0].data.get("match") or {"number": 0} for game in left[1]]
    lost = 1 + [match["number"] for match in opened].index(1)
    assert opened[lost]["number"] == 2
    _lose(left[0], tmp_path / "r.db", lost)
    found = salvage(tmp_path / "r.db", tmp_path / "new.db")
    assert [*found.lost] == [lost] and "damaged or missing" in found.lost[lost]
    check_saved(found, left[1])
    with Log.open_reader(tmp_path / "new.db") as log:
        again = log.openings()[lost - 1].event.data["match"]
    assert (again["number"], again["first"]) == (1, 0)
    assert again["score"] == opened[lost]["score"]


def test_a_game_against_the_rules_is_not_saved(tmp_path: Path) -> None:
    """Its chain is whole, but what it tells cannot have been."""
    cheat = Scribe()
    cheat.made(cheat.legal[0])
    cheat.events[-1].data["position"] = cheat.events[0].data["position"]  # type: ignore[index]
    with Log(tmp_path / "r.db") as log:
        for scribe in (played([12, 21, 30]), cheat, played([9, 14, 22])):
            log.append(scribe.events)
    found = salvage(tmp_path / "r.db", tmp_path / "new.db")
    assert found.saved == {1: 1, 3: 2} and [*found.lost] == [2]


def test_nothing_is_overwritten_and_nothing_left(left: Left, tmp_path: Path) -> None:
    """A file of that name is refused; where no game is whole, no file is made."""
    (tmp_path / "there.db").write_bytes(b"mine")
    with pytest.raises(RecordError, match=r"there\.db is there already"):
        salvage(left[0], tmp_path / "there.db")
    assert (tmp_path / "there.db").read_bytes() == b"mine"
    (tmp_path / "noise.db").write_bytes(bytes(50_000))
    with pytest.raises(RecordDamagedError, match="no whole game was found in it; nothing was"):
        salvage(tmp_path / "noise.db", tmp_path / "new.db")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["noise.db", "there.db"]


def test_the_command_says_what_became_of_each_game(
    left: Left, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Which games were saved, under which number, and why the others were not; it ends with 1 then,
    and what was saved can be put in the record's place though that is damaged."""
    _lose(left[0], tmp_path / "r.db", 2)
    assert main(["salvage", str(tmp_path / "r.db"), str(tmp_path / "new.db")]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(f"record {tmp_path / 'new.db'} is whole: ")
    assert told[1].startswith("game 1 is saved as game 1; its seal was ")
    assert told[2].startswith("game 2 is not saved: ") and "damaged or missing" in told[2]
    assert told[3].startswith("game 3 is saved as game 2; ")
    raw = bytearray((tmp_path / "r.db").read_bytes())
    raw[4096:8192] = bytes(4096)
    (tmp_path / "r.db").write_bytes(raw)
    restored = ["restore", str(tmp_path / "new.db"), "--record", str(tmp_path / "r.db")]
    assert main(restored) == 0
    assert (tmp_path / "r.db.before-1").read_bytes() == bytes(raw)
    with Log(tmp_path / "r.db") as log:
        log.append(Scribe().events)
    assert main(["salvage", str(tmp_path / "none.db"), str(tmp_path / "x.db")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_journal_that_was_lost_is_noticed(left: Left, tmp_path: Path) -> None:
    """Without its journal a record is whole in itself, but shorter than it was."""
    for part in ("", ".lock"):
        shutil.copy(f"{left[0]}{part}", f"{tmp_path / 'r.db'}{part}")
    assert verify(tmp_path / "r.db").ok
    with pytest.raises(RecordDamagedError, match=r"its journal r\.db-wal was lost, or an older"):
        Log(tmp_path / "r.db")
    (tmp_path / "r.db.lock").unlink()
    Log(tmp_path / "r.db").close()

"""The log: durable, append-only, one writer, any number of readers, clear about trouble."""

from __future__ import annotations

import json
import math
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.play.event import GENESIS, Event
from controller.record.chain import digest
from controller.record.errors import (
    EventError,
    RecordBusyError,
    RecordDamagedError,
    RecordDiskError,
    RecordError,
)
from controller.record.log import Log
from controller.record.verify import verify
from tests.machine.skips import require
from tests.record.games import CALM, Scribe, played

STARTED = Event("daemon.started", 1.5, {"version": "0.1.0", "profile": "kalah-load"})


@dataclass(frozen=True)
class Weighed:
    """A reading as a board gives it."""

    cell: str = "a1"
    sense: str = "weight"
    value: float = 12.25
    at: float = 3.5
    steady: bool = True
    fault: str | None = None
    capacity: int = 1


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def log(path: Path) -> Iterator[Log]:
    with Log(path) as opened:
        yield opened


def big(number: int) -> Event:
    """An event that needs some pages of its own."""
    return Event("hints.set", float(number), {"level": "x" * 20_000})


def test_events_come_back_as_they_were(log: Log) -> None:
    """What is appended is read back in order, with its number, its game and its facts."""
    scribe = played([11, 12, 13])
    log.append([STARTED])
    log.append(scribe.events)
    assert [stored.event for stored in log.events()] == [STARTED, *scribe.events]
    assert [stored.seq for stored in log.events()] == list(range(1, len(scribe.events) + 2))


def test_games_are_numbered_as_they_open(log: Log) -> None:
    """Events before any game are of game 0, and each game.opened begins the next."""
    log.append([STARTED])
    log.append([*Scribe().events, *Scribe().events])
    log.append([STARTED])
    assert [stored.game for stored in log.events()] == [0, 1, 1, 2, 2, 2]
    assert log.current_game == 2


def test_an_event_can_be_added_to_an_earlier_game(log: Log) -> None:
    """A named game takes the event; one that is not there is refused with those that are."""
    log.append([*Scribe().events, *Scribe().events])
    log.append([Event("hints.set", 9.0, {"level": "off"})], game=1)
    assert [stored.seq for stored in log.events(game=1)] == [1, 2, 5]
    with pytest.raises(EventError, match="cannot be added to game 3: games 0 to 2 are there"):
        log.append([STARTED], game=3)
    with pytest.raises(EventError, match="a game is opened without naming a number"):
        log.append(Scribe().events, game=2)


def test_events_since_a_number(log: Log) -> None:
    """A follower asks only for what it has not seen, also over many pages."""
    log.append([STARTED] * 1203)
    assert [stored.seq for stored in log.events(since=1200)] == [1201, 1202, 1203]
    assert sum(1 for _ in log.events()) == 1203


def test_the_numbering_goes_on_after_a_restart(path: Path) -> None:
    """A second daemon, later, goes on with the same chain and the same game."""
    with Log(path) as log:
        log.append(Scribe().events)
    with Log(path) as log:
        assert log.current_game == 1
        log.append([STARTED])
    assert verify(path).ok
    assert verify(path).events == 3


def test_the_hash_can_be_computed_by_hand(log: Log) -> None:
    """The first hash is the one that docs/record.md gives."""
    log.append([STARTED])
    stored = next(log.events())
    assert stored.hash == digest(GENESIS, 1, 0, STARTED)
    assert stored.hash == "7091d9e66d3cf3877a3c885547f4d6716b5148ebb7098e290ac26aa0e8e931bc"
    assert log.head == (1, stored.hash)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET kind = 'x'",
        "DELETE FROM events",
        "INSERT INTO events VALUES (-1, 0, 0.0, '', '', '')",
        "DELETE FROM head",
    ],
)
def test_events_cannot_be_changed(log: Log, path: Path, change: str) -> None:
    """The database itself refuses to change, delete or slip in events."""
    log.append([STARTED])
    database = sqlite3.connect(path)
    try:
        with pytest.raises(sqlite3.IntegrityError, match=r"never|only"):
            database.execute(change)
    finally:
        database.close()


def test_a_second_writer_is_told_who_writes(log: Log, path: Path) -> None:
    """Two daemons on one board: the second gets the file and the process that holds it."""
    with pytest.raises(RecordBusyError, match=f"process {os.getpid()}") as caught:
        Log(path)
    assert str(path) in str(caught.value)
    assert caught.value.pid == os.getpid()


def test_a_second_writer_is_found_behind_a_link(log: Log, path: Path) -> None:
    """Another name for the same file does not get past the lock."""
    link = path.with_name("link.db")
    link.symlink_to(path)
    with pytest.raises(RecordBusyError):
        Log(link)


def test_the_lock_goes_with_its_process(path: Path) -> None:
    """A closed log can be opened again at once; closing twice is fine."""
    log = Log(path)
    log.close()
    log.close()
    Log(path).close()


def test_a_lock_file_with_rubbish_is_no_obstacle(path: Path) -> None:
    """Only the kernel's lock counts, not what an old lock file says."""
    path.with_name("table.db.lock").write_text("not a number")
    Log(path).close()


def test_readers_are_always_allowed(log: Log, path: Path) -> None:
    """A reader beside the writer sees each append as soon as it returned."""
    with Log.open_reader(path) as reader:
        assert list(reader.events()) == []
        log.append([STARTED])
        assert len(list(reader.events())) == 1
        log.append(Scribe().events)
        assert len(list(reader.events())) == 3
        assert reader.last_game() is not None


def test_a_slow_reader_sees_every_event_once(log: Log, path: Path) -> None:
    """Reading page by page while the writer appends neither loses nor repeats an event."""
    log.append([STARTED] * 700)
    with Log.open_reader(path) as reader:
        seen = []
        for stored in reader.events():
            seen.append(stored.seq)
            if len(seen) % 100 == 0 and len(seen) <= 1000:
                log.append([STARTED] * 50)
    assert seen == list(range(1, len(seen) + 1))
    assert len(seen) >= 1200


def test_reading_what_is_not_there(path: Path) -> None:
    """No file to read is a sentence, and reading never makes one."""
    with pytest.raises(RecordError, match="there is no such file"):
        Log.open_reader(path)
    assert not path.exists()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """A record in a folder that does not exist is refused by name."""
    with pytest.raises(RecordError, match="check that the folder exists"):
        Log(tmp_path / "nowhere" / "table.db")


def test_nothing_is_made_beside_what_is_no_record(tmp_path: Path) -> None:
    """A file of somebody else's, or a folder, is refused and gets no lock file beside it."""
    other = tmp_path / "passwd"
    other.write_text("root:x:0:0", encoding="utf-8")
    for place in (other, tmp_path / "folder"):
        (tmp_path / "folder").mkdir(exist_ok=True)
        with pytest.raises(RecordError, match=str(place)):
            Log(place)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder", "passwd"]
    assert other.read_text(encoding="utf-8") == "root:x:0:0"


def test_a_copy_on_a_read_only_medium_can_be_read(tmp_path: Path, path: Path) -> None:
    """Somebody without the right to write still reads a closed record."""
    require("root")  # who alone can become somebody without rights
    with Log(path) as log:
        log.append([STARTED])
    shelf = Path(tempfile.mkdtemp())  # a folder of pytest's own is closed to everybody else
    shelf.chmod(0o755)
    try:
        shutil.copy(path, shelf / "copy.db")
        script = (
            "import os, sys; from pathlib import Path; from controller.record.log import Log\n"
            "os.setuid(65534)\n"
            "with Log.open_reader(Path(sys.argv[1])) as reader:\n"
            "    print(sum(1 for _ in reader.events()))\n"
            "try: Log(Path(sys.argv[1]))\n"
            "except Exception as error: print(error)\n"
        )
        said = _python(script, shelf / "copy.db").stdout
    finally:
        shutil.rmtree(shelf)
    assert said.startswith("1\n")
    assert "cannot be written (Permission denied)" in said


def test_not_a_database(path: Path) -> None:
    """A file of something else is refused by both, and left as it is."""
    path.write_text('[Game "kalah"]\n' * 100)
    for opening in (Log, Log.open_reader):
        with pytest.raises(RecordDamagedError, match="not a record of Lunka"):
            opening(path)
    assert path.read_text().startswith("[Game")


def test_a_database_of_another_program(path: Path) -> None:
    """Somebody else's database is refused before anything is touched."""
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE songs (title)")
    database.close()
    before = path.read_bytes()
    with pytest.raises(RecordDamagedError, match="a database, but not a record of Lunka"):
        Log(path)
    assert path.read_bytes() == before


def test_a_record_of_a_newer_lunka(path: Path) -> None:
    """A newer schema is refused with its number and the next step."""
    Log(path).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 7")
    database.close()
    for opening in (Log, Log.open_reader):
        with pytest.raises(RecordError, match="record version 7, this one reads up to 1"):
            opening(path)


def test_nothing_is_added_to_a_broken_chain(path: Path) -> None:
    """A record whose end was cut off is not written on."""
    with Log(path) as log:
        log.append([STARTED, STARTED])
    database = sqlite3.connect(path)
    guard = "SELECT sql FROM sqlite_master WHERE name = 'events_never_vanish'"
    again = database.execute(guard).fetchone()[0]
    database.executescript("DROP TRIGGER events_never_vanish; DELETE FROM events WHERE seq = 2;")
    database.executescript(again)
    database.close()
    with pytest.raises(RecordDamagedError, match="its head names 2 events, but there are 1"):
        Log(path)


def test_data_that_are_not_json_any_more(path: Path) -> None:
    """Damaged facts are a sentence with the event's number."""
    with Log(path) as log:
        log.append([STARTED])
        database = sqlite3.connect(path)
        database.executescript("DROP TRIGGER events_never_change; UPDATE events SET data = '{x';")
        database.close()
        with pytest.raises(RecordDamagedError, match="the data of event 1 are not a JSON object"):
            list(log.events())


def test_a_damaged_file(path: Path) -> None:
    """Bytes overwritten in the middle are an error in words, never a crash."""
    with Log(path) as log:
        log.append([big(number) for number in range(20)])
    raw = bytearray(path.read_bytes())
    raw[8192:40000] = b"\xa5" * (40000 - 8192)
    path.write_bytes(raw)
    with Log.open_reader(path) as reader, pytest.raises(RecordError):
        list(reader.events())
    assert not verify(path).ok


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Event("turn made", 1.0), "is not words and dots"),
        (Event("turn.made", math.nan), "is not a number of seconds"),
        (Event("turn.made", 1.0, {"x": math.inf}), "not plain JSON"),
        (Event("turn.made", 1.0, {"x": {1, 2}}), "not plain JSON"),
        (Event("turn.made", 1.0, {"x": {1: 1, "1": 2}}), "not plain JSON|every key"),
        (Event("turn.made", 1.0, {"x": {2: "two", 10: "ten"}}), "every key"),
    ],
)
def test_events_that_cannot_be_kept(log: Log, event: Event, words: str) -> None:
    """What would not read back as it was is refused, with all that came in the same append."""
    with pytest.raises(EventError, match=words):
        log.append([STARTED, event])
    assert log.head == (0, GENESIS)


def test_a_full_database_loses_nothing(log: Log, path: Path) -> None:
    """No room for an append: a sentence, nothing half-written, and the same append works later."""
    log.append([STARTED])
    before = log.head
    pages = log._database.execute("PRAGMA page_count").fetchone()[0]
    log._database.execute(f"PRAGMA max_page_count = {pages + 3}")
    log.keep_readings(0, 0, [Weighed()])
    with pytest.raises(RecordDiskError, match=r"the disk is full\. Nothing was half-written"):
        log.append([STARTED, big(1), big(2)])
    assert log.head == before
    assert verify(path).events == 1
    log._database.execute("PRAGMA max_page_count = 1000000")
    log.append([STARTED, big(1), big(2)])
    assert verify(path).events == 4
    assert len(log.readings(0)) == 1


_UNTIL_FULL = """
import resource, sys
from pathlib import Path
from controller.record.errors import RecordDiskError
from controller.record.log import Log
from controller.record.verify import verify
from tests.record.test_log import STARTED, big

path = Path(sys.argv[1])
kept = 0
with Log(path) as log:
    log.append([STARTED])
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
    try:
        while True:
            log.append([big(kept), STARTED])
            kept += 1
    except RecordDiskError as error:
        print(error)
    assert verify(path).events == 1 + 2 * kept, "half-written"
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    log.append([big(kept), STARTED])
assert verify(path).events == 3 + 2 * kept
print("kept", kept)
"""


def test_a_disk_that_refuses_to_grow(path: Path) -> None:
    """Where the system itself refuses to write on, the record stays whole and recovers."""
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    done = _python(_UNTIL_FULL, path)
    assert done.returncode == 0, done.stderr
    assert "Nothing was half-written" in done.stdout
    assert verify(path).ok


def _python(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-c", script, *map(str, arguments)]
    root = Path(__file__).parents[2]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=60, cwd=root
    )


def test_readings_are_kept_in_order(log: Log, path: Path) -> None:
    """Raw readings come back as they were, of a game or of one ply, written or still waiting."""
    log.keep_readings(1, 0, [Weighed(), Weighed(cell="a2", fault="silent", steady=False)])
    log.keep_readings(1, 1, [Weighed(value=math.nan)])
    log.keep_readings(2, 0, [Weighed()])
    before = log.readings(1)
    log.flush()
    assert repr(log.readings(1)) == repr(before)
    assert [kept.cell for kept in log.readings(1, 0)] == ["a1", "a2"]
    assert log.readings(1, 0)[1].fault == "silent"
    assert math.isnan(log.readings(1, 1)[0].value)


def test_readings_are_written_with_the_next_append(log: Log, path: Path) -> None:
    """An append takes the waiting readings with it, in the same transaction."""
    log.keep_readings(1, 0, [Weighed()])
    with Log.open_reader(path) as reader:
        assert reader.readings(1) == []
        log.append([STARTED])
        assert len(reader.readings(1)) == 1


def test_many_readings_do_not_fill_the_memory(log: Log, path: Path) -> None:
    """A full buffer is written by itself; where the disk is full too, the oldest are let go."""
    log.keep_readings(1, 0, [Weighed()] * 4000)
    with Log.open_reader(path) as reader:
        assert len(reader.readings(1)) == 4000
    pages = log._database.execute("PRAGMA page_count").fetchone()[0]
    log._database.execute(f"PRAGMA max_page_count = {pages}")
    for _ in range(6):
        log.keep_readings(1, 1, [Weighed()] * 4000)
    assert len(log.readings(1, 1)) == 16000
    log._database.execute("PRAGMA max_page_count = 1000000")


def test_what_was_learned_is_remembered(path: Path) -> None:
    """A value is there at once, and after a restart; nothing is None."""
    with Log(path) as log:
        assert log.recall("tare") is None
        log.remember("tare", {"a1": 12.5})
        assert log.recall("tare") == {"a1": 12.5}
        log.remember("tare", {"a1": 13.5})
    with Log.open_reader(path) as reader:
        assert reader.recall("tare") == {"a1": 13.5}


def test_games_in_one_line(log: Log) -> None:
    """The list of games tells who played what, how far they came and how it ended."""
    assert log.games() == []
    assert log.last_game() is None
    first = Scribe({"pits": 1, "stones": 1})
    log.append([STARTED, *played([6], first).events])
    log.append(Scribe(players=("Vera", "Gleb")).events)
    done, running = log.games()
    assert (done.id, done.game, done.players) == (1, "kalah", ("Anna", "Boris"))
    assert (done.status, done.turns, done.opened) == ("over", 1, first.events[0].at)
    assert done.result is not None
    assert done.result.scores == (1, 1)
    assert (running.players, running.status, running.turns) == (("Vera", "Gleb"), "playing", 0)
    assert log.last_game() == running
    assert log.games(newest=1) == [running]
    assert log.games(newest=9) == [done, running]


@pytest.mark.parametrize("name", ["a\0b.db", "loop"])
def test_a_place_where_no_record_can_be(tmp_path: Path, name: str) -> None:
    """Told in words, to writers as to readers."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(RecordError, match="no file can be there"):
        Log(tmp_path / name)
    with pytest.raises(RecordError, match="there is no such file"):
        Log.open_reader(tmp_path / name)


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    """Stray bytes in a file's name keep nobody from writing or reading it."""
    path = Path(os.fsdecode(bytes(tmp_path / "evening") + b"\xff?#%.db"))
    Log(path).close()
    with Log.open_reader(path) as reader:
        assert reader.games() == []


def test_a_full_disk_at_the_start_names_the_record(tmp_path: Path) -> None:
    """No file can grow, not even by the number in the lock: the record is named, and let go."""
    path = tmp_path / "full.db"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        with pytest.raises(RecordDiskError, match=re.escape(f"record {path}: the disk ")):
            Log(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    Log(path).close()


def test_a_game_that_is_not_there(log: Log) -> None:
    """Asking for a game by a wrong number tells the right ones."""
    with pytest.raises(RecordError, match="there is no game 1; it holds no game yet"):
        log.summary(1)
    log.append(Scribe().events)
    with pytest.raises(RecordError, match="there is no game 5; it holds games 1 to 1"):
        log.summary(5)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(CALM, max_examples=50)
@given(st.lists(st.dictionaries(st.text(), JSON, max_size=4), min_size=1, max_size=4))
def test_any_json_comes_back(facts: list[dict[str, object]]) -> None:
    """Any plain JSON survives the record exactly, and its chain verifies."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.db"
        with Log(path) as log:
            log.append([Event("hints.set", 1.0, each) for each in facts])
            kept = [dict(stored.event.data) for stored in log.events()]
        assert json.dumps(kept, sort_keys=True) == json.dumps(facts, sort_keys=True)
        assert verify(path).ok

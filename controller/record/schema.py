"""The database behind a record: its tables, and how it is opened for writing and for reading."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from urllib.parse import quote

from controller.games.told import Told
from controller.play.event import GENESIS
from controller.record.errors import RecordDamagedError, RecordError, explained
from controller.record.lock import is_file

VERSION = 1
#: "LUNK", so that `file record.db` and we ourselves know whose database this is.
APPLICATION = 0x4C554E4B

#: Events can only be added. `head` says how many there are and the hash of the last, so that
#: cutting off the end does not go unseen. Readings and memory are working material, not sealed.
#: Bytes of a page in a new record. Each turn writes a few whole pages: small ones spare the card.
PAGE = 512
#: The journal is folded into the file at this length: every page that many turns touched is then
#: written there once.
_JOURNAL = 4 << 20
#: How every SQLite file begins.
_MAGIC = b"SQLite format 3\0"
_TABLES = f"""
CREATE TABLE events (
    seq INTEGER PRIMARY KEY, game INTEGER NOT NULL, at REAL NOT NULL,
    kind TEXT NOT NULL, data TEXT NOT NULL, hash TEXT NOT NULL
) STRICT;
CREATE INDEX events_of_game ON events (game, seq);
CREATE TABLE head (
    id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL, hash TEXT NOT NULL
) STRICT;
INSERT INTO head VALUES (1, 0, '{GENESIS}');
CREATE TRIGGER events_never_change BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never changed, only added'); END;
CREATE TRIGGER events_never_vanish BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'events are never deleted, only added'); END;
CREATE TRIGGER events_only_at_the_end BEFORE INSERT ON events
    WHEN NEW.seq <= (SELECT coalesce(max(seq), 0) FROM events)
    BEGIN SELECT RAISE(ABORT, 'events are only added at the end'); END;
CREATE TRIGGER head_never_vanishes BEFORE DELETE ON head
    BEGIN SELECT RAISE(ABORT, 'the head is never deleted'); END;
CREATE TABLE readings (
    id INTEGER PRIMARY KEY, game INTEGER, ply INTEGER, at REAL, cell TEXT, sense TEXT,
    value REAL, steady INTEGER, fault TEXT, capacity INTEGER
);
CREATE INDEX readings_of_game ON readings (game, ply);
CREATE TABLE memory (key TEXT PRIMARY KEY, value TEXT NOT NULL);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""


def check_place(path: Path) -> None:
    """Refuse what can be no record before anything, such as a lock, is made beside it."""
    if path.is_dir():
        open_writer(path).close()  # it cannot, and says why
    if is_file(path) and _first_bytes(path) not in (b"", _MAGIC):
        open_reader(path).close()  # unless a journal knows better, it cannot, and says why


def _first_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC))
    except OSError:
        return b""  # whoever opens it says why not


def open_writer(path: Path) -> sqlite3.Connection:
    """A connection that adds to the record, which is made if it is not there yet."""
    with explained(path):
        return _ready(path, sqlite3.connect(path, isolation_level=None, check_same_thread=False))


def _ready(path: Path, database: sqlite3.Connection) -> sqlite3.Connection:
    try:
        if not _is_empty(database):
            check_ours(path, database)
        database.execute(f"PRAGMA page_size = {PAGE}")  # counts for a new file only
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        page = database.execute("PRAGMA page_size").fetchone()[0]
        database.execute(f"PRAGMA wal_autocheckpoint = {_JOURNAL // page}")
        if _is_empty(database):
            _create(database)
    except BaseException:
        database.close()
        raise
    return database


def _is_empty(database: sqlite3.Connection) -> bool:
    return database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None


def _create(database: sqlite3.Connection) -> None:
    """All tables or none: a power cut half way leaves an empty file, and the next start retries."""
    try:
        database.executescript(f"BEGIN EXCLUSIVE;{_TABLES}COMMIT;")
    except sqlite3.Error:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def open_reader(path: Path) -> sqlite3.Connection:
    """A connection that can only read; it never waits for the writer and never makes it wait."""
    if not is_file(path):
        raise RecordError(
            Told("record {path}: there is no such file; a game makes it when it begins", path=path)
        )
    with explained(path):
        try:
            return _readable(path, "mode=ro")
        except sqlite3.OperationalError:
            if not _stands_alone(path):
                raise
            return _readable(path, "mode=ro&immutable=1")


def end_at(database: sqlite3.Connection, seq: int) -> None:
    """Make this connection, and no other, see the record as if it ended with this event.

    What a connection calls `events` is its own table of that name before it is the file's.
    """
    last = f"SELECT hash FROM main.events WHERE seq = {int(seq)}"
    database.executescript(
        "PRAGMA temp_store = MEMORY;"
        f"CREATE TEMP VIEW events AS SELECT * FROM main.events WHERE seq <= {int(seq)};"
        f"CREATE TEMP VIEW head AS SELECT {int(seq)} AS count,"
        f" coalesce(({last}), '{GENESIS}') AS hash;"
    )


def is_unmade(path: Path) -> bool:
    """Whether nothing was ever kept there: no file, or one whose making was cut off; whoever opens
    it for writing puts that right."""
    if not is_file(path) or not path.stat().st_size:
        return True
    if path.with_name(path.name + "-journal").exists():  # only while a record is made, or copied
        return True
    try:
        database = sqlite3.connect(_address(path, "mode=ro"), uri=True)
    except sqlite3.Error:
        return False
    try:
        return _is_empty(database)
    except (sqlite3.Error, UnicodeDecodeError):
        return False
    finally:
        database.close()


def _stands_alone(path: Path) -> bool:
    """True where no writer's journal belongs to the file: a copy on a read-only medium."""
    journal = path.with_name(path.name + "-wal")
    return not journal.exists() or journal.stat().st_size == 0


def _address(path: Path, how: str) -> str:
    return f"file:{quote(os.fsencode(path.absolute()))}?{how}"


def _readable(path: Path, how: str) -> sqlite3.Connection:
    database = sqlite3.connect(
        _address(path, how), uri=True, isolation_level=None, check_same_thread=False
    )
    try:
        check_ours(path, database)
    except BaseException:
        database.close()
        raise
    return database


def layout(database: sqlite3.Connection) -> dict[str, str]:
    """Every table, index and guard of a database by name, as SQL."""
    found = database.execute("SELECT name, type || ' ' || coalesce(sql, '') FROM sqlite_master")
    return {str(name): str(sql) for name, sql in found if not str(name).startswith("sqlite_stat")}


def layout_of_new() -> dict[str, str]:
    """The same of a record as it is made."""
    database = sqlite3.connect(":memory:")
    try:
        database.executescript(_TABLES)
        return layout(database)
    finally:
        database.close()


def check_ours(path: Path, database: sqlite3.Connection) -> None:
    """Refuse a database of another program, or of a newer Lunka, before anything is touched."""
    owner = database.execute("PRAGMA application_id").fetchone()[0]
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if owner != APPLICATION:
        raise RecordDamagedError(
            Told(
                "record {path}: it is a database, but not a record of Lunka; choose another file",
                path=path,
            )
        )
    if version > VERSION:
        raise RecordError(
            Told(
                "record {path}: it was written by a newer Lunka (record version"
                " {version}, this one reads up to {version2}); install the newer Lunka"
                " to open it",
                path=path,
                version=version,
                version2=VERSION,
            )
        )
    if version < 1:
        raise RecordDamagedError(
            Told(
                "record {path}: record version {version} has never existed",
                path=path,
                version=version,
            )
        )

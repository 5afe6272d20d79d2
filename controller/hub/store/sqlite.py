"""The store in one SQLite file beside the hub: the default, and enough for a large hall."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from controller.disk.files import make_folder_of
from controller.games.told import Told
from controller.hub.store import tables
from controller.hub.store.engine import Row, Session
from controller.hub.store.rows import StoreBusyError, StoreError
from controller.record.errors import RecordBusyError, RecordError, explained
from controller.record.lock import WriterLock, is_file, whole_path

#: "LUNH": a hub's store, not a table's record.
APPLICATION = 0x4C554E48
_WORDS = {"real": "REAL", "number": "INTEGER", "clustered": " WITHOUT ROWID"}


class _Session:
    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def rows(self, query: str, *values: object) -> list[Row]:
        return self._database.execute(query, values).fetchall()

    def each(self, query: str, values: Iterable[Row]) -> None:
        self._database.executemany(query, values)


class Sqlite:
    """One file, one writer, any number of readers (WAL)."""

    def __init__(self, path: Path, *, writes: bool = True) -> None:
        self.name = str(path)
        self._path = path
        self._turn = threading.Lock()
        self._lock: WriterLock | None = None
        self._database: sqlite3.Connection | None = None
        with _in_words():
            if writes:
                self._open_writer()
            elif not is_file(path):
                raise StoreError(
                    Told("store {path}: there is no such file; a hub makes it", path=path)
                )
            else:
                self._check()

    def _open_writer(self) -> None:
        make_folder_of(self._path, "store", "choose another `database`", StoreError)
        self._lock = WriterLock(whole_path(self._path))
        try:
            self._database = _open(self._path)
        except BaseException:
            self._lock.release()
            raise

    def _check(self) -> None:
        with self.reading() as session:
            if session.rows("PRAGMA application_id")[0][0] != APPLICATION:
                raise StoreError(_not_ours(self._path))

    @contextmanager
    def writing(self) -> Iterator[Session]:
        with self._turn, _in_words(), explained(self._path):
            database = self._database
            if database is None:
                raise StoreError(
                    Told("store {name}: it was opened for reading only", name=self.name)
                )
            database.execute("BEGIN IMMEDIATE")
            try:
                yield _Session(database)
                database.execute("COMMIT")
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with (
            _in_words(),
            explained(self._path),
            closing(sqlite3.connect(self._path, isolation_level=None)) as database,
        ):
            database.execute("PRAGMA query_only = ON")
            database.execute("BEGIN")
            yield _Session(database)

    def close(self) -> None:
        with self._turn:
            if self._database:
                self._database.close()
            if self._lock:
                self._lock.release()


def _open(path: Path) -> sqlite3.Connection:
    with explained(path):
        database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            _prepare(path, database)
        except BaseException:
            database.close()
            raise
    return database


def _not_ours(path: Path) -> str:
    return f"store {path}: it is not a hub's store; choose another `database`"


def _prepare(path: Path, database: sqlite3.Connection) -> None:
    empty = database.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None
    owner = database.execute("PRAGMA application_id").fetchone()[0]
    if not empty and owner != APPLICATION:
        raise StoreError(_not_ours(path))
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    if empty:
        _create(database)
    version = database.execute("SELECT version FROM about").fetchone()[0]
    if version != tables.VERSION:
        raise StoreError(
            Told(
                "store {path}: its version is {version}, and this Lunka reads"
                " {version2}; install the Lunka that wrote it",
                path=path,
                version=version,
                version2=tables.VERSION,
            )
        )


def _create(database: sqlite3.Connection) -> None:
    """All tables or none: a power cut half way leaves an empty file, and the next start retries."""
    database.execute("BEGIN EXCLUSIVE")
    try:
        for statement in tables.TABLES:
            database.execute(statement.format(**_WORDS))
        for table in tables.GUARDED:
            for act in ("UPDATE", "DELETE"):
                database.execute(
                    f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table}"
                    f" BEGIN SELECT RAISE(ABORT, '{tables.REFUSAL}'); END"
                )
        database.execute(f"PRAGMA application_id = {APPLICATION}")
        database.execute("COMMIT")
    except sqlite3.Error:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except StoreError:
        raise
    except RecordBusyError as busy:
        who = f"process {busy.pid}" if busy.pid else "another process"
        raise StoreBusyError(
            Told(
                "the hub's store is being written by {who}; one hall has one hub: stop"
                " that one first, or give this one its own `database`",
                who=who,
            )
        ) from busy
    except RecordError as trouble:
        raise StoreError(str(trouble).replace("record ", "store ", 1)) from trouble

"""The store in a PostgreSQL database, for a large hall or one that has such a server anyway."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from controller.games.told import Told
from controller.hub.store import tables
from controller.hub.store.engine import Row, Session
from controller.hub.store.rows import StoreBusyError, StoreError
from controller.settings.extras import needs

try:
    import psycopg
except ImportError as missing:  # the hub's extra is not installed
    raise StoreError(needs("a `database` of PostgreSQL", "psycopg", "hub")) from missing

_WORDS = {"real": "DOUBLE PRECISION", "number": "BIGINT", "clustered": ""}
#: The advisory lock that makes a hub the only writer: "LUNH" as a number.
_LOCK = 0x4C554E48
_WAIT = 5


class _Session:
    def __init__(self, database: psycopg.Connection[Any]) -> None:
        self._database = database

    def rows(self, query: str, *values: object) -> list[Row]:
        cursor = self._database.execute(_own(query), values)
        return list(cursor.fetchall()) if cursor.description else []

    def each(self, query: str, values: Iterable[Row]) -> None:
        with self._database.cursor() as cursor:
            cursor.executemany(_own(query), list(values))


def _own(query: str) -> str:
    """The query with PostgreSQL's own placeholders. All our queries are constants of this room."""
    return query.replace("?", "%s")


class Postgres:
    """One database, one writing connection that is opened again whenever it is lost."""

    def __init__(self, address: str, *, writes: bool = True) -> None:
        self._writes = writes
        self._address = address
        self.name = _without_password(address)
        self._turn = threading.Lock()
        self._writer: psycopg.Connection[Any] | None = None
        with self.writing() if writes else self.reading() as session:
            _prepare(self.name, session, make=writes)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        if not self._writes:
            raise StoreError(Told("store {name}: it was opened for reading only", name=self.name))
        with self._turn, self._in_words():
            database = self._connected()
            try:
                with database.transaction():
                    yield _Session(database)
            except psycopg.OperationalError:
                self._let_go()
                raise

    def _connected(self) -> psycopg.Connection[Any]:
        if self._writer is None or self._writer.closed:
            self._writer = self._connect()
            held = self._writer.execute("SELECT pg_try_advisory_lock(%s)", (_LOCK,)).fetchone()
            if not held or not held[0]:
                self._let_go()
                raise StoreBusyError(
                    Told(
                        "the store {name} is being written by another hub; one hall has one hub:"
                        " stop that one first, or give this one its own `database`",
                        name=self.name,
                    )
                )
        return self._writer

    def _connect(self) -> psycopg.Connection[Any]:
        # TCP tells of a server that vanished only after hours unless it is asked.
        return psycopg.connect(
            self._address, autocommit=True, connect_timeout=_WAIT, keepalives_idle=_WAIT
        )

    def _let_go(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with self._in_words(), self._connect() as database:
            database.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            database.read_only = True
            with database.transaction():
                yield _Session(database)

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as trouble:
            said = " ".join(str(trouble).split()) or type(trouble).__name__
            raise StoreError(
                Told("store {name}: {reason}", name=self.name, reason=said)
            ) from trouble

    def close(self) -> None:
        with self._turn:
            self._let_go()


def _prepare(name: str, session: Session, *, make: bool) -> None:
    there = session.rows("SELECT to_regclass('about') IS NOT NULL")[0][0]
    if not there and not make:
        raise StoreError(
            Told("store {name}: there is no hub's store in it; a hub makes it", name=name)
        )
    if not there:
        _create(session)
    version = session.rows("SELECT version FROM about")[0][0]
    if version != tables.VERSION:
        raise StoreError(
            Told(
                "store {name}: its version is {version}, and this Lunka reads"
                " {version2}; install the Lunka that wrote it",
                name=name,
                version=version,
                version2=tables.VERSION,
            )
        )


def _create(session: Session) -> None:
    for statement in tables.TABLES:
        session.rows(statement.format(**_WORDS))
    session.rows(
        "CREATE FUNCTION only_added() RETURNS trigger LANGUAGE plpgsql AS"
        f" $$ BEGIN RAISE EXCEPTION '{tables.REFUSAL}'; END $$"
    )
    for table in tables.GUARDED:
        session.rows(
            f"CREATE TRIGGER {table}_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}"
            " EXECUTE FUNCTION only_added()"
        )


def _without_password(address: str) -> str:
    """The address as it may stand in a log."""
    place = urlsplit(address)
    host = f"{place.hostname or 'localhost'}:{place.port or 5432}"
    return f"postgresql://{host}{place.path}"

"""The event log: what was announced to the players is on the disk, and nobody can change it.

    with Log(Path("table.db")) as log:
        log.append([Event("game.opened", 1700000000.0, {...})])

`append` is one transaction and durable when it returns. Anybody may read meanwhile:
`Log.open_reader(path)`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from controller.play.event import Event, Stored
from controller.record import readings, schema
from controller.record.chain import canonical, digest, write_data
from controller.record.dates import on_a_calendar
from controller.record.errors import (
    EventError,
    RecordDamagedError,
    RecordError,
    check_game,
    explained,
)
from controller.record.intact import check_intact
from controller.record.lock import WriterLock, whole_path
from controller.record.readings import KeptReading, RawReading
from controller.record.summary import KINDS, GameSummary, summarise

#: Events are fetched in pages, so that a slow consumer never holds the database open.
_PAGE = 500
#: Readings waiting in memory are written at this number, and the oldest dropped at four times it
#: (a full disk must not become a full memory).
_PENDING = 4000

_PAGE_OF_ALL = (
    "SELECT seq, game, at, kind, data, hash FROM events WHERE seq > ? ORDER BY seq LIMIT ?"
)
_PAGE_OF_GAME = (
    "SELECT seq, game, at, kind, data, hash FROM events WHERE game = ? AND seq > ?"
    " ORDER BY seq LIMIT ?"
)
_OPENINGS = (
    "SELECT seq, game, at, kind, data, hash FROM events WHERE kind = 'game.opened' ORDER BY seq"
)
_SUMMARY = (
    "SELECT seq, game, at, kind, data, hash FROM events WHERE game = ?"
    f" AND kind IN ({', '.join('?' * len(KINDS))}) ORDER BY seq"
)


class LogReader:
    """A record opened for reading: its events, its games, the raw readings, what was learned."""

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        self.path = path
        self._database = database

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go. Closing twice is fine."""
        self._database.close()

    def events(self, game: int | None = None, since: int = 0) -> Iterator[Stored]:
        """The events after number `since` in order: all, or those of one game."""
        while page := self._page(game, since):
            yield from page
            since = page[-1].seq

    def after(self, since: int, most: int) -> list[Stored]:
        """The next few events after number `since`, for whoever must not be held up by many."""
        return [self._stored(row) for row in self._rows(_PAGE_OF_ALL, since, most)]

    def _page(self, game: int | None, since: int) -> list[Stored]:
        if game is None:
            return self.after(since, _PAGE)
        return [self._stored(row) for row in self._rows(_PAGE_OF_GAME, game, since, _PAGE)]

    def _rows(self, query: str, *values: object) -> list[Any]:
        with explained(self.path):
            return self._database.execute(query, values).fetchall()

    def _stored(self, row: Sequence[Any]) -> Stored:
        seq, game, at, kind, data, seal = row
        if not on_a_calendar(at):
            raise self._changed(f"the time of event {seq} is {at}, which no clock shows")
        return Stored(seq, game, Event(kind, at, self._facts(seq, data)), seal)

    def _facts(self, seq: int, text: str) -> dict[str, Any]:
        try:
            facts = json.loads(text)
        except (ValueError, RecursionError):
            facts = None
        if not isinstance(facts, dict):
            raise self._changed(f"the data of event {seq} are not a JSON object")
        return facts

    def _changed(self, what: str) -> RecordDamagedError:
        return RecordDamagedError(
            f"record {self.path}: {what}; something changed the file: run `lunka verify` on it and"
            " restore the last good copy"
        )

    def games(self, newest: int | None = None) -> list[GameSummary]:
        """Every game in the record, oldest first; or only so many of the `newest`."""
        last = self._last_number()
        first = 1 if newest is None else max(1, last - newest + 1)
        return [self.summary(number) for number in range(first, last + 1)]

    def openings(self) -> list[Stored]:
        """How each game was opened, oldest first."""
        return [self._stored(row) for row in self._rows(_OPENINGS)]

    def last_game(self) -> GameSummary | None:
        """The game that was opened last, or None in a record without games."""
        number = self._last_number()
        return self.summary(number) if number else None

    def summary(self, game: int) -> GameSummary:
        """One game in one line; `RecordError` where there is no such game."""
        self.check_game(game)
        rows = self._rows(_SUMMARY, game, *KINDS)
        return summarise(game, (self._stored(row) for row in rows))

    def check_game(self, number: int) -> None:
        """`RecordError` where there is no such game."""
        check_game(self.path, number, self._last_number())

    def _last_number(self) -> int:
        return int(self._rows("SELECT coalesce(max(game), 0) FROM events")[0][0])

    @property
    def head(self) -> tuple[int, str]:
        """How many events there are, and the hash that seals them all: worth writing down."""
        rows = self._rows("SELECT count, hash FROM head")
        if len(rows) != 1:
            raise RecordDamagedError(f"record {self.path}: its head is gone; run `lunka verify`")
        return int(rows[0][0]), str(rows[0][1])

    def readings(self, game: int, ply: int | None = None) -> list[KeptReading]:
        """The raw readings of a game, or of one ply of it, in the order they came."""
        rows = self._rows(readings.FIND, game, ply, ply)
        try:
            return [readings.from_row(row) for row in rows]
        except ValueError as odd:
            raise RecordDamagedError(
                f"record {self.path}: a reading of game {game} cannot be right: {odd}; something"
                " changed the file: restore the last good copy to follow its readings again"
            ) from None

    def recall(self, key: str) -> Any | None:
        """What was remembered under this key, or None."""
        rows = self._rows("SELECT value FROM memory WHERE key = ?", key)
        return json.loads(rows[0][0]) if rows else None


class Log(LogReader):
    """A record opened for writing; one process at a time, used from one thread at a time."""

    def __init__(self, path: Path) -> None:
        whole = whole_path(path)
        schema.check_place(whole)
        self._lock = WriterLock(whole)
        try:
            super().__init__(path, schema.open_writer(whole))
            self._begin()
        except BaseException:
            self._lock.release()
            raise

    def _begin(self) -> None:
        self._readings: list[KeptReading] = []
        self._memory: dict[str, str] = {}
        try:
            check_intact(self.path, self._database)
            self._seq, self._hash = self.head
            self.current_game = self._last_number()
        except BaseException:
            self._database.close()
            raise

    @staticmethod
    def open_reader(path: Path) -> LogReader:
        """The record for reading only, at any time, whoever writes it."""
        return LogReader(path, schema.open_reader(path))

    def append(self, events: Sequence[Event], game: int | None = None) -> None:
        """Keep these events, all or none; they are on the disk when this returns.

        `game.opened` begins the next game, and what follows belongs to it. Name a `game` only to
        add to an earlier one.
        """
        if not events:
            self.flush()
            return
        rows, last = self._seal(events, game)
        with self._transaction():
            self._write_pending()
            self._database.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
            self._database.execute("UPDATE head SET count = ?, hash = ?", last[:2])
        self._forget_pending()
        self._seq, self._hash, self.current_game = last

    def _seal(
        self, events: Sequence[Event], game: int | None
    ) -> tuple[list[tuple[object, ...]], tuple[int, str, int]]:
        """The rows for these events, and how the chain stands after them."""
        seq, seal, current = self._seq, self._hash, self.current_game
        rows: list[tuple[object, ...]] = []
        for event in events:
            current += event.kind == "game.opened"
            number = current if game is None else self._earlier(event, game)
            seq += 1
            data = write_data(event)
            seal = digest(seal, seq, number, event)
            rows.append((seq, number, float(event.at), event.kind, data, seal))
        return rows, (seq, seal, current)

    def _earlier(self, event: Event, game: int) -> int:
        if 0 <= game <= self.current_game and event.kind != "game.opened":
            return game
        raise EventError(
            f"event {event.kind} cannot be added to game {game}: games 0 to {self.current_game}"
            " are there, and a game is opened without naming a number"
        )

    def keep_readings(self, game: int, ply: int, rows: Iterable[RawReading]) -> None:
        """Keep raw readings; cheap, since they are written with the next append or `flush`."""
        self._readings.extend(readings.to_row(game, ply, row) for row in rows)
        if len(self._readings) >= _PENDING:
            self._flush_readings()

    def _flush_readings(self) -> None:
        """Write a full buffer; where the disk refuses, the oldest readings go and play goes on."""
        try:
            self.flush()
        except RecordError:
            del self._readings[: -4 * _PENDING]

    def remember(self, key: str, value: Any) -> None:
        """Keep a learned JSON value under a key; written with the next append or `flush`."""
        self._memory[key] = canonical(value)

    def recall(self, key: str) -> Any | None:
        """What was remembered under this key, or None."""
        if key in self._memory:
            return json.loads(self._memory[key])
        return super().recall(key)

    def readings(self, game: int, ply: int | None = None) -> list[KeptReading]:
        """The raw readings of a game, or of one ply of it, in the order they came."""
        waiting = [r for r in self._readings if r.game == game and ply in (None, r.ply)]
        return super().readings(game, ply) + waiting

    def flush(self) -> None:
        """Write the readings and memories that wait; they are on the disk when this returns."""
        if self._readings or self._memory:
            with self._transaction():
                self._write_pending()
            self._forget_pending()

    def _write_pending(self) -> None:
        self._database.executemany(readings.ADD, self._readings)
        self._database.executemany(
            "INSERT OR REPLACE INTO memory VALUES (?, ?)", self._memory.items()
        )

    def _forget_pending(self) -> None:
        self._readings.clear()
        self._memory.clear()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of it or nothing, in words where it fails."""
        with explained(self.path):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                self._undo()
                raise

    def _undo(self) -> None:
        # A full disk makes SQLite roll back by itself; then there is nothing left to undo.
        if self._database.in_transaction:
            self._database.execute("ROLLBACK")

    def close(self) -> None:
        """Write what waits and let the file and its lock go. Closing twice is fine."""
        try:
            if self._lock.held:
                self.flush()
        finally:
            self._database.close()
            self._lock.release()

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
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from controller.games.told import Told, told_by
from controller.play.event import Event, Stored
from controller.play.fold import read_line
from controller.play.line import Line
from controller.record import readings, schema
from controller.record.chain import canonical, digest, write_data
from controller.record.dates import on_a_calendar
from controller.record.errors import (
    ANOTHER,
    BUSY,
    GONE,
    EventError,
    RecordBusyError,
    RecordDamagedError,
    RecordError,
    RecordGoneError,
    check_game,
    explained,
)
from controller.record.foothold import Foothold, abandon, missing
from controller.record.intact import check_intact, check_nothing_is_missing
from controller.record.lock import WriterLock, is_file, only_name, whole_path
from controller.record.readings import KeptReading, RawReading
from controller.record.summary import KINDS, GameSummary, summarise

#: Events are fetched in pages, so that a slow consumer never holds the database open.
_PAGE = 500
#: What is not sealed, readings and what the sensors learned, goes to the card once in so many
#: seconds of play, or when a game begins or ends: with each turn it would be most of all writing.
EVERY_S = 120.0
_AT_ONCE = ("board.ready", "game.over")
#: Under which key is remembered up to which game readings were thinned, and how many at once.
_THINNED, _THINNED_AT_ONCE = "thinned", 5
#: Only the value changes: a row made anew would change the index of keys as well.
_REMEMBER = (
    "INSERT INTO memory VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
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
_VOUCHING = (
    "SELECT seq, game, at, kind, data, hash FROM events WHERE seq > ?"
    " AND kind IN ('game.signed', 'record.anchored') ORDER BY seq"
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
            Told(
                "record {path}: {what}; something changed the file: run `lunka verify`"
                " on it and restore the last good copy",
                path=self.path,
                what=what,
            )
        )

    def games(self, newest: int | None = None) -> list[GameSummary]:
        """Every game in the record, oldest first; or only so many of the `newest`."""
        last = self._last_number()
        first = 1 if newest is None else max(1, last - newest + 1)
        return [self.summary(number) for number in range(first, last + 1)]

    def openings(self) -> list[Stored]:
        """How each game was opened, oldest first."""
        return [self._stored(row) for row in self._rows(_OPENINGS)]

    def vouching(self, since: int = 0) -> list[Stored]:
        """The events in which a table or a hub vouches for what came before, after this number."""
        return [self._stored(row) for row in self._rows(_VOUCHING, since)]

    def seal(self, seq: int) -> str | None:
        """The hash of the event with this number; None: there is none."""
        rows = self._rows("SELECT hash FROM events WHERE seq = ?", seq)
        return str(rows[0][0]) if rows else None

    def last_game(self) -> GameSummary | None:
        """The game that was opened last, or None in a record without games."""
        number = self._last_number()
        return self.summary(number) if number else None

    def summary(self, game: int) -> GameSummary:
        """One game in one line; `RecordError` where there is no such game."""
        return summarise(game, self.brief(game))

    def brief(self, game: int) -> Line:
        """A game's opening, turns and end; `RecordError` where there is no such game."""
        self.check_game(game)
        return read_line(self._stored(row) for row in self._rows(_SUMMARY, game, *KINDS))

    def numbers(self) -> range:
        """The numbers of all games, oldest first."""
        return range(1, self._last_number() + 1)

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
            raise RecordDamagedError(
                Told("record {path}: its head is gone; run `lunka verify`", path=self.path)
            )
        return int(rows[0][0]), str(rows[0][1])

    def readings(self, game: int, ply: int | None = None) -> list[KeptReading]:
        """The raw readings of a game, or of one ply of it, in the order they came."""
        rows = self._rows(readings.FIND, game, ply, ply)
        try:
            return [readings.from_row(row) for row in rows]
        except ValueError as odd:
            raise RecordDamagedError(
                Told(
                    "record {path}: a reading of game {game} cannot be right: {reason};"
                    " something changed the file: restore the last good copy to follow its"
                    " readings again",
                    path=self.path,
                    game=game,
                    reason=told_by(odd),
                )
            ) from None

    def recall(self, key: str) -> Any | None:
        """What was remembered under this key, or None."""
        rows = self._rows("SELECT value FROM memory WHERE key = ?", key)
        return json.loads(rows[0][0]) if rows else None


class Log(LogReader):
    """A record opened for writing; one process at a time, used from one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._whole = whole_path(path)
        schema.check_place(self._whole)
        self._readings: list[KeptReading] = []
        self._memory: dict[str, str] = {}
        #: Those of them that go along with the next events, whatever else waits.
        self._with_next: set[str] = set()
        #: Why nothing may be added any more.
        self._refused: RecordDamagedError | None = None
        self._lost = False
        #: When what is not sealed was written last.
        self._written_at = float("-inf")
        super().__init__(path, self._open())
        try:
            self._seq, self._hash = self._there = self.head
            self.current_game = self._last_number()
        except BaseException:
            self._close()
            raise

    def _open(self) -> sqlite3.Connection:
        """Hold the record and open it, once it is known to be whole."""
        only_name(self._whole)
        self._lock = WriterLock(self._whole)
        try:
            self._check()
            database = schema.open_writer(self._whole)
        except BaseException:
            self._lock.release()
            raise
        try:
            self._foothold = Foothold(self._whole)
        except BaseException:  # the card went away at this very moment
            database.close()
            self._lock.release()
            raise
        return database

    def _check(self) -> None:
        """Look at the file without touching it: opened for writing, SQLite would throw away what it
        cannot read of a damaged journal, and salvage could not find it any more."""
        if schema.is_unmade(self._whole):
            return
        with closing(schema.open_reader(self._whole)) as database:
            check_intact(self._whole, database)
            check_nothing_is_missing(self._whole, database, self._lock.written, self._lock.path)

    @staticmethod
    def open_reader(path: Path, upto: int | None = None) -> LogReader:
        """The record for reading only, at any time, whoever writes it.

        `upto`: as if it ended with the event of this number.
        """
        database = schema.open_reader(path)
        if upto is not None:
            schema.end_at(database, upto)
        return LogReader(path, database)

    def append(self, events: Sequence[Event], game: int | None = None) -> None:
        """Keep these events, all or none; they are on the disk when this returns.

        `game.opened` begins the next game, and what follows belongs to it. Name a `game` only to
        add to an earlier one.
        """
        if not events:
            self.flush()
            return
        there = self.stand_firm()
        rows, last = self._seal(events, game)
        due = self._is_due(events)
        with self._transaction():
            if due:
                self._write_pending()
            else:
                self._write_memory(self._with_next)
            self._database.executemany(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", self._missing(rows, there)
            )
            self._database.execute("UPDATE head SET count = ?, hash = ?", last[:2])
        if due:
            self._forget_pending()
            self._written_at = events[-1].at
        self._with_next.clear()
        self._seq, self._hash, self.current_game = last
        self._there = last[:2]
        self._lock.leave_word(self._seq)

    def _is_due(self, events: Sequence[Event]) -> bool:
        """Whether what waits goes along with these events; also where the time was set back."""
        passed = abs(events[-1].at - self._written_at) >= EVERY_S
        return passed or any(event.kind in _AT_ONCE for event in events)

    # -- a card that comes and goes ------------------------------------------------------------

    def refuse(self, damage: RecordDamagedError) -> None:
        """Add nothing any more, since the file is known to be damaged."""
        self._refused = damage

    @property
    def refused(self) -> RecordDamagedError | None:
        """Why nothing is added any more; None: it is."""
        return self._refused

    def stand_firm(self) -> tuple[int, str]:
        """Know that the file is there and may be added to, or `RecordError`; gives its head."""
        if self._refused:
            raise self._refused
        if self._lost or not self._foothold.firm:
            self._lost = True
            if gone := missing(self._whole):
                self._let_go()  # so that the card can be taken out, and come back
                raise gone
            self._take_up_again()
        return self._there

    def _take_up_again(self) -> None:
        """Go on with a record that is back, if it is whole."""
        self._let_go()
        self._database = self._open()
        self._lost = False
        self._there = self.head

    def _let_go(self) -> None:
        """Close what is open; of a file that is still there, everything is in it before."""
        if not self._lock.held:  # it was let go before, and could not be opened again
            return
        if self._foothold.same_file:
            self._fold_journal()
        self._close()

    def _fold_journal(self) -> None:
        """Write what stands in a journal that lost its name into the file itself."""
        try:
            row = self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error:
            return  # the card is gone: it holds what was synced
        if row[0]:  # somebody reads it at this moment
            raise RecordBusyError(Told(BUSY, path=str(self.path), name="SQLITE_BUSY"))

    def _close(self) -> None:
        if self._foothold.same_file or not is_file(self._whole):
            self._database.close()
        else:
            abandon(self._database)
        self._lock.release()

    def _missing(
        self, rows: list[tuple[object, ...]], there: tuple[int, str]
    ) -> list[tuple[object, ...]]:
        """Of these rows those that are not there yet: a card that went away as they were written
        may hold them."""
        if there == (self._seq, self._hash):
            return rows
        for number, row in enumerate(rows, start=1):
            if there == (row[0], row[-1]):
                return rows[number:]
        self._lost = True  # whatever lies there may be taken away again
        raise RecordError(Told(ANOTHER, path=str(self.path), found=there[0], wanted=self._seq))

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
        """Keep raw readings; cheap, since they are written many at a time, or by `flush`."""
        self._readings.extend(readings.to_row(game, ply, row) for row in rows)
        if len(self._readings) >= _PENDING:
            self._flush_readings()

    def _flush_readings(self) -> None:
        """Write a full buffer; where the disk refuses, the oldest readings go and play goes on."""
        try:
            self.flush()
        except RecordError:
            del self._readings[: -4 * _PENDING]

    def thin(self, whole: int) -> None:
        """Keep all readings of so many of the newest games; of older ones, the last of each cell in
        each turn. A few games at a time, so that nobody waits for it."""
        done = int(self.recall(_THINNED) or 0)
        upto = min(self.current_game - whole, done + _THINNED_AT_ONCE)
        if upto <= done:
            return
        self._missing([], self.stand_firm())
        with self._transaction():
            self._database.execute(readings.THIN, {"after": done, "upto": upto})
        self.remember(_THINNED, upto)

    def remember(self, key: str, value: Any, *, with_next: bool = False) -> None:
        """Keep a learned JSON value under a key; written with the readings, or by `flush`.

        `with_next`: in one piece with the next events, so that after a power cut both are there.
        """
        self._memory[key] = canonical(value)
        if with_next:
            self._with_next.add(key)

    def _rows(self, query: str, *values: object) -> list[Any]:
        if self._lost and not self._lock.held:
            raise missing(self._whole) or RecordGoneError(Told(GONE, path=str(self.path)))
        return super()._rows(query, *values)

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
            self._missing([], self.stand_firm())
            with self._transaction():
                self._write_pending()
            self._forget_pending()

    def _write_pending(self) -> None:
        self._database.executemany(readings.ADD, self._readings)
        self._write_memory(self._memory)

    def _write_memory(self, keys: Iterable[str]) -> None:
        rows = [(key, self._memory[key]) for key in keys if key in self._memory]
        self._database.executemany(_REMEMBER, rows)

    def _forget_pending(self) -> None:
        self._readings.clear()
        self._memory.clear()
        self._with_next.clear()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of it or nothing, in words where it fails."""
        try:
            with explained(self.path):
                self._database.execute("BEGIN IMMEDIATE")
                try:
                    yield
                    self._database.execute("COMMIT")
                except BaseException:
                    self._undo()
                    raise
        except RecordGoneError:
            self._lost = True
            raise
        self._foothold.remember_journal()

    def _undo(self) -> None:
        # A full disk makes SQLite roll back by itself; then there is nothing left to undo.
        if self._database.in_transaction:
            self._database.execute("ROLLBACK")

    def close(self) -> None:
        """Write what waits and let the file and its lock go. Closing twice is fine."""
        if not self._lock.held:
            return
        try:
            if not self._refused:
                self.flush()
        finally:
            if self._lock.held:
                self._close()

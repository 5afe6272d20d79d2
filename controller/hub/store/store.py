"""The store: every table's events and the hall's own, append-only, whatever database is behind.

`append` and `append_hall` are one transaction each and durable when they return. They, and every
question, may be asked from any thread.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from controller.games.told import Told
from controller.hub.store.engine import Engine, Row
from controller.hub.store.rows import Cursor, RecordLine, StoreError, TableEvent
from controller.play.event import GENESIS, Event, Stored
from controller.record.chain import digest, write_data

#: Events are fetched in pages, so that a slow consumer never holds the database open.
_PAGE = 1000
_COLUMNS = "station, record, seq, game, at, kind, data, hash"
_ADD = f"INSERT INTO events ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_ADVANCE = (
    "INSERT INTO cursors VALUES (?, ?, ?, ?, ?) ON CONFLICT (station, record) DO UPDATE SET"
    " seq = excluded.seq, hash = excluded.hash,"
    " games = CASE WHEN excluded.games > cursors.games THEN excluded.games ELSE cursors.games END"
)
_OF_RECORD = (
    "SELECT seq, game, at, kind, data, hash FROM events"
    " WHERE station = ? AND record = ? AND seq > ? ORDER BY seq LIMIT ?"
)
_OF_GAME = (
    "SELECT seq, game, at, kind, data, hash FROM events"
    " WHERE station = ? AND record = ? AND game = ? AND seq > ? ORDER BY seq LIMIT ?"
)
_GAMES = (
    "SELECT seq, game, at, kind, data, hash FROM events"
    " WHERE station = ? AND record = ? AND seq > ?"
    " AND kind IN ('game.opened', 'game.over') ORDER BY seq"
)
_SEAL = "SELECT hash FROM events WHERE station = ? AND record = ? AND seq = ?"
_SIZES = "SELECT station, COUNT(*), SUM(LENGTH(data)) FROM events GROUP BY station"
_RECORDS = "SELECT station, record, seq, hash, games FROM cursors ORDER BY station, record"
_HALL = "SELECT seq, at, kind, data, hash FROM hall WHERE seq > ? ORDER BY seq LIMIT ?"
_HEAD = "SELECT count, hash FROM hall_head"


class Store:
    """Everything the hub knows, on the disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.name = engine.name

    def close(self) -> None:
        """Let the database go. Closing twice is fine."""
        self._engine.close()

    # -- tables ------------------------------------------------------------------------------------

    def append(self, events: Sequence[TableEvent]) -> None:
        """Keep these events, all or none; of each record they follow what is there."""
        if not events:
            return
        heads: dict[tuple[str, str], tuple[int, str, int]] = {}
        for event in events:
            games = max(event.game, heads.get(event[:2], (0, "", 0))[2])
            heads[event[:2]] = (event.seq, event.hash, games)
        with self._engine.writing() as session:
            session.each(_ADD, events)
            session.each(_ADVANCE, [(*key, *head) for key, head in heads.items()])

    def cursors(self) -> dict[tuple[str, str], Cursor]:
        """How far each record is here, by table and record."""
        return {(line.table, line.record): Cursor(line.seq, line.hash) for line in self.records()}

    def records(self) -> list[RecordLine]:
        """Every record of every table."""
        with self._engine.reading() as session:
            return [RecordLine(*row) for row in session.rows(_RECORDS)]

    def sizes(self) -> dict[str, tuple[int, int]]:
        """How many events there are of each table, and how many letters their facts have."""
        with self._engine.reading() as session:
            return {str(row[0]): (int(row[1]), int(row[2])) for row in session.rows(_SIZES)}

    def events(
        self, table: str, record: str, *, game: int | None = None, since: int = 0
    ) -> Iterator[Stored]:
        """The events of a record after number `since` in order: all, or those of one game."""
        while page := self._page(table, record, game, since):
            yield from page
            since = page[-1].seq

    def _page(self, table: str, record: str, game: int | None, since: int) -> list[Stored]:
        with self._engine.reading() as session:
            if game is None:
                rows = session.rows(_OF_RECORD, table, record, since, _PAGE)
            else:
                rows = session.rows(_OF_GAME, table, record, game, since, _PAGE)
        return [_stored(row) for row in rows]

    def games(self, table: str, record: str, since: int = 0) -> list[Stored]:
        """How each game of a record was opened and how it ended, after number `since`."""
        with self._engine.reading() as session:
            return [_stored(row) for row in session.rows(_GAMES, table, record, since)]

    def seal(self, table: str, record: str, seq: int) -> str | None:
        """The hash under which an event is kept here; None where it is not."""
        with self._engine.reading() as session:
            rows = session.rows(_SEAL, table, record, seq)
        return str(rows[0][0]) if rows else None

    # -- the hall ----------------------------------------------------------------------------------

    def append_hall(self, events: Sequence[Event]) -> list[Stored]:
        """Keep events of the hall itself, sealed like a table's record; gives them as kept."""
        kept: list[Stored] = []
        with self._engine.writing() as session:
            count, seal = session.rows(_HEAD)[0]
            rows = []
            for seq, event in enumerate(events, start=int(count) + 1):
                data = write_data(event)
                seal = digest(seal, seq, 0, event)
                rows.append((seq, float(event.at), event.kind, data, seal))
                kept.append(Stored(seq, 0, event, seal))
            session.each("INSERT INTO hall VALUES (?, ?, ?, ?, ?)", rows)
            if kept:
                session.each(
                    "UPDATE hall_head SET count = ?, hash = ? WHERE id = 1", [(kept[-1].seq, seal)]
                )
        return kept

    def hall_events(self, since: int = 0) -> Iterator[Stored]:
        """The events of the hall after number `since`, in order."""
        while True:
            with self._engine.reading() as session:
                rows = session.rows(_HALL, since, _PAGE)
            if not rows:
                return
            yield from (_stored((row[0], 0, *row[1:])) for row in rows)
            since = rows[-1][0]

    def hall_head(self) -> Cursor:
        """How many events of the hall there are, and the hash that seals them all."""
        with self._engine.reading() as session:
            rows = session.rows(_HEAD)
        return Cursor(int(rows[0][0]), str(rows[0][1])) if rows else Cursor(0, GENESIS)


def _stored(row: Row) -> Stored:
    seq, game, at, kind, data, seal = row
    try:
        facts = json.loads(data)
    except (ValueError, RecursionError) as damage:
        raise StoreError(
            Told(
                "event {seq} ({kind}) in the store is not JSON: something changed it;"
                " run `lunka hub verify`",
                seq=seq,
                kind=kind,
            )
        ) from damage
    return Stored(int(seq), int(game), Event(kind, float(at), facts), seal)

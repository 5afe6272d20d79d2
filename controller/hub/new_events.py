"""What of the events that arrive is new, and whether it continues what the hub has.

Pure: no network, no database. A table sends again whatever was not acknowledged, so most
mistakes of the network come here as events that are known, or that are missing.

* An event whose number is known is passed over, if it is the same event: its hash seals everything
  before it, so one comparison is enough for all of them. Another hash is a conflict.
* An event that follows must carry the hash that its facts and the event before give.
* After a gap nothing is taken; the ack tells the table to go back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from controller.hub.store.rows import Cursor, TableEvent
from controller.play.event import GENESIS, Stored
from controller.publish.messages import Ack, Batch, record_id
from controller.record.chain import canonical, digest

Key = tuple[str, str]
_START = Cursor(0, GENESIS)
#: Numbers of games beyond this are no numbers of games; every database keeps those below.
_MOST_GAMES = 2**31


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of a batch: rows to store, or an ack to send at once (with why it is refused)."""

    rows: tuple[TableEvent, ...] = ()
    ack: Ack | None = None

    @property
    def conflict(self) -> str | None:
        """Why the table's record cannot be taken further."""
        return self.ack.error if self.ack else None


class _ConflictError(Exception):
    """The table tells another story than the one that is stored."""


class NewEvents:
    """The heads of all records: how far each is taken, and how far it is on the disk."""

    def __init__(
        self, cursors: Mapping[Key, Cursor], seal: Callable[[str, str, int], str | None]
    ) -> None:
        self._stored = dict(cursors)
        self._taken = dict(cursors)
        #: Hashes of what is taken but not on the disk yet.
        self._fresh: dict[tuple[str, str, int], str] = {}
        self._seal = seal

    def stored(self, table: str, record: str) -> int:
        """How many events of this record are on the disk."""
        return self._stored.get((table, record), _START).seq

    def ack(self, table: str, record: str, error: str | None = None) -> Ack:
        """What the table may forget: everything that is on the disk, nothing more."""
        return Ack(record, self.stored(table, record), error)

    def take(self, table: str, batch: Batch) -> Taken:
        """What is new in this batch."""
        head = self._taken.get((table, batch.record), _START)
        try:
            if batch.first > head.seq + 1:
                return Taken(ack=self.ack(table, batch.record))
            self._compare(table, batch, head)
            fresh = batch.events[head.seq + 1 - batch.first :]
            if not fresh:
                return Taken(ack=self.ack(table, batch.record))
            return Taken(self._follow(table, batch.record, head, fresh))
        except _ConflictError as conflict:
            return Taken(ack=self.ack(table, batch.record, str(conflict)))

    def _compare(self, table: str, batch: Batch, head: Cursor) -> None:
        """The newest event that both know must be the same."""
        seq = min(batch.last, head.seq)
        if seq < batch.first:
            return
        known = head.hash if seq == head.seq else self._known(table, batch.record, seq)
        if batch.events[seq - batch.first].hash != known:
            raise _ConflictError(
                f"event {seq} of record {batch.record} is another one at the hub: the table's"
                " record was changed, or two tables have one name"
            )

    def _known(self, table: str, record: str, seq: int) -> str | None:
        return self._fresh.get((table, record, seq)) or self._seal(table, record, seq)

    def _follow(
        self, table: str, record: str, head: Cursor, fresh: Sequence[Stored]
    ) -> tuple[TableEvent, ...]:
        rows = []
        for stored in fresh:
            _check(record, head, stored)
            head = Cursor(stored.seq, stored.hash)
            rows.append(_row(table, record, stored))
        self._taken[table, record] = head
        self._fresh.update({(table, record, row.seq): row.hash for row in rows})
        return tuple(rows)

    def keep(self, rows: Iterable[TableEvent]) -> dict[Key, Ack]:
        """These rows are on the disk now; gives the acks that may be sent."""
        acks = {}
        for row in rows:
            key = (row.table, row.record)
            self._stored[key] = Cursor(row.seq, row.hash)
            self._fresh.pop((*key, row.seq), None)
            acks[key] = Ack(row.record, row.seq)
        return acks


def _check(record: str, head: Cursor, stored: Stored) -> None:
    if stored.seq == 1 and record_id(stored.hash) != record:
        raise _ConflictError(f"record {record} is not named after its first event")
    if not 0 <= stored.game < _MOST_GAMES:
        raise _ConflictError(f"event {stored.seq} of record {record}: no game {stored.game} exists")
    if digest(head.hash, stored.seq, stored.game, stored.event) != stored.hash:
        raise _ConflictError(
            f"event {stored.seq} of record {record} does not follow from the event before: its"
            " hash is wrong"
        )


def _row(table: str, record: str, stored: Stored) -> TableEvent:
    event = stored.event
    data = canonical(dict(event.data))
    return TableEvent(
        table, record, stored.seq, stored.game, float(event.at), event.kind, data, stored.hash
    )

"""A table's record made again from the hub's store: the same events, the same hashes, a file that
`lunka verify` and every export take.

The raw readings stay at the table: they are working material, and nothing is proved by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from controller.games.told import Told
from controller.hub.store import Cursor, RecordLine, Store
from controller.play.event import Event, Stored
from controller.record.errors import RecordDamagedError
from controller.record.log import Log


def rebuild(store: Store, line: RecordLine, path: Path) -> Cursor:
    """Write a record to a new file; `RecordDamagedError` where the store does not hold together."""
    with Log(path) as log:
        for game, events in _runs(store.events(line.table, line.record)):
            log.append(events, game)
        head = Cursor(*log.head)
    if head != (line.seq, line.hash):
        raise RecordDamagedError(
            Told(
                "record {record} of table {table}: {seq} events were found with the seal"
                " {hash}, but {seq2} with {hash2} are noted; run `lunka hub verify`",
                record=line.record,
                table=line.table,
                seq=head.seq,
                hash=head.hash[:12],
                seq2=line.seq,
                hash2=line.hash[:12],
            )
        )
    return head


def _runs(chain: Iterable[Stored]) -> Iterator[tuple[int | None, list[Event]]]:
    """The events in runs that the log takes at once: in their own order, or for an earlier game."""
    current = 0

    def place(stored: Stored) -> tuple[int, int | None]:
        nonlocal current
        current += stored.event.kind == "game.opened"
        return current, None if stored.game == current else stored.game

    for (_, game), run in groupby(chain, key=place):
        yield game, [stored.event for stored in run]

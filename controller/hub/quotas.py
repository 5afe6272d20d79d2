"""How much one table may bring to the hub, so that none fills disk or memory for all others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from controller.games.told import Told
from controller.hub.store.rows import TableEvent

#: What is kept of one table unless the hub's settings say otherwise: years of playing every day.
MEGABYTES, RECORDS = 500, 100
#: An event has so many bytes besides its facts, roughly: names, numbers, hash.
_FRAME = 150
_MEGABYTE = 1_000_000


class Quotas:
    """How much there is of each table, and whether it may bring more."""

    def __init__(
        self,
        records: Iterable[tuple[str, str]] = (),
        *,
        megabytes: int = MEGABYTES,
        most_records: int = RECORDS,
    ) -> None:
        self._megabytes, self._most_records = megabytes, most_records
        self._records: defaultdict[str, set[str]] = defaultdict(set)
        self._bytes: Counter[str] = Counter()
        for table, record in records:
            self._records[table].add(record)

    def refusal(self, table: str, record: str) -> str | None:
        """Why no more is taken of this record; None: more may come."""
        known = self._records[table]
        if record not in known and len(known) >= self._most_records:
            return Told(
                "this hub keeps {most} records of a table at most, and has as many of table"
                " {table}; raise [quota] records in its settings, if they are all meant",
                most=self._most_records,
                table=table,
            )
        if self._bytes[table] >= self._megabytes * _MEGABYTE:
            return Told(
                "this hub keeps {most} MB of a table at most, and has as many of table {table};"
                " raise [quota] megabytes in its settings, if they are all meant",
                most=self._megabytes,
                table=table,
            )
        return None

    def count(self, rows: Iterable[TableEvent]) -> None:
        """These events have come."""
        for row in rows:
            self._records[row.table].add(row.record)
            self._bytes[row.table] += size(row)

    def found(self, sizes: Mapping[str, tuple[int, int]]) -> None:
        """So many events, with so many bytes of facts, were there of each table before."""
        for table, (events, facts) in sizes.items():
            self._bytes[table] += facts + events * _FRAME


def size(row: TableEvent) -> int:
    """How many bytes an event takes, roughly."""
    return len(row.data) + _FRAME

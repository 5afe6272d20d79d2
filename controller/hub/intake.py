"""From the network to the disk: what tables send is checked, stored in batches, and only then
acknowledged."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

from controller.hub.new_events import Key, NewEvents
from controller.hub.quotas import Quotas, size
from controller.hub.store import Store, StoreError, TableEvent
from controller.publish.messages import Ack, Batch

log = logging.getLogger(__name__)

#: Seconds in which events gather before they are stored together.
GATHER = 0.02
#: Seconds before a store that refused is tried again.
REST = 1.0
#: So many events may wait for the disk; more are not taken, and the tables send them again.
MOST_WAITING = 20_000
#: So many bytes of one table may wait; a table sends 1000 events ahead at most, of less than that.
MOST_OF_ONE = 4_000_000


class Listener(Protocol):
    """Who is told what became of the events."""

    def kept(self, rows: Sequence[TableEvent]) -> None:
        """These events are on the disk."""

    def conflict(self, table: str, record: str, why: str) -> None:
        """A table tells another story than the store."""

    def over_quota(self, table: str, why: str) -> None:
        """A table brings more than the hub keeps of one."""

    def store_trouble(self, why: str | None) -> None:
        """The store cannot be written (None: it can again)."""


class Intake:
    """Takes events of all tables and acknowledges those that are safe."""

    def __init__(
        self,
        store: Store,
        send_ack: Callable[[str, Ack], None],
        listener: Listener,
        quotas: Quotas | None = None,
    ) -> None:
        self._quotas = quotas or Quotas()
        #: How many bytes of each table wait for the disk.
        self._waiting: Counter[str] = Counter()
        self._store = store
        self._send_ack = send_ack
        self._listener = listener
        self._taking = NewEvents(store.cursors(), store.seal)
        self._rows: list[TableEvent] = []
        self._some = asyncio.Event()
        self._down = False

    def stored(self, table: str, record: str) -> int:
        """How many events of a record are on the disk."""
        return self._taking.stored(table, record)

    def greet(self, table: str, record: str) -> None:
        """Tell a table how far the hub has its record."""
        self._send_ack(table, self._taking.ack(table, record))

    def take(self, table: str, batch: Batch) -> None:
        """Take what is new in a batch; it is stored a moment later."""
        full = len(self._rows) >= MOST_WAITING or self._waiting[table] >= MOST_OF_ONE
        if self._down or full:
            return  # unacknowledged, so the table keeps it and sends it again
        if why := self._quotas.refusal(table, batch.record):
            self._send_ack(table, self._taking.ack(table, batch.record, why))
            self._listener.over_quota(table, why)
            return
        try:
            taken = self._taking.take(table, batch)
        except StoreError as trouble:
            log.warning("events of %s cannot be compared: %s", table, trouble)
            return
        if taken.ack is not None:
            self._send_ack(table, taken.ack)
        if taken.conflict is not None:
            self._listener.conflict(table, batch.record, taken.conflict)
        if taken.rows:
            self._rows += taken.rows
            self._quotas.count(taken.rows)
            self._waiting[table] += sum(map(size, taken.rows))
            self._some.set()

    async def run(self) -> None:
        """Store what has come, for ever."""
        while True:
            await self._some.wait()
            await asyncio.sleep(GATHER)
            self._some.clear()
            rows, self._rows = self._rows, []
            self._waiting.clear()
            await self._keep(rows)

    async def _keep(self, rows: list[TableEvent]) -> None:
        try:
            await asyncio.to_thread(self._store.append, rows)
        except StoreError as trouble:
            await self._wait_for_the_store(rows, trouble)
            return
        self._acknowledge(self._taking.keep(rows))
        self._listener.kept(rows)

    def _acknowledge(self, acks: dict[Key, Ack]) -> None:
        for (table, _record), ack in acks.items():
            self._send_ack(table, ack)

    async def _wait_for_the_store(self, rows: list[TableEvent], trouble: StoreError) -> None:
        """Nothing is taken until the store answers; then the tables send everything again.

        So a store that is away for hours fills no memory, and what it really has is asked anew.
        """
        log.error("events cannot be stored: %s", trouble)
        self._listener.store_trouble(str(trouble))
        self._down = True
        lost = rows + self._rows
        self._rows = []
        self._waiting.clear()
        while True:
            await asyncio.sleep(REST)
            try:
                cursors = await asyncio.to_thread(self._store.cursors)
                break
            except StoreError as still:
                log.warning("the store is still away: %s", still)
        self._taking = NewEvents(cursors, self._store.seal)
        self._down = False
        self._listener.store_trouble(None)
        for table, record in {(row.table, row.record) for row in lost}:
            self.greet(table, record)

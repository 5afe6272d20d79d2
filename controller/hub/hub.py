"""The hub put together: network, store, hall and desk. The pages stand before it (`web`)."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any

from controller.hub.analyses import Analyses
from controller.hub.anchors import Anchors
from controller.hub.config import HubConfig
from controller.hub.connection import HubConnection
from controller.hub.desk import Desk
from controller.hub.glance import made_at
from controller.hub.hall import Hall
from controller.hub.intake import Intake
from controller.hub.ledger import Ledger
from controller.hub.orders import Orders
from controller.hub.quotas import Quotas
from controller.hub.seals import Seals
from controller.hub.store import Store, StoreError, TableEvent
from controller.play.event import Event
from controller.publish.messages import Ack, Ask, Order
from controller.publish.topics import ANSWERS, EVENTS, STATE, STATUS
from controller.publish.wire import read_answer, read_batch, read_status

log = logging.getLogger(__name__)

CONFLICT = "hub.conflict"


class Hub:
    """Everything that runs in one hall."""

    def __init__(
        self, config: HubConfig, store: Store, now: Callable[[], float] = time.time
    ) -> None:
        self._now = now
        self.store = store
        self.hall = Hall(now)
        self.ledger = Ledger(store, self.store_trouble)
        seals = Seals(config.signing_key, now)
        self._link = HubConnection(config.broker, self.hear, self._broker_changed, seals.write)
        quota = config.quota
        self._quotas = Quotas(
            store.cursors(), megabytes=quota.megabytes, most_records=quota.records
        )
        self._intake = Intake(store, self._send_ack, self, self._quotas)
        self.orders = Orders(self.ledger, self.send_order, self._is_there, now, self._has_begun)
        self.desk = Desk(store, self.ledger, self.orders, now, self._decided)
        self.anchors = Anchors(store, self.ledger, config.signing_key, now)
        gnubg = config.analysis.gnubg
        self.analyses = Analyses(store, self.ledger, now, str(gnubg) if gnubg else None)
        self._conflicts: set[tuple[str, str]] = set()
        self._notes: set[asyncio.Task[None]] = set()
        self._take_up()

    def _take_up(self) -> None:
        """Go on where the last hub stopped."""
        for line in self.store.records():
            self.hall.hear_stored(line.table, line.record, line.seq)
        book = self.ledger.all()
        self.orders.take_up(book)
        self.desk.take_up(book)
        self.anchors.take_up(book)
        self.analyses.take_up(book)
        self._decided()

    async def run(self) -> None:
        """Hear, store and answer, for ever."""
        self.desk.look_everywhere()
        self.analyses.go_on(self.desk.competition)
        async with asyncio.TaskGroup() as running:
            running.create_task(self._link.run())
            running.create_task(self._intake.run())
            running.create_task(self._measure())

    async def _measure(self) -> None:
        """How much there is of each table: a look at everything, for which nobody waits."""
        try:
            self._quotas.found(await asyncio.to_thread(self.store.sizes))
        except StoreError as trouble:
            log.warning("how much there is of each table is not known: %s", trouble)

    # -- the network -------------------------------------------------------------------------------

    def hear(self, table: str, leaf: str, payload: bytes, kept: bool = False) -> None:
        """Something came from a table; `WireError` where it cannot be read.

        `kept`: it was said before, and the broker repeats it to a hub that has just come.
        """
        if leaf == STATE:
            self.hall.hear_state(table, payload, made_at(payload) if kept else None)
        elif leaf == EVENTS:
            batch = read_batch(payload)
            self.hall.hear_events(table, batch.record, batch.last)
            self.hall.hear_clock(table, batch.sent)
            self._intake.take(table, batch)
        elif leaf == STATUS:
            self._hear_status(table, payload, kept)
        elif leaf == ANSWERS:
            self.orders.answered(table, read_answer(payload))

    def _hear_status(self, table: str, payload: bytes, kept: bool) -> None:
        status = read_status(payload)
        self.hall.hear_status(table, status)
        if not kept:
            self.hall.hear_clock(table, status.at)
        if status.online:
            if status.record:
                stored = self._intake.stored(table, status.record)
                self.hall.hear_stored(table, status.record, stored)
                self._intake.greet(table, status.record)
            self.orders.table_came(table)

    def send_order(self, table: str, order: Order | Ask) -> None:
        """Send an order."""
        self._link.send_order(table, order)

    def _send_ack(self, table: str, ack: Ack) -> None:
        anchor = self.anchors.newest(table, ack.record)
        self._link.send_ack(table, replace(ack, anchor=anchor, delay=self.hall.delay(table)))

    def _is_there(self, table: str) -> bool:
        return self._link.connected and self.hall.knows(table) and self.hall.station(table).online

    def _has_begun(self, table: str, about: Mapping[str, Any]) -> bool:
        """Whether a table shows the very meeting that it was to be told of, and it goes on."""
        glance = self.hall.glance(table, live=True)[1]
        if glance is None or glance.status not in ("setup", "playing", "paused"):
            return False
        return sorted(glance.players) == sorted(about["players"])

    def _broker_changed(self, trouble: str | None) -> None:
        self.hall.broker_trouble = trouble

    # -- the intake's listener ---------------------------------------------------------------------

    def kept(self, rows: Sequence[TableEvent]) -> None:
        """These events are on the disk."""
        self.store_trouble(None)
        for row in rows:
            self.hall.hear_stored(row.table, row.record, row.seq)
        self.desk.kept(rows)
        if wanted := self.anchors.wanted(rows):
            self._do(self._anchor(wanted))

    async def _anchor(self, wanted: Mapping[tuple[str, str], TableEvent]) -> None:
        """Vouch for games that tables signed, and tell them."""
        for table, record in await self.anchors.anchor(wanted):
            self._intake.greet(table, record)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done that nobody waits for."""
        note = asyncio.ensure_future(work)
        self._notes.add(note)
        note.add_done_callback(self._notes.discard)

    def conflict(self, table: str, record: str, why: str) -> None:
        """A table tells another story than the store: said loudly, and once in the book."""
        self.hall.hear_conflict(table, why)
        if (table, record) in self._conflicts:
            return
        self._conflicts.add((table, record))
        log.error("CONFLICT at table %s: %s", table, why)
        data = {"table": table, "record": record, "why": why}
        self._do(self.ledger.add(Event(CONFLICT, self._now(), data)))

    def over_quota(self, table: str, why: str) -> None:
        """A table brings more than is kept of one: its director is told, and the table too."""
        if self.hall.hear_quota(table, why):
            log.warning("table %s: %s", table, why)

    def store_trouble(self, why: str | None) -> None:
        """The store cannot be written, or can again."""
        self.hall.store_trouble = why

    def _decided(self) -> None:
        """Tables whose delay is another now hear of it: their own pages keep to it."""
        for table in self.hall.set_delays(self.desk.delays()):
            if record := self.hall.station(table).record:
                self._intake.greet(table, record)

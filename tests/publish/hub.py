"""A hub for the tests of tables: keeps what arrives, by the contract, or misbehaves on purpose."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiomqtt

from controller.play.event import GENESIS, Stored
from controller.publish.messages import Ack, Answer, Ask, Batch, Order, Status
from controller.publish.topics import ACK, ANSWERS, EVENTS, ORDERS, STATE, STATUS, Topics
from controller.publish.wire import (
    read_answer,
    read_batch,
    read_state,
    read_status,
    write_ack,
    write_order,
)
from controller.record.chain import digest
from tests.hall.broker import Broker

#: How long anything may take before a test gives up; nothing is measured by it.
PATIENCE = 30.0


#: What a hub has stored, by record.
Kept = dict[str, list[Stored]]


class Hub:
    """What one table told, in memory; `ack` may be replaced by something worse."""

    def __init__(self, client: aiomqtt.Client, table: str, kept: Kept | None = None) -> None:
        self._client, self.topics = client, Topics(table)
        self.records: Kept = {} if kept is None else kept
        self.statuses: list[Status] = []
        self.states: list[dict[str, Any]] = []
        self.answers: list[Answer] = []
        self.batches: list[Batch] = []
        self.silent = False
        #: How many seconds late this hall shows the table: every ack says it.
        self.delay = 0.0

    async def listen(self) -> None:
        """Take everything, for ever."""
        await self._client.subscribe([(self.topics.of(leaf), 1) for leaf in _READ])
        async for message in self._client.messages:
            leaf = message.topic.value.rpartition("/")[2]
            if leaf == EVENTS:
                await self.take(read_batch(message.payload))
            elif leaf == STATUS:
                self.statuses.append(read_status(message.payload))
            elif leaf == STATE:
                self.states.append(read_state(message.payload))
            else:
                self.answers.append(read_answer(message.payload))

    async def take(self, batch: Batch) -> None:
        """Keep what follows on what is there, sealed as it should be; then say how far it is."""
        self.batches.append(batch)
        kept = self.records.setdefault(batch.record, [])
        for stored in batch.events:
            if stored.seq == len(kept) + 1:
                before = kept[-1].hash if kept else GENESIS
                assert stored.hash == digest(before, stored.seq, stored.game, stored.event)
                kept.append(stored)
        if not self.silent:
            await self.ack(batch.record, len(kept))

    async def ack(self, record: str, seq: int, error: str | None = None) -> None:
        """Say how far a record is here."""
        await self.say(ACK, write_ack(Ack(record, seq, error, delay=self.delay)), retain=True)

    async def show_late(self, seconds: float) -> None:
        """From now on the hall shows the table so late, and says so at once."""
        self.delay = seconds
        for record, kept in self.records.items():
            await self.ack(record, len(kept))

    async def order(self, order: Order | Ask) -> Answer:
        """Give an order and wait for its answer."""
        await self.say(ORDERS, write_order(order))
        await until(lambda: any(each.id == order.id for each in self.answers))
        return next(each for each in self.answers if each.id == order.id)

    async def say(self, leaf: str, payload: bytes, *, retain: bool = False) -> None:
        """Say anything at all to the table."""
        await self._client.publish(self.topics.of(leaf), payload, qos=1, retain=retain)


_READ = (STATUS, STATE, EVENTS, ANSWERS)


@asynccontextmanager
async def hub_at(broker: Broker, table: str = "t1", kept: Kept | None = None) -> AsyncIterator[Hub]:
    """A hub for one table, for as long as the context lasts; `kept` is what it has stored."""
    password = broker.password("hub")
    async with aiomqtt.Client(
        "127.0.0.1", broker.port, username="hub", password=password
    ) as client:
        hub = Hub(client, table, kept)
        async with doing(hub.listen()):
            yield hub


@asynccontextmanager
async def doing(work: Any) -> AsyncIterator[asyncio.Task[None]]:
    """Something that goes on beside the test; its error is the test's."""
    task = asyncio.ensure_future(work)
    try:
        yield task
        if task.done():
            task.result()
    finally:
        while not task.done():  # `wait_for` may swallow a cancellation in Python 3.11
            task.cancel()
            await asyncio.wait([task], timeout=0.1)


async def until(happened: Callable[[], object]) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(PATIENCE):
        while not happened():
            await asyncio.sleep(0.01)

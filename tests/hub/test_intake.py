"""From the network to the disk when the disk refuses: nothing acknowledged that is not kept."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from controller.hub import intake
from controller.hub.intake import Intake
from controller.hub.store import Store, StoreError, TableEvent
from controller.publish.messages import Ack, Batch, record_id
from tests.hub.chains import plain_chain


class Hearing:
    """What the hub said and was told."""

    def __init__(self) -> None:
        self.acks: list[tuple[str, Ack]] = []
        self.troubles: list[str | None] = []
        self.rows: list[TableEvent] = []
        self.conflicts: list[str] = []

    def send_ack(self, table: str, ack: Ack) -> None:
        """An ack is sent."""
        self.acks.append((table, ack))

    def kept(self, rows: Sequence[TableEvent]) -> None:
        """Rows are on the disk."""
        self.rows += rows

    def conflict(self, table: str, record: str, why: str) -> None:
        """A conflict."""
        self.conflicts.append(why)

    def over_quota(self, table: str, why: str) -> None:
        """More than is kept of one table."""
        self.conflicts.append(why)

    def store_trouble(self, why: str | None) -> None:
        """The store fails, or works again."""
        self.troubles.append(why)


def test_a_store_that_fails_costs_nothing_but_time(
    light_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it fails nothing is taken; then the tables are asked to send again."""
    monkeypatch.setattr(intake, "REST", 0.02)
    chain = plain_chain(6)
    record = record_id(chain[0].hash)
    heard = Hearing()
    real, broken = light_store.append, [True]

    def append(rows: Sequence[TableEvent]) -> None:
        if broken[0]:
            raise StoreError("the disk is full")
        real(rows)

    def cursors() -> object:
        if broken[0]:
            raise StoreError("still full")
        return Store.cursors(light_store)

    async def work() -> None:
        taker = Intake(light_store, heard.send_ack, heard)
        monkeypatch.setattr(light_store, "append", append)
        monkeypatch.setattr(light_store, "cursors", cursors)
        running = asyncio.create_task(taker.run())
        taker.take("t1", Batch(record, tuple(chain[:3])))
        while not heard.troubles:
            await asyncio.sleep(0.01)
        taker.take("t1", Batch(record, tuple(chain[3:])))
        await asyncio.sleep(0.1)
        assert heard.acks == []
        broken[0] = False
        while len(heard.troubles) < 2:
            await asyncio.sleep(0.01)
        assert heard.acks == [("t1", Ack(record, 0))]
        taker.take("t1", Batch(record, tuple(chain)))
        while len(heard.acks) < 2:
            await asyncio.sleep(0.01)
        running.cancel()

    asyncio.run(work())
    assert heard.acks[-1] == ("t1", Ack(record, 6))
    assert heard.troubles == ["the disk is full", None]
    assert list(light_store.events("t1", record)) == chain
    assert [row.seq for row in heard.rows] == [1, 2, 3, 4, 5, 6]


def test_events_are_acknowledged_when_they_are_stored_and_not_before(light_store: Store) -> None:
    """At the moment of the ack the store has them."""
    chain = plain_chain(4)
    record = record_id(chain[0].hash)
    seen: list[int] = []

    async def work() -> None:
        heard = Hearing()

        def ack(table: str, said: Ack) -> None:
            seen.append(len(list(light_store.events(table, record))) - said.seq)

        taker = Intake(light_store, ack, heard)
        running = asyncio.create_task(taker.run())
        for stored in chain:
            taker.take("t1", Batch(record, (stored,)))
        while not heard.rows:
            await asyncio.sleep(0.01)
        running.cancel()

    asyncio.run(work())
    assert seen == [0]

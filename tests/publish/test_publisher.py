"""A table and a real broker: everything arrives, once and in order, whatever breaks between."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.play.event import Stored
from controller.publish.broker import BrokerAddress
from controller.publish.messages import Ask, Order
from controller.publish.outbox import Pace
from controller.publish.publisher import Publisher, Retry
from controller.publish.topics import ACK, ORDERS
from controller.publish.wire import write_order
from controller.record.readings import KeptReading
from hardware.clock import RealClock
from tests.hall.broker import Broker, free_port
from tests.hall.tables import MemoryTable, link_to
from tests.publish.hub import doing, hub_at, until

#: As in a hall, only less patient.
QUICK = Pace(hello=0.3, silence=0.4, again=0.05, most=0.8)
SOON = Retry(first=0.05, most=0.2)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A broker with the shipped ACL."""
    with Broker(tmp_path) as started:
        yield started


def publisher_of(table: MemoryTable, link: BrokerAddress, **more: Any) -> Publisher:
    """An impatient publisher."""
    return Publisher(table, link, RealClock(), pace=QUICK, retry=SOON, **more)


@asynccontextmanager
async def published(table: MemoryTable, broker: Broker, **more: Any) -> AsyncIterator[Publisher]:
    """A table that publishes for as long as the context lasts."""
    publisher = publisher_of(table, link_to(broker, "t1"), **more)
    async with doing(publisher.run()):
        yield publisher


def confirmed(publisher: Publisher) -> int:
    """How many events the hub has confirmed."""
    return publisher.outbox.acked if publisher.outbox else 0


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run one test's coroutine."""
    asyncio.run(work())


def test_everything_arrives_once_and_in_order(broker: Broker) -> None:
    """The hub's copy of the record is the record, event by event and hash by hash."""

    async def work() -> None:
        table = MemoryTable()
        table.play(500)
        async with hub_at(broker) as hub, published(table, broker) as publisher:
            await until(lambda: confirmed(publisher) == table.head())
            for _ in range(20):
                table.play(1)
                await asyncio.sleep(0.005)
            await until(lambda: confirmed(publisher) == table.head())
            assert hub.records == {table.record(): table.stored}
            assert max(len(batch.events) for batch in hub.batches) == 200
            assert publisher.alerts() == []

    run(work)


def test_status_state_and_last_will(broker: Broker) -> None:
    """Who comes later still learns the state; a table that breaks off is said to be gone."""

    async def work() -> None:
        table = MemoryTable()
        async with published(table, broker) as publisher:
            await until(lambda: publisher.connections)
            async with hub_at(broker) as hub:
                await until(lambda: hub.statuses and hub.states)
                here = hub.statuses[-1]
                assert (here.online, here.record, here.profile) == (
                    True,
                    table.record(),
                    "kalah-load",
                )
                assert hub.states[-1]["ply"] == 1
                table.add("game.opened")
                await until(lambda: hub.states[-1]["ply"] == 2)
        async with hub_at(broker) as hub:
            await until(lambda: hub.statuses)
            assert hub.statuses == [hub.statuses[0]]
            assert not hub.statuses[0].online

    run(work)


def test_state_is_sent_at_most_four_times_a_second(broker: Broker) -> None:
    """A storm of changes becomes a few states, and the last of them is the newest."""

    async def work() -> None:
        table = MemoryTable()
        async with hub_at(broker) as hub, published(table, broker):
            await until(lambda: hub.states)
            before, clock = len(hub.states), asyncio.get_running_loop().time
            began = clock()
            for _ in range(100):
                table.play(1)
                await asyncio.sleep(0.001)
            await until(lambda: hub.states[-1]["ply"] == table.head())
            # However long a busy machine took; what was on its way when it began is one more.
            assert len(hub.states) - before <= 4 * (clock() - began) + 2

    run(work)


def test_broker_killed_and_restarted_in_mid_play(broker: Broker) -> None:
    """Three kills: the table tells its operator, plays on, and everything arrives in order."""

    async def work() -> None:
        table, kept = MemoryTable(), dict[str, list[Stored]]()
        rung: list[int] = []
        async with published(table, broker, changed=lambda: rung.append(1)) as publisher:
            for kills in range(3):
                async with hub_at(broker, kept=kept) as hub:
                    table.play(30)
                    await until(lambda h=hub: h.batches)  # type: ignore[misc]
                    table.play(30)
                rung.clear()
                broker.kill()
                await until(lambda: publisher.lost)
                table.play(30)
                said = publisher.alerts()[0]["en"]
                assert said.startswith(f"Hall: 127.0.0.1:{broker.port} not reached since ")
                assert f"; {publisher.outbox and publisher.outbox.waiting} events wait" in said
                assert rung
                assert publisher.connections == kills + 1
                broker.start()
                await until(lambda k=kills: publisher.connections == k + 2)  # type: ignore[misc]
            async with hub_at(broker, kept=kept):
                await until(lambda: confirmed(publisher) == table.head())
            assert kept == {table.record(): table.stored}
            assert publisher.alerts() == []

    run(work)


def test_no_broker_at_all(tmp_path: Path) -> None:
    """Where nobody listens, the alert says why, in both languages, and how much waits."""

    async def work() -> None:
        table = MemoryTable()
        link = BrokerAddress("127.0.0.1", free_port(), "t1")
        publisher = publisher_of(table, link)
        async with doing(publisher.run()):
            await until(lambda: publisher.lost)
            table.play(2)
            said = publisher.alerts()[0]
            assert "Connection refused" in said["en"]
            assert "5 events wait" in said["en"]
            assert "Connection refused»); ждут отправки событий: 5" in said["ru"]

    run(work)


def test_wrong_password_is_named(broker: Broker) -> None:
    """A broker that refuses the password is not simply `not reached`; no password is shown."""

    async def work() -> None:
        publisher = publisher_of(MemoryTable(), link_to(broker, "t1", password="wrong-one"))
        async with doing(publisher.run()):
            await until(lambda: publisher.lost)
            said = publisher.alerts()[0]
            assert "does not accept this table's name or password" in said["en"]
            assert "(он не принимает имя или пароль этого стола)" in said["ru"]
            assert "wrong-one" not in str(publisher.alerts()) + repr(publisher._link)

    run(work)


def test_a_hub_that_never_confirms(broker: Broker) -> None:
    """The operator is told since when; the table tries again now and then, not all the time."""

    async def work() -> None:
        table = MemoryTable()
        async with hub_at(broker) as hub, published(table, broker) as publisher:
            hub.silent = True
            await until(publisher.alerts)
            assert "the hub confirms nothing since " in publisher.alerts()[0]["en"]
            assert "1 events wait" in publisher.alerts()[0]["en"]
            await until(lambda: len(hub.batches) >= 3)
            hub.silent = False
            await until(lambda: confirmed(publisher) == 1)
            assert publisher.alerts() == []

    run(work)


def test_a_hub_that_confirms_late_older_doubled_and_out_of_order(broker: Broker) -> None:
    """Whatever word comes in whatever order, the hub ends with the record."""

    async def work() -> None:
        table = MemoryTable()
        record = table.record() or ""
        async with hub_at(broker) as hub, published(table, broker) as publisher:
            hub.silent = True
            for seq in (0, 3, 1, 1, 0, 5, 2, 2, 0):
                table.play(4)
                await asyncio.sleep(0.02)
                await hub.ack(record, min(seq, len(hub.records.get(record, []))))
            hub.silent = False
            await until(lambda: confirmed(publisher) == table.head())
            assert hub.records == {record: table.stored}

    run(work)


def test_a_hub_that_lost_its_database(broker: Broker) -> None:
    """A hub that begins anew gets the whole record again."""

    async def work() -> None:
        table = MemoryTable()
        table.play(50)
        async with published(table, broker) as publisher:
            async with hub_at(broker):
                await until(lambda: confirmed(publisher) == table.head())
            async with hub_at(broker) as hub:
                await hub.ack(table.record() or "", 0)
                await until(lambda: hub.records.get(table.record() or "") == table.stored)

    run(work)


def test_a_hub_that_refuses(broker: Broker) -> None:
    """The hub's reason stands on the table's page; nothing is sent in vain."""

    async def work() -> None:
        table = MemoryTable()
        record = table.record() or ""
        async with hub_at(broker) as hub, published(table, broker) as publisher:
            await until(lambda: confirmed(publisher) == 1)
            hub.silent = True
            await hub.ack(record, 1, "event 2 has another hash than before.")
            await until(publisher.alerts)
            assert publisher.alerts()[0]["en"] == (
                "Hall: the hub refuses this table's events: event 2 has another hash than before; "
                "0 wait."
            )
            seen = len(hub.batches)
            table.play(3)
            await until(lambda: hub.states[-1]["ply"] == table.head())
            assert len(hub.batches) == seen

    run(work)


def test_an_older_copy_in_place_of_the_record(broker: Broker) -> None:
    """A hub that has more of a record than the table is a matter for people."""

    async def work() -> None:
        table = MemoryTable()
        async with hub_at(broker) as hub, published(table, broker) as publisher:
            await until(lambda: confirmed(publisher) == 1)
            await hub.ack(table.record() or "", 7)
            await until(publisher.alerts)
            said = publisher.alerts()[0]["en"]
            assert "the hub has 7 events of this record, this table only 1" in said

    run(work)


def test_a_new_record_file(broker: Broker) -> None:
    """A table that begins a new record sends it from its first event, beside the old one."""

    async def work() -> None:
        first, second = MemoryTable(), MemoryTable()
        first.play(10)
        second.play(3)
        async with hub_at(broker) as hub:
            for table in (first, second):
                async with published(table, broker) as publisher:
                    await until(lambda p=publisher, t=table: confirmed(p) == t.head())  # type: ignore[misc]
            assert hub.records == {
                first.record(): first.stored,
                second.record(): second.stored,
            }

    run(work)


def test_a_restarted_table_sends_only_what_is_missing(broker: Broker) -> None:
    """The hub's word, kept by the broker, saves a restarted table from sending all again."""

    async def work() -> None:
        table = MemoryTable()
        table.play(300)
        async with hub_at(broker) as hub:
            async with published(table, broker) as publisher:
                await until(lambda: confirmed(publisher) == table.head())
            seen = len(hub.batches)
            table.play(1)
            async with published(table, broker) as publisher:
                await until(lambda: confirmed(publisher) == table.head())
            # A busy machine may confirm so late that the same is sent once more.
            assert {batch.first for batch in hub.batches[seen:]} == {602}

    run(work)


def test_garbage_from_the_hub_changes_nothing(broker: Broker) -> None:
    """What cannot be read is left aside, and the line stays up."""

    async def work() -> None:
        table = MemoryTable()
        async with hub_at(broker) as hub, published(table, broker) as publisher:
            await until(lambda: confirmed(publisher) == 1)
            for payload in (b"", b"\xff", b"[]", b'{"record": 1}', b"[" * 5000):
                await hub.say(ACK, payload)
                await hub.say(ORDERS, payload)
            assert (await hub.order(Order("o1", "Ann", {"do": "pause"}))).ok
            assert (publisher.connections, publisher.alerts()) == (1, [])

    run(work)


def test_an_order_that_the_broker_kept_is_not_carried_out(broker: Broker) -> None:
    """Yesterday's order must not stop today's game."""

    async def work() -> None:
        table = MemoryTable()
        async with hub_at(broker) as hub:
            await hub.say(ORDERS, write_order(Order("o1", "Ann", {"do": "undo"})), retain=True)
            async with published(table, broker) as publisher:
                await until(lambda: publisher.connections)
                assert (await hub.order(Order("o2", "Ann", {"do": "pause"}))).ok
        assert [done["do"] for done in table.done] == ["pause"]

    run(work)


def test_orders_are_carried_out_once_and_answered(broker: Broker) -> None:
    """The same order again gets the same answer and does nothing, also after a restart."""

    async def work() -> None:
        table = MemoryTable()
        async with hub_at(broker) as hub:
            pause = Order("o1", "Ann", {"do": "pause", "why": "lunch"})
            async with published(table, broker) as publisher:
                await until(lambda: publisher.connections)
                assert (await hub.order(pause)).ok
                hub.answers.clear()
                assert (await hub.order(pause)).ok
                assert (await hub.order(Order("o2", "Ann", {"do": "refuse"}))).error == (
                    "this table refuses"
                )
                broken = await hub.order(Order("o3", "Ann", {"do": "break"}))
                assert broken.error == "RuntimeError: a mistake of ours"
                await hub.say(ORDERS, b'{"id": "o4", "by": 7, "do": {}}')
                await until(lambda: hub.answers[-1].id == "o4")
                assert "order: by must be a text" in (hub.answers[-1].error or "")
            hub.answers.clear()
            async with published(table, broker) as publisher:
                await until(lambda: publisher.connections)
                assert (await hub.order(pause)).ok
            assert table.done == [{"do": "pause", "why": "lunch", "who": "Ann"}]
            assert table.speakers == ["hub"]

    run(work)


def test_an_order_is_answered_once_it_is_written(broker: Broker) -> None:
    """A table whose disk is full says nothing yet; with room again it says that it is done."""

    async def work() -> None:
        table = MemoryTable()
        table.full = True
        async with hub_at(broker) as hub, published(table, broker) as publisher:
            await until(lambda: publisher.connections)
            pause = write_order(Order("o1", "Ann", {"do": "pause"}))
            await hub.say(ORDERS, pause)
            await hub.say(ORDERS, pause)
            assert not (await hub.order(Order("o2", "Ann", {"do": "refuse"}))).ok
            assert [answer.id for answer in hub.answers] == ["o2"]
            table.make_room()
            await until(lambda: len(hub.answers) == 2)
            assert (hub.answers[-1].id, hub.answers[-1].ok) == ("o1", True)
            assert len(table.done) == 1

    run(work)


def test_raw_readings_for_a_dispute(broker: Broker) -> None:
    """The newest readings of a ply come as they were kept; a weight that is no number is null."""

    async def work() -> None:
        table = MemoryTable()
        table.kept = [
            KeptReading(1, 2, 10.0 + n, "a1", "load", float(n), True, None, 6) for n in range(1200)
        ]
        table.kept.append(KeptReading(1, 2, 9e9, "a2", "load", math.nan, False, "silent", 6))
        async with hub_at(broker) as hub, published(table, broker) as publisher:
            await until(lambda: publisher.connections)
            answer = await hub.order(Ask("a1", 1, 2))
            assert answer.readings is not None
            assert (answer.ok, len(answer.readings), answer.left_off) == (True, 1000, 201)
            last = answer.readings[-1]
            assert (last["cell"], last["value"], last["fault"]) == ("a2", None, "silent")
            refused = await hub.order(Ask("a2", 9, 1))
            assert refused.error == "there is no game 9 in this record; it holds 1 to 1"
            elsewhere = await hub.order(Ask("a3", 1, 1, "f" * 16))
            assert "this table now writes record" in (elsewhere.error or "")

    run(work)


def test_many_tables_on_one_event_loop(tmp_path: Path) -> None:
    """Fifty tables share one process, one broker and one hub, and none mixes with another."""
    names = [f"t{number}" for number in range(50)]

    async def work(broker: Broker) -> None:
        tables = {name: MemoryTable() for name in names}
        async with AsyncExitStack() as stack:
            hubs = [await stack.enter_async_context(hub_at(broker, name)) for name in names]
            for name, table in tables.items():
                publisher = publisher_of(table, link_to(broker, name))
                await stack.enter_async_context(doing(publisher.run()))
            for _ in range(5):
                for table in tables.values():
                    table.play(1)
                await asyncio.sleep(0.01)
            for hub, table in zip(hubs, tables.values(), strict=True):
                whole = {table.record(): table.stored}
                await until(lambda h=hub, w=whole: h.records == w)  # type: ignore[misc]

    with Broker(tmp_path, [*names, "hub"]) as broker:
        asyncio.run(work(broker))

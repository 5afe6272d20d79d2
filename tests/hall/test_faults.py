"""A hall under fire: tables, a real broker with the shipped ACL, and a real `lunka hub`.

Whatever is killed or pulled out, the hub ends with each table's record: 0 events lost, 0 doubled,
order kept.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

from controller.hub.store import open_store
from controller.publish.broker import BrokerAddress
from controller.publish.outbox import Pace
from controller.publish.publisher import Publisher, Retry
from hardware.clock import RealClock
from tests.hall.broker import Broker
from tests.hall.cable import Cable, cable_to
from tests.hall.tables import MemoryTable, link_to
from tests.publish.hub import doing, until

QUICK = Pace(hello=0.3, silence=1.0, again=0.1, most=2.0)
SOON = Retry(first=0.05, most=0.3)
TABLES = tuple(f"t{number}" for number in range(1, 9))


def hub_settings(broker: Broker) -> Path:
    """The settings of a hub at this broker."""
    path = broker.folder.parent / "hub.toml"
    path.write_text(
        f"""
        [store]
        database = "hall.db"
        [broker]
        port = {broker.port}
        user = "hub"
        password_file = "{broker.password_file("hub")}"
        [page]
        port = 0
        keys_file = "hall.keys"
        """,
        encoding="utf-8",
    )
    return path


@contextmanager
def hub_process(config: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A real hub, a program of its own; killed without a word at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "controller", "hub", "--config", config],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "LUNKA_HOME": str(config.parent)},
    )
    try:
        yield process
        assert process.poll() is None, "the hub has ended by itself"
    finally:
        process.kill()
        process.wait()


class Hall:
    """Eight tables at their cables, playing on whatever happens."""

    def __init__(self, broker: Broker) -> None:
        self.broker, self.chance = broker, Random(7)
        self.tables = {name: MemoryTable() for name in TABLES}
        self.cables: dict[str, Cable] = {}
        self.publishers: dict[str, Publisher] = {}

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Everybody publishes for as long as the context lasts."""
        async with AsyncExitStack() as stack:
            for name, table in self.tables.items():
                cable = await stack.enter_async_context(cable_to(self.broker.port))
                link: BrokerAddress = replace(link_to(self.broker, name), port=cable.port)
                publisher = Publisher(table, link, RealClock(), pace=QUICK, retry=SOON)
                await stack.enter_async_context(doing(publisher.run()))
                self.cables[name], self.publishers[name] = cable, publisher
            yield

    async def play(self, turns: int) -> None:
        """Turns at all tables, in any order."""
        for _ in range(turns):
            self.tables[self.chance.choice(TABLES)].play(1)
            await asyncio.sleep(0.001)

    async def until_confirmed(self) -> None:
        """Until the hub has confirmed everything."""
        for name, table in self.tables.items():
            await until(lambda n=name, t=table: self._acked(n) == t.head())  # type: ignore[misc]

    def _acked(self, name: str) -> int:
        outbox = self.publishers[name].outbox
        return outbox.acked if outbox else 0

    def at_the_hub(self) -> dict[str, object]:
        """What stands in the hub's store, by table."""
        store = open_store(str(self.broker.folder.parent / "hall.db"), writes=False)
        try:
            return {
                name: list(store.events(name, table.record() or ""))
                for name, table in self.tables.items()
            }
        finally:
            store.close()


def test_nothing_is_lost_doubled_or_mixed_up(tmp_path: Path) -> None:
    """Hub killed -9 twice, broker killed -9, three tables cut off for a round."""

    async def work(hall: Hall, config: Path) -> None:
        async with hall.open():
            with hub_process(config):
                await hall.play(300)
                for name in TABLES[:3]:
                    hall.cables[name].pull()
                await hall.play(300)
            await hall.play(100)  # no hub at all
            with hub_process(config):
                await hall.play(200)
                hall.broker.kill()
                await hall.play(200)
                hall.broker.start()
                for name in TABLES[:3]:
                    hall.cables[name].plug_in()
                await hall.play(200)
            with hub_process(config):
                await hall.until_confirmed()
                assert [hall.publishers[name].alerts() for name in TABLES] == [[]] * len(TABLES)
        assert hall.at_the_hub() == {name: table.stored for name, table in hall.tables.items()}

    with Broker(tmp_path, (*TABLES, "hub")) as broker:
        asyncio.run(work(Hall(broker), hub_settings(broker)))

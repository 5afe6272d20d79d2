"""A large hall: 1,000 tables at one turn per 5 s through a real Mosquitto into a real hub.

The tables are played by one process with a few connections; what they send is what tables send:
hash-chained events and whole views. The lag is from the moment a turn is sent to the hub's
acknowledgement, which comes when it is on the disk.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, sleep
from typing import Any
from urllib.request import urlopen

import aiomqtt
from websockets.asyncio.client import connect

from controller.play.event import GENESIS, Event, Stored
from controller.publish.messages import Ack, Status, record_id
from controller.publish.topics import ACK, EVENTS, STATE, STATUS, Topics, split_topic
from controller.publish.wire import pack, read_ack, write_state, write_status
from controller.record.chain import digest
from tests.benchmarks.daemon import cpu_seconds, resident_mb, stop
from tests.benchmarks.report import line, percentile, plain
from tests.hall.broker import Broker
from tests.hub.postgres import postgres
from tests.web.fake import FakeFeed

TABLES = int(os.environ.get("LUNKA_HALL_TABLES", "1000"))
SECONDS = float(os.environ.get("LUNKA_HALL_SECONDS", "40"))
#: One turn of each table in so many seconds.
TURN = 5.0
_CONNECTIONS = 8
#: How the shipped broker saves: not after every change, as the tests' does to survive a kill.
_AS_SHIPPED = "autosave_on_changes false\nautosave_interval 60\nset_tcp_nodelay true\n"
#: What one turn writes into the record.
_KINDS = ("dice.rolled", "turn.made", "turn.sealed")


@dataclass(slots=True)
class Load:
    """One table that plays for ever."""

    name: str
    seal: str = GENESIS
    seq: int = 0
    record: str = ""
    sent: dict[int, float] = field(default_factory=dict)

    def turn(self, kinds: tuple[str, ...] = _KINDS) -> bytes:
        """The events of one more turn, as they are sent."""
        events = []
        for kind in kinds:
            self.seq += 1
            facts = {"ply": self.seq // 3, "side": self.seq % 2, "turn": "a3", "position": "x" * 60}
            event = Event(kind, 1_700_000_000.0 + self.seq, facts)
            self.seal = digest(self.seal, self.seq, 1, event)
            self.record = self.record or record_id(self.seal)
            events.append(Stored(self.seq, 1, event, self.seal))
        return pack(self.record, events)[0]


class Hall:
    """All tables, and how long each turn took to be safe."""

    def __init__(self) -> None:
        self.tables = {f"t{number}": Load(f"t{number}") for number in range(1, TABLES + 1)}
        self.lags: list[float] = []
        self.turns = 0
        self._view = FakeFeed().view()
        #: Passed when every table has come and the hub has said so.
        self._here = asyncio.Barrier(_CONNECTIONS)
        self.began = self.came = 0.0

    async def play(self, broker: Broker) -> None:
        """Play on a few connections until the time is up."""
        names = list(self.tables)
        parts = [names[at::_CONNECTIONS] for at in range(_CONNECTIONS)]
        self.began = perf_counter()
        await asyncio.gather(*(self._some(broker, part) for part in parts))

    async def _some(self, broker: Broker, names: list[str]) -> None:
        async with aiomqtt.Client(
            "127.0.0.1",
            broker.port,
            username="tables",
            password=broker.password("tables"),
            max_inflight_messages=200,
        ) as client:
            client.pending_calls_threshold = 1000
            for name in names:
                await client.subscribe(Topics(name).of(ACK), qos=1)
            hearing = asyncio.create_task(self._hear(client))
            try:
                await self._greet(client, names)
                await self._settle(names)
                await self._here.wait()
                self.came = self.came or perf_counter() - self.began
                await self._turns(client, names)
                await self._settle(names)
            finally:
                hearing.cancel()
                with suppress(asyncio.CancelledError, aiomqtt.MqttError):
                    await hearing

    async def _greet(self, client: aiomqtt.Client, names: list[str]) -> None:
        for name in names:
            table = self.tables[name]
            payload = table.turn(("game.opened",))
            status = write_status(Status(True, "bench", table.record, "kalah-load"))
            await client.publish(Topics(name).of(STATUS), status, qos=1, retain=True)
            table.sent[table.seq] = perf_counter()
            await client.publish(Topics(name).of(EVENTS), payload, qos=1)

    async def _turns(self, client: aiomqtt.Client, names: list[str]) -> None:
        self.lags.clear()
        began, step = perf_counter(), TURN / len(names)
        for number in range(int(SECONDS / step)):
            await asyncio.sleep(max(0.0, began + number * step - perf_counter()))
            table = self.tables[names[number % len(names)]]
            topics = Topics(table.name)
            await client.publish(topics.of(STATE), self._state(table), qos=0, retain=True)
            payload = table.turn()
            table.sent[table.seq] = perf_counter()
            self.turns += 1
            await client.publish(topics.of(EVENTS), payload, qos=1)
            await client.publish(topics.of(STATE), self._state(table), qos=0, retain=True)

    async def _settle(self, names: list[str]) -> None:
        """Everything arrives in the end; a turn that does not is a lag without end."""
        for _ in range(100):
            if not any(self.tables[name].sent for name in names):
                return
            await asyncio.sleep(0.1)

    def _state(self, table: Load) -> bytes:
        return write_state(self._view | {"ply": table.seq})

    async def _hear(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            name, _ = split_topic(message.topic.value)
            assert isinstance(message.payload, bytes)
            self._acknowledged(self.tables[name], read_ack(message.payload))

    def _acknowledged(self, table: Load, ack: Ack) -> None:
        now = perf_counter()
        for seq in [each for each in table.sent if each <= ack.seq]:
            self.lags.append(now - table.sent.pop(seq))


@contextmanager
def hub(home: str, broker: Broker, database: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A real hub, and the address of its pages."""
    config = Path(home) / "hub.toml"
    config.write_text(
        f'store.database = "{database}"\npage.port = 0\n[broker]\nport = {broker.port}\n'
        f'user = "hub"\npassword_file = "{broker.password_file("hub")}"\n',
        encoding="utf-8",
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "controller.cli", "hub", "--config", config],
        env=os.environ | {"LUNKA_HOME": home},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    found = re.search(r"http\S+/", process.stdout.readline())
    assert found is not None
    try:
        _until_connected(found.group(0))
        yield process, found.group(0)
    finally:
        stop(process)


def _until_connected(address: str) -> None:
    """These tables send nothing twice: the hub must hear them from the first word on."""
    for _ in range(300):
        with urlopen(f"{address}health", timeout=10) as answer:
            if json.load(answer)["broker"] is None:
                return
        sleep(0.1)
    raise AssertionError("the hub does not reach its broker")


async def watch(address: str) -> None:
    """Somebody who looks at a wall of fifty boards."""
    async with connect(address.replace("http", "ws") + "live", max_size=None) as socket:
        names = [f"t{number}" for number in range(1, 51)]
        while True:
            await socket.send(json.dumps({"watch": names}))
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    while True:
                        await socket.recv()


async def _play_and_watch(broker: Broker, address: str) -> Hall:
    hall = Hall()
    watching = asyncio.create_task(watch(address))
    await hall.play(broker)
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching
    return hall


def measure(what: str, database: str) -> dict[str, Any]:
    """Print the figures of one database beside their targets."""
    with (
        tempfile.TemporaryDirectory() as home,
        # One connection speaks for many tables here, so the ACL stays out.
        Broker(Path(home), ("hub", "tables"), acl=None, more=_AS_SHIPPED) as broker,
        hub(home, broker, database or "hall.db") as (process, address),
    ):
        hall = asyncio.run(_play_and_watch(broker, address))
        memory, work = resident_mb(process.pid), cpu_seconds(process.pid)
    lost = sum(len(table.sent) for table in hall.tables.values())
    lags = hall.lags + [float("inf")] * lost
    p99 = percentile(lags, 0.99)
    rate = hall.turns / SECONDS
    plain(f"hall of {TABLES} tables, {what}: all come at once in", hall.came, "s")
    plain(f"hall of {TABLES} tables, {what}: turns a second", rate, "/s")
    plain(f"hall of {TABLES} tables, {what}: lag, median", percentile(lags, 0.5), "s")
    line(f"hall of {TABLES} tables, {what}: lag, p99", p99, "s", 1.0)
    line(f"hall of {TABLES} tables, {what}: turns never acknowledged", lost, "", 0)
    line(f"hall of {TABLES} tables, {what}: hub's memory", memory, "MB", 300)
    plain(f"hall of {TABLES} tables, {what}: hub's work", work / SECONDS * 100, "%")
    return {"p99": p99, "lost": lost, "memory": memory}


def main() -> None:
    """Print the figures with SQLite and with PostgreSQL."""
    measure("SQLite", "")
    with postgres() as server:
        measure("PostgreSQL", server.database())


if __name__ == "__main__":
    main()

"""Tables for tests of a hall: records in memory, sealed like real ones, for any number of tables.

table = MemoryTable()
table.add("turn.made", ply=1, turn="a3")
publisher = Publisher(table, link_to(broker, "t1"), RealClock())
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from controller.play.event import GENESIS, Event, Stored
from controller.publish.broker import BrokerAddress
from controller.publish.messages import record_id
from controller.record.chain import digest
from controller.record.errors import RecordError
from controller.record.readings import KeptReading
from controller.table.commands import NotWrittenError
from controller.table.speakers import Speaker
from controller.web.feed import Bell
from tests.hall.broker import Broker


class MemoryTable:
    """A table without board and disk, as a `controller.publish.table.PublishedTable`."""

    def __init__(self, profile: str = "kalah-load") -> None:
        self.profile = profile
        self.stored: list[Stored] = []
        self.done: list[Mapping[str, Any]] = []
        self.speakers: list[str] = []
        self.kept: list[KeptReading] = []
        self.orders: list[Any] = []
        self.full = False
        self.game = 0
        self._bell = Bell()
        self.add("daemon.started", version="test", profile=profile, born=time.time_ns())

    def add(self, kind: str, at: float | None = None, **data: Any) -> Stored:
        """One more event, sealed with all before it."""
        self.game += kind == "game.opened"
        event = Event(kind, time.time() if at is None else at, data)
        before = self.stored[-1].hash if self.stored else GENESIS
        seq = len(self.stored) + 1
        stored = Stored(seq, self.game, event, digest(before, seq, self.game, event))
        self.stored.append(stored)
        self._bell.ring()
        return stored

    def make_room(self) -> None:
        """The disk takes what waited."""
        self.full = False
        self.add("command.done", **self.done[-1])

    def play(self, turns: int) -> None:
        """So many turns, each with what a real table writes down of it."""
        for number in range(turns):
            ply = len(self.stored) + number
            self.add("turn.made", ply=ply, side=ply % 2, turn="a3", by="hands", seconds=4.2)
            self.add("turn.sealed", ply=ply, by="touch")

    # -- as the publisher sees it ------------------------------------------------------------------

    def record(self) -> str | None:
        """The name of the record."""
        return record_id(self.stored[0].hash) if self.stored else None

    def head(self) -> int:
        """How many events there are."""
        return len(self.stored)

    def events(self, since: int) -> Iterable[Stored]:
        """The events after this number."""
        return iter(self.stored[since : since + 500])

    def view(self) -> Mapping[str, Any]:
        """A view with what a wall of boards shows."""
        return {"status": "playing", "profile": self.profile, "ply": len(self.stored), "alerts": []}

    def subscribe(self) -> AbstractContextManager[asyncio.Event]:
        """A bell that rings with every event."""
        return self._bell.subscribe()

    async def command(self, command: Mapping[str, Any], speaker: Speaker) -> None:
        """Take any command but `refuse`, and write it down."""
        if command.get("do") == "refuse":
            raise ValueError("this table refuses")
        if command.get("do") == "break":
            raise RuntimeError("a mistake of ours")
        self.done.append(dict(command))
        self.speakers.append(str(speaker))
        if self.full:
            raise NotWrittenError("not done yet, since the disk is full")
        self.add("command.done", **command)

    @property
    def waiting(self) -> bool:
        """Whether the disk takes nothing."""
        return self.full

    def readings(self, game: int, ply: int) -> list[KeptReading]:
        """The readings that a test put there."""
        if game != 1:
            raise RecordError(f"there is no game {game} in this record; it holds 1 to 1")
        return [each for each in self.kept if each.ply == ply]

    def remember_orders(self, orders: list[Any]) -> None:
        """Kept as long as the object lives."""
        self.orders = orders

    def recall_orders(self) -> list[Any]:
        """What was kept."""
        return self.orders


def link_to(broker: Broker, table: str, **more: Any) -> BrokerAddress:
    """The way of a table to the test's broker, with its own password."""
    facts = {"password": broker.password(table)} | more
    return BrokerAddress("127.0.0.1", broker.port, table, **facts)

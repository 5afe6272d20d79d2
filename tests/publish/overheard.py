"""A line to the hall that keeps every byte that is said on it, and answers like a hub.

    line = Line()
    publisher = Publisher(table, line.link, clock)      # line.said: all that it says, in order

There is no network and no waiting: what a publisher wants to say is said when it is its turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self, cast

import aiomqtt

from controller.publish.broker import BrokerAddress
from controller.publish.messages import Ack, Ask, Order
from controller.publish.topics import ACK, EVENTS, ORDERS, Topics
from controller.publish.wire import read_batch, write_ack, write_order


class Said(NamedTuple):
    """One message as it left the table."""

    topic: str
    payload: bytes
    retain: bool


class Heard(NamedTuple):
    """One message to the table, as `aiomqtt` hands it over."""

    topic: aiomqtt.Topic
    payload: bytes
    retain: bool = False


class Line:
    """What an `aiomqtt.Client` is to a publisher; the hub at its other end takes everything."""

    def __init__(self, table: str = "t1") -> None:
        self.topics = Topics(table)
        self.said: list[Said] = []
        self.messages = self._heard()
        self.timeout = 0.0
        self._to_table: asyncio.Queue[Heard] = asyncio.Queue()

    @property
    def link(self) -> BrokerAddress:
        """The way to this line; Home Assistant listens too."""
        return _ThisLine("nowhere", 1, self.topics.table, home_assistant=True, line=self)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def subscribe(self, topics: Iterable[tuple[str, int]]) -> None:
        """A hub that knows nothing of this table yet says so."""
        self._tell(ACK, write_ack(Ack("0" * 16, 0)))

    async def publish(
        self, topic: str, payload: bytes, *, qos: int = 0, retain: bool = False
    ) -> None:
        """Keep what is said; events are confirmed at once."""
        self.said.append(Said(topic, payload, retain))
        if topic == self.topics.of(EVENTS):
            batch = read_batch(payload)
            self._tell(ACK, write_ack(Ack(batch.record, batch.last)))

    def on(self, leaf: str, since: int = 0) -> list[bytes]:
        """What was said on this topic of the table, of the messages from this number on."""
        return [each.payload for each in self.said[since:] if each.topic == self.topics.of(leaf)]

    def order(self, order: Order | Ask) -> None:
        """Somebody at the hub wants something."""
        self._tell(ORDERS, write_order(order))

    def _tell(self, leaf: str, payload: bytes) -> None:
        self._to_table.put_nowait(Heard(aiomqtt.Topic(self.topics.of(leaf)), payload))

    async def _heard(self) -> AsyncIterator[Heard]:
        while True:
            yield await self._to_table.get()


@dataclass(frozen=True, slots=True)
class _ThisLine(BrokerAddress):
    line: Any = field(default=None, kw_only=True)

    def client(self) -> aiomqtt.Client:
        """The line itself."""
        return cast(aiomqtt.Client, self.line)

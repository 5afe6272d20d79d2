"""The publisher: keeps one table in touch with its hall, whatever the network does.

It connects, tells that the table is there, sends what the outbox wants sent, keeps the state up to
date, and carries out orders. When the broker is gone it tries again, later and later. It only reads
the record: play goes on untouched, and everything arrives when the way is free again.

One small object a table, no globals: a thousand of them share one event loop.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiomqtt

from controller import __version__
from controller.games.told import Told, told_by
from controller.publish.broker import BrokerAddress
from controller.publish.discovery import discovery
from controller.publish.health import Lost, alerts
from controller.publish.messages import GONE, Ack, Answer, Status, WireError
from controller.publish.orders import Orders
from controller.publish.outbox import Outbox, Pace
from controller.publish.seals import Gate, Prove, SealError, cannot_prove
from controller.publish.table import PublishedTable
from controller.publish.together import end_if_cancelled, until_one_ends
from controller.publish.topics import ACK, ANSWERS, EVENTS, ORDERS, STATE, STATUS
from controller.publish.wire import (
    order_id,
    pack,
    read_ack,
    read_order,
    stamped,
    write_answer,
    write_state,
    write_status,
)
from controller.record.errors import RecordError
from controller.words.speech import Said, say
from controller.words.telling import retold
from hardware.clock import Clock

log = logging.getLogger(__name__)

#: Seconds between two states: four a second are plenty for a wall of boards.
STATE_PACE = 0.25
#: How long the last word may take when the daemon ends.
_FAREWELL = 1.0
#: How long it is told that something was not our hub's, in seconds.
_TOLD_FOR = 600.0


@dataclass(frozen=True, slots=True)
class Retry:
    """How soon the broker is tried again, in seconds: each time twice as late, up to `most`."""

    first: float = 0.5
    most: float = 15.0
    #: A connection that lasted so long was a good one: the next trouble begins at `first` again.
    steady: float = 20.0


class Publisher:
    """One table's line to its hall."""

    def __init__(
        self,
        table: PublishedTable,
        link: BrokerAddress,
        clock: Clock,
        *,
        changed: Callable[[], None] = lambda: None,
        anchored: Callable[[Mapping[str, Any]], None] = lambda _anchor: None,
        delayed: Callable[[float], None] = lambda _seconds: None,
        prove: Prove = cannot_prove,
        pace: Pace = Pace(),  # noqa: B008  # frozen
        retry: Retry = Retry(),  # noqa: B008  # frozen
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._table, self._link, self._clock = table, link, clock
        self._topics = link.topics
        self._anchored, self._delayed = anchored, delayed
        self._gate = Gate(link.table, link.hub_key, clock.wall, prove)
        #: What was refused last since it is not our hub's: until when that is told, and why.
        self._turned_away: tuple[float, str] | None = None
        self._changed, self._pace, self._retry, self._chance = changed, pace, retry, chance
        self.outbox: Outbox | None = None
        self.lost: Lost | None = None
        #: How often the broker was reached.
        self.connections = 0
        self._orders: Orders | None = None
        self._failures = 0
        self._awake = asyncio.Event()
        self._told: list[Said] = []
        #: The state as it was sent, whether it may have changed since, and when the next may go.
        self._state, self._stale, self._state_from = b"", True, 0.0

    def reached(self) -> bool:
        """Whether the hall can be asked at this moment."""
        return self.connections > 0 and self.lost is None

    def alerts(self) -> list[Said]:
        """What whoever looks after the table must know of the hall."""
        if self.lost and self.outbox:
            with suppress(RecordError):
                self.outbox.grow(self._table.head())
        told = alerts(self._link.address, self.lost, self.outbox, self._clock)
        if self._turned_away and self._clock.now() < self._turned_away[0]:
            told.append(say("alert-hall-order", fault=retold(self._turned_away[1])))
        return told

    # -- connecting, again and again ---------------------------------------------------------------

    async def run(self) -> None:
        """Stay in touch for ever; ends only by being cancelled."""
        while True:
            began = self._clock.now()
            try:
                await self._visit()
            except Exception as trouble:  # whatever the hall does, play goes on
                self._lose(trouble)
            if self._clock.now() - began >= self._retry.steady:
                self._failures = 0
            end_if_cancelled()
            await asyncio.sleep(self._rest())

    def _rest(self) -> float:
        """Later each time, and never all tables at once."""
        rest = min(self._retry.most, self._retry.first * 2.0**self._failures)
        self._failures = min(self._failures + 1, 20)
        return rest * (0.5 + self._chance())

    def _lose(self, trouble: Exception) -> None:
        if self.outbox:
            self.outbox.disconnect()
        if not isinstance(trouble, aiomqtt.MqttError | OSError | RecordError):
            log.exception("the line to the hall broke", exc_info=trouble)
        since = self.lost.since if self.lost else self._clock.wall()
        self.lost = Lost(since, reason(trouble))
        self._tell()

    def _tell(self) -> None:
        """Let the page know where there is something new to say."""
        said = self.alerts()
        if said != self._told:
            self._told = said
            self._changed()

    # -- one visit ---------------------------------------------------------------------------------

    async def _visit(self) -> None:
        """Connect and serve until something breaks."""
        outbox = self._opened()
        async with self._link.client() as client:
            await client.subscribe([(self._topics.of(ACK), 1), (self._topics.of(ORDERS), 1)])
            await self._greet(client)
            end_if_cancelled()
            outbox.grow(self._table.head())
            outbox.connect(self._clock.now())
            self.lost, self.connections = None, self.connections + 1
            try:
                await until_one_ends(self._listen(client, outbox), self._send(client, outbox))
            except asyncio.CancelledError:
                await self._take_leave(client)
                raise

    def _opened(self) -> Outbox:
        """The outbox of the table's record; `RecordError` as long as there is none."""
        if self.outbox is None:
            record = self._table.record()
            if record is None:
                raise RecordError(Told("the record holds no event yet"))
            self.outbox, self._orders = Outbox(record, self._pace), Orders(self._table)
        return self.outbox

    async def _greet(self, client: aiomqtt.Client) -> None:
        """Say that the table is there, and to Home Assistant what it is."""
        profile = self._table.profile
        here = Status(
            True, __version__, self._table.record(), profile or None, round(self._clock.wall(), 3)
        )
        await client.publish(self._topics.of(STATUS), write_status(here), qos=1, retain=True)
        if self._link.home_assistant:
            topic, config = discovery(self._topics, profile)
            await client.publish(topic, config, qos=1, retain=True)
        self._state = b""

    async def _take_leave(self, client: aiomqtt.Client) -> None:
        """A table that is switched off says so; a last will is for those that cannot."""
        client.timeout = _FAREWELL
        with suppress(aiomqtt.MqttError):
            await client.publish(self._topics.of(STATUS), write_status(GONE), qos=1, retain=True)

    # -- listening ---------------------------------------------------------------------------------

    async def _listen(self, client: aiomqtt.Client, outbox: Outbox) -> None:
        async for message in client.messages:
            try:
                if message.topic.value == self._topics.of(ACK):
                    self._hear_ack(outbox, read_ack(message.payload))
                else:
                    await self._order(client, message.payload, retained=message.retain)
            except WireError as mistake:
                log.warning("%s: %s", message.topic.value, mistake)

    def _hear_ack(self, outbox: Outbox, ack: Ack) -> None:
        outbox.hear(ack, self._clock.now())
        self._delayed(ack.delay)  # of the table, whichever record it writes
        self._awake.set()
        if ack.anchor and ack.record == outbox.record:
            try:
                self._gate.check_anchor(ack.anchor["key"])
            except SealError as foreign:
                self._turn_away(foreign)
            else:
                self._anchored(ack.anchor)

    async def _order(self, client: aiomqtt.Client, payload: bytes, *, retained: bool) -> None:
        if retained:
            raise WireError("an order that the broker kept for later is not carried out")
        if answer := await self._answer(payload):
            await self._send_answer(client, answer)

    async def _send_answer(self, client: aiomqtt.Client, answer: Answer) -> None:
        await client.publish(self._topics.of(ANSWERS), write_answer(answer), qos=1)

    async def _answer(self, payload: bytes) -> Answer | None:
        assert self._orders is not None
        try:
            order = read_order(payload)
            again = self._orders.knows(order.id)
            given = await self._gate.admit(payload, self._orders.newest, again=again)
            self._turned_away = None
            return await self._orders.answer(order, given)
        except WireError as mistake:
            if isinstance(mistake, SealError):
                self._turn_away(mistake)
            name = order_id(payload)
            if name is None:
                raise
            return Answer(name, ok=False, error=str(mistake))

    def _turn_away(self, refusal: SealError) -> None:
        """Whoever looks after the table hears of what somebody else ordered or vouched for."""
        said = told_by(refusal)
        if self._turned_away is None or said != self._turned_away[1]:
            log.warning("refused: %s", said)
        self._turned_away = self._clock.now() + _TOLD_FOR, said
        self._tell()

    # -- sending -----------------------------------------------------------------------------------

    async def _send(self, client: aiomqtt.Client, outbox: Outbox) -> None:
        rang = True
        with self._table.subscribe() as self._awake:
            while True:
                self._awake.clear()
                self._stale = self._stale or rang
                await self._send_events(client, outbox)
                for answer in self._orders.written() if self._orders else ():
                    await self._send_answer(client, answer)
                await self._send_state(client)
                self._tell()
                rang = await self._heard(self._pause(outbox))

    async def _heard(self, pause: float | None) -> bool:
        """Wait for the bell; False where the pause is over before it rings."""
        try:
            async with asyncio.timeout(pause):
                await self._awake.wait()
        except TimeoutError:
            return False
        return True

    async def _send_events(self, client: aiomqtt.Client, outbox: Outbox) -> None:
        """All that may go now, in order: the next message leaves when the broker has the last."""
        outbox.grow(self._table.head())
        while (since := outbox.wants(self._clock.now())) is not None:
            payload, last = pack(outbox.record, self._table.events(since), self._clock.wall())
            await client.publish(self._topics.of(EVENTS), payload, qos=1)
            outbox.sent_to(last, self._clock.now())

    async def _send_state(self, client: aiomqtt.Client) -> None:
        now = self._clock.now()
        if not self._stale or now < self._state_from:
            return
        self._stale, self._state_from = False, now + STATE_PACE
        state = write_state(self._table.view())
        if state != self._state:
            self._state = state
            said = stamped(state, self._clock.wall())
            await client.publish(self._topics.of(STATE), said, qos=0, retain=True)

    def _pause(self, outbox: Outbox) -> float | None:
        """How long to wait for the bell: until the outbox is due, or the next state may go."""
        moments = [outbox.due] if outbox.due is not None else []
        if self._stale:
            moments.append(self._state_from)
        if self._turned_away and self._turned_away[0] > self._clock.now():
            moments.append(self._turned_away[0])
        return max(0.0, min(moments) - self._clock.now()) if moments else None


def reason(trouble: Exception) -> str:
    """Why the broker is not reached, as short as it can be said."""
    refused = isinstance(trouble, aiomqtt.MqttCodeError) and str(trouble.rc) in _REFUSED
    if refused:
        return Told("it does not accept this table's name or password")
    words = str(trouble).rstrip(".") or type(trouble).__name__
    return words[words.find("] ") + 2 :] if words.startswith("[") else words


#: How brokers say it, by the protocol's names.
_REFUSED = ("Bad user name or password", "Not authorized")

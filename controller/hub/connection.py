"""The hub's connection to the broker: it is opened again whenever it is lost."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable

import aiomqtt

from controller.hub.config import BrokerSection
from controller.publish.broker import BrokerError, read_password, tls_context
from controller.publish.messages import Ack, Ask, Order, WireError
from controller.publish.together import until_one_ends
from controller.publish.topics import ACK, FROM_TABLE, ORDERS, STATE, Topics, split_topic
from controller.publish.wire import write_ack, write_order
from controller.settings.config import ConfigError

log = logging.getLogger(__name__)

_FIRST_REST, _LONGEST_REST = 0.5, 10.0
#: Messages that are on their way to the broker at once.
_ABREAST = 40

#: From which table, what kind, the message, and whether the broker had kept it from before.
Heard = Callable[[str, str, bytes, bool], None]


class HubConnection:
    """Hears all tables, and sends acks and orders.

    Of the acks to one table only the newest waits: it says everything that older ones did. Acks
    wait for a broker that is away; orders do not, since one that comes late may do harm: whoever
    wants them done sends them again when the table is there.
    """

    def __init__(
        self,
        broker: BrokerSection,
        heard: Heard,
        changed: Callable[[str | None], None],
        write: Callable[[str, Order | Ask], bytes] = lambda _table, order: write_order(order),
    ) -> None:
        self._broker = broker
        self._write = write
        self._heard = heard
        self._changed = changed
        self._secret = _secrets(broker)
        self._acks: dict[str, Ack] = {}
        self._orders: list[tuple[str, Order | Ask]] = []
        self._some = asyncio.Event()
        self.connected = False
        self._away = False

    def send_ack(self, table: str, ack: Ack) -> None:
        """Tell a table how far its record is safe."""
        self._acks[table] = ack
        self._some.set()

    def send_order(self, table: str, order: Order | Ask) -> None:
        """Tell a table what to do."""
        self._orders.append((table, order))
        self._some.set()

    async def run(self) -> None:
        """Stay connected, for ever."""
        rest = _FIRST_REST
        while True:
            try:
                await self._live()
            except aiomqtt.MqttError as trouble:
                if self.connected:
                    rest = _FIRST_REST
                self._lost(str(trouble))
            await asyncio.sleep(rest)
            rest = min(rest * 2, _LONGEST_REST)

    def _lost(self, why: str) -> None:
        said = f"the broker {self._broker.host}:{self._broker.right_port} cannot be reached: {why}"
        # Said once, not at every try.
        log.log(logging.INFO if self._away else logging.WARNING, said)
        self.connected, self._away = False, True
        self._changed(said)

    async def _live(self) -> None:
        context, password = self._secret
        async with aiomqtt.Client(
            self._broker.host,
            self._broker.right_port,
            username=self._broker.name,
            password=password,
            tls_context=context,
            keepalive=15,
            max_inflight_messages=_ABREAST,
            # Acks are small: the kernel would hold them back to send several at once.
            socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],
        ) as client:
            client.pending_calls_threshold = 2 * _ABREAST
            self._orders.clear()
            ours = f"{self._broker.prefix}/+/"
            await client.subscribe([(ours + leaf, int(leaf != STATE)) for leaf in FROM_TABLE])
            log.info("connected to the broker %s:%d", self._broker.host, self._broker.right_port)
            self.connected, self._away = True, False
            self._changed(None)
            await until_one_ends(self._hear(client), self._send(client))

    async def _hear(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            try:
                table, leaf = split_topic(message.topic.value, self._broker.prefix)
                payload = message.payload
                if isinstance(payload, bytes):
                    self._heard(table, leaf, payload, bool(message.retain))
            except WireError as mistake:
                log.warning("%s: %s", message.topic, mistake)
            except Exception:  # one table's message must never stop the whole hall
                log.exception("%s: a message failed because of a fault of ours", message.topic)

    async def _send(self, client: aiomqtt.Client) -> None:
        while True:
            await self._some.wait()
            self._some.clear()
            while self._acks or self._orders:
                if self._orders:
                    table, order = self._orders.pop(0)
                    await self._publish(client, table, ORDERS, self._write(table, order))
                await self._send_acks(client)

    async def _send_acks(self, client: aiomqtt.Client) -> None:
        some = dict(list(self._acks.items())[:_ABREAST])
        for table in some:
            del self._acks[table]
        sending = [
            self._publish(client, table, ACK, write_ack(ack), retain=True)
            for table, ack in some.items()
        ]
        failed: list[BaseException | None] = [asyncio.CancelledError()]
        try:
            failed = await asyncio.gather(*sending, return_exceptions=True)
        finally:
            if any(failed):
                self._acks = some | self._acks
                self._some.set()
        for error in filter(None, failed):
            raise error

    async def _publish(
        self, client: aiomqtt.Client, table: str, leaf: str, payload: bytes, *, retain: bool = False
    ) -> None:
        topic = Topics(table, self._broker.prefix).of(leaf)
        await client.publish(topic, payload, qos=1, retain=retain)


def _secrets(broker: BrokerSection) -> tuple[ssl.SSLContext | None, str | None]:
    """The certificates and the password; `ConfigError` where a file cannot be used."""
    try:
        place = broker.password_place
        password = read_password(place) if place else None
        certificates = broker.ca_file, broker.cert_file, broker.key_file
        return tls_context(*certificates) if broker.line.encrypted else None, password
    except BrokerError as trouble:
        raise ConfigError([f"broker: {trouble}."]) from trouble

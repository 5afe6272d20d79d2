"""The doctor's visit to the hall: is the broker there, does it let us in, and only where we belong?

MQTT 5 is spoken here, since only there a broker says which message it refuses. Nothing is changed:
the one message that is sent answers an order that nobody gave.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from paho.mqtt.client import Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from controller.bringup.findings import Finding, fault, good, warning
from controller.publish.broker import BrokerAddress, BrokerError
from controller.publish.messages import Answer, WireError
from controller.publish.topics import ACK, ANSWERS, Topics
from controller.publish.wire import read_ack, write_answer
from controller.settings.encryption import is_this_machine

if TYPE_CHECKING:
    from controller.settings.config import HallSection

#: How long the broker may take for each answer, and how long a kept word of the hub is waited for.
PATIENCE, HELLO = 5.0, 1.0
_ACL = "install systemd/mosquitto/acl as the broker's acl_file: docs/hall.md"


def examine_hall(hall: HallSection) -> list[Finding]:
    """Every finding about the way to the hall; none where the table belongs to no hall."""
    if hall.broker is None:
        return []
    try:
        link = BrokerAddress.of(hall)
    except BrokerError as trouble:
        return [fault("hall", str(trouble), "put that right: docs/hall.md")]
    return [*_open_letter(link), *_visit(link)]


def _open_letter(link: BrokerAddress) -> Iterator[Finding]:
    if link.tls is None and link.password and not is_this_machine(link.host):
        yield warning(
            "hall",
            f"the password travels to {link.address} for everybody to read",
            "leave hall.plain_password out; docs/hall.md tells how the broker gets a certificate",
        )


def _visit(link: BrokerAddress) -> Iterator[Finding]:
    visitor = Visitor(link)
    try:
        code = visitor.enter()
    except (OSError, ValueError) as trouble:
        words = f"{link.address} is not reached: {trouble}"
        yield fault("hall", words, "does the broker run there, is the port right, the cable in?")
        return
    try:
        yield from _look_round(link, visitor, code)
    finally:
        visitor.leave()


def _look_round(
    link: BrokerAddress, visitor: Visitor, code: ReasonCode | None
) -> Iterator[Finding]:
    if code is None:
        remedy = "is it an MQTT broker, and is hall.tls as the broker's port wants it?"
        yield fault("hall", f"{link.address} does not answer", remedy)
        return
    if code.is_failure:
        yield fault(
            "hall",
            f"{link.address} does not let {link.table} in: {code}",
            f"make the password known there: mosquitto_passwd /etc/mosquitto/lunka.passwords "
            f"{link.table}; and write the same into hall.password_file",
        )
        return
    yield good("hall", f"{link.address} lets {link.table} in{' by TLS' if link.tls else ''}")
    yield _word(link, visitor)
    yield from _rights(link, visitor)  # last, since a broker may close the door on a refusal


def _rights(link: BrokerAddress, visitor: Visitor) -> Iterator[Finding]:
    """Its own topics must be open to a table, everybody else's closed."""
    own, other = link.topics.of(ANSWERS), Topics("doctor-probe", link.prefix).of(ANSWERS)
    if (code := visitor.write(own)) is None or code.is_failure:
        words = f"the broker does not let {link.table} write to {own}: {code or 'no answer'}"
        yield fault("hall", words, _ACL)
    elif (code := visitor.write(other)) is None or not code.is_failure:
        yield warning("hall", f"{link.table} may write to other tables' topics too: {other}", _ACL)
    else:
        yield good("hall", f"{link.table} may write to its own topics, and only there")


def _word(link: BrokerAddress, visitor: Visitor) -> Finding:
    payload = visitor.read(link.topics.of(ACK))
    if payload is None:
        return warning(
            "hall",
            "no hub has confirmed anything of this table yet",
            "start the hub: lunka hub; the table's events wait until then",
        )
    try:
        ack = read_ack(payload)
    except WireError as mistake:
        return fault("hall", f"the hub's word cannot be read: {mistake}", "is the hub of this age?")
    if ack.error:
        return fault("hall", f"the hub refuses this table's events: {ack.error}", "docs/hall.md")
    return good("hall", f"the hub has {ack.seq} events of record {ack.record}")


class Visitor:
    """One short visit, step by step."""

    def __init__(self, link: BrokerAddress) -> None:
        self._link = link
        self._client = Client(
            CallbackAPIVersion.VERSION2, f"{link.client_id}-doctor", None, None, MQTTv5
        )
        self._client.username_pw_set(link.table, link.password)
        if link.tls:
            self._client.tls_set_context(link.tls)
        self._connected: list[ReasonCode] = []
        self._published: dict[int, ReasonCode] = {}
        self._heard: list[bytes] = []
        self._client.on_connect = self._on_connect
        self._client.on_publish = self._on_publish
        self._client.on_message = self._on_message

    def enter(self) -> ReasonCode | None:
        """Connect; gives what the broker says to it, None where it says nothing."""
        self._client.connect(self._link.host, self._link.port, keepalive=10)
        self._until(lambda: self._connected, PATIENCE)
        return self._connected[0] if self._connected else None

    def write(self, topic: str) -> ReasonCode | None:
        """Write to a topic; gives what the broker says to it."""
        answer = write_answer(Answer("doctor", ok=True))
        number = self._client.publish(topic, answer, qos=1).mid
        self._until(lambda: number in self._published, PATIENCE)
        return self._published.get(number)

    def read(self, topic: str) -> bytes | None:
        """What the broker keeps under a topic, None where it keeps nothing."""
        self._client.subscribe(topic, 1)
        self._until(lambda: self._heard, HELLO)
        return self._heard[0] if self._heard else None

    def leave(self) -> None:
        """Go; the broker has nothing to tell of us."""
        self._client.disconnect()
        self._client.loop(0.1)

    def _until(self, happened: Callable[[], object], patience: float) -> None:
        until = time.monotonic() + patience
        while not happened() and time.monotonic() < until:
            self._client.loop(0.05)

    def _on_connect(self, _c: Any, _u: Any, _f: Any, code: ReasonCode, _p: Any) -> None:
        self._connected.append(code)

    def _on_publish(self, _c: Any, _u: Any, mid: int, code: ReasonCode, _p: Any) -> None:
        self._published[mid] = code

    def _on_message(self, _c: Any, _u: Any, message: MQTTMessage) -> None:
        self._heard.append(bytes(message.payload))

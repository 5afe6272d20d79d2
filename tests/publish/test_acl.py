"""The shipped ACL at a real broker: a table writes to its own topics, and to nobody else's."""

from __future__ import annotations

import getpass
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from paho.mqtt.client import Client, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from tests.hall.broker import SHIPPED, Broker, Tls, free_port
from tests.machine.skips import program


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """One broker for all these questions."""
    with Broker(tmp_path_factory.mktemp("acl")) as started:
        yield started


class User:
    """Somebody who came in, and what the broker says to what they write."""

    def __init__(self, broker: Broker, name: str) -> None:
        self._said: dict[int, ReasonCode] = {}
        self.heard: list[tuple[str, bytes]] = []
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv5)
        self._client.username_pw_set(name, broker.password(name))
        self._client.on_publish = lambda _c, _u, mid, code, _p: self._said.update({mid: code})
        self._client.on_message = lambda _c, _u, message: self.heard.append(
            (message.topic, bytes(message.payload))
        )
        self._client.connect("127.0.0.1", broker.port)
        self.go_on(self._client.is_connected)

    def go_on(self, happened: Callable[[], object]) -> None:
        """Let the network do its work until something has happened."""
        until = time.monotonic() + 30
        while not happened():
            assert time.monotonic() < until, "the broker says nothing"
            self._client.loop(0.02)

    def may_write(self, topic: str, payload: bytes = b"{}") -> bool:
        """Whether the broker takes this."""
        mid = self._client.publish(topic, payload, qos=1).mid
        self.go_on(lambda: mid in self._said)
        return not self._said[mid].is_failure

    def listen(self, topic: str) -> None:
        """Ask to hear of a topic."""
        granted: list[object] = []
        self._client.on_subscribe = lambda *words: granted.append(words)
        self._client.subscribe(topic, 1)
        self.go_on(lambda: granted)

    def topics(self, last: str) -> set[str]:
        """Everything that was heard up to and with a message of this topic."""
        self.go_on(lambda: last in {topic for topic, _ in self.heard})
        return {topic for topic, _ in self.heard}

    def close(self) -> None:
        """Go."""
        self._client.disconnect()
        self.go_on(lambda: not self._client.is_connected())


@pytest.fixture
def t1(broker: Broker) -> Iterator[User]:
    """Table t1."""
    user = User(broker, "t1")
    yield user
    user.close()


@pytest.fixture
def hub(broker: Broker) -> Iterator[User]:
    """The hub."""
    user = User(broker, "hub")
    yield user
    user.close()


@pytest.mark.parametrize("leaf", ["status", "state", "events", "answers"])
def test_a_table_writes_its_own_and_no_others(t1: User, leaf: str) -> None:
    """The same ending under another table's name is refused."""
    assert t1.may_write(f"lunka/t1/{leaf}")
    assert not t1.may_write(f"lunka/t2/{leaf}")


@pytest.mark.parametrize(
    "topic",
    [
        "lunka/t1/ack",
        "lunka/t1/orders",
        "lunka/t2/orders",
        "lunka/hub/orders",
        "lunka/t1/anything",
        "lunka/t1",
        "other/t1/state",
        "homeassistant/device/lunka/t2/config",
        "homeassistant/status",
        "$SYS/broker",
    ],
)
def test_what_a_table_may_never_write(t1: User, topic: str) -> None:
    """The hub's words cannot be forged by a table, for itself or for others."""
    assert not t1.may_write(topic)


def test_home_assistant_config_is_the_tables_own(t1: User) -> None:
    """A table may announce itself."""
    assert t1.may_write("homeassistant/device/lunka/t1/config")


def test_a_table_hears_only_what_is_for_it(t1: User, hub: User) -> None:
    """Orders and acks of other tables do not reach a table, however it asks."""
    t1.listen("#")
    t1.listen("lunka/+/orders")
    for table in ("t1", "t2"):
        assert hub.may_write(f"lunka/{table}/orders", table.encode())
        assert hub.may_write(f"lunka/{table}/events", table.encode())
    assert hub.may_write("lunka/t1/ack")
    assert t1.topics("lunka/t1/ack") == {"lunka/t1/orders", "lunka/t1/ack"}


def test_the_hub_hears_all_tables(t1: User, hub: User) -> None:
    """The hub reads and writes everything below the prefix, and nothing else."""
    hub.listen("lunka/#")
    assert t1.may_write("lunka/t1/events", b"x")
    hub.go_on(lambda: ("lunka/t1/events", b"x") in hub.heard)
    assert not hub.may_write("elsewhere/x")


def test_home_assistant_looks_and_cannot_command(broker: Broker, hub: User) -> None:
    """Whoever gets into Home Assistant gets no table with it."""
    for leaf in ("orders", "state", "ack"):
        # One question a visit: Mosquitto 2.0.11 closes the door on a refusal.
        intruder = User(broker, "homeassistant")
        assert not intruder.may_write(f"lunka/t1/{leaf}")
        intruder.close()
    visitor = User(broker, "homeassistant")
    visitor.listen("lunka/#")
    for leaf in ("state", "orders", "events", "ack", "answers", "status"):
        assert hub.may_write(f"lunka/t1/{leaf}")
    assert visitor.topics("lunka/t1/status") == {"lunka/t1/state", "lunka/t1/status"}
    visitor.close()


def test_the_shipped_settings_are_accepted(tmp_path: Path) -> None:
    """Mosquitto itself reads the shipped example; only its paths are ours."""
    tls = Tls(tmp_path)
    (tmp_path / "passwords").touch(0o600)
    text = (SHIPPED / "lunka.conf").read_text()
    for shipped, ours in {
        "/etc/mosquitto/ca_certificates/hall-ca.crt": tls.ca,
        "/etc/mosquitto/certs/hall.crt": tls.cert,
        "/etc/mosquitto/certs/hall.key": tls.key,
        "/etc/mosquitto/lunka.passwords": tmp_path / "passwords",
        "/etc/mosquitto/lunka.acl": SHIPPED / "acl",
        "listener 8883": f"listener {free_port()}",
        "listener 1883": f"listener {free_port()}",
    }.items():
        assert shipped in text
        text = text.replace(shipped, str(ours))
    config = tmp_path / "lunka.conf"
    config.write_text(f"user {getpass.getuser()}\n{text}")
    process = subprocess.Popen(
        [program("mosquitto"), "-v", "-c", config], stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    said = []
    for line in process.stderr:
        said.append(line)
        if "running" in line or "Error" in line:
            break
    process.kill()
    process.communicate(timeout=20)
    assert "running" in said[-1], said

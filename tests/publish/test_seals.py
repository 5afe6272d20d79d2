"""Orders with a seal: a table that was told its hub's key obeys nobody else."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.daemon.signing import prove
from controller.hub.config import check_hub_config
from controller.hub.hub import Hub
from controller.hub.seals import Seals
from controller.hub.store import open_store
from controller.publish.messages import Ask, Order
from controller.publish.orders import Orders
from controller.publish.seals import Gate, SealError
from controller.publish.topics import ORDERS
from controller.publish.wire import read_order, write_order
from controller.record.signing import SigningKey, fingerprint, is_signed
from tests.hall.broker import Broker
from tests.hall.tables import MemoryTable, link_to
from tests.publish.hub import doing, hub_at, until
from tests.publish.test_publisher import publisher_of

NOON = 1_700_000_000.0
PAUSE = Order("o1", "Ann", {"do": "pause", "why": "lunch", "n": 1.5})


async def at_once(key: str, signature: str, statement: str) -> str | None:
    """The check of the signing process, without a process."""
    return None if is_signed(key, signature, statement) else "it is not signed"


class Side:
    """A hub that seals and a table that was told its key, with one clock for both."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self.now, self.newest = NOON, -1.0
        self.seals = Seals(folder / "hall.key", lambda: self.now)
        key = SigningKey(folder / "hall.key").public
        facts: dict[str, Any] = {
            "table": "t1",
            "hub_key": fingerprint(key),
            "prove": at_once,
        } | more
        self.gate = Gate(wall=lambda: self.now, **facts)

    def admit(self, payload: bytes, *, again: bool = False) -> float | None:
        """What the table says to a message."""
        return asyncio.run(self.gate.admit(payload, self.newest, again=again))


@pytest.fixture
def side(tmp_path: Path) -> Side:
    """Both sides."""
    return Side(tmp_path)


def changed(payload: bytes, **facts: Any) -> bytes:
    """The same message with other facts; None: without them."""
    told = json.loads(payload) | facts
    return json.dumps({key: value for key, value in told.items() if value is not None}).encode()


def test_what_the_hub_seals_is_taken(side: Side) -> None:
    """An order and a question, each later than the one before, and readable as without a seal."""
    for order in (PAUSE, Ask("q1", 3, 12, "0123456789abcdef"), Order("o2", "В", {}, "seat 0")):
        payload = side.seals.write("t1", order)
        given = side.admit(payload)
        assert given is not None
        assert given > side.newest
        side.newest = given
        assert read_order(payload) == order


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"key": None, "signature": None}, "the order is not signed, and this table obeys the hub"),
        ({"signature": None}, "the order is not signed, and this table obeys the hub with the key"),
        ({"by": "Eve"}, "it is not signed"),
        ({"do": {"do": "resign", "side": 0}}, "it is not signed"),
        ({"as": "seat 0"}, "it is not signed"),
        ({"until": NOON + 9999}, "it is not signed"),
        ({"at": NOON + 30}, "it is not signed"),
        ({"id": "o9"}, "it is not signed"),
        ({"more": 1}, "it is not signed"),
        ({"signature": "ab" * 64}, "it is not signed"),
    ],
)
def test_what_was_not_sealed_so_is_refused(side: Side, facts: dict[str, Any], why: str) -> None:
    """Whatever is taken away, changed or added after the hub signed it."""
    with pytest.raises(SealError, match=why):
        side.admit(changed(side.seals.write("t1", PAUSE), **facts))


def test_another_hub_is_named(side: Side, tmp_path: Path) -> None:
    """A key that the table was not told is named beside the one that it was."""
    foreign = Seals(tmp_path / "other.key", lambda: NOON)
    other = fingerprint(SigningKey(tmp_path / "other.key").public)
    with pytest.raises(SealError, match=f"is signed by the key {other}, and this table obeys"):
        side.admit(foreign.write("t1", PAUSE))
    with pytest.raises(SealError, match=f"the key {other} vouches for this record"):
        side.gate.check_anchor(SigningKey(tmp_path / "other.key").public)
    side.gate.check_anchor(SigningKey(tmp_path / "hall.key").public)


def test_an_order_to_another_table_is_none_to_this(side: Side) -> None:
    """What t2 was told cannot be played to t1."""
    with pytest.raises(SealError, match="it is not signed"):
        side.admit(side.seals.write("t2", PAUSE))


def test_an_order_expires(side: Side) -> None:
    """A minute after it was given it is told as late, with both times; so is one from tomorrow."""
    payload = side.seals.write("t1", PAUSE)
    side.now = NOON + 60
    assert side.admit(payload) == NOON
    side.now = NOON + 61
    with pytest.raises(SealError, match=r"held until .*, and here it is .*: it came too late"):
        side.admit(payload)
    side.now = NOON - 61
    with pytest.raises(SealError, match=r"was given at .*, and here it is .*clocks of hub and tab"):
        side.admit(payload)


def test_an_order_is_taken_once(side: Side) -> None:
    """An older one that is sent again is refused, unless only its answer is asked for again."""
    first, second = (side.seals.write("t1", Order(name, "A", {})) for name in ("a", "b"))
    side.newest = side.admit(second) or 0.0
    for old in (first, second):
        with pytest.raises(SealError, match="somebody sends it again"):
            side.admit(old)
    assert side.admit(second, again=True)


def test_no_key_no_question(tmp_path: Path) -> None:
    """A table that was told none obeys hubs with and without seals, as it did before."""
    side = Side(tmp_path, hub_key=None)
    assert side.admit(write_order(PAUSE)) is None
    assert side.admit(side.seals.write("t1", PAUSE)) is None
    side.gate.check_anchor("00" * 32)


def test_the_newest_outlives_a_restart() -> None:
    """When the newest order was given is kept with the orders, however many came since."""

    async def work() -> None:
        table = MemoryTable()
        orders = Orders(table)
        assert orders.newest < 0
        for number in range(120):
            assert await orders.answer(Order(f"o{number}", "A", {"do": "hints"}), NOON + number)
        await orders.answer(Order("plain", "A", {"do": "hints"}))
        again = Orders(table)
        assert again.newest == NOON + 119
        assert again.knows("plain")
        assert not again.knows("o3")

    asyncio.run(work())


def test_a_hub_without_a_key_still_sends(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What cannot be signed goes unsigned, and is told."""
    (tmp_path / "hall.key").write_text("no key")
    assert Seals(tmp_path / "hall.key", lambda: NOON).write("t1", PAUSE) == write_order(PAUSE)
    assert "orders are not signed: key " in caplog.text


def test_the_signing_process_proves(tmp_path: Path) -> None:
    """Yes, no, and nothing that can be said are three answers."""
    key = SigningKey(tmp_path / "key")
    told = key.sign("a statement")
    assert asyncio.run(prove(told["key"], told["signature"], "a statement")) is None
    wrong = asyncio.run(prove(told["key"], told["signature"], "another"))
    assert wrong == "the order is not the one that was signed for this table"


# -- by a real broker ------------------------------------------------------------------------------


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A broker with the shipped ACL."""
    with Broker(tmp_path) as started:
        yield started


def test_whoever_has_the_hubs_password_alone_is_not_obeyed(broker: Broker, tmp_path: Path) -> None:
    """Orders of a stranger at the broker, and old ones of the hub, are refused and told; the hub's
    own are carried out."""
    own = SigningKey(tmp_path / "hall.key").public

    async def work() -> None:
        table = MemoryTable()
        link = link_to(broker, "t1", hub_key=own)
        publisher = publisher_of(table, link, prove=prove)
        seals = Seals(tmp_path / "hall.key", time.time)
        async with hub_at(broker) as hub, doing(publisher.run()):
            await until(lambda: publisher.connections)
            refused = await hub.order(PAUSE)
            assert (refused.error or "").startswith("the order is not signed, and this table obeys")
            assert [alert["en"][:38] for alert in publisher.alerts()] == [
                "Hall: refused: the order is not signed"
            ]
            assert publisher.alerts()[0]["ru"].startswith("Зал: отказано: приказ не подписан")
            hub.answers.clear()
            sealed = seals.write("t1", PAUSE)
            await hub.say(ORDERS, sealed)
            await until(lambda: hub.answers)
            assert hub.answers[0].ok
            assert publisher.alerts() == []
            old, new = (seals.write("t1", Order(name, "A", {"do": name})) for name in ("x", "y"))
            for payload in (new, old):
                hub.answers.clear()
                await hub.say(ORDERS, payload)
                await until(lambda: hub.answers)
            assert "somebody sends it again" in (hub.answers[-1].error or "")
            assert [done["do"] for done in table.done] == ["pause", "y"]

    asyncio.run(work())


def test_the_hub_seals_what_it_sends(tmp_path: Path) -> None:
    """Every order leaves with the signature of the key that also signs anchors."""
    store = open_store(str(tmp_path / "hall.db"))
    keys = {"page": {"keys_file": str(tmp_path / "hall.keys")}}
    hub = Hub(check_hub_config(keys, "test"), store, lambda: NOON)
    payload = hub._link._write("t1", PAUSE)
    store.close()
    assert json.loads(payload)["key"] == SigningKey(tmp_path / "hall.key").public
    assert Side(tmp_path).admit(payload) == NOON

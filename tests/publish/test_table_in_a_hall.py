"""A real daemon on the simulated board, joined to a hall by a real broker."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiomqtt
import pytest

from controller.hub.seals import Seals
from controller.play.event import Stored
from controller.publish.messages import Ask, Order, record_id
from controller.publish.topics import ORDERS
from controller.record.log import Log
from controller.record.signing import SigningKey, fingerprint
from tests.daemon.running import Table, running
from tests.hall.broker import Broker, Tls
from tests.publish.hub import Hub, Kept, hub_at, until


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A broker with the shipped ACL."""
    with Broker(tmp_path) as started:
        yield started


def settings(broker: Broker, **more: object) -> Path:
    """The settings of table t1, which belongs to the hall of this broker."""
    path = broker.folder.parent / "table.toml"
    hall = {
        "broker": "127.0.0.1",
        "port": broker.port,
        "table": "t1",
        "password_file": str(broker.password_file("t1")),
    } | more
    lines = [f"{key} = {_toml(value)}" for key, value in hall.items()]
    path.write_text("\n".join(["[page]", "port = 0", "[hall]", *lines, ""]))
    return path


_LATE = 'port = 0\nwatch = "delayed"\ndelay = 600'


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'


@asynccontextmanager
async def daemon(config: Path, *, seen: bool = True) -> AsyncIterator[Table]:
    """The daemon of these settings, once it is seen to be ready; its record is in `home`."""
    with running(config.parent / "home", "--config", config, command="daemon") as table:
        if seen:
            await away(table.ready)
        yield table


async def away(work: Callable[..., Any], *words: Any, **facts: Any) -> Any:
    """Do something that waits, while the hub of the test goes on listening."""
    return await asyncio.to_thread(work, *words, **facts)


def written(table: Table) -> list[Stored]:
    """What stands in the table's own record."""
    with Log.open_reader(table.record) as log:
        return list(log.events())


async def until_same(hub: Hub, table: Table) -> None:
    """Until the hub has what stands in the record, no more and no less."""
    record = record_id(written(table)[0].hash)
    await until(lambda: hub.records.get(record) == written(table))


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run one test's coroutine."""
    asyncio.run(work)


def test_a_game_played_by_hand_arrives(broker: Broker) -> None:
    """Every event of the record is at the hub, and the state that the wall shows is the table's."""

    async def work() -> None:
        async with hub_at(broker) as hub, daemon(settings(broker)) as table:
            await away(table.sow, "a3", "a4 a5 a6 A b1 b2")
            await away(table.wait, lambda view: view["ply"] == 1)
            await until_same(hub, table)
            await until(lambda: hub.states[-1]["ply"] == 1)
            assert hub.states[-1]["moves"][0]["turn"] == "a3"
            await away(table.wait, lambda view: not view["alerts"])
            assert (await away(table.end))[0] == 0
            await until(lambda: not hub.statuses[-1].online)

    run(work())


def test_daemon_killed_and_restarted(broker: Broker) -> None:
    """kill -9: the broker says that the table is gone; back again, only the rest is sent."""

    async def work() -> None:
        config, kept = settings(broker), Kept()
        async with hub_at(broker, kept=kept) as hub:
            for lives in range(3):
                async with daemon(config) as table:
                    await until(lambda: hub.statuses and hub.statuses[-1].online)
                    await away(table.do, "hints", level=("off", "legal", "full")[lives])
                    await away(table.end, signal.SIGKILL)
                    await until(lambda: not hub.statuses[-1].online)
            async with daemon(config) as table:
                await until_same(hub, table)
                assert len(kept) == 1

    run(work())


def test_its_own_page_is_as_late_as_the_hall(broker: Broker) -> None:
    """With watch = "delayed" the hub's word counts where it is longer, also after a restart in
    which nobody is there to say it."""

    async def late(table: Table, seconds: float) -> None:
        why = f"Without a key this table is seen {seconds:.0f} seconds late"
        async with asyncio.timeout(60):
            while why not in (await away(table.http.get, "/api/view")).text:
                await asyncio.sleep(0.05)

    async def work() -> None:
        config = settings(broker)
        config.write_text(config.read_text().replace("port = 0", _LATE, 1))
        async with hub_at(broker) as hub, daemon(config, seen=False) as table:
            await late(table, 600)
            await until_same(hub, table)
            await hub.show_late(900)
            await late(table, 900)
            await hub.show_late(30)
            await late(table, 600)
            await hub.show_late(1200)
            await late(table, 1200)
            await away(table.end, signal.SIGTERM)
        broker.stop()
        async with daemon(config, seen=False) as table:
            await late(table, 1200)

    run(work())


def test_play_goes_on_without_broker(broker: Broker) -> None:
    """Broker gone in mid-game: the page says so, play is untouched, all arrives when it is back."""

    async def work() -> None:
        async with daemon(settings(broker)) as table:
            async with hub_at(broker) as hub:
                await until_same(hub, table)
            broker.kill()
            gone = f"Hall: 127.0.0.1:{broker.port} not reached since"
            assert (await away(table.alert, gone))["ru"].startswith("Зал: нет связи с 127.0.0.1")
            await away(table.sow, "a3", "a4 a5 a6 A b1 b2")
            await away(table.wait, lambda view: view["ply"] == 1)
            broker.start()
            async with hub_at(broker) as hub:
                await away(table.wait, lambda view: not view["alerts"])
                await until_same(hub, table)

    run(work())


def test_orders_enter_by_the_door_of_the_page(broker: Broker) -> None:
    """An order is a command with the director's name; the table refuses what it always refuses."""

    async def work() -> None:
        async with hub_at(broker) as hub, daemon(settings(broker)) as table:
            await until(lambda: hub.statuses and hub.statuses[-1].online)
            pause = Order("p1", "Ann", {"do": "pause", "why": "lunch"})
            assert (await hub.order(pause)).ok
            # The hub is answered by the board itself: the page's process hears of it beside that.
            await away(table.wait, lambda view: view["status"] == "paused")
            refused = await hub.order(Order("p2", "Ann", {"do": "dance"}))
            assert (refused.error or "").startswith("unknown command 'dance'; there are: ")
            await until_same(hub, table)
            paused = [each.event for each in written(table) if each.event.kind == "game.paused"]
            assert [(each.data["by"], each.data["who"]) for each in paused] == [("hub", "Ann")]
            assert (await hub.order(Order("p3", "Ann", {"do": "resume"}))).ok
            stolen = Order("s1", "seat 0 of t1", {"do": "resign", "side": 1}, "seat 0")
            assert "resign is not for seat 0 to say" in ((await hub.order(stolen)).error or "")
            await away(table.end, signal.SIGKILL)
        async with hub_at(broker) as hub, daemon(settings(broker)) as table:
            await until(lambda: hub.statuses and hub.statuses[-1].online)
            await hub.order(pause)
            kinds = [each.event.kind for each in written(table)]
            assert kinds.count("game.paused") == 1, "an order is carried out once"
            assert (await away(table.view))["status"] == "playing"

    run(work())


def test_a_table_that_knows_its_hub_obeys_nobody_else(broker: Broker, tmp_path: Path) -> None:
    """An order without the hub's signature is refused and told on the page; a signed one is not."""
    own = fingerprint(SigningKey(tmp_path / "hall.key").public)

    async def work() -> None:
        config = settings(broker, hub_key=own)
        async with hub_at(broker) as hub, daemon(config) as table:
            await until(lambda: hub.statuses and hub.statuses[-1].online)
            pause = Order("p1", "Ann", {"do": "pause", "why": "lunch"})
            assert "the order is not signed" in ((await hub.order(pause)).error or "")
            await away(table.alert, "Hall: refused: the order is not signed")
            await hub.say(ORDERS, Seals(tmp_path / "hall.key", time.time).write("t1", pause))
            await away(table.wait, lambda view: view["status"] == "paused" and not view["alerts"])

    run(work())


def test_readings_of_a_ply_for_the_dispute_view(broker: Broker) -> None:
    """What the sensors said while a turn was made can be asked for from the hub."""

    async def work() -> None:
        async with hub_at(broker) as hub, daemon(settings(broker)) as table:
            await away(table.sow, "a3", "a4 a5 a6 A b1 b2")
            await away(table.wait, lambda view: view["ply"] == 1)
            answer = await hub.order(Ask("r1", 1, 0))
            assert answer.readings is not None
            assert {"a3", "a4", "A"} <= {each["cell"] for each in answer.readings}
            missing = await hub.order(Ask("r2", 7, 0))
            assert missing.error == "there is no game 7 in this record; it holds 1 to 1"

    run(work())


def test_over_tls(tmp_path: Path) -> None:
    """With the hall's own authority the line is encrypted; with another one it is not made."""
    tls, stranger = Tls(tmp_path), Tls(tmp_path, "stranger")

    async def work(broker: Broker) -> None:
        good = settings(broker, tls=True, ca_file=tls.ca)
        async with daemon(good) as table:
            await away(table.view)
            await until(lambda: "as lunka-t1" in broker.log())
            # There is no hub here, which a slow machine is told of; but the line is there.
            await away(table.wait, lambda view: "not reached" not in str(view["alerts"]))
        async with daemon(settings(broker, tls=True, ca_file=stranger.ca)) as table:
            await away(table.alert, "certificate verify failed")

    with Broker(tmp_path, tls=tls) as broker:
        run(work(broker))


def test_with_a_certificate_of_its_own(tmp_path: Path) -> None:
    """A broker that asks for certificates lets a table in that shows one."""
    tls = Tls(tmp_path)
    cert, key = tls.make("t1")

    async def work(broker: Broker) -> None:
        async with daemon(settings(broker, tls=True, ca_file=tls.ca)) as table:
            await away(table.wait, lambda view: view["alerts"])
        shown = settings(broker, tls=True, ca_file=tls.ca, cert_file=cert, key_file=key)
        async with daemon(shown) as table:
            await until(lambda: "as lunka-t1" in broker.log())

    with Broker(tmp_path, tls=tls, more="require_certificate true") as broker:
        run(work(broker))


def test_home_assistant_is_told(broker: Broker) -> None:
    """The shipped ACL lets the message through, and what it names is in status and state."""

    async def work() -> None:
        async with hub_at(broker) as hub, daemon(settings(broker, home_assistant=True)):
            told = json.loads(await heard(broker, "homeassistant/device/lunka/t1/config"))
            await until(lambda: hub.states)
            sent = {"lunka/t1/state": hub.states[-1], "lunka/t1/status": {"online": True}}
            assert told["components"]["moment"]["unique_id"] == "lunka-t1-moment"
            for entity in told["components"].values():
                topic = entity.get("state_topic", told["state_topic"])
                named = re.findall(r"value_json\.(\w+)", entity["value_template"])
                assert named
                assert set(named) <= set(sent[topic])

    run(work())


async def heard(broker: Broker, topic: str) -> bytes:
    """What the broker keeps under a topic, as Home Assistant's own user sees it."""
    async with (
        asyncio.timeout(30),
        aiomqtt.Client(
            "127.0.0.1",
            broker.port,
            username="homeassistant",
            password=broker.password("homeassistant"),
        ) as client,
    ):
        await client.subscribe(topic, 1)
        async for message in client.messages:
            return message.payload
    raise AssertionError(topic)

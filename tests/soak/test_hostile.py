"""Frames, commands and messages by their own grammar, a million and a hundred thousand of them:
nothing breaks, and memory stays as it is."""

from __future__ import annotations

import asyncio
import os
from contextlib import closing, suppress
from pathlib import Path

import pytest

from controller.bringup.frames import FrameKeeper
from controller.daemon import daemon as daemons
from controller.daemon.daemon import Daemon, open_house
from controller.hub.store import open_store
from controller.publish.broker import BrokerAddress
from controller.publish.messages import WireError
from controller.publish.publisher import Publisher
from controller.publish.table import HouseTable
from controller.publish.wire import read_ack
from controller.record.verify import verify
from controller.settings.config import check_config
from controller.table.speakers import HUB, KEYS, THE_TABLE, read_speaker
from firmware.lunka import protocol as p
from hardware.serial.link import Stage
from tests.benchmarks.daemon import resident_mb
from tests.hub.tables import HallHub
from tests.serial.test_messages import Desk
from tests.soak.hostile import Frames, Letters, Sayings

#: Megabytes by which a program may grow from the first tenth to the end.
_FLAT = 16.0


class Scale:
    """The memory of this process: after a tenth of the work, and at its end."""

    def __init__(self, count: int) -> None:
        self._tenth, self._first = count // 10, 0.0

    def look(self, number: int) -> None:
        """So much is done."""
        if number == self._tenth:
            self._first = resident_mb(os.getpid())

    def grown(self) -> float:
        """Megabytes since the first tenth."""
        return resident_mb(os.getpid()) - self._first


def _talk(sensors: str, count: int, seed: int) -> Scale:
    """So many frames; then the Pico talks sense, and the link is there again."""
    desk, frames, scale = Desk(sensors), Frames(seed), Scale(count)
    received = heard = 0
    for number in range(count):
        kind, payload = frames.one()
        said = frames.number(kind, received)
        received = said if kind == p.EVENT and said == received + 1 else received
        desk.peer.say(kind, said, payload)
        if number % 20 == 19:
            desk.poll()
            heard = max(heard, desk.link._inbox.received)
            received = desk.link._inbox.received
            desk.peer.commands.clear()
        if number % 100 == 99:
            assert desk.link.history()  # what is written down of them can be told
        scale.look(number)
    for _ in range(2_000):
        desk.peer.beat()
        desk.poll()
        if desk.link.stage is Stage.RUNNING:
            break
    assert desk.link.stage is Stage.RUNNING
    assert heard > count // 50
    return scale


@pytest.mark.parametrize("sensors", ["reed", "load"])
def test_frames(sensors: str) -> None:
    """Ten thousand frames with right checksums, whatever they say: the link lives on."""
    _talk(sensors, 10_000, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("sensors", ["reed", "load"])
def test_a_million_frames(sensors: str) -> None:
    """Half a million for each kind of board, in the same memory."""
    scale = _talk(sensors, 500_000, seed=2)
    print(f"{sensors}: 500000 frames, {scale.grown():+.1f} MB")
    assert scale.grown() < _FLAT


# -- commands to a table ---------------------------------------------------------------------------


async def _play_on(daemon: Daemon) -> None:
    """Somebody at the table means well: a game is begun where none goes on, and a turn made."""
    daemon.house.step()
    view, table = daemon.view(), THE_TABLE
    with suppress(ValueError):
        if view["status"] == "paused":
            await daemon.command({"do": "resume"}, table)
        elif view["turns"]:
            await daemon.command({"do": "declare", "turn": view["turns"][0]}, table)
        else:
            await daemon.command({"do": "new", "options": {"stones": 4}}, table)


async def _command(folder: Path, count: int, seed: int) -> Scale:
    """So many commands of everybody's, some hands between them, and orders of a hub."""
    config = check_config({"board": {"profile": "kalah-reed"}}, "test")
    record = folder / "record.db"
    house, board = open_house(config, record)
    with closing(house):
        daemon = Daemon(house, board, FrameKeeper(board, house.clock, record))
        daemons.start(daemon, config)
        table = HouseTable(house, daemon.showing, daemon.command, daemon.subscribe)
        publisher = Publisher(table, BrokerAddress("127.0.0.1", 1, "t1"), house.clock)
        outbox = publisher._opened()
        sayings, letters, scale = Sayings(seed), Letters(seed), Scale(count)
        speakers = [read_speaker(name) for name in (HUB, *KEYS)]
        for number in range(count):
            if number % 2:
                with suppress(ValueError):
                    await daemon.command(sayings.one(), speakers[number // 2 % len(speakers)])
            else:
                leaf, payload = letters.to_table(number)
                with suppress(WireError):
                    if leaf == "ack":
                        publisher._hear_ack(outbox, read_ack(payload))
                    else:
                        await publisher._answer(payload)
            if number % 20 == 0:
                await _play_on(daemon)
            scale.look(number)
    report = verify(record)
    assert report.ok, str(report)
    assert report.events > count // 20
    return scale


def test_commands(tmp_path: Path) -> None:
    """Two thousand commands and orders: refused in words or carried out; the record is whole."""
    asyncio.run(_command(tmp_path, 2_000, seed=1))


@pytest.mark.soak
def test_fifty_thousand_commands(tmp_path: Path) -> None:
    """The same with fifty thousand, in the same memory."""
    scale = asyncio.run(_command(tmp_path, 50_000, seed=2))
    print(f"50000 commands and orders, {scale.grown():+.1f} MB")
    assert scale.grown() < _FLAT


# -- messages to a hub -----------------------------------------------------------------------------


async def _tell(folder: Path, count: int, seed: int) -> Scale:
    """So many messages of tables, to a hub that stores what it takes."""
    store = open_store(str(folder / "hall.db"))
    with closing(store):
        hub = HallHub(store, lambda: 1_700_000_000.0)
        storing = asyncio.ensure_future(hub._intake.run())
        letters, scale = Letters(seed), Scale(count)
        for number in range(count):
            leaf, payload = letters.to_hub()
            with suppress(WireError):
                hub.hear(f"t{number % 5}", leaf, payload, kept=number % 7 == 0)
            if number % 50 == 0:
                await asyncio.sleep(0)
                for table in hub.hall.tables:
                    hub.hall.health(table)
                    hub.hall.glance(table, live=False)
            scale.look(number)
        assert not storing.done()
        storing.cancel()
    return scale


@pytest.fixture
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUNKA_HOME", str(tmp_path))


@pytest.mark.usefixtures("_home")
def test_messages(tmp_path: Path) -> None:
    """Two thousand messages of tables: taken or refused in words, and the hall can be shown."""
    asyncio.run(_tell(tmp_path, 2_000, seed=1))


@pytest.mark.soak
@pytest.mark.usefixtures("_home")
def test_fifty_thousand_messages(tmp_path: Path) -> None:
    """The same with fifty thousand, in the same memory."""
    scale = asyncio.run(_tell(tmp_path, 50_000, seed=2))
    print(f"50000 messages, {scale.grown():+.1f} MB")
    assert scale.grown() < _FLAT

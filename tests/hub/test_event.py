"""A whole event: sixteen players, five rounds of Swiss and a knockout, and everything goes wrong.

Real: Mosquitto with the shipped ACL, `lunka hub` as a program of its own, the publishers of eight
tables. Simulated: the players, who play whole matches of short nardy at random.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.hub.store import open_store
from controller.play.event import Stored
from controller.publish.publisher import Publisher
from controller.record.readings import KeptReading
from controller.table.speakers import Speaker
from controller.web.feed import Bell
from hardware.clock import RealClock
from tests.hall.broker import Broker
from tests.hall.cable import Cable, cable_to
from tests.hall.tables import link_to
from tests.hall.test_faults import QUICK, SOON, hub_settings
from tests.hub.tables import PlayingTable
from tests.publish.hub import doing, until

TABLES = tuple(f"t{number}" for number in range(1, 9))
PLAYERS = tuple(f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP")


class Published(PlayingTable):
    """A table that plays whole matches, as its publisher sees it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.profile = "nardy-slots"
        self.hurry = 6.0
        self._bell = Bell()
        self._kept: list[Any] = []

    def record(self) -> str:  # type: ignore[override] # a property for the hub's own tests
        return self.chain[0].hash[:16]

    def head(self) -> int:
        return len(self.chain)

    def events(self, since: int) -> Iterable[Stored]:
        return iter(self.chain[since : since + 500])

    def subscribe(self) -> AbstractContextManager[asyncio.Event]:
        return self._bell.subscribe()

    async def command(self, command: Mapping[str, Any], speaker: Speaker) -> None:
        if command["do"] == "new":
            await asyncio.to_thread(self.begin, command)

    def begin(self, command: Mapping[str, Any]) -> None:
        """A whole match."""
        options = {"match_length": command["options"]["match_length"]}
        self.play(command["game"], options, command["players"], command["house"])
        self._bell.ring()

    @property
    def waiting(self) -> bool:
        return False

    def readings(self, game: int, ply: int) -> list[KeptReading]:
        return []

    def remember_orders(self, orders: list[Any]) -> None:
        self._kept = orders

    def recall_orders(self) -> list[Any]:
        return self._kept


class Hub:
    """A real hub that can be killed and started again, and its director."""

    def __init__(self, config: Path) -> None:
        self._config = config
        self._process: subprocess.Popen[str] | None = None
        self._url = self._key = ""

    def start(self) -> None:
        """Start it, and wait until it says where it is."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "controller", "hub", "--config", self._config],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "LUNKA_HOME": str(self._config.parent)},
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline() + self._process.stdout.readline()
        found = re.search(r"(http\S+/)director#key=(\S+)", said)
        assert found is not None, said
        self._url, self._key = found.groups()

    def kill(self) -> None:
        """kill -9."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()

    def ask(self, path: str, body: Any = None) -> bytes:
        """One request of the director."""
        request = urllib.request.Request(
            f"{self._url}{path}", headers={"Authorization": f"Bearer {self._key}"}
        )
        if body is not None:
            request.data = json.dumps(body).encode()
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return bytes(answer.read())
        except urllib.error.HTTPError as refusal:
            raise AssertionError(refusal.read()) from refusal

    async def do(self, path: str, body: Any = None) -> Any:
        """The same without stopping the tables."""
        return json.loads(await asyncio.to_thread(self.ask, path, body))


class Event:
    """The tables at their cables, the broker, the hub."""

    def __init__(self, folder: Path) -> None:
        self.broker = Broker(folder, users=(*TABLES, "hub"))
        self.hub = Hub(hub_settings(self.broker))
        self.tables = {name: Published(name) for name in TABLES}
        self.cables: dict[str, Cable] = {}

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Everything runs for as long as the context lasts."""
        async with AsyncExitStack() as stack:
            stack.callback(self.broker.stop)
            self.broker.start()
            self.hub.start()
            stack.callback(self.hub.kill)
            for name, table in self.tables.items():
                cable = await stack.enter_async_context(cable_to(self.broker.port))
                link = replace(link_to(self.broker, name), port=cable.port)
                publisher = Publisher(table, link, RealClock(), pace=QUICK, retry=SOON)
                await stack.enter_async_context(doing(publisher.run()))
                self.cables[name] = cable
            yield

    async def begin(self, name: str, **rules: Any) -> None:
        """A competition with all players."""
        about = {"competition": name, "title": name.title(), "game": "short", "length": 1}
        await self.hub.do(
            "api/competitions", {"do": "create", "tables": list(TABLES), **about, **rules}
        )
        for rating, player in enumerate(PLAYERS):
            enter = {"do": "enter", "competition": name, "player": player, "rating": 2000 - rating}
            await self.hub.do("api/competitions", enter)

    async def pair(self, name: str) -> int:
        """The next round, sent to its tables."""
        await self.hub.do("api/competitions", {"do": "pair", "competition": name})
        await self.hub.do(f"api/competitions/{name}/send", {})
        return int((await self.view(name))["round"])

    async def confirm(self, name: str, number: int) -> None:
        """Wait until every table has reported, and confirm."""
        for _ in range(600):
            boards = (await self.view(name))["rounds"][number - 1]["boards"]
            if all(board["status"] != "open" for board in boards):
                break
            await asyncio.sleep(0.1)
        for board in boards:
            if board["status"] == "reported":
                at = {"competition": name, "round": number, "board": board["board"]}
                await self.hub.do("api/competitions", {"do": "confirm", **at})
        assert all(
            board["status"] == "confirmed"
            for board in (await self.view(name))["rounds"][number - 1]["boards"]
        ), boards

    async def view(self, name: str) -> Any:
        """A competition as the director sees it."""
        return await self.hub.do(f"api/competitions/{name}")


def test_sixteen_players_five_rounds_and_a_knockout_whatever_is_killed(tmp_path: Path) -> None:
    """Standings right, archive complete, every record at the hub the table's own."""
    event = Event(tmp_path)

    async def swiss() -> None:
        await event.begin("open", format="swiss", rounds=5)
        await event.confirm("open", await event.pair("open"))
        # The hub is killed while the tables play.
        number = await event.pair("open")
        event.hub.kill()
        await asyncio.sleep(0.5)
        event.hub.start()
        await event.confirm("open", number)
        # The broker is killed while the results are on their way.
        number = await event.pair("open")
        event.broker.kill()
        await asyncio.sleep(0.5)
        event.broker.start()
        await event.confirm("open", number)
        # Three tables are cut off for a round; at one of them the players begin by themselves.
        for name in TABLES[:3]:
            event.cables[name].pull()
        number = await event.pair("open")
        await _begins_by_itself(event, "open", number, "t1")
        await asyncio.sleep(1.0)
        for name in TABLES[:3]:
            event.cables[name].plug_in()
        await event.confirm("open", number)
        await event.confirm("open", await event.pair("open"))

    async def cup() -> None:
        await event.begin("cup", format="knockout")
        while (await event.view("cup"))["unpairable"] is None:
            await event.confirm("cup", await event.pair("cup"))
        await event.hub.do("api/competitions", {"do": "close", "competition": "cup"})

    async def work() -> None:
        async with event.open():
            await swiss()
            await cup()
            await until(lambda: _is_whole(event, tmp_path))
            _check_standings(event, await event.view("open"))
            _check_cup(event, await event.view("cup"))
            for name in ("open", "cup"):
                archive = await asyncio.to_thread(event.hub.ask, f"api/competitions/{name}/archive")
                _check_archive(event, name, await event.view(name), archive)

    asyncio.run(work())
    assert _verify(event.broker.folder.parent) == (0, 1 + len(TABLES))


async def _begins_by_itself(event: Event, name: str, number: int, table: str) -> None:
    view = await event.view(name)
    board = next(b for b in view["rounds"][number - 1]["boards"] if b["table"] == table)
    rules = view["rules"]
    command = {"game": rules["game"], "options": rules["options"], "house": rules["house"]}
    event.tables[table].begin(command | {"players": board["players"]})


def _is_whole(event: Event, folder: Path) -> bool:
    """Whether the store has every event of every table: the same, once, in order."""
    store = open_store(str(folder / "hall.db"), writes=False)
    try:
        return all(
            list(store.events(name, table.record())) == table.chain
            for name, table in event.tables.items()
        )
    finally:
        store.close()


def _winners(event: Event, view: Any) -> Counter[str]:
    """Who won how often, from the tables' own records: the games that the results name."""
    won: Counter[str] = Counter()
    for turn in view["rounds"]:
        for board in turn["boards"]:
            if board["bye"]:
                continue
            name, _, number = board["games"][-1].split("/")
            events = [it.event for it in event.tables[name].chain if it.game == int(number)]
            players = events[0].data["players"]
            assert set(players) == set(board["players"])
            over = next(each for each in events if each.kind == "game.over")
            winner = players[over.data["winner"]]
            assert winner == board["players"][board["winner"]]
            won[winner] += 1
    return won


def _check_standings(event: Event, view: Any) -> None:
    won = _winners(event, view)
    assert sum(won.values()) == 40
    points = {line["name"]: line["points"] for line in view["standings"]}
    assert points == {player: won[player] for player in PLAYERS}
    ranked = [line["points"] for line in view["standings"]]
    assert ranked == sorted(ranked, reverse=True)
    met = [frozenset(b["players"]) for turn in view["rounds"] for b in turn["boards"]]
    assert len(set(met)) == len(met), "nobody meets twice"


def _check_cup(event: Event, view: Any) -> None:
    _winners(event, view)
    final = [
        b for turn in view["rounds"] for b in turn["boards"] if b["match"].startswith("main 4")
    ]
    assert len(final) == 1
    assert view["winners"]["main"] == final[0]["players"][final[0]["winner"]]


def _check_archive(event: Event, name: str, view: Any, content: bytes) -> None:
    """Every game that a result names is there, event by event as its table wrote it."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        games = [json.loads(archive.read(n)) for n in archive.namelist() if n.endswith(".json")]
        names = archive.namelist()
    wanted = [g for turn in view["rounds"] for b in turn["boards"] for g in b["games"]]
    played = [game for game in games if game["format"] != "lunka-competition"]
    assert len(played) == len(wanted) == len(set(wanted))
    seals = {it.hash for table in event.tables.values() for it in table.chain}
    for game in played:
        assert {each["hash"] for each in game["events"]} <= seals
    for ending in (".mat", ".sgf"):
        assert sum(n.endswith(ending) for n in names) == len(wanted)
    assert f"{name}/MISSING.txt" not in names


def _verify(folder: Path) -> tuple[int, int]:
    """What `lunka hub verify` says: its exit code, and how many things are whole."""
    done = subprocess.run(
        [sys.executable, "-m", "controller", "hub", "verify", "--database", folder / "hall.db"],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout.count("is whole")

"""The page beside the board: stopped, killed or flooded, it costs the hands nothing."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from controller.bringup.frames import FrameKeeper
from controller.daemon import daemon as daemons
from controller.daemon.channel import Channel
from controller.daemon.daemon import Daemon, open_house
from controller.daemon.listen import bind
from controller.daemon.notify import Notifier
from controller.daemon.page import Page
from controller.daemon.page_process import PageProcess
from controller.daemon.pulse import PAGE, SENSORS, Pulse
from controller.record.log import Log
from controller.record.verify import verify
from controller.settings.config import check_config
from controller.table.commands import NotWrittenError
from controller.table.speakers import THE_TABLE, Speaker
from controller.web.answers import RefusedError
from controller.web.clocks import later
from controller.web.feed import Bell
from controller.web.process import FedTable
from hardware.simulated.board import SimulatedBoard
from tests.daemon.running import PATIENCE, Table, running

VIEW: dict[str, Any] = {"sides": [], "moves": []}
TOLD = {"view": VIEW, "at": 0.0, "troubles": {}, "rules": {}}


async def _until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


# -- the board goes on -----------------------------------------------------------------------------


class Evening:
    """A reed board that lives in the test's own loop, with a real page beside it."""

    def __init__(self, folder: Path, listener: socket.socket) -> None:
        config = check_config({"board": {"profile": "kalah-reed"}}, "test")
        record = folder / "record.db"
        self.house, board = open_house(config, record)
        assert isinstance(board, SimulatedBoard)
        self.board = board
        self.daemon = Daemon(self.house, board, FrameKeeper(board, self.house.clock, record))
        daemons.start(self.daemon, config)
        self.pulse = Pulse(Notifier.of(), self.house.clock, (SENSORS,), str, (PAGE,))
        greeting: dict[str, Any] = {
            "key_file": str(folder / "key"),
            "hosts": [],
            "watch": None,
            "outside": None,
            "record": str(record),
        }
        more = {"cells": list(self.house.table.cells), "usual": self.house.table.house.plain()}
        self.page = Page(self.daemon, greeting | more, self.pulse, listener)

    def lit(self) -> dict[str, Any]:
        """What the lights mean now."""
        return dict(self.house.glows)


@asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[tuple[Evening, PageProcess]]:
    """Such a table, once its page answers."""
    with bind("127.0.0.1", 0) as listener, closing(PageProcess.start()) as process:
        table = Evening(folder, listener)
        works = table.daemon.live(table.pulse), table.page.keep(process)
        tasks = [asyncio.ensure_future(work) for work in works]
        try:
            await _until(lambda: PAGE not in table.pulse.late())
            await _until(lambda: "declare" in table.house.table.commands())
            yield table, process
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            table.house.close()


def test_hands_are_followed_while_the_page_stands_still(tmp_path: Path) -> None:
    """With the page's process stopped a stone is lifted and put back: the lights answer."""

    async def play() -> None:
        async with evening(tmp_path) as (table, process):
            os.kill(process.pid, signal.SIGSTOP)
            before = table.lit()
            table.board.wood.lift("a3")
            await _until(lambda: table.lit() != before)
            table.board.wood.drop("a3", table.board.wood.hand)
            await _until(lambda: table.lit() == before)
            os.kill(process.pid, signal.SIGCONT)

    asyncio.run(play())


def test_a_page_that_reads_nothing_is_not_written_for_without_end(tmp_path: Path) -> None:
    """Changes by the thousand make no backlog of views: what it missed it never gets."""

    async def play() -> None:
        async with evening(tmp_path) as (table, process):
            told, made = table.daemon.told, 0

            def count() -> dict[str, Any]:
                nonlocal made
                made += 1
                return told()

            table.daemon.told = count  # type: ignore[method-assign]  # it only counts
            os.kill(process.pid, signal.SIGSTOP)
            table.daemon.ring()
            seen = -1
            while seen != made:  # until nothing more is made, however often something changes
                seen = made
                for _ in range(200):
                    table.daemon.ring()
                    await asyncio.sleep(0.002)
            assert made < 200
            os.kill(process.pid, signal.SIGCONT)
            table.daemon.ring()
            await _until(lambda: made > seen)

    asyncio.run(play())


# -- who dies --------------------------------------------------------------------------------------


def test_a_killed_page_is_started_anew_and_told(table: Table) -> None:
    """Visitors wait a moment and are served again; the game is the same, and the trouble told."""
    table.do("declare", turn="a3")
    killed = table.page()
    os.kill(killed, signal.SIGKILL)
    with suppress(httpx.HTTPError):  # the connection that was open went with the page
        table.view()
    view = table.wait(lambda view: view["alerts"])
    assert view["alerts"][0]["en"] == (
        "The page: it ended (SIGKILL), and is started anew. Play goes on."
    )
    assert view["alerts"][0]["ru"].startswith("Страница: завершилась (SIGKILL)")
    assert [move["turn"] for move in view["moves"]] == ["a3"]
    health = table.http.get("/health")
    assert (health.status_code, health.json()["status"]) == (200, "trouble")
    assert "SIGKILL" in health.json()["troubles"]["page"]
    assert table.page() != killed
    assert table.do("pause")["status"] == "paused"
    code, said = table.end()
    assert (code, said) == (0, "the page: it ended (SIGKILL), and is started anew\n")


def test_a_page_ends_with_its_board(table: Table) -> None:
    """Whoever kills the board leaves no page behind that shows a table which is not there."""
    page = table.page()
    table.process.kill()
    until = time.monotonic() + PATIENCE
    while Path(f"/proc/{page}/cmdline").exists() and Path(f"/proc/{page}/cmdline").read_bytes():
        assert time.monotonic() < until
        time.sleep(0.02)


def _command_often(table: Table, names: list[str], over: threading.Event) -> None:
    """Begin one game after another, and note each that was acknowledged."""
    for number in range(10_000):
        if over.is_set():
            return
        name = f"{len(names)}-{number}"
        with suppress(httpx.HTTPError):
            if table.send({"do": "new", "players": [name, "other"]}).status_code == 200:
                names.append(name)


def test_nothing_acknowledged_is_lost_whoever_is_killed(home: Path) -> None:
    """The page is killed in the midst of commands, and again, then the board: every game that was
    acknowledged is in the record, which is whole."""
    chance, names, over = Random(3), list[str](), threading.Event()
    with running(home) as table:
        table.ready()
        commanding = threading.Thread(target=_command_often, args=(table, names, over))
        commanding.start()
        for _ in range(2):
            known = len(names)
            until = time.monotonic() + PATIENCE
            while len(names) < known + 2 and time.monotonic() < until:
                time.sleep(chance.uniform(0.01, 0.05))
            os.kill(table.page(), signal.SIGKILL)
        table.process.kill()
        over.set()
        commanding.join()
    assert verify(home / "record.db").ok and len(names) >= 4
    with Log.open_reader(home / "record.db") as log:
        kept = {name for each in log.events() for name in each.event.data.get("players", ())}
    assert set(names) <= kept


# -- what goes over the line -----------------------------------------------------------------------


class Line:
    """A fed table in the test's loop, and the board's end of the line to it."""

    def __init__(self, board: Channel, table: FedTable) -> None:
        self.board, self.table = board, table

    async def asked(self) -> dict[str, Any]:
        """What the page asks next."""
        heard = await self.board.hear()
        assert heard is not None
        return heard


@asynccontextmanager
async def line() -> AsyncIterator[Line]:
    """The two of them, the page having been told of a table."""
    ours, theirs = socket.socketpair()
    board, page = await Channel.over(ours), await Channel.over(theirs)
    table = FedTable(page, {"record": "/nowhere", "cells": [], "usual": {}})
    await board.say({"told": TOLD})
    await table.first_view()

    async def nothing(*_: object) -> None:
        """No app."""

    following = asyncio.ensure_future(table.follow(nothing))
    try:
        yield Line(board, table)
    finally:
        board.close()
        await following
        page.close()


def test_a_command_is_done_when_the_board_says_so() -> None:
    """Until its answer comes nothing is acknowledged; what the board tells first is seen first."""

    async def command() -> None:
        async with line() as link:
            sent = asyncio.ensure_future(link.table.command({"do": "undo"}, THE_TABLE))
            asked = await link.asked()
            assert (asked["ask"], asked["with"]) == (
                "command",
                {"given": {"do": "undo"}, "by": "table"},
            )
            await link.board.say({"told": TOLD | {"view": VIEW | {"moves": ["a3"]}}})
            await _until(lambda: link.table.view()["moves"])
            assert not sent.done()
            await link.board.say({"answer": asked["number"], "done": None})
            await sent

    asyncio.run(command())


@pytest.mark.parametrize("status", [403, 409, 503])
def test_a_refusal_comes_through_in_every_language(status: int) -> None:
    """Why, in words, and whether it is another's, not now, or once the record can be written."""

    async def command() -> None:
        async with line() as link:
            sent = asyncio.ensure_future(link.table.command({"do": "undo"}, THE_TABLE))
            number = (await link.asked())["number"]
            refused = {"why": "no", "said": {"en": "No.", "ru": "Нет."}, "status": status}
            await link.board.say({"answer": number, "refused": refused})
            with pytest.raises(RefusedError) as told:
                await sent
            assert (told.value.status, told.value.said) == (status, refused["said"])

    asyncio.run(command())


def test_who_waits_for_a_board_that_dies_is_told() -> None:
    """A command without an answer was not acknowledged: whoever sent it may send it again."""

    async def command() -> None:
        async with line() as link:
            sent = asyncio.ensure_future(link.table.command({"do": "undo"}, THE_TABLE))
            await link.asked()
            link.board.close()
            with pytest.raises(RefusedError, match="send it again in a moment") as told:
                await sent
            assert told.value.status == 503

    asyncio.run(command())


def test_a_hundred_who_ask_for_the_sensors_cost_one_question() -> None:
    """The board is asked once, however many want to know."""

    async def ask() -> None:
        async with line() as link:
            asking = [asyncio.ensure_future(link.table.sensors()) for _ in range(100)]
            number = (await link.asked())["number"]
            await link.board.say({"answer": number, "done": [{"cell": "a1"}]})
            assert await asyncio.gather(*asking) == [[{"cell": "a1"}]] * 100
            assert number == 1

    asyncio.run(ask())


class Recorded:
    """A table whose writes end when the test says so."""

    def __init__(self, trouble: Exception | None = None) -> None:
        self._bell, self._trouble = Bell(), trouble
        self.written = asyncio.Event()
        self.subscribe, self.ring = self._bell.subscribe, self._bell.ring

    def told(self) -> Mapping[str, Any]:
        """A view that says whether it is written."""
        return TOLD | {"view": VIEW | {"written": self.written.is_set()}}

    def said(self, after: int) -> list[dict[str, Any]]:
        """Nothing."""
        return []

    def sensors(self) -> list[dict[str, Any]]:
        """None."""
        return []

    async def command(self, _command: Mapping[str, Any], _speaker: Speaker) -> None:
        """Write, or fail."""
        await self.written.wait()
        if self._trouble:
            raise self._trouble


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (None, {"done": None}),
        (NotWrittenError("not yet"), {"refused"}),
        (RuntimeError("a fault of ours"), {"broken": True}),
    ],
)
def test_the_board_answers_after_the_write(trouble: Exception | None, said: object) -> None:
    """No answer while the write goes on; after it first the view that shows it, then the answer."""

    async def command() -> None:
        ours, theirs = socket.socketpair()
        board, link = await Channel.over(ours), await Channel.over(theirs)
        table = Recorded(trouble)
        page = Page(table, {}, Pulse(Notifier.of(), _still(), (), str), ours)
        hearing = asyncio.ensure_future(page._hear(board))
        await link.say(
            {"ask": "command", "with": {"given": {"do": "undo"}, "by": "table"}, "number": 7}
        )
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(first := asyncio.ensure_future(link.hear())), 0.1)
        table.written.set()
        view, answer = await first, await link.hear()
        assert view and view["told"]["view"]["written"]
        assert answer and answer.pop("answer") == 7
        assert answer == said or set(answer) == said
        link.close()
        await hearing
        board.close()

    asyncio.run(command())


def _still() -> Any:
    from hardware.clock import ManualClock

    return ManualClock()


@pytest.mark.parametrize(
    ("clock", "free", "seconds", "shown"),
    [
        (10.0, 0.0, 4.0, (6.0, 0.0)),
        (10.0, 3.0, 2.0, (10.0, 1.0)),
        (10.0, 3.0, 5.0, (8.0, 0.0)),
        (1.0, 0.0, 5.0, (0.0, 0.0)),
    ],
)
def test_clocks_run_on_at_the_page(
    clock: float, free: float, seconds: float, shown: tuple[float, float]
) -> None:
    """The board need not be asked for the time: first a delay is used up, then the clock runs."""
    side = {"clock": clock, "free": free, "running": True}
    after = later(side, seconds)
    assert (after["clock"], after["free"]) == shown
    assert later(side | {"running": False}, seconds) == side | {"running": False}


def test_a_message_is_heard_whole_or_not_at_all() -> None:
    """Cut off in the middle, a message is the end of the line, not half a message."""

    async def talk() -> None:
        ours, theirs = socket.socketpair()
        channel = await Channel.over(ours)
        words = json.dumps({"told": "x" * 100_000}).encode()
        theirs.setblocking(False)
        loop = asyncio.get_running_loop()
        sending = loop.sock_sendall(theirs, len(words).to_bytes(4, "big") + words[:-1])
        hearing = asyncio.ensure_future(channel.hear())
        await sending
        theirs.close()
        assert await hearing is None
        channel.close()

    asyncio.run(talk())

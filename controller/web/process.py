"""The page's own process: `python -m controller.web.process LINE`, started by the board.

LINE is the descriptor of the line to the board, over which comes the socket that visitors come to.
What strangers cost is paid here; the board sends each view once, and hears only of commands.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from collections import deque
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

from starlette.types import ASGIApp, Message

from controller.daemon.channel import Channel
from controller.daemon.keys import TableKeys
from controller.games.told import Told
from controller.table.speakers import Speaker
from controller.voice.utterance import KEPT
from controller.web.answers import RefusedError
from controller.web.app import make_app
from controller.web.clocks import later
from controller.web.entry import DELAYED
from controller.web.feed import Bell, Records, View, newer
from controller.web.late import LateTable
from controller.web.running import serve

log = logging.getLogger(__name__)

#: Seconds for which one answer about the sensors serves everybody who asks.
_FRESH = 1.0
_GONE = Told("The table is being stopped or started anew: send it again in a moment.")
#: Seconds for which a thread that reads the record may keep visitors waiting: Python's 5 ms add up.
_SWITCH_S = 0.001
#: How much more of the processor the board gets than we do, where it is short.
_NICE = 5
#: For the kernel's choice of who goes first where memory runs out: the board has 0.
_FIRST_TO_GO = "500"


class FedTable:
    """The table as the board tells of it (a `controller.web.feed.TableFeed`)."""

    def __init__(self, channel: Channel, greeting: Mapping[str, Any]) -> None:
        self._channel, self._greeting = channel, greeting
        self._told: Mapping[str, Any] = {}
        self._view: View = {}
        self._said: deque[dict[str, Any]] = deque(maxlen=KEPT)
        self._bell = Bell()
        self._numbers = count(1)
        self._answers: dict[int, asyncio.Future[Mapping[str, Any]]] = {}
        self._sensors: tuple[float, asyncio.Future[Any]] | None = None

    # -- what the page asks for ----------------------------------------------------------------

    @cached_property
    def records(self) -> Records:
        """The games in the record; what reads them is loaded when somebody first asks."""
        from controller.web.records import RecordPages

        return RecordPages(Path(self._greeting["record"]))

    def view(self) -> View:
        """The newest view; clocks that run have gone on since it was made."""
        view: View = self._told["view"]
        sides = [later(side, _now() - self._told["at"]) for side in view["sides"]]
        if sides != self._view["sides"]:
            self._view = view | {"sides": sides}
        return self._view

    def head(self) -> int:
        """How many events the record had when this was told."""
        return int(self._told["head"])

    def late(self) -> float:
        """How many seconds late the table is seen without a key, where it is seen late."""
        return float(self._told["late"])

    def records_upto(self, head: int) -> Records:
        """The record as if it ended after so many events."""
        from controller.web.records import RecordPages

        return RecordPages(Path(self._greeting["record"]), head)

    def choices(self) -> dict[str, Any]:
        """What a new game may choose on this board; it loads games that nobody played yet."""
        from controller.board.choices import choices_for

        return choices_for(self._greeting["cells"], self._greeting["usual"], self._told["rules"])

    def troubles(self) -> dict[str, str]:
        """What of the table does not work now, and why."""
        return dict(self._told["troubles"])

    def said(self, after: int) -> list[dict[str, Any]]:
        """What was said aloud since that number; below 0: so many of the newest."""
        return newer(self._said, after)

    def subscribe(self) -> AbstractContextManager[asyncio.Event]:
        """A bell that rings whenever the board has told something."""
        return self._bell.subscribe()

    async def sensors(self) -> list[dict[str, Any]]:
        """How well each sensor does; the board is asked once, however many want to know."""
        if self._sensors is None or _now() > self._sensors[0] + _FRESH:
            self._sensors = _now(), asyncio.ensure_future(self._ask("sensors"))
        found: list[dict[str, Any]] = await asyncio.shield(self._sensors[1])
        return found

    async def command(self, command: Mapping[str, Any], speaker: Speaker) -> None:
        """Have the board carry a command out; it answers when it is written."""
        await self._ask("command", {"given": command, "by": str(speaker)})

    async def _ask(self, what: str, details: object = None) -> Any:
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._channel.say({"ask": what, "with": details, "number": number})
        return _read_answer(await answer)

    # -- what the board tells ------------------------------------------------------------------

    async def first_view(self) -> None:
        """Wait for what there is to show."""
        while not self._told:
            if (heard := await self._channel.hear()) is None:
                raise EOFError
            self._hear(heard)

    async def follow(self, app: ASGIApp) -> None:
        """Hear the board until it is gone."""
        signs: set[asyncio.Task[None]] = set()
        while (heard := await self._channel.hear()) is not None:
            if "alive" in heard:
                signs.add(sign := asyncio.ensure_future(self._sign_of_life(app)))
                sign.add_done_callback(signs.discard)
            else:
                self._hear(heard)
        for answer in self._answers.values():
            answer.set_exception(RefusedError(503, _GONE))

    def _hear(self, heard: Mapping[str, Any]) -> None:
        if "said" in heard:
            self._said.extend(heard["said"])
            self._bell.ring()
        elif "told" in heard:
            self._told = heard["told"]
            self._view = self._told["view"]
            self._bell.ring()
        elif "answer" in heard:
            answer = self._answers.pop(heard["answer"])
            if not answer.done():  # who asked may have left
                answer.set_result(heard)

    async def _sign_of_life(self, app: ASGIApp) -> None:
        """The page answers a request, through all its doors: that is its sign of life."""
        if await answers(app):
            await self._channel.say({"alive": True})


def _read_answer(answer: Mapping[str, Any]) -> Any:
    if refused := answer.get("refused"):
        raise RefusedError(refused["status"], refused["why"], said=refused["said"])
    if "broken" in answer:
        raise RuntimeError("the board failed at it; its journal says how")
    return answer["done"]


def _now() -> float:
    """The time that the whole machine agrees on."""
    return asyncio.get_event_loop().time()


async def answers(app: ASGIApp) -> bool:
    """Whether the app answers a request that comes from nobody's socket."""
    answered = False

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal answered
        answered |= message["type"] == "http.response.start"

    scope = {"type": "http", "method": "GET", "path": "/health", "headers": [(b"host", b"::1")]}
    await app({**scope, "query_string": b"", "server": ("::1", 80)}, receive, send)
    return answered


# -- living ----------------------------------------------------------------------------------------


async def live(listener: socket.socket, line: socket.socket) -> None:
    """Serve what the board tells until it is gone."""
    channel = await Channel.over(line)
    hello = await channel.hear()
    if hello is None:
        return
    greeting = hello["hello"]
    table = FedTable(channel, greeting)
    with suppress(EOFError):
        await table.first_view()
        keys = TableKeys(Path(greeting["key_file"]))
        watch = greeting["watch"]
        late = LateTable(table, table.late) if watch == DELAYED else None
        app = make_app(
            table,
            keys,
            hosts=greeting["hosts"],
            outside=greeting["outside"],
            watch=watch,
            late=late,
        )
        _give_way()  # not before all is loaded: somebody waits for the table to be ready
        more = [late.run()] if late else []
        await _until_one_ends(table.follow(app), serve(app, listener), *more)


async def _until_one_ends(*works: Any) -> None:
    tasks = [asyncio.ensure_future(work) for work in works]
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


def _give_way() -> None:
    """The hands come first, for the processor and for memory, where the system lets us say so."""
    with suppress(OSError):
        os.nice(_NICE)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_GO)


def main(line: socket.socket) -> NoReturn:
    """Serve until the board hangs up, and end: it is the board that signals are for."""
    code = 1
    try:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sys.setswitchinterval(_SWITCH_S)
        for descriptor in socket.recv_fds(line, 1, 1)[1]:  # none where the board is gone already
            with socket.socket(fileno=descriptor) as listener:
                asyncio.run(live(listener, line))
        code = 0
    except Exception:
        log.exception("the page")
    finally:
        os._exit(code)  # at once: whoever still reads the record in a thread is not waited for


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))

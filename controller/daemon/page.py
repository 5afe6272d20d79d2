"""The page as the board sees it: a process of its own, beside the board's.

Strangers talk to that process and never to the board's own loop. It is fed finished views, each
made once, and brings commands, which are answered when they are in the record. If it ends or hangs
it is started anew; the hands notice nothing of it.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, suppress
from typing import Any, Protocol

from controller.daemon.channel import Channel, Message
from controller.daemon.page_process import PageProcess
from controller.daemon.pulse import PAGE, Pulse
from controller.games.told import Told, told_by
from controller.table.commands import NotWrittenError
from controller.table.rights import NotYoursError
from controller.table.speakers import Speaker, read_speaker
from controller.words.telling import refusal

log = logging.getLogger(__name__)

#: Seconds between two views: about thirty a second, as fast as an eye follows.
PACE = 1 / 30
#: Seconds before a page that ended is started anew: at first, and where it ends again and again.
_SOON, _LATER = 0.2, 30.0
#: Seconds that a page must have served before its last end is forgotten.
_WELL = 60.0
#: Seconds for a sign of life: from a page that starts, and from one that serves.
START_S, PATIENCE_S = 60.0, 10.0


def _status(refused: ValueError) -> int:
    """The status with which a page answers: not yet, not yours, or not now."""
    if isinstance(refused, NotWrittenError):
        return 503
    return 403 if isinstance(refused, NotYoursError) else 409


class Served(Protocol):
    """The table that a page shows; all of it is called on the board's loop."""

    def told(self) -> Message:
        """Everything that changes: the view, troubles, the rules of this game."""

    def said(self, after: int) -> list[dict[str, Any]]:
        """What was said since that number, in order."""

    def sensors(self) -> list[dict[str, Any]]:
        """How each sensor does."""

    def subscribe(self) -> AbstractContextManager[asyncio.Event]:
        """An event that is set whenever something has changed; whoever waits clears it."""

    def ring(self) -> None:
        """Something has changed that only the page knows."""

    async def command(self, command: Mapping[str, Any], speaker: Speaker) -> None:
        """Carry a command out; `ValueError` with a sentence where the table refuses."""


class Page:
    """Feeds the page, carries its commands to the table, and starts it anew."""

    def __init__(
        self, table: Served, greeting: Message, pulse: Pulse, listener: socket.socket
    ) -> None:
        self._table, self._greeting, self._pulse = table, greeting, pulse
        self._listener = listener
        self._answered = asyncio.Event()
        self._hung = False
        self._trouble: str | None = None

    def trouble(self) -> str | None:
        """What is the matter with it, until it has served well for a while."""
        return self._trouble

    async def keep(self, process: PageProcess) -> None:
        """Serve by this process, and by another one whenever one has ended."""
        wait = _SOON
        while True:
            began = asyncio.get_running_loop().time()
            how = await self._serve(process)
            if asyncio.get_running_loop().time() - began > _WELL:
                wait = _SOON
            self._tell(how)
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LATER)
            process = PageProcess.start()

    def _tell(self, how: str) -> None:
        if self._hung:
            self._trouble = Told("it did not answer any more, and is started anew")
        else:
            self._trouble = Told("it ended ({how}), and is started anew", how=how)
        log.warning("the page: %s", self._trouble)
        self._table.ring()

    async def _serve(self, process: PageProcess) -> str:
        """Serve until the page has ended; how it did."""
        channel = await process.channel(self._listener)
        self._hung = False
        works = (self._hear, self._feed, self._watch, self._forget)
        tasks = [asyncio.ensure_future(work(channel)) for work in works]
        try:
            done, _ = await asyncio.wait(tasks[:-1], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                with suppress(ConnectionError):  # it has just gone: whoever hears it notices
                    task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            channel.close()
            if self._hung:
                process.close()
            how = await process.end()
        return how

    async def _forget(self, _channel: Channel) -> None:
        """A page that serves well again is no trouble any more."""
        await asyncio.sleep(_WELL)
        self._trouble = None
        self._table.ring()

    # -- feeding -------------------------------------------------------------------------------

    async def _feed(self, channel: Channel) -> None:
        """Send what there is whenever it has changed; a page that reads slowly misses some."""
        await channel.say({"hello": self._greeting})
        heard = 0
        with self._table.subscribe() as changed:
            changed.set()
            while True:
                await changed.wait()
                changed.clear()
                told = self._table.told()
                if said := self._table.said(heard):
                    heard = said[-1]["number"]
                    await channel.say({"said": said})
                await channel.say({"told": told})
                await asyncio.sleep(PACE)

    # -- hearing -------------------------------------------------------------------------------

    async def _hear(self, channel: Channel) -> None:
        """Answer what the page asks, one after the other, until it is gone."""
        answers: dict[str, Callable[[Any], Awaitable[Message]]] = {
            "command": self._command,
            "sensors": self._sensors,
        }
        while (heard := await channel.hear()) is not None:
            if "alive" in heard:
                self._answered.set()
                continue
            asked = await answers[heard["ask"]](heard.get("with"))
            if heard["ask"] == "command":  # who asked sees what it did
                await channel.say({"told": self._table.told()})
            await channel.say({"answer": heard["number"], **asked})

    async def _command(self, asked: Any) -> Message:
        """Carry a command out; the answer says so only when it is written."""
        command = asked["given"]
        try:
            await self._table.command(command, read_speaker(asked["by"]))
        except ValueError as refused:
            why, status = told_by(refused), _status(refused)
            return {"refused": {"why": str(why), "said": refusal(why), "status": status}}
        except Exception:
            log.exception("the command %r", command.get("do"))
            return {"broken": True}
        return {"done": None}

    async def _sensors(self, _nothing: Any) -> Message:
        return {"done": self._table.sensors()}

    # -- is it alive? --------------------------------------------------------------------------

    async def _watch(self, channel: Channel) -> None:
        """Ask it for a sign of life now and then; returns when it gives none."""
        patience = START_S
        while True:
            self._answered.clear()
            try:
                async with asyncio.timeout(patience):
                    await channel.say({"alive": True})
                    await self._answered.wait()
            except TimeoutError:
                self._hung = True
                return
            self._pulse.check_in(PAGE)
            patience = PATIENCE_S
            await asyncio.sleep(self._pulse.every)

"""Websockets that are watched by many: counted, limited, and ended without fuss."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from controller.web.doorway import most_crowded

#: What is done for one watcher, all of it at once.
Works = Sequence[Coroutine[Any, Any, None]]


class Watchers(ABC):
    """Everybody who watches one thing live; `what` it is stands in the refusal of one too many."""

    def __init__(self, what: str, most: int) -> None:
        self._what = what
        self._most = most
        #: Where each comes from, who came first first, and how to end it.
        self._inside: dict[asyncio.Event, str] = {}

    @property
    def watching(self) -> int:
        """How many there are."""
        return len(self._inside)

    async def endpoint(self, socket: WebSocket) -> None:
        """Serve one watcher until it leaves, or gives way."""
        await socket.accept()
        address = socket.client.host if socket.client else ""
        if self.watching >= self._most and not self._make_room(address):
            await self._refuse(socket)
            return
        gives_way = asyncio.Event()
        self._inside[gives_way] = address
        try:
            await _until_one_ends([*self.works(socket), self._give_way(socket, gives_way)])
        finally:
            self._inside.pop(gives_way, None)

    def _make_room(self, address: str) -> bool:
        """The oldest of the address that has the most gives way, if this one has fewer."""
        addresses = [*self._inside.values()]
        crowd = most_crowded(addresses)
        if addresses.count(address) >= addresses.count(crowd) - 1:
            return False
        oldest = next(each for each, place in self._inside.items() if place == crowd)
        del self._inside[oldest]
        oldest.set()
        return True

    async def _give_way(self, socket: WebSocket, gives_way: asyncio.Event) -> None:
        await gives_way.wait()
        await self._refuse(socket)

    async def _refuse(self, socket: WebSocket) -> None:
        await socket.close(1013, f"this {self._what} already has {self._most} watchers")

    @abstractmethod
    def works(self, socket: WebSocket) -> Works:
        """What to do for this watcher; whichever ends first ends the others."""


async def _until_one_ends(works: Works) -> None:
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await _end(tasks)


async def _end(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Stop them all. That the watcher has gone is how a live view ends, not an error."""
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError, WebSocketDisconnect):
            await task

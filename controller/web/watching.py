"""Websockets that are watched by many: counted, limited, and ended without fuss."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

#: What is done for one watcher, all of it at once.
Works = Sequence[Coroutine[Any, Any, None]]


class Watchers(ABC):
    """Everybody who watches one thing live; `what` it is stands in the refusal of one too many."""

    def __init__(self, what: str, most: int) -> None:
        self._what = what
        self._most = most
        self.watching = 0

    async def endpoint(self, socket: WebSocket) -> None:
        """Serve one watcher until it leaves."""
        await socket.accept()
        if self.watching >= self._most:
            await socket.close(1013, f"this {self._what} already has {self._most} watchers")
            return
        self.watching += 1
        try:
            await _until_one_ends(self.works(socket))
        finally:
            self.watching -= 1

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

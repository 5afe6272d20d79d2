"""The live view: a websocket that always carries the newest state, never a backlog.

The whole view is sent, so a lost or skipped one costs nothing. A client that reads slowly makes
`send` wait; when it is ready again it gets the view of that moment, not the ones it missed.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from controller.web.feed import TableFeed
from controller.web.snapshot import Camera

#: Seconds between two views to one client: about thirty a second, as fast as an eye follows.
PACE = 1 / 30
#: Seconds after which a view is repeated though nothing changed, so that a page can tell a table
#: at rest from a network that swallowed the connection.
HEARTBEAT = 10.0


class Live:
    """All websockets of one table."""

    def __init__(self, feed: TableFeed, camera: Camera, most: int) -> None:
        self._feed = feed
        self._camera = camera
        self._most = most
        self.watching = 0

    async def endpoint(self, socket: WebSocket) -> None:
        """Serve one watcher until it leaves."""
        await socket.accept()
        if self.watching >= self._most:
            await socket.close(1013, f"this table already has {self._most} watchers")
            return
        self.watching += 1
        try:
            await self._serve(socket)
        finally:
            self.watching -= 1

    async def _serve(self, socket: WebSocket) -> None:
        """Send until the watcher leaves: whichever of the two ends first ends both."""
        sending = asyncio.create_task(self._send(socket))
        leaving = asyncio.create_task(_until_left(socket))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _end(sending, leaving)

    async def _send(self, socket: WebSocket) -> None:
        sent = -1
        with self._feed.subscribe() as changed:
            changed.set()
            while True:
                rang = await _heard(changed)
                snapshot = self._camera.take()
                if snapshot.rev != sent or not rang:
                    sent = snapshot.rev
                    await socket.send_text(snapshot.text)
                await asyncio.sleep(PACE)


async def _heard(changed: asyncio.Event) -> bool:
    """Wait for the bell; False where it kept silent for a heartbeat."""
    try:
        await asyncio.wait_for(changed.wait(), HEARTBEAT)
    except TimeoutError:
        return False
    changed.clear()
    return True


async def _until_left(socket: WebSocket) -> None:
    """Watchers have nothing to say here: what they send is read and dropped."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def _end(*tasks: asyncio.Task[None]) -> None:
    """Stop both halves. That the watcher has gone is how a live view ends, not an error."""
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError, WebSocketDisconnect):
            await task

"""The live view: a websocket that always carries the newest state, never a backlog.

The whole view is sent, so a lost or skipped one costs nothing. A client that reads slowly makes
`send` wait; when it is ready again it gets the view of that moment, not the ones it missed.
"""

from __future__ import annotations

import asyncio

from starlette.websockets import WebSocket

from controller.web.feed import TableFeed
from controller.web.snapshot import Camera
from controller.web.watching import Watchers, Works

#: Seconds between two views to one client: about thirty a second, as fast as an eye follows.
PACE = 1 / 30
#: Seconds after which the view's number is repeated though nothing changed, so that a page can tell
#: a table at rest from a network that swallowed the connection.
HEARTBEAT = 10.0


class Live(Watchers):
    """All websockets of one table."""

    def __init__(self, feed: TableFeed, camera: Camera, most: int) -> None:
        super().__init__("table", most)
        self._feed = feed
        self._camera = camera

    def works(self, socket: WebSocket) -> Works:
        """Send, and notice when the watcher leaves."""
        return self._send(socket), _until_left(socket)

    async def _send(self, socket: WebSocket) -> None:
        sent = -1
        with self._feed.subscribe() as changed:
            changed.set()
            while True:
                rang = await _heard(changed)
                snapshot = self._camera.take()
                if snapshot.rev != sent:
                    sent = snapshot.rev
                    await socket.send_text(snapshot.text)
                elif not rang:
                    await socket.send_text(f'{{"rev":{sent}}}')
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

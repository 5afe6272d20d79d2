"""The live view: a websocket that always carries the newest state, never a backlog.

The whole view is sent, so a lost or skipped one costs nothing. A client that reads slowly makes
`send` wait; when it is ready again it gets the view of that moment, not the ones it missed.

Who has a key may say so, `{"key": "..."}`, and must where watching needs one. Once the key is
revoked the line is closed.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import AbstractContextManager
from typing import Any

from starlette.websockets import WebSocket

from controller.games.told import Told
from controller.table.speakers import A_WATCHER, Speaker
from controller.web.answers import RefusedError
from controller.web.entry import OPEN, Entry, address_of
from controller.web.feed import TableFeed, has_rung
from controller.web.late import LateTable
from controller.web.snapshot import Camera
from controller.web.watching import Watchers, Works

#: Seconds between two views to one client: about thirty a second, as fast as an eye follows.
PACE = 1 / 30
#: Seconds after which the view's number is repeated though nothing changed, so that a page can tell
#: a table at rest from a network that swallowed the connection.
HEARTBEAT = 10.0
#: Seconds between two looks whether the keys of those who watch are still keys.
LOOK = 0.25
#: Seconds in which a key must come where watching needs one.
PATIENCE = 10.0
#: How a line is closed whose key is wrong, missing or revoked.
NO_KEY = 4401
REVOKED = "this key was revoked"
#: How a line is closed that may be opened again: at once, or in a moment.
AGAIN, LATER = 1012, 1013


class Live(Watchers):
    """All websockets of one table."""

    def __init__(
        self,
        feed: TableFeed,
        camera: Camera,
        entry: Entry,
        most: int,
        late: tuple[LateTable, Camera] | None = None,
    ) -> None:
        super().__init__("table", most)
        self._late = late
        self._feed = feed
        self._camera = camera
        self._entry = entry

    def works(self, socket: WebSocket) -> Works:
        """Send, hear of a key, and notice when the watcher leaves or may not watch any more."""
        pass_ = _Pass(self._entry)
        return self._send(socket, pass_), pass_.hear(socket), pass_.until_void(socket)

    async def _send(self, socket: WebSocket, pass_: _Pass) -> None:
        await pass_.valid.wait()
        if pass_.late and self._late:
            late, camera = self._late
            try:
                await self._send_views(socket, pass_, late.subscribe(), camera)
            except RefusedError as refused:
                await socket.close(LATER, refused.sentence)
                return
        await self._send_views(socket, pass_, self._feed.subscribe(), self._camera)
        await socket.close(AGAIN, "without the key this table is seen late")

    @staticmethod
    async def _send_views(
        socket: WebSocket,
        pass_: _Pass,
        bell: AbstractContextManager[asyncio.Event],
        camera: Camera,
    ) -> None:
        """Send what there is to see, until another key is shown with which it is another thing."""
        sent: int | None = None
        late = pass_.late
        with bell as changed:
            pass_.bell = changed
            changed.set()
            while True:
                rang = await has_rung(changed, HEARTBEAT)
                if pass_.late != late:
                    return
                snapshot = camera.take()
                if snapshot.rev != sent:
                    sent = snapshot.rev
                    await socket.send_text(snapshot.text)
                elif not rang:
                    await socket.send_text(f'{{"rev":{sent}}}')
                await asyncio.sleep(PACE)


class _Pass:
    """With what one watcher came in: with a key, or with none where watching is free."""

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        self._shown: tuple[str, Speaker] | None = None
        #: It may watch.
        self.valid = asyncio.Event()
        #: Wakes whoever sends, when a key came.
        self.bell: asyncio.Event | None = None
        if entry.free:
            self.valid.set()

    @property
    def late(self) -> bool:
        """Whether this watcher sees the table late."""
        return self._entry.is_late(self._shown[1] if self._shown else None)

    async def hear(self, socket: WebSocket) -> None:
        """Watchers have nothing to say but their key: anything else is read and dropped."""
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            given = _key_in(message)
            if given is None:
                continue
            try:
                self._shown = await self._seen(given, address_of(socket))
            except RefusedError as refused:
                await socket.close(NO_KEY, refused.sentence)
                return
            self.valid.set()
            await socket.send_text(json.dumps({"you": self._told()}))
            if self.bell:
                self.bell.set()

    async def _seen(self, given: str, address: str) -> tuple[str, Speaker] | None:
        """The key, and whose it is; none where none came and none is needed."""
        if given:
            return given, await self._entry.speaker_of(given, address)
        if not self._entry.free:
            raise RefusedError(401, Told("watching needs a key at this table"))
        return None

    def _told(self) -> dict[str, Any]:
        """Whose key it is, and whether one may watch the same without any."""
        speaker = self._shown[1] if self._shown else A_WATCHER
        free = self._entry.watching == OPEN
        return {"role": speaker.role, "seat": speaker.seat, "free": free}

    async def until_void(self, socket: WebSocket) -> None:
        """Close the line when the key is none any more, or when none came where one is needed."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.valid.wait()
        except TimeoutError:
            await socket.close(NO_KEY, "watching needs a key at this table")
            return
        while self._holds():
            await asyncio.sleep(LOOK)
        await socket.close(NO_KEY, REVOKED if self._shown else "watching needs a key now")

    def _holds(self) -> bool:
        if self._shown is None:
            return self._entry.free
        key, speaker = self._shown
        return self._entry.keys.speaker_of(key) == speaker


def _key_in(message: Any) -> str | None:
    try:
        said = json.loads(message.get("text") or "null")
    except (ValueError, RecursionError):
        return None
    given = said.get("key") if isinstance(said, dict) else None
    return given if isinstance(given, str) else None

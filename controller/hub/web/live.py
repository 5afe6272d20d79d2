"""The live hall: one websocket a viewer, which carries only what changed and is looked at.

A viewer says which boards it shows, and with which key it looks:

    {"key": "..."}                        who it is (nothing: a spectator)
    {"watch": ["t1", "t2"], "whole": "t1"}   small boards, and one with everything

and gets, several times a second where something changed,

    {"role", "lights": {table: ...}, "boards": {table: small view},
     "whole": {"table", "view", "age"},
     "desk": number of the newest decision, "trouble": {"store", "broker"}, "error": sentence,
     "said": the same in every language}

`age` says how many seconds ago a view was made: the clocks that run in it have gone on since.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket

from controller.hub.access import Access, Caller
from controller.hub.hub import Hub
from controller.hub.keys import NOBODY, Role
from controller.publish.messages import WireError
from controller.publish.wire import read_state
from controller.web.answers import RefusedError
from controller.web.live import NO_KEY, REVOKED
from controller.web.watching import Watchers, Works

#: Seconds between two messages to one viewer, and between two looks at all lights.
PACE = 0.25
LIGHTS_PACE = 1.0
#: Seconds after which something is sent though nothing changed.
HEARTBEAT = 10.0
MOST_WATCHED = 120


class Viewer:
    """What one viewer looks at, and what it was sent."""

    def __init__(self, hub: Hub, role: Role) -> None:
        self._hub = hub
        self.role = role
        #: The key with which it looks; None: without one.
        self.key: str | None = None
        self.error: RefusedError | None = None
        self._watched: tuple[str, ...] = ()
        self._whole: str | None = None
        self._sent: dict[str, Any] = {}

    def look_as(self, role: Role, key: str = "") -> None:
        """Another key: everything is sent anew, as that role may see it."""
        self.role, self.key = role, key or None
        self._sent = {}

    def look_at(self, asked: dict[str, Any]) -> None:
        """Other boards; what is no table of this hall is passed over."""
        knows = self._hub.hall.knows
        watched = asked.get("watch")
        if isinstance(watched, list):
            names = [name for name in watched if isinstance(name, str) and knows(name)]
            self._watched = tuple(dict.fromkeys(names))[:MOST_WATCHED]
        whole = asked.get("whole")
        if "whole" in asked:
            self._whole = whole if isinstance(whole, str) and knows(whole) else None
            self._sent.pop("whole", None)
        self._sent = {
            key: value
            for key, value in self._sent.items()
            if not key.startswith("board ") or key[6:] in self._watched
        }

    def message(self, with_lights: bool) -> str | None:
        """Everything that this viewer has not seen yet; None where that is nothing."""
        parts = dict(self._plain())
        if self.role.kind != NOBODY:
            # A new role sees its lights in the same message as its name.
            if self._fresh("lit", True) or with_lights:
                parts |= self._lights()
            parts |= self._boards() | self._one_whole()
        if not parts:
            return None
        return "{" + ",".join(f'"{key}":{text}' for key, text in parts.items()) + "}"

    def _fresh(self, key: str, value: Any) -> bool:
        if self._sent.get(key, self) == value:
            return False
        self._sent[key] = value
        return True

    def _plain(self) -> dict[str, str]:
        hall = self._hub.hall
        plain = {
            "role": self.role.kind,
            "table": self.role.table,
            "desk": self._hub.desk.rev,
            "trouble": {"store": hall.store_trouble, "broker": hall.broker_trouble},
        }
        told = {key: json.dumps(value) for key, value in plain.items() if self._fresh(key, value)}
        if self.error:
            told["error"], told["said"] = (
                json.dumps(self.error.sentence),
                json.dumps(self.error.said),
            )
            self.error = None
        return told

    def _lights(self) -> dict[str, str]:
        hall, told = self._hub.hall, {}
        for table in hall.tables:
            shown = _health(hall.health(table)) if self.role.directs else hall.light(table)
            if self._fresh(f"light {table}", shown):
                told[table] = shown
        return {"lights": json.dumps(told)} if told else {}

    def _boards(self) -> dict[str, str]:
        boards = []
        for table in self._watched:
            rev, glance = self._hub.hall.glance(table, self.role.may_command(table))
            if glance is not None and self._fresh(f"board {table}", rev):
                age = self._hub.hall.age(table, self.role.may_command(table))
                boards.append(f'"{table}":{glance.aged(age)}')
        return {"boards": "{" + ",".join(boards) + "}"} if boards else {}

    def _one_whole(self) -> dict[str, str]:
        table = self._whole
        if table is None:
            return {}
        rev, state = self._hub.hall.shown(table, self.role.may_command(table))
        if not self._fresh("whole", (table, rev)):
            return {}
        view = "null"
        if state is not None:
            with suppress(WireError):
                read_state(state)
                view = state.decode()
        delay = 0.0 if self.role.may_command(table) else self._hub.hall.delay(table)
        age = round(self._hub.hall.age(table, self.role.may_command(table)), 2)
        return {"whole": f'{{"table":"{table}","delay":{delay},"age":{age},"view":{view}}}'}


def _health(health: dict[str, Any]) -> dict[str, Any]:
    """The health that is worth a message: a table that was seen again a second later is not."""
    return {key: value for key, value in health.items() if key not in ("seen", "stored", "record")}


class HallLive(Watchers):
    """All websockets of a hall."""

    def __init__(self, hub: Hub, access: Access, most: int) -> None:
        super().__init__("hall", most)
        self._hub = hub
        self._access = access

    def works(self, socket: WebSocket) -> Works:
        """Send what the viewer looks at, and hear what that is."""
        caller = Caller.of(socket)
        viewer = Viewer(self._hub, self._access.role_of_key(None, caller))
        return (
            _send(socket, viewer),
            self._listen(socket, viewer, caller),
            self._until_revoked(socket, viewer),
        )

    async def _until_revoked(self, socket: WebSocket, viewer: Viewer) -> None:
        """Close the line once the key with which somebody looks is none any more."""
        while viewer.key is None or self._access.holds(viewer.key, viewer.role):
            await asyncio.sleep(PACE)
        await socket.close(NO_KEY, REVOKED)

    async def _listen(self, socket: WebSocket, viewer: Viewer, caller: Caller) -> None:
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            try:
                asked = json.loads(message.get("text") or "null")
            except (ValueError, RecursionError):
                continue
            if isinstance(asked, dict):
                self._hear(viewer, asked, caller)

    def _hear(self, viewer: Viewer, asked: dict[str, Any], caller: Caller) -> None:
        if isinstance(asked.get("key"), str):
            try:
                viewer.look_as(self._access.role_of_key(asked["key"], caller), asked["key"])
            except RefusedError as refusal:
                viewer.look_as(self._access.role_of_key(None, caller))
                viewer.error = refusal
        viewer.look_at(asked)


async def _send(socket: WebSocket, viewer: Viewer) -> None:
    loop = asyncio.get_running_loop()
    lights_at = heard_at = loop.time() - HEARTBEAT
    while True:
        now = loop.time()
        with_lights = now - lights_at >= LIGHTS_PACE
        if with_lights:
            lights_at = now
        message = viewer.message(with_lights)
        if message is None and now - heard_at >= HEARTBEAT:
            message = "{}"
        if message is not None:
            heard_at = now
            await socket.send_text(message)
        await asyncio.sleep(PACE)

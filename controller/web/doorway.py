"""The doorway of a page: who comes in says what he wants in time, and idlers give way.

A connection that asks nothing costs its sender nothing. So it has a few seconds to say what it
wants, and when the house is full the one goes that has been idle longest: whoever comes in and asks
is always heard, and descriptors are left for the record, the board and the sign of life.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

#: Seconds for the head of a request, from its first byte or from coming in.
HEAD_S = 10.0
#: Connections that are no websockets: so many in all, and of one address. A browser opens six.
MOST = 128
MOST_OF_ONE = 48
#: Connections that are taken at once: their idlers are sent away before the next are taken.
AT_ONCE = 64


class Doorway:
    """Everybody who is inside, who was heard longest ago first."""

    def __init__(self, most: int = MOST, most_of_one: int = MOST_OF_ONE) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._inside: dict[Visitor, None] = {}

    def __len__(self) -> int:
        return len(self._inside)

    def enter(self, visitor: Visitor) -> None:
        """Somebody comes in; where it is full, the oldest idler goes."""
        self._inside[visitor] = None
        of_one = [each for each in self._inside if each.address == visitor.address]
        if len(of_one) > self._most_of_one:
            self._send_away(of_one)
        if len(self._inside) > self._most and not self._send_away(self._inside):
            visitor.leave()

    def heard(self, visitor: Visitor) -> None:
        """It was answered: it is the youngest idler now."""
        if self._inside.pop(visitor, visitor) is None:
            self._inside[visitor] = None

    def left(self, visitor: Visitor) -> None:
        """It is gone, or has become a websocket."""
        self._inside.pop(visitor, None)

    def _send_away(self, visitors: Iterable[Visitor]) -> bool:
        idler = next((each for each in visitors if each.idle), None)
        if idler is None:
            return False
        self.left(idler)
        idler.leave()
        return True


class Visitor(H11Protocol):
    """One connection that asks for pages."""

    def __init__(self, doorway: Doorway, **parts: Any) -> None:
        super().__init__(**parts)
        self._doorway = doorway
        self._patience: asyncio.TimerHandle | None = None
        #: It has become a websocket: whoever serves that looks after it from then on.
        self._watches = False

    @property
    def address(self) -> str:
        """Where it comes from."""
        return self.client[0] if self.client else ""

    @property
    def idle(self) -> bool:
        """Whether nothing of it is being answered."""
        cycle: Any = self.cycle  # none before the first request
        return cycle is None or bool(cycle.response_complete)

    def leave(self) -> None:
        """Cut the connection."""
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()
        self._doorway.enter(self)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._watches:
            return
        if not self.idle:
            self._wait_no_more()
        elif self._patience is None and not self.transport.is_closing():
            self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._watches = True
        self._gone()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._wait_no_more()
        self._doorway.heard(self)
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone()
        super().connection_lost(exc)

    def _gone(self) -> None:
        self._wait_no_more()
        self._doorway.left(self)

    def _wait(self) -> None:
        self._patience = self.loop.call_later(HEAD_S, self.leave)

    def _wait_no_more(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

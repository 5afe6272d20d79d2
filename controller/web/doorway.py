"""The doorway of a page: who comes in says what he wants in time, and idlers give way.

A connection that asks nothing costs its sender nothing. So it has a few seconds to say what it
wants, and when the house is full one of those goes who keep it waiting: who are silent, or do not
take what they asked for, the one first that was heard longest ago. It is the address with the most
connections that gives way, and nobody who has shown the key does while others idle: whoever comes
in and asks is heard, and descriptors are left for the record.
"""

from __future__ import annotations

import asyncio
from collections import Counter
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
#: Under which name a request's scope says that the right key came along.
KEYED = "lunka.keyed"


class Doorway:
    """Everybody who is inside, who was heard longest ago first."""

    def __init__(self, most: int = MOST, most_of_one: int = MOST_OF_ONE) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._inside: dict[Visitor, None] = {}

    def __len__(self) -> int:
        return len(self._inside)

    def enter(self, visitor: Visitor) -> None:
        """Somebody comes in; where it is full, somebody else goes."""
        of_one = self._of(visitor.address)
        if len(of_one) >= self._most_of_one:
            self._send_away(_first_to_go(of_one))
        elif len(self._inside) >= self._most:
            crowd = most_crowded(each.address for each in self._inside)
            self._send_away(_first_to_go(self._of(crowd)))
        self._inside[visitor] = None

    def heard(self, visitor: Visitor) -> None:
        """It was answered: it is the youngest idler now."""
        if self._inside.pop(visitor, visitor) is None:
            self._inside[visitor] = None

    def left(self, visitor: Visitor) -> None:
        """It is gone, or has become a websocket."""
        self._inside.pop(visitor, None)

    def _of(self, address: str) -> list[Visitor]:
        return [each for each in self._inside if each.address == address]

    def _send_away(self, visitor: Visitor) -> None:
        self.left(visitor)
        visitor.leave()


def most_crowded(addresses: Iterable[str]) -> str:
    """The address that most of them come from."""
    return Counter(addresses).most_common(1)[0][0]


def _first_to_go(visitors: Iterable[Visitor]) -> Visitor:
    """Who has shown no key, keeps us waiting, and was heard longest ago."""
    return min(visitors, key=lambda each: (each.keyed, not each.idle))


class Visitor(H11Protocol):
    """One connection that asks for pages."""

    def __init__(self, doorway: Doorway, **parts: Any) -> None:
        super().__init__(**parts)
        self._doorway = doorway
        self._patience: asyncio.TimerHandle | None = None
        #: It has become a websocket: whoever serves that looks after it from then on.
        self._watches = False
        #: It has shown the right key.
        self.keyed = False

    @property
    def address(self) -> str:
        """Where it comes from."""
        return self.client[0] if self.client else ""

    @property
    def idle(self) -> bool:
        """Whether we wait for it: to ask for something, or to take what it asked for."""
        return not self._asked or self.flow.write_paused

    @property
    def _asked(self) -> bool:
        """Whether something of it is being answered."""
        cycle: Any = self.cycle  # none before the first request
        return cycle is not None and not cycle.response_complete

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
        if self._asked:
            self._wait_no_more()
        elif self._patience is None and not self.transport.is_closing():
            self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._watches = True
        self._gone()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._wait_no_more()
        self.keyed |= KEYED in self.scope
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

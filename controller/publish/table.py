"""What a publisher needs of the table it speaks for, and a house as such a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

from controller.board.loop import BoardLoop
from controller.board.view import Showing
from controller.games.told import Told
from controller.play.event import Stored
from controller.publish.messages import record_id
from controller.record.errors import RecordError
from controller.record.readings import KeptReading
from controller.table.speakers import Speaker

#: So many events are read at once: some 10 ms of a Raspberry Pi.
_AT_A_TIME = 50
#: Under which name the record remembers which orders were carried out.
_ORDERS = "hall:orders"

Command = Callable[[Mapping[str, Any], Speaker], Coroutine[Any, Any, None]]
Bell = Callable[[], AbstractContextManager[asyncio.Event]]


class PublishedTable(Protocol):
    """One table with its record; everything is called on one event loop."""

    @property
    def profile(self) -> str:
        """Which board it is."""

    def record(self) -> str | None:
        """The name of its record; None as long as nothing is in it."""

    def head(self) -> int:
        """How many events the record has."""

    def events(self, since: int) -> Iterable[Stored]:
        """The next events after this number, in order; there may be more of them."""

    def view(self) -> Mapping[str, Any]:
        """The table as everybody may see it."""

    def subscribe(self) -> AbstractContextManager[asyncio.Event]:
        """An event that is set whenever record or view have changed; whoever waits clears it."""

    @property
    def waiting(self) -> bool:
        """Whether something that happened is not yet on the disk."""

    async def command(self, command: Mapping[str, Any], speaker: Speaker) -> None:
        """Carry a command out; `ValueError` with a sentence where the table refuses.

        `NotWrittenError` where it is done only once the record can be written.
        """

    def readings(self, game: int, ply: int) -> list[KeptReading]:
        """The raw readings of a ply; `RecordError` where there is no such game."""

    def remember_orders(self, orders: list[Any]) -> None:
        """Keep which orders were taken, together with what the next command writes."""

    def recall_orders(self) -> list[Any]:
        """What was kept of the orders, also after a restart."""


class HouseTable:
    """A house, published. Orders enter through `command`, the door of the page."""

    def __init__(
        self, house: BoardLoop, showing: Showing, command: Command, subscribe: Bell
    ) -> None:
        self._house = house
        self.view = showing.view
        self.command = command
        self.subscribe = subscribe
        self._record: str | None = None

    @property
    def profile(self) -> str:
        """Which board it is."""
        return self._house.profile

    def record(self) -> str | None:
        """The name of the record: the beginning of the hash of its first event."""
        if self._record is None:
            first = next(iter(self._house.log.events()), None)
            self._record = record_id(first.hash) if first else None
        return self._record

    def head(self) -> int:
        """How many events the record has."""
        return self._house.log.head[0]

    def events(self, since: int) -> Iterable[Stored]:
        """A few at a time, so that the hands never wait while an evening is caught up with."""
        return self._house.log.after(since, _AT_A_TIME)

    @property
    def waiting(self) -> bool:
        """Whether something that happened is not yet on the disk."""
        return self._house.waiting

    def readings(self, game: int, ply: int) -> list[KeptReading]:
        """The raw readings of a ply; `RecordError` where there is no such game."""
        last = self._house.log.current_game
        if not 1 <= game <= last:
            raise RecordError(
                Told(
                    "there is no game {game} in this record; it holds 1 to {last}",
                    game=game,
                    last=last,
                )
            )
        return self._house.log.readings(game, ply)

    def remember_orders(self, orders: list[Any]) -> None:
        """Written in one piece with what the order does: after a power cut both are there."""
        self._house.log.remember(_ORDERS, orders, with_next=True)

    def recall_orders(self) -> list[Any]:
        """What was kept of the orders, also after a restart."""
        kept = self._house.log.recall(_ORDERS)
        return kept if isinstance(kept, list) else []

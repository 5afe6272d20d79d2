"""The hall's own book: what was decided and ordered, kept in order before anything is told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from controller.hub.store import Store
from controller.play.event import Event, Stored


class Ledger:
    """Adds to the hall's events; whoever must look and then write takes `turn` for both."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.turn = asyncio.Lock()

    def all(self) -> list[Stored]:
        """Everything so far."""
        return list(self._store.hall_events())

    async def add(self, *events: Event) -> None:
        """Keep these events; they are on the disk when this returns."""
        await self.add_all(events)

    async def add_all(self, events: Sequence[Event]) -> None:
        """The same for a sequence of events."""
        if events:
            await asyncio.to_thread(self._store.append_hall, list(events))

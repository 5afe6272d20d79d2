"""The hall's own book: what was decided and ordered, kept in order before anything is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from controller.hub.store import Store, StoreError
from controller.play.event import Event, Stored


class Ledger:
    """Adds to the hall's events; whoever must look and then write takes `turn` for both."""

    def __init__(
        self, store: Store, trouble: Callable[[str | None], None] = lambda _why: None
    ) -> None:
        self._store = store
        #: Told why the book cannot be written, and None once it can be again.
        self._trouble = trouble
        self.turn = asyncio.Lock()

    def all(self) -> list[Stored]:
        """Everything so far."""
        return list(self._store.hall_events())

    async def add(self, *events: Event) -> None:
        """Keep these events; they are on the disk when this returns."""
        await self.add_all(events)

    async def add_all(self, events: Sequence[Event]) -> None:
        """The same for a sequence of events."""
        if not events:
            return
        try:
            await asyncio.to_thread(self._store.append_hall, list(events))
        except StoreError as trouble:
            self._trouble(str(trouble))
            raise
        self._trouble(None)

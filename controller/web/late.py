"""What those see who watch without a key where the table is shown late: the table as it was.

Whoever watches a game at its table could tell a player, or a friend at a bookmaker's, what the hall
shows only minutes later. So the page's process keeps what it was told, and gives it out when it is
old enough: the view, and how long the record was at that moment.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any

from controller.games.told import Told
from controller.web.answers import RefusedError
from controller.web.clocks import later
from controller.web.feed import Bell, Records, TableFeed, View, newer
from controller.web.past import Past

#: Seconds between two looks whether something has become old enough.
_LOOK = 0.25
#: So much of what was said is kept: more than anybody says in the longest delay.
_SAID = 5_000


def _now() -> float:
    return asyncio.get_running_loop().time()


class LateTable:
    """One table, so many seconds ago (the part of a `TableFeed` that watchers see)."""

    def __init__(
        self, feed: TableFeed, seconds: Callable[[], float], now: Callable[[], float] = _now
    ) -> None:
        self._feed, self._seconds, self._now = feed, seconds, now
        self._past = Past()
        self._bell = Bell()
        #: What was said aloud, of which the end is not yet to be heard.
        self._said: deque[dict[str, Any]] = deque(maxlen=_SAID)
        self._shown: dict[str, Any] | None = None
        self._rev = 0

    @property
    def seconds(self) -> float:
        """How late it is seen: the hall may say another number at any moment."""
        return self._seconds()

    async def run(self) -> None:
        """Keep what happens, and show it in its time, for ever."""
        with self._feed.subscribe() as changed:
            changed.set()
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), _LOOK)
                if changed.is_set():
                    changed.clear()
                    self.keep()
                self.look()

    def keep(self) -> None:
        """The table as it is at this moment, to be seen later."""
        now, said = self._now(), self._hear()
        told = {"at": now, "head": self._feed.head(), "said": said, "view": self._feed.view()}
        self._past.add(json.dumps(told, separators=(",", ":")).encode(), now)

    def _hear(self) -> int:
        """The number of what was said last."""
        last = self._said[-1]["number"] if self._said else 0
        new = self._feed.said(last)
        if new and new[0]["number"] <= last:  # the table was started anew, and so are its numbers
            self._said.clear()
        self._said.extend(new)
        return int(self._said[-1]["number"]) if self._said else 0

    def look(self) -> None:
        """Show what has become old enough."""
        self._past.show(self._now() - self.seconds)
        if self._past.rev != self._rev and self._past.shown is not None:
            self._rev, self._shown = self._past.rev, json.loads(self._past.shown)
            self._bell.ring()

    # -- what is shown -----------------------------------------------------------------------------

    def _old(self) -> dict[str, Any]:
        if self._shown is None:
            raise RefusedError(
                503,
                Told(
                    "Without a key this table is seen {seconds:.0f} seconds late, and it has not"
                    " been there for so long yet: come back in a moment.",
                    seconds=self.seconds,
                ),
                {"retry-after": "5"},
            )
        return self._shown

    def view(self) -> View:
        """The view as it was; clocks that ran had gone on since it was made. Where the delay has
        become longer, what is shown stands still until it is as old as that."""
        old = self._old()
        view: View = old["view"]
        ran = max(0.0, self._now() - self.seconds - old["at"])
        sides = [later(side, ran) for side in view["sides"]]
        return view | {"sides": sides, "late": self.seconds}

    def said(self, after: int) -> list[dict[str, Any]]:
        """What had been said aloud by then."""
        upto = self._old()["said"]
        return newer((each for each in self._said if each["number"] <= upto), after)

    @property
    def records(self) -> Records:
        """The record as long as it was then."""
        return self._feed.records_upto(self._old()["head"])

    def subscribe(self) -> AbstractContextManager[asyncio.Event]:
        """A bell that rings whenever something has become old enough."""
        return self._bell.subscribe()

"""A whole hall on a real server: hub, tables, pages and endpoints; only the broker is left out."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from controller.hub.keys import PLAYER, Keys, Role
from controller.hub.store import open_store
from controller.hub.web import make_hub_app
from tests.daemon.running import PATIENCE
from tests.hub.tables import HallHub, PlayingTable
from tests.web.serving import Reply, Served, serving

T = TypeVar("T")


class ServedHall:
    """A running hall, its keys, and the simplest client for it."""

    def __init__(self, served: Served, hub: HallHub, keys: Keys, clock: Clock) -> None:
        self.served, self.hub, self.keys, self.clock = served, hub, keys, clock
        self.url = served.url
        self.director = keys.director

    def do(self, work: Callable[[], T]) -> T:
        """Do something where the hub lives."""

        async def there() -> T:
            return work()

        return asyncio.run_coroutine_threadsafe(there(), self.served.loop).result(30)

    def connect(self, *tables: PlayingTable) -> None:
        """These tables come."""
        for table in tables:
            self.do(lambda table=table: self.hub.connect(table))  # type: ignore[misc]

    def ask(
        self, path: str, body: Any = None, key: str | None = None, method: str | None = None
    ) -> Reply:
        """One request; a body makes it a POST."""
        headers: Mapping[str, str] = {"Authorization": f"Bearer {key}"} if key else {}
        sent = None if body is None else json.dumps(body).encode()
        return self.served.ask(path, sent, headers, method)

    def direct(self, path: str, body: Any = None) -> Any:
        """The same as the director; what is refused fails the test."""
        reply = self.ask(path, body, self.director)
        assert reply.status == 200, reply.body
        return reply.json

    def player(self, table: str) -> str:
        """A key for the players of a table."""
        return self.keys.renew(Role(PLAYER, table))

    def until(self, true: Callable[[], bool]) -> None:
        """Wait for something that the hub does a moment later."""
        until = time.monotonic() + PATIENCE
        while not self.do(true):
            assert time.monotonic() < until, "it never came about"
            time.sleep(0.02)


class Clock:
    """The time of day at the hub; a test may set it forward."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def now(self) -> float:
        """The time now."""
        return time.time() + self.ahead

    def steady(self) -> float:
        """The same for the door's patience."""
        return time.monotonic() + self.ahead


@contextmanager
def serving_hall(folder: Path, gnubg: str | None = None, **more: Any) -> Iterator[ServedHall]:
    """A hall that is open for as long as the context lasts."""
    clock = Clock()
    store = open_store(str(folder / "hall.db"))
    hub = HallHub(store, clock.now)
    hub.analyses.gnubg = gnubg
    keys = Keys(folder / "hall.keys")
    try:
        with serving(make_hub_app(hub, keys, now=clock.steady, **more)) as served:
            hall = ServedHall(served, hub, keys, clock)
            task = hall.do(lambda: asyncio.ensure_future(hub._intake.run()))
            hall.do(lambda: hub.analyses.go_on(hub.desk.competition))
            try:
                yield hall
            finally:
                hall.do(task.cancel)
    finally:
        store.close()

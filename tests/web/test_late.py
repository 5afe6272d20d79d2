"""Who watches without a key where the table is shown late: page, record and websocket alike."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from controller.daemon.keys import TableKeys
from controller.record.log import Log
from controller.table.speakers import A_WATCHER
from controller.web.app import make_app
from controller.web.entry import Entry
from controller.web.late import LateTable
from controller.web.records import RecordPages
from tests.daemon.running import PATIENCE, running
from tests.record.signed import write_signed
from tests.web.fake import KEY, RING, FakeFeed
from tests.web.serving import Reply, Served, serving
from tests.web.test_said import listening

_WATCHED = (
    *("/api/view", "/api/games", "/api/games/7", "/api/games/7/forms", "/api/account"),
    "/api/games/7/export?format=json",
)


class Clock:
    """A clock that a test sets forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Lengths:
    """The records that were asked for, by how long they were to be."""

    def __init__(self, feed: FakeFeed) -> None:
        self._feed, self.asked = feed, list[int]()

    def __call__(self, head: int) -> Any:
        self.asked.append(head)
        return self._feed.records


class LateHall:
    """A table that is seen ten seconds late, and how the test turns its clock."""

    def __init__(self, feed: FakeFeed) -> None:
        self.feed, self.clock = feed, Clock()
        self.lengths = Lengths(feed)
        feed.records_upto = self.lengths  # type: ignore[method-assign]
        self.seconds = 10.0
        self.late = LateTable(feed, lambda: self.seconds, self.clock)
        self.app = make_app(feed, RING, watch="delayed", late=self.late)

    def change(self, served: Served, seconds: float, **patch: Any) -> None:
        """Something happens; then so much time goes by."""

        async def there() -> None:
            self.feed.patch.update(patch)
            self.late.keep()
            self.feed.ring()
            self.clock.now += seconds
            self.late.look()

        asyncio.run_coroutine_threadsafe(there(), served.loop).result(30)


def ask(served: Served, path: str, key: str | None = None) -> Reply:
    """A request, with this key."""
    return served.ask(path, None, {"X-Lunka-Key": key} if key else {})


@pytest.fixture
def hall(feed: FakeFeed) -> LateHall:
    """The table."""
    return LateHall(feed)


@pytest.fixture
def page(hall: LateHall) -> Iterator[Served]:
    """Its page."""
    with serving(hall.app) as served:
        yield served


def test_without_a_key_the_view_is_the_one_of_then(hall: LateHall, page: Served) -> None:
    """Nothing before there is something old enough, and never anything newer; a key sees it now."""
    hall.change(page, 5.0, ply=1)
    for path in _WATCHED:
        refused = ask(page, path)
        assert (refused.status, refused.headers["retry-after"]) == (503, "5"), path
        assert refused.error.startswith("Without a key this table is seen 10 seconds late, and")
    hall.change(page, 5.0, ply=2)
    late = ask(page, "/api/view").json
    assert (late["ply"], late["late"]) == (1, 10.0)
    live = ask(page, "/api/view", KEY).json
    assert (live["ply"], "late" in live) == (2, False)
    hall.change(page, 9.0, ply=3)
    assert ask(page, "/api/view").json["ply"] == 2


def test_the_record_ends_where_the_view_was(hall: LateHall, page: Served) -> None:
    """Games, account, forms and exports are of the record as long as it was then."""
    hall.feed.head = lambda: 41  # type: ignore[method-assign]
    hall.change(page, 10.0)
    hall.feed.head = lambda: 55  # type: ignore[method-assign]
    hall.change(page, 1.0)
    for path in _WATCHED[1:]:
        assert ask(page, path).status == 200, path
    assert hall.lengths.asked == [41] * 5
    assert ask(page, "/api/games", KEY).status == 200
    assert len(hall.lengths.asked) == 5


def test_sensors_are_live_or_not_shown(hall: LateHall, page: Served) -> None:
    """They tell where hands are now, so that they need a key."""
    hall.change(page, 20.0)
    refused = ask(page, "/api/sensors")
    assert refused.status == 401
    assert refused.error == "The sensors are shown as they are now: with a key."
    assert ask(page, "/api/sensors", KEY).status == 200


def test_a_clock_that_ran_has_run_on_till_then(hall: LateHall, page: Served) -> None:
    """A late view of a clock is neither that of its making nor that of now."""
    side = {"name": "South", "player": "A", "seat": 0, "score": 0, "running": True}
    sides = [side | {"clock": 100.0, "free": 2.0}, side | {"clock": 50.0, "running": False}]
    hall.change(page, 10.0 + 6.0, sides=sides)
    shown = ask(page, "/api/view").json["sides"]
    assert [each["clock"] for each in shown] == [96.0, 50.0]


def test_a_websocket_is_late_until_a_key_comes(hall: LateHall, page: Served) -> None:
    """The same line then shows what is now, with a number that a page takes for newer."""
    with connect(f"ws://{page.host}/live", proxy=None) as early:
        with pytest.raises(ConnectionClosed) as closed:
            early.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
    hall.change(page, 10.0, ply=1)
    hall.change(page, 1.0, ply=2)
    with connect(f"ws://{page.host}/live", proxy=None) as line:
        late = json.loads(line.recv(PATIENCE))
        assert (late["ply"], late["late"]) == (1, 10.0)
        line.send(json.dumps({"key": KEY}))
        told = [json.loads(line.recv(PATIENCE)) for _ in range(2)]
        assert told[0]["you"]["free"] is False
        assert told[1]["ply"] == 2
        assert told[1]["rev"] > late["rev"]
        line.send(json.dumps({"key": ""}))
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                line.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012, "a page opens it again, and sees it late"


def test_a_delay_that_grows_shows_nothing_new_too_early(hall: LateHall, page: Served) -> None:
    """What was shown stands still, clocks too, until what follows is as old as the hall says now;
    a shorter delay holds at once."""
    side = {"name": "South", "player": "A", "seat": 0, "score": 0, "running": True, "clock": 100.0}
    hall.change(page, 10.0, ply=1, sides=[side | {"free": 0.0}])
    hall.seconds = 30.0
    hall.change(page, 15.0, ply=2)
    late = ask(page, "/api/view").json
    assert (late["ply"], late["late"], late["sides"][0]["clock"]) == (1, 30.0, 100.0)
    hall.change(page, 15.0, ply=3)
    assert ask(page, "/api/view").json["ply"] == 2
    hall.seconds = 10.0
    hall.change(page, 0.0, ply=4)
    assert ask(page, "/api/view").json["ply"] == 3


def test_it_keeps_and_shows_by_itself(feed: FakeFeed) -> None:
    """Every change is kept, and whoever listens hears when it has become old enough."""

    async def work() -> None:
        clock = Clock()
        late = LateTable(feed, lambda: 10.0, clock)
        task = asyncio.ensure_future(late.run())
        with late.subscribe() as changed:
            await asyncio.sleep(0)
            while not late._past._coming:
                await asyncio.sleep(0.01)
            clock.now += 10.0
            await asyncio.wait_for(changed.wait(), PATIENCE)
            assert late.view()["late"] == 10.0
        task.cancel()

    asyncio.run(work())


def test_who_may_watch(tmp_path: Path, feed: FakeFeed) -> None:
    """By the setting, and where there is none by whether there is a key to watch with."""
    keys = TableKeys(tmp_path / "key")
    said = {watch: Entry(keys, watch=watch).watching for watch in (None, "open", "delayed", "key")}
    assert list(said.values()) == ["open", "open", "delayed", "key"]
    keys.renew(A_WATCHER)
    said = {watch: Entry(keys, watch=watch).watching for watch in (None, "open", "delayed", "key")}
    assert list(said.values()) == ["key", "open", "delayed", "key"]
    with serving(make_app(feed, RING, watch="key")) as served:
        for path in (*_WATCHED, "/api/sensors"):
            assert ask(served, path).status == 401, path
            assert ask(served, path, KEY).status == 200, path
    with pytest.raises(ValueError, match="needs a table that is late"):
        make_app(feed, RING, watch="delayed")


def test_a_record_that_ends_earlier(tmp_path: Path) -> None:
    """Whatever is asked of it, it answers as the record did when it ended there; never more."""
    whole, cut = tmp_path / "whole.db", tmp_path / "cut.db"
    write_signed(whole, tmp_path / "hub.key")
    with Log.open_reader(whole) as log:
        events = list(log.events())
    with Log(cut) as short:
        for stored in events:
            short.append([stored.event])
            if stored.seq % 9 and stored.seq != len(events):
                continue
            late, then = RecordPages(whole, stored.seq), RecordPages(cut)
            assert late.games() == then.games()
            assert late.account(whole=True) == then.account(whole=True)
            for number in range(1, 4):
                for form in ("json", "text"):
                    assert told(late, number, form) == told(then, number, form)
            with Log.open_reader(whole, stored.seq) as reader:
                assert reader.head == short.head
    with Log.open_reader(whole, 0) as nothing:
        assert (nothing.head[0], list(nothing.events()), nothing.games()) == (0, [], [])


def told(pages: RecordPages, number: int, form: str) -> object:
    """A game as a file, or that there is none."""
    try:
        return pages.game(number), pages.export(number, form)
    except KeyError:
        return None


def test_a_real_table_is_seen_late(tmp_path: Path) -> None:
    """The setting reaches the page: who has a key sees the table now, who has none a second ago."""
    config = tmp_path / "table.toml"
    config.write_text('[page]\nport = 0\nwatch = "delayed"\ndelay = 1\n')
    with running(tmp_path / "home", "--config", config, command="daemon") as table:
        live = table.http.get("/api/view", headers={"authorization": f"Bearer {table.key}"})
        assert "late" not in live.json()
        until = time.monotonic() + PATIENCE
        while (late := table.http.get("/api/view")).status_code == 503:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert late.json()["late"] == 1
        assert table.http.get("/api/games").status_code == 200
        assert table.http.get("/api/sensors").status_code == 401


def test_what_is_said_is_heard_as_late_as_it_is_seen(hall: LateHall, page: Served) -> None:
    """By who listens and by who asks, without a key; with one it is heard now."""
    hall.feed.say("South: pit 3.", "turn")
    hall.change(page, 5.0, ply=1)
    for path in ("/api/said", "/api/ask/last"):
        assert ask(page, path).status == 503, path
    hall.feed.say("North: pit 1.", "turn")
    hall.change(page, 6.0, ply=2)
    assert ask(page, "/api/ask/last").json["said"]["en"] == "South: pit 3."
    assert ask(page, "/api/ask/last", KEY).json["said"]["en"] == "North: pit 1."
    with listening(page, "/api/said?after=0") as events:
        assert next(events)["full"]["en"] == "South: pit 3."
        hall.change(page, 6.0, ply=3)
        assert next(events)["full"]["en"] == "North: pit 1."

"""The live view: what changes arrives, and nobody gets a backlog."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from controller.web.app import make_app
from tests.web.fake import RING, FakeFeed
from tests.web.serving import Served, serving


def watch(served: Served, **more: Any) -> ClientConnection:
    """A watcher's websocket."""
    watcher: ClientConnection = connect(f"ws://{served.host}/live", proxy=None, **more)
    return watcher


def change(served: Served, feed: FakeFeed, **patch: Any) -> None:
    """Change the table from outside the server's thread."""
    feed.patch.update(patch)
    served.loop.call_soon_threadsafe(feed.ring)


def until(watcher: ClientConnection, ply: int) -> list[int]:
    """The plies that arrive until this one does."""
    seen = []
    for message in watcher:
        seen.append(json.loads(message)["ply"])
        if seen[-1] == ply:
            break
    return seen


def test_a_watcher_gets_the_view_at_once(served: Served) -> None:
    """The first message is the whole view; no key is needed."""
    with watch(served) as watcher:
        assert json.loads(watcher.recv(10))["cells"]["b6"]["count"] == 4


def test_a_change_arrives_with_a_higher_number(served: Served, feed: FakeFeed) -> None:
    """What changes is sent whole, numbered upwards."""
    with watch(served) as watcher:
        first = json.loads(watcher.recv(10))
        change(served, feed, ply=5)
        second = json.loads(watcher.recv(10))
        assert (second["ply"], second["rev"]) == (5, first["rev"] + 1)


def test_a_ring_without_a_change_sends_nothing(served: Served, feed: FakeFeed) -> None:
    """The same view is not sent twice."""
    with watch(served) as watcher:
        watcher.recv(10)
        change(served, feed)
        change(served, feed, ply=9)
        assert until(watcher, 9) == [9]


def test_many_changes_become_few_messages(served: Served, feed: FakeFeed) -> None:
    """A burst is sent as its beginning and its end, in order."""
    with watch(served) as watcher:
        watcher.recv(10)
        for ply in range(1, 501):
            change(served, feed, ply=ply)
        seen = until(watcher, 500)
        assert len(seen) < 250
        assert seen == sorted(seen)


@pytest.fixture
def sluggard(served: Served) -> Iterator[socket.socket]:
    """A watcher who opens the view and then reads nothing at all, with a very small buffer."""
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", served.port))
        slow.sendall(
            f"GET /live HTTP/1.1\r\nHost: {served.host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        yield slow


def test_a_slow_watcher_holds_up_nobody_and_misses_only_the_past(
    served: Served, feed: FakeFeed, sluggard: socket.socket
) -> None:
    """While one watcher sleeps the others are served; awake, it skips to the newest view."""
    ballast = "x" * 500_000
    with watch(served, max_size=None) as other:
        for ply in range(1, 61):
            change(served, feed, ply=ply, table=ballast + str(ply))
            until(other, ply)
    came = _read_until(sluggard, b'"ply":60')
    assert came.count(b'"rev":') < 40


def _read_until(slow: socket.socket, words: bytes) -> bytes:
    slow.settimeout(20)
    came = bytearray()
    while words not in came[-600_000:]:
        part = slow.recv(1 << 20)
        assert part, "the server gave up on the slow watcher"
        came += part
    return bytes(came)


def test_a_watcher_who_leaves_is_forgotten(served: Served, feed: FakeFeed) -> None:
    """Coming and going leaves nothing behind."""
    for _ in range(5):
        with watch(served) as watcher:
            watcher.recv(10)
            assert served.ask("/health").json["watching"] >= 1
    asked = (served.ask("/health").json["watching"] for _ in range(500))
    assert any(watching == 0 for watching in asked)


def test_what_a_watcher_says_is_dropped(served: Served, feed: FakeFeed) -> None:
    """The live view is for watching: commands sent there do nothing."""
    with watch(served) as watcher:
        watcher.recv(10)
        watcher.send('{"do": "new"}')
        watcher.send(b"\x00\x01")
        change(served, feed, ply=2)
        assert until(watcher, 2) == [2]
    assert feed.commands == []


def test_too_many_watchers_are_told(feed: FakeFeed) -> None:
    """Beyond the limit a watcher is sent away with the reason."""
    with serving(make_app(feed, RING, watchers=1)) as served, watch(served) as first:
        first.recv(10)
        with watch(served) as second, pytest.raises(ConnectionClosed) as closed:
            second.recv(10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.reason == "this table already has 1 watchers"


def test_a_table_at_rest_still_gives_a_sign(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The view's number comes again after a heartbeat, so that silence is a broken line."""
    monkeypatch.setattr("controller.web.live.HEARTBEAT", 0.01)
    with watch(served) as watcher:
        first, second = (json.loads(watcher.recv(10)) for _ in range(2))
        assert second == {"rev": first["rev"]}


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_another_page_cannot_watch(served: Served, origin: str) -> None:
    """A page from elsewhere cannot read this table through a visitor's browser."""
    with pytest.raises(InvalidStatus) as refused:
        watch(served, additional_headers={"Origin": origin})
    assert refused.value.response.status_code == 403


def test_our_own_page_can_watch(served: Served) -> None:
    """The page's own Origin is let in."""
    with watch(served, additional_headers={"Origin": served.url}) as watcher:
        assert json.loads(watcher.recv(10))["game"] == "kalah"


def test_an_unknown_host_cannot_watch(served: Served) -> None:
    """A rebound name is refused before the websocket opens."""
    with (
        socket.create_connection(("127.0.0.1", served.port)) as door,
        pytest.raises(InvalidStatus) as refused,
    ):
        connect("ws://evil.example/live", sock=door, proxy=None)
    assert refused.value.response.status_code == 403

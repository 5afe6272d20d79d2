"""The doors of a page: whose key it is decides; wrong keys wait, revoked ones end their lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from controller.daemon.keys import TableKeys
from controller.table.speakers import A_WATCHER, THE_DIRECTOR, THE_TABLE, Speaker, seat
from controller.web.app import make_app
from controller.web.wrong_keys import MOST_WRONG, WINDOW, WrongKeys
from tests.web.fake import FakeFeed
from tests.web.serving import Reply, Served, serving

OUTSIDE = "http://192.168.7.7:8765/"


@pytest.fixture
def keys(tmp_path: Path) -> TableKeys:
    """The keys of a table, in files."""
    return TableKeys(tmp_path / "key")


@pytest.fixture
def feed() -> FakeFeed:
    """A pretend table."""
    return FakeFeed()


@pytest.fixture
def served(keys: TableKeys, feed: FakeFeed) -> Iterator[Served]:
    """Its page."""
    with serving(make_app(feed, keys, outside=OUTSIDE)) as served:
        yield served


def ask(served: Served, path: str, key: str | None, body: object = None) -> Reply:
    """A request with this key."""
    sent = None if body is None else json.dumps(body).encode()
    return served.ask(path, sent, {"X-Lunka-Key": key} if key is not None else {})


@contextmanager
def watch(served: Served, key: str) -> Iterator[ClientConnection]:
    """A websocket that has said its key."""
    with connect(f"ws://{served.host}/live", proxy=None) as line:
        line.send(json.dumps({"key": key}))
        yield line


def heard(line: ClientConnection, wanted: str) -> Any:
    """What it is told under this name."""
    return next(told[wanted] for told in map(json.loads, line) if wanted in told)


def closed(line: ClientConnection) -> tuple[int, str]:
    """How the table closes this line."""
    with pytest.raises(ConnectionClosed) as end:
        while True:
            line.recv(timeout=30)
    assert end.value.rcvd is not None
    return end.value.rcvd.code, end.value.rcvd.reason


@pytest.mark.parametrize("who", [seat(0), seat(3), THE_TABLE])
def test_the_table_hears_whose_key_it_was(
    served: Served, feed: FakeFeed, keys: TableKeys, who: Speaker
) -> None:
    """Not what the request says of itself: that is not even looked at."""
    key = keys.all()[who]
    assert ask(served, "/api/command", key, {"do": "pause", "by": "director"}).status == 200
    assert feed.speakers == [str(who)]
    told = {"key": "right", "role": who.role, "seat": who.seat}
    assert ask(served, "/api/key", key, {}).json == told


def test_invitations_are_for_who_may_give_them(served: Served, keys: TableKeys) -> None:
    """The table's key sees a link for each seat of this game; a seat its own; others none."""
    all_ = keys.all()
    table = ask(served, "/api/share", all_[THE_TABLE]).json
    assert table["watch"]["url"] == OUTSIDE
    assert table["play"]["url"] == f"{OUTSIDE}#key={all_[THE_TABLE]}"
    assert [each["url"] for each in table["seats"]] == [
        f"{OUTSIDE}#key={all_[seat(number)]}" for number in (0, 1)
    ]
    own = ask(served, "/api/share", all_[seat(1)]).json
    assert set(own) == {"watch", "play"} and own["play"]["url"].endswith(all_[seat(1)])
    assert set(ask(served, "/api/share", None).json) == {"watch"}
    director = keys.renew(THE_DIRECTOR)
    told = ask(served, "/api/share", director).json
    assert told["table"]["url"] == f"{OUTSIDE}#key={all_[THE_TABLE]}"


def test_ten_wrong_keys_do_not_lock_the_right_one_out(served: Served, keys: TableKeys) -> None:
    """The attack: somebody at the same address tries keys so that the owner has to wait."""
    answers = [ask(served, "/api/key", f"wrong-{n}", {}) for n in range(MOST_WRONG + 2)]
    assert [each.status for each in answers] == [401] * MOST_WRONG + [429] * 2
    assert "Many wrong keys came from 127.0.0.1" in answers[-1].error
    assert ask(served, "/api/key", keys.all()[THE_TABLE], {}).status == 200
    assert ask(served, "/api/key", keys.all()[seat(0)], {}).status == 200


def test_wrong_keys_are_forgotten_after_a_while() -> None:
    """Each address by itself, and only for the rest of the minute."""
    now = 0.0
    wrong = WrongKeys(lambda: now)
    assert [wrong.note("a") for _ in range(MOST_WRONG)] == [0.0] * MOST_WRONG
    now = 20.0
    assert (wrong.note("a"), wrong.note("b")) == (WINDOW - 20.0, 0.0)
    now = WINDOW
    assert wrong.note("a") == 0.0


def test_a_revoked_key_ends_its_open_lines(served: Served, keys: TableKeys) -> None:
    """The websocket is closed with its reason; others, and who watches without a key, go on."""
    key = keys.all()[seat(0)]
    with watch(served, key) as line, watch(served, keys.all()[seat(1)]) as other:
        assert heard(line, "you") == {"role": "seat", "seat": 0, "free": True}
        assert heard(other, "you")["seat"] == 1
        keys.revoke(seat(0))
        assert closed(line) == (4401, "this key was revoked")
        assert ask(served, "/api/command", key, {"do": "pause"}).status == 401
        other.send(json.dumps({"key": keys.all()[seat(1)]}))
        assert heard(other, "you")["seat"] == 1


def test_a_table_that_is_watched_with_a_key_only(served: Served, keys: TableKeys) -> None:
    """Without one nothing is shown, at no door; with any key of the table everything is."""
    with watch(served, "") as free:
        assert heard(free, "you") == {"role": "watch", "seat": None, "free": True}
        key = keys.renew(A_WATCHER)
        assert closed(free) == (4401, "watching needs a key now")
    doors = ("view", "games", "games/7", "games/7/export", "choices", "sensors", "share", "account")
    for door in doors:
        assert ask(served, f"/api/{door}", None).status == 401, door
        assert ask(served, f"/api/{door}", key).status == 200, door
        assert ask(served, f"/api/{door}", keys.all()[seat(0)]).status == 200, door
    with watch(served, "") as stranger:
        assert closed(stranger) == (4401, "watching needs a key at this table")
    with watch(served, "no-such-key") as stranger:
        assert closed(stranger)[0] == 4401
    with watch(served, key) as line:
        assert heard(line, "you") == {"role": "watch", "seat": None, "free": False}
        assert heard(line, "sides")
    assert served.ask("/health").status == 200

"""What is said aloud, as a stream that programs and braille displays read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from controller.daemon.keys import Keyring
from controller.table.speakers import A_WATCHER, THE_TABLE
from controller.web.app import make_app
from tests.web.fake import KEY, FakeFeed
from tests.web.serving import Served, serving

_PATIENCE = 30.0


@contextmanager
def listening(served: Served, path: str = "/api/said", **headers: str) -> Iterator[Iterator[Any]]:
    """The events of the stream, one after another."""
    with (
        httpx.Client(base_url=served.url, timeout=_PATIENCE) as client,
        client.stream("GET", path, headers=headers) as answer,
    ):
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield (json.loads(row[6:]) for row in answer.iter_lines() if row.startswith("data: "))


def say(served: Served, feed: FakeFeed, words: str) -> None:
    """Something is said at the table, on its own loop."""
    served.loop.call_soon_threadsafe(feed.say, words)


def test_what_is_said_is_streamed_in_order(served: Served, feed: FakeFeed) -> None:
    """A new listener gets the newest at once, and then all that is said, with number and time."""
    feed.say("South to move.")
    feed.say("South: pit 3.", "turn")
    with listening(served) as events:
        assert next(events)["full"]["en"] == "South: pit 3."
        say(served, feed, "North to move.")
        say(served, feed, "North: pit 1.")
        told = [next(events), next(events)]
    assert [each["number"] for each in told] == [3, 4]
    assert [each["at"] for each in told] == [1003.0, 1004.0]
    assert told[0]["full"]["ru"] == "North to move. по-русски"


def test_a_listener_who_comes_back_misses_nothing(served: Served, feed: FakeFeed) -> None:
    """Who says what was heard last gets everything since; from an earlier life, the newest."""
    for number in range(1, 5):
        feed.say(f"Sentence {number}.")
    with listening(served, **{"last-event-id": "2"}) as events:
        assert [next(events)["number"], next(events)["number"]] == [3, 4]
    with listening(served, "/api/said?after=0") as events:
        assert [next(events)["number"] for _ in range(4)] == [1, 2, 3, 4]
    with listening(served, "/api/said?after=90") as events:
        assert next(events)["number"] == 4


@pytest.mark.parametrize("after", ["-1", "last", "9" * 40])
def test_a_number_that_is_none_is_refused(served: Served, after: str) -> None:
    """A clear sentence, and no stream."""
    reply = served.ask(f"/api/said?after={after}")
    assert reply.status == 400 and reply.error.startswith(f"after = '{after}'")


def test_where_watching_needs_a_key_so_does_listening(feed: FakeFeed) -> None:
    """Without a key nothing is heard; with the key to watch with all of it."""
    feed.say("South to move.")
    ring = Keyring({THE_TABLE: KEY, A_WATCHER: "watching-key-1"})
    with serving(make_app(feed, ring)) as served:
        assert served.ask("/api/said").status == 401
        with listening(served, **{"x-lunka-key": "watching-key-1"}) as events:
            assert next(events)["full"]["en"] == "South to move."


def test_programs_may_ask(served: Served, feed: FakeFeed) -> None:
    """The page answers from what was said, without troubling the board."""
    feed.say("South to move.")
    feed.say("South: pit 3.", "turn")
    assert served.ask("/api/ask/last").json["said"]["en"] == "South: pit 3."
    assert served.ask("/api/ask/may").json["said"]["ru"] == "South to move. по-русски"
    wrong = served.ask("/api/ask/why")
    assert wrong.status == 404 and wrong.error == (
        "There is no question 'why'; there are: repeat, last, turn, board, may, right."
    )

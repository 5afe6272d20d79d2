"""The fake table and a server in front of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.web.app import make_app
from tests.web.fake import RING, FakeFeed
from tests.web.serving import Served, serving


@pytest.fixture
def feed() -> FakeFeed:
    """A fresh table."""
    return FakeFeed()


@pytest.fixture
def served(feed: FakeFeed) -> Iterator[Served]:
    """A server in front of `feed`, which answers to `lunka.test` too."""
    with serving(make_app(feed, RING, hosts=["lunka.test"])) as server:
        yield server

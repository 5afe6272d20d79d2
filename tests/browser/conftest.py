"""One Chromium for all browser tests, the fake table on a real server, and a real nardy table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from controller.web.app import make_app
from tests.browser.page import PATIENCE, TablePage
from tests.browser.playing import lunka_play
from tests.guests.installing import oware, shop
from tests.machine.skips import program
from tests.web.fake import KEY, RING, FakeFeed
from tests.web.serving import Served, serving

__all__ = ["oware", "shop"]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    chromium_program = program("chromium")
    with sync_playwright() as play:
        chromium = play.chromium.launch(
            executable_path=chromium_program, args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def viewport() -> dict[str, Any]:
    """How the browser shows itself; tests override it for phones."""
    return {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}


class Complaints(list[str]):
    """What a browser's console complains about, but for what a test expects it to."""

    def __init__(self) -> None:
        super().__init__()
        #: Words of complaints that are right here, whenever they come.
        self.expected: list[str] = []

    @property
    def unexpected(self) -> list[str]:
        """What nobody expected."""
        return [said for said in self if not any(words in said for words in self.expected)]


@pytest.fixture
def complaints() -> Complaints:
    """Whatever the browser's console complains about; nothing unexpected in any test."""
    return Complaints()


@pytest.fixture
def tempo() -> dict[str, int]:
    """The hands' tempo, in milliseconds: no stall of a busy machine is a long press here."""
    return {"longPress": 60_000}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """The page leaves before its server does; else it complains, rightly, that nobody answers."""
    tab = getattr(item, "funcargs", {}).get("tab")
    if tab is not None and not tab.is_closed():
        tab.goto("about:blank")


@pytest.fixture
def tab(
    browser: Browser, viewport: dict[str, Any], tempo: dict[str, int], complaints: Complaints
) -> Iterator[Page]:
    """A fresh tab with no memory of earlier ones."""
    context = browser.new_context(**viewport)
    context.add_init_script(
        'addEventListener("DOMContentLoaded",'
        f" () => Object.assign(window.lunkaHands?.tempo ?? {{}}, {json.dumps(tempo)}))"
    )
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None,
    )
    yield page
    context.close()
    assert complaints.unexpected == []


@pytest.fixture
def feed() -> FakeFeed:
    """A fresh pretend table."""
    return FakeFeed()


@pytest.fixture
def served(feed: FakeFeed) -> Iterator[Served]:
    """The pretend table's server."""
    with serving(make_app(feed, RING)) as server:
        yield server


@pytest.fixture
def table(tab: Page, served: Served) -> TablePage:
    """The pretend table's page, opened with the key."""
    page = TablePage(tab)
    page.open(served.url, KEY)
    return page


@pytest.fixture
def game() -> str:
    """Which of the nardy games is played; tests override it."""
    return "short"


@pytest.fixture
def house() -> tuple[str, ...]:
    """The house rules; tests override them."""
    return ("dice=entered",)


@pytest.fixture
def options() -> tuple[str, ...]:
    """The game's options; tests override them."""
    return ()


@pytest.fixture
def nardy(
    game: str, house: Sequence[str], options: Sequence[str], tab: Page, tmp_path: Path
) -> Iterator[TablePage]:
    """`lunka play` of nardy in a process of its own, and its page."""
    rules = [word for rule in house for word in ("--house", rule)]
    rules += [word for option in options for word in ("--set", option)]
    with lunka_play(tmp_path, game, *rules, "--players", "Anna", "Boris") as address:
        tab.goto(address)
        yield TablePage(tab)

"""Inviting others, the large view, and installing the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from controller.web.app import make_app
from tests.browser.nardy_hands import roll, says
from tests.browser.page import TablePage
from tests.web.fake import KEY, RING, FakeFeed
from tests.web.serving import Served, serving

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

OUTSIDE = "http://192.168.1.20:8765/"


def test_the_page_invites_to_watch_and_to_play(tab: Page, feed: FakeFeed) -> None:
    """With the key there are two codes, each with its address; who only watches has one."""
    with serving(make_app(feed, RING, outside=OUTSIDE)) as served:
        page = TablePage(tab)
        page.open(served.url, KEY)
        page.press("share")
        codes = tab.locator("[data-dialog=share] .code")
        expect(codes.locator("a")).to_have_text([OUTSIDE, f"{OUTSIDE}#key={KEY}"])
        box = codes.first.locator("svg").bounding_box()
        assert box is not None and box["width"] == box["height"] > 120
        tab.evaluate("sessionStorage.clear()")
        tab.goto("about:blank")
        page.open(served.url)
        page.press("share")
        expect(codes.locator("a")).to_have_text([OUTSIDE])
        tab.goto("about:blank")


def test_a_table_that_others_cannot_reach_says_so(table: TablePage) -> None:
    """No code that leads nowhere: it is said how others can come in."""
    table.press("share")
    told = table.page.locator("[data-dialog=share] .warning")
    expect(told).to_contain_text("--host 0.0.0.0")


HEIGHT = "each => each.getBoundingClientRect().height"
LETTERS = "each => parseFloat(getComputedStyle(each).fontSize)"


@pytest.mark.parametrize("house", [("dice=entered", "clock=fischer")])
def test_the_large_view_is_read_from_two_metres(nardy: TablePage) -> None:
    """Turn, sentence, dice and clock: letters of a twentieth of the screen's height and more (on a
    tablet 16 cm high 8 mm, which two metres need), all of it on one screen."""
    page = nardy.page
    page.set_viewport_size({"width": 1180, "height": 820})
    roll(nardy, 6, 1)
    says(nardy, "6-1: shesh-yek")
    page.goto(f"{page.url.split('#')[0]}#/across")
    told = page.locator(".across .told")
    expect(told).to_contain_text("6-1: shesh-yek")
    for what in (".told", ".rival.lit .who", ".rival.lit .state", ".rival .clock"):
        assert page.locator(f".across {what}").first.evaluate(LETTERS) >= 820 / 20, what
    expect(page.locator(".rival.lit .who")).to_have_text("Anna")
    dice = page.locator(".across .die")
    expect(dice).to_have_count(2)
    assert dice.first.evaluate(HEIGHT) >= 820 / 6
    assert page.evaluate("document.documentElement.scrollHeight") <= 820
    assert page.evaluate("document.documentElement.scrollWidth") <= 1180
    page.click("nav a >> nth=0")
    expect(nardy.cell("13")).to_be_visible()


def test_the_page_can_be_installed(tab: Page, served: Served) -> None:
    """Its manifest is whole: the browser itself finds nothing to complain of."""
    TablePage(tab).open(served.url, KEY)
    asked = tab.context.new_cdp_session(tab)
    manifest: dict[str, Any] = asked.send("Page.getAppManifest")
    assert manifest["url"].endswith("/static/lunka.webmanifest")
    assert manifest["errors"] == []
    assert '"display": "standalone"' in manifest["data"]
    errors = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []

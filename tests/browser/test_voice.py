"""The page speaks, and answers who asks by single keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.page import TablePage
from tests.web.fake import KEY, FakeFeed
from tests.web.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

#: A voice that keeps what it is asked to say, and speaks until it is cut off or told to end.
_VOICE = """
window.spoken = [];
window.cuts = 0;
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  speak(words) {
    window.spoken.push([words.lang, words.text]);
    window.ending = () => words.onend();
  },
  cancel() { window.cuts += 1; },
} });
"""


@pytest.fixture
def voiced(tab: Page, served: Served, feed: FakeFeed) -> Page:
    """A page with a voice, its card open, at a table that has said something."""
    tab.add_init_script(_VOICE)
    feed.say("South: pit 3.", "turn")
    TablePage(tab).open(served.url, KEY)
    tab.locator(".voice-card summary").click()
    expect(tab.locator("[data-do=speak]")).to_be_visible()
    return tab


def spoken(page: Page, count: int) -> list[list[str]]:
    """What was said aloud, once it is so much."""
    page.wait_for_function("count => window.spoken.length >= count", arg=count)
    found: list[list[str]] = page.evaluate("window.spoken")
    return found


def test_the_page_speaks_when_told_to(voiced: Page, served: Served, feed: FakeFeed) -> None:
    """What the table says is said; what matters cuts it off; the turn is told again after it."""
    expect(voiced.locator("[data-do=speak]")).to_have_attribute("aria-pressed", "false")
    voiced.locator("[data-do=speak]").click()
    assert spoken(voiced, 1) == [["en", "South: pit 3."]]
    cuts = voiced.evaluate("window.cuts")
    served.loop.call_soon_threadsafe(feed.say, "That is wrong.", "wrong")
    assert spoken(voiced, 2)[1] == ["en", "That is wrong."]
    assert voiced.evaluate("window.cuts") == cuts + 1
    voiced.evaluate("window.ending()")
    assert spoken(voiced, 3)[2] == ["en", "South: pit 3."]


def test_it_remembers_and_falls_silent(voiced: Page) -> None:
    """The choice outlives the visit, until the same button is pressed again."""
    voiced.locator("[data-do=speak]").click()
    spoken(voiced, 1)
    voiced.reload()
    assert spoken(voiced, 1) == [["en", "South: pit 3."]]
    voiced.locator(".voice-card summary").click()
    expect(voiced.locator("[data-do=speak]")).to_have_attribute("aria-pressed", "true")
    voiced.locator("[data-do=speak]").click()
    expect(voiced.locator("[data-do=speak]")).to_have_attribute("aria-pressed", "false")
    assert voiced.evaluate("localStorage.getItem('lunka.voice')") == "off"


def test_single_keys_ask(voiced: Page) -> None:
    """Each question has a key that is told with it; the answer is told to screen readers too."""
    answered = voiced.locator(".answered[role=status]")
    voiced.locator("body").press("l")
    expect(answered).to_have_text("South: pit 3.")
    voiced.locator("body").press("w")
    expect(answered).to_have_text("Nothing is wrong.")
    keys = voiced.locator("[data-ask]").evaluate_all(
        "all => all.map(each => each.getAttribute('aria-keyshortcuts'))"
    )
    assert keys == ["r", "l", "t", "b", "m", "w"]
    voiced.locator("[data-language=ru]").click()
    voiced.locator("[data-ask=right]").click()
    expect(answered).to_have_text("Всё верно.")


def test_keys_are_silent_while_the_card_is_closed(voiced: Page) -> None:
    """Whoever did not open it presses no question by accident."""
    voiced.locator(".voice-card summary").click()
    with voiced.expect_event("requestfinished", lambda asked: "/api/games" in asked.url):
        voiced.locator("body").press("l")
        voiced.evaluate("fetch('/api/games')")
    assert voiced.locator(".answered").count() == 0


def test_axe_finds_nothing_in_the_card(voiced: Page) -> None:
    """No rule of axe is broken while the card is open, silent or speaking."""
    voiced.locator("[data-ask=last]").click()
    expect(voiced.locator(".answered")).to_have_text("South: pit 3.")
    assert violations(voiced) == []
    voiced.locator("[data-do=speak]").click()
    spoken(voiced, 1)
    assert violations(voiced) == []

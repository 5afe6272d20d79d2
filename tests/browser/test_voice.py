"""The page speaks, and answers who asks by single keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from controller.voice.tones import NOTES, Tone
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
    window.manner = [words.rate, words.volume];
  },
  cancel() { window.cuts += 1; },
} });
window.notes = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) {
  window.notes.push(this.frequency.value);
  return start.apply(this, at);
};
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
    expect(voiced.locator("[data-do=speak]")).to_have_attribute("aria-pressed", "true")
    voiced.locator("[data-do=speak]").click()
    expect(voiced.locator("[data-do=speak]")).to_have_attribute("aria-pressed", "false")
    assert voiced.evaluate("localStorage.getItem('lunka.voice')") == "off"


def test_single_keys_ask(voiced: Page) -> None:
    """Each question has a key that is told with it; the answer is told to screen readers too."""
    answered = voiced.locator(".answered")
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


def test_fewer_words_by_tones(voiced: Page, served: Served, feed: FakeFeed) -> None:
    """Tones come before the words, and in few words in their place; speed and loudness are kept."""
    voiced.locator("[name=voice-tones]").check()
    voiced.locator("[name=voice-rate]").fill("2")
    voiced.locator("[name=voice-volume]").fill("0.5")
    voiced.locator("[data-do=speak]").click()
    assert spoken(voiced, 1) and voiced.evaluate("window.manner") == [2, 0.5]
    voiced.evaluate("window.ending()")
    served.loop.call_soon_threadsafe(feed.say, "South moves again.", "prompt", "again")
    assert spoken(voiced, 2)[1] == ["en", "South moves again."]
    assert voiced.evaluate("window.notes") == [880, 880, 880]
    voiced.locator("[name=voice-short]").check()
    served.loop.call_soon_threadsafe(feed.say, "North to move.", "prompt", "turn")
    voiced.wait_for_function("() => window.notes.length === 5")
    served.loop.call_soon_threadsafe(feed.say, "North: pit 1.", "turn")
    assert spoken(voiced, 3)[2] == ["en", "North: pit 1."]
    voiced.reload()
    expect(voiced.locator("[name=voice-tones]")).to_be_checked()
    expect(voiced.locator("[name=voice-rate]")).to_have_value("2")


def test_the_page_plays_the_notes_of_the_machine(tab: Page, served: Served) -> None:
    """One sound alphabet, whoever plays it."""
    tab.goto(f"{served.url}/health")
    notes = tab.evaluate("async () => (await import('/static/tones.js')).NOTES")
    assert notes == {tone.value: [[*note] for note in NOTES[tone]] for tone in Tone}


#: What the screen reader is told from now on, by the polite region and by the assertive one.
_REGIONS = """() => {
  window.told = [];
  for (const role of ["status", "alert"]) {
    const region = document.querySelector(`.unseen[role=${role}]`);
    new MutationObserver(() => told.push([role, region.textContent])).observe(
      region, { childList: true, characterData: true, subtree: true });
  }
}"""
_WRONG = {"verdict": "wrong", "sentence": {"en": "That is not a legal turn: a3 needs 1 more."}}
_MOVE = {"verdict": "untouched", "sentence": {"en": "North to move."}}
SHOW = "parts => lunkaTable.accept({ ...lunkaTable.view, ...parts }, true)"


def told(page: Page, count: int) -> list[list[str]]:
    """What the screen reader was told, once it is so much."""
    page.wait_for_function("count => told.length >= count", arg=count)
    found: list[list[str]] = page.evaluate("told")
    return found


def test_what_is_wrong_does_not_wait(voiced: Page) -> None:
    """Screen readers are told of it by the assertive region, of whose turn it is by the polite one;
    an answer comes at once, and the same answer again."""
    expect(voiced.locator(".unseen[role=status]")).not_to_have_text("")
    voiced.evaluate(_REGIONS)
    voiced.evaluate(SHOW, _WRONG)
    assert told(voiced, 1) == [["alert", _WRONG["sentence"]["en"]]]  # type: ignore[index]
    voiced.evaluate(SHOW, _MOVE)
    assert told(voiced, 2)[1:] == [["status", "North to move."]]
    for count in (3, 4):
        voiced.locator("body").press("l")
        assert told(voiced, count)[2:] == [["alert", "South: pit 3."]] * (count - 2)


def test_nothing_is_told_twice(voiced: Page) -> None:
    """While the page speaks aloud, screen readers hear only what it does not: a refusal."""
    expect(voiced.locator(".unseen[role=status]")).not_to_have_text("")
    voiced.locator("[data-do=speak]").click()
    spoken(voiced, 1)
    voiced.evaluate(_REGIONS)
    voiced.evaluate(SHOW, _WRONG)
    voiced.evaluate(SHOW, _MOVE)
    voiced.locator("body").press("l")
    spoken(voiced, 2)
    voiced.evaluate("lunkaTable.say({ text: 'There is no turn to take back.' })")
    assert told(voiced, 1) == [["alert", "There is no turn to take back."]]
    assert voiced.locator("[aria-live], [role=alert], [role=status]").count() == 2


FOCUSED = "(document.activeElement.dataset.cell ?? '')"


def test_the_focus_is_never_lost(voiced: Page) -> None:
    """For who uses keys: where a button cannot be pressed any more, or the board's question is
    answered, the focus goes to the board; on a place it stays while the board changes."""
    with voiced.expect_response("**/static/focus.js"):
        voiced.keyboard.press("Tab")
    commands = voiced.evaluate("lunkaTable.view.commands")
    voiced.locator("[data-do=undo]").focus()
    voiced.evaluate(SHOW, {"commands": [each for each in commands if each != "undo"], "may": None})
    voiced.wait_for_function("place => " + FOCUSED + " === place", arg="a1")
    option = {"id": "a", "text": {"en": "A"}}
    voiced.evaluate(SHOW, {"question": {"id": 1, "text": {"en": "Which?"}, "options": [option]}})
    voiced.locator("[data-choice=a]").focus()
    voiced.evaluate(SHOW, {"question": None})
    voiced.wait_for_function("place => " + FOCUSED + " === place", arg="a1")
    voiced.keyboard.press("ArrowRight")
    voiced.evaluate(SHOW, _MOVE)
    expect(voiced.locator(".sentence")).to_have_text("North to move.")
    assert voiced.evaluate(FOCUSED) == "a2"


def test_axe_finds_nothing_in_the_card(voiced: Page) -> None:
    """No rule of axe is broken while the card is open, silent or speaking."""
    voiced.locator("[data-ask=last]").click()
    expect(voiced.locator(".answered")).to_have_text("South: pit 3.")
    assert violations(voiced) == []
    voiced.locator("[data-do=speak]").click()
    spoken(voiced, 1)
    assert violations(voiced) == []


def test_the_simulated_wood_is_asked_from_the_card(voiced: Page, feed: FakeFeed) -> None:
    """A finger on the chosen place and the buttons of the wood: each is one act of the hands."""
    voiced.locator("select[name=finger]").select_option("a3")
    voiced.locator("[data-do=touch]").click()
    for button in ("say", "next"):
        voiced.locator(f"[data-press={button}]").click()
    acts = [
        {"do": "touch", "cell": "a3"},
        {"do": "press", "button": "say"},
        {"do": "press", "button": "next"},
    ]
    for _ in range(400):
        if feed.commands[-3:] == acts:
            break
        voiced.wait_for_timeout(50)
    assert feed.commands[-3:] == acts
    assert violations(voiced) == []

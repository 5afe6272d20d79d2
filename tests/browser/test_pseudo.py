"""Every page in a language with every word replaced: what is still read was never translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.web import static_files
from controller.words import catalogue as words
from tests.browser.page import PATIENCE
from tests.browser.playing import lunka_play
from tests.browser.test_for_everybody import DIALOGS, SHOW, TWO_FRAMES
from tests.hub.serving import ServedHall, serving_hall
from tests.hub.showing import Showing
from tests.hub.tables import PlayingTable
from tests.words.test_pseudo import PSEUDO, pseudo_file

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

#: Names of people, of ours, of files and formats; how places and turns are written.
NAMES = {
    *(
        "Lunka",
        "Anna",
        "Boris",
        "Ann",
        "Bob",
        "Cy",
        "Dan",
        "Clara",
        "Elena",
        "Hamid",
        "Jonas",
        "Sven",
    ),
    *("Autumn", "Open", "open", "test"),
    *("JSON", "CSV", "PDF", "zip", "gnubg", "GNU", "ID", "XGID", "mEMG", "bar", "off", "html"),
}
#: Not ours to translate: what a record has word by word, the calls of dice, codes, other languages'
#: names. What an export cannot carry (`.losses`) is told in English as yet.
_KEPT = ".language, .events, .tags, code, .call, [data-format], .happened, .losses"
#: What stands on the page, and what is told to those who hear it.
READ = """kept => {
  const found = [];
  const ours = (node) => node && !node.closest(kept) && !node.closest("script, style, noscript");
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode())
    if (ours(walk.currentNode.parentElement)) found.push(walk.currentNode.data);
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const node of document.querySelectorAll(`[${name}]`))
      if (ours(node)) found.push(node.getAttribute(name));
  return [...new Set([document.title, ...found])];
}"""
#: Dates and measures are the browser's own words.
PLAIN = """
Date.prototype.toLocaleString = Date.prototype.toLocaleTimeString = () => "12:00";
Intl.NumberFormat.prototype.format = String;
"""
_WORD = re.compile(r"[A-Za-zА-Яа-яЁё]{2,}")
#: How a place is written in a record, and the example of a sheet's code.
_NOTATION = re.compile(r"\b(?:bar|off)-(?:white|black)\b|\bgoal[12]\b|7KQ2-07A-EZ")


def left_over(texts: list[str]) -> set[str]:
    """Texts with words that are neither replaced nor names; a place or a turn is no word."""
    return {
        text
        for text in texts
        for word in _WORD.findall(_NOTATION.sub("", text))
        if set(word.lower()) != {"ж"} and word not in NAMES
    }


class Reader:
    """Goes through the states of a page and gathers what is still in English (or Russian)."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)
        self.states = 0
        #: What was found, and where first.
        self.found: dict[str, str] = {}

    def at(self, name: str) -> None:
        """The page as it is now."""
        self.page.evaluate(TWO_FRAMES)
        self.states += 1
        for text in left_over(self.page.evaluate(READ, _KEPT)):
            self.found.setdefault(text, name)

    def opened(self, name: str, press: str, there: str) -> None:
        """What one button opens, and closed again."""
        self.page.click(press)
        expect(self.page.locator(there).first).to_be_visible()
        self.at(name)
        self.page.keyboard.press("Escape")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with that language, in place of Russian."""
    found = tmp_path_factory.mktemp("languages")
    (found / f"{PSEUDO}.mo").write_bytes(pseudo_file())
    return found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A tab that asks for that language."""
    context = browser.new_context(locale=PSEUDO, reduced_motion="reduce")
    context.add_init_script(PLAIN)
    yield context.new_page()
    context.close()


#: The pages behind the board, and what each shows when it is there.
PAGES = {"games": ".games td a", "across": ".across", "account": "main h1"}
#: Views that come over the board, each with its name; what they say was said by a table elsewhere.
VIEWS: dict[str, dict[str, Any]] = {
    "locked": {"hints_locked": True, "tournament": True, "commands": ["unlock", "hints"]},
    "paused": {"status": "paused", "commands": ["resume", "new"]},
    "over": {"status": "over", "result": {"winner": 0, "scores": [3, 2], "reason": "played"}},
}


@pytest.mark.parametrize("game", ["kalah", "short", "gyges", "kakuzu"])
def test_nothing_on_a_tables_page_is_left(
    game: str, page: Page, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Board, dialogs, health, broken sensors, record, account, large view."""
    monkeypatch.setenv("LUNKA_LANGUAGES", str(folder))
    with lunka_play(tmp_path, game) as address:
        page.goto(address)
        expect(page.locator("[data-cell]").first).to_be_visible()
        reader = Reader(page)
        reader.at("board")
        for do in DIALOGS:
            reader.opened(do, f"[data-do={do}]", "dialog h2")
        page.click("[data-do=new]")
        page.locator("dialog details summary").first.click()
        reader.at("new, whole")
        page.keyboard.press("Escape")
        for card in ("health", "sensors"):
            page.click(f".{card} summary")
        expect(page.locator("[data-sensor]").first).to_be_visible()
        page.locator(".sensors [data-fault=dead]").click()
        expect(page.locator(".sensors [data-mend]")).to_be_visible()
        reader.at("cards")
        page.evaluate("lunkaTable.press({do: 'declare', turn: 'x'})")
        expect(page.locator(".toast")).to_be_visible()
        reader.at("refused")
        for name, parts in VIEWS.items():
            page.evaluate(SHOW, parts)
            reader.at(name)
        for path, there in PAGES.items():
            page.evaluate(f"location.hash = '#/{path}'")
            expect(page.locator(there).first).to_be_visible()
            reader.at(path)
        page.evaluate("location.hash = '#/games/1'")
        expect(page.locator(".steps")).to_be_visible()
        reader.at("viewer")
        page.evaluate("sessionStorage.clear(); localStorage.clear()")
        page.goto("about:blank")
        page.goto(address.partition("#")[0])
        reader.opened("watching", "[data-do=key]", "[data-dialog=key]")
    assert not reader.found, "\n".join(f"{at}: {text}" for text, at in reader.found.items())


@pytest.fixture
def hall(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedHall]:
    """A hall that speaks it."""
    monkeypatch.setitem(words._FILES, PSEUDO, folder / f"{PSEUDO}.mo")
    words.catalogue.cache_clear()
    static_files._words_in.cache_clear()
    with serving_hall(tmp_path) as running:
        running.connect(*(PlayingTable(f"t{number}") for number in range(1, 5)))
        yield running
    words.catalogue.cache_clear()
    static_files._words_in.cache_clear()


def test_nothing_on_the_halls_pages_is_left(page: Page, hall: ServedHall) -> None:
    """Wall, large view, overlay, the desk's door, the desk with a round under way, a dispute."""
    for number, game in enumerate(["kalah", "short", "gyges", "long"], start=1):
        showing = Showing(number, game)
        showing.turn()
        said = {"en": "x", PSEUDO: "ж"}
        view = showing.view() | {"sentence": said, "alerts": [said] if number == 2 else []}
        hall.do(lambda at=f"t{number}", view=view: hall.hub.show(hall.hub.tables[at], view))  # type: ignore[misc]
    reader = Reader(page)
    page.goto(hall.url)
    expect(page.locator(".tile .board")).to_have_count(4)
    reader.at("wall")
    reader.opened("large", "[data-table=t1] .tilehead", "dialog .large .board")
    page.goto(f"{hall.url}/director")
    expect(page.locator("[name=key]")).to_be_visible()
    page.fill("[name=key]", "not-the-key")
    page.click("form button")
    expect(page.locator(".warning")).to_be_visible()
    reader.at("door")
    page.goto(f"{hall.url}/director#key={hall.director}")
    page.reload()
    _a_round(page, reader)
    for details in page.locator("aside details, .create").all():
        details.evaluate("it => { it.open = true; }")
    for act in page.locator("[data-station=t1] [name=action] option").all():
        page.locator("[data-station=t1] [name=action]").select_option(act.get_attribute("value"))
        reader.at(f"act {act.get_attribute('value')}")
    page.locator(".create [name=clock]").select_option("fischer")
    page.click("[data-do=new-key]")
    expect(page.locator("[data-key]")).to_be_visible()
    reader.at("desk")
    reader.opened("dispute", "[data-station=t1] [data-do=dispute]", "dialog .steps")
    assert not reader.found, "\n".join(f"{at}: {text}" for text, at in reader.found.items())


def _a_round(page: Page, reader: Reader) -> None:
    """A competition of four, its first round sent, one result confirmed and one corrected."""
    form = page.locator(".create form")
    form.locator("[name=title]").fill("Autumn Open")
    form.locator("[name=id]").fill("open")
    form.locator("[name=game]").select_option("kalah")
    reader.at("new competition")
    form.locator("[data-do=create]").click()
    desk = page.locator("[data-competition=open]")
    reader.at("no players")
    for name in ("Ann", "Bob", "Cy", "Dan"):
        desk.locator("[name=player]").fill(name)
        desk.locator("[data-do=enter]").click()
        expect(desk.locator(".entries li", has_text=name)).to_be_visible()
    reader.at("players")
    desk.locator("[data-do=pair]").click()
    expect(desk.locator(".boards tbody tr")).to_have_count(2)
    reader.at("paired")
    desk.locator("[data-do=send]").click()
    expect(desk.locator("tr.reported")).to_have_count(2)
    reader.at("reported")
    desk.locator("tr[data-board='1'] [data-do=confirm]").click()
    expect(desk.locator("tr.confirmed")).to_have_count(1)
    desk.locator("tr[data-board='2'] [data-do=correct]").click()
    reader.at("correcting")

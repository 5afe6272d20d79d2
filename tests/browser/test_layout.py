"""What a hand meets on the page: nothing moves away under it, nothing is hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints
from tests.browser.page import TablePage
from tests.browser.playing import lunka_play
from tests.web.fake import KEY, FakeFeed
from tests.web.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

LONG = {"en": "That is not a legal turn: " + "a1 needs 2 more, " * 12 + "put them there.", "ru": ""}
TROUBLE = {"en": "The sensor of a1 is silent; its place may hold anything. " * 3, "ru": ""}
QUESTION = {
    "id": 3,
    "text": {"en": "Which pit was it?", "ru": ""},
    "options": [{"id": pit, "text": {"en": pit, "ru": pit}} for pit in ("a1", "a3")],
}
#: What may come between two presses.
MEANWHILE: list[dict[str, Any]] = [
    {"sentence": LONG, "verdict": "wrong"},
    {"alerts": [TROUBLE, TROUBLE]},
    {"question": QUESTION},
    {"commands": ["resume"], "status": "paused"},
    {"commands": ["new", "undo", "vouch", "condone", "hints"], "doubted": ["a1"]},
    {"commands": ["declare", "hints"], "turns": ["b1", "swap"]},
    {"moves": [{"ply": 1, "side": 0, "turn": "a3", "sealed": True, "seconds": 1.0, "by": "hands"}]},
]
PLACED = """() => Object.fromEntries(
  [...document.querySelectorAll("[data-cell], .actions .slots:not(.rare) button, .hints, summary")]
    .map((each, at) => [at, each.getBoundingClientRect().toJSON()]))"""


def show(served: Served, feed: FakeFeed, **patch: Any) -> None:
    """Send a view with this in it."""
    feed.patch = {**patch, "profile": str(patch)}
    served.loop.call_soon_threadsafe(feed.ring)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_nothing_moves_under_a_finger(
    size: tuple[int, int], tab: Page, served: Served, feed: FakeFeed
) -> None:
    """Long sentences, troubles, questions and new buttons leave every place and button in place."""
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    TablePage(tab).open(served.url, KEY)
    before = tab.evaluate(PLACED)
    for patch in MEANWHILE:
        show(served, feed, **patch)
        seen = str({**patch})
        tab.wait_for_function("told => window.lunkaTable.view.profile === told", arg=seen)
        tab.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 30)))")
        assert tab.evaluate(PLACED) == before, list(patch)


def test_a_press_lifts_without_moving_anything(table: TablePage) -> None:
    """Stones in the hand change the tray, not where the next stone falls."""
    before = table.page.evaluate(PLACED)
    table.lift("a1")
    assert table.page.evaluate(PLACED) == before


OUT_OF_SIGHT = """all => all.filter(each => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return left < 0 || top < 0 || right > 844 || bottom > 390 || right - left < 10;
}).map(each => each.dataset.cell)"""


def whole_board_in_sight(page: TablePage) -> None:
    """Every place and the sentence are on a phone that lies on its side, 844 x 390."""
    tab = page.page
    expect(tab.locator("[data-cell]").first).to_be_visible()
    hidden = tab.eval_on_selector_all("[data-cell]", OUT_OF_SIGHT)
    assert hidden == []
    sentence = tab.locator(".sentence").bounding_box()
    assert sentence is not None
    assert sentence["y"] + sentence["height"] <= 390
    assert tab.evaluate("document.documentElement.scrollWidth") <= 844


def test_a_phone_on_its_side_shows_both_rows(table: TablePage) -> None:
    """The near row too, without scrolling."""
    table.page.set_viewport_size({"width": 844, "height": 390})
    whole_board_in_sight(table)


@pytest.mark.parametrize("game", ["short", "gyges", "kakuzu"])
def test_a_phone_on_its_side_shows_the_whole_board(game: str, tab: Page, tmp_path: Path) -> None:
    """Every place of the other boards as well."""
    tab.set_viewport_size({"width": 844, "height": 390})
    with lunka_play(tmp_path, game) as address:
        tab.goto(address)
        whole_board_in_sight(TablePage(tab))
        tab.goto("about:blank")


def test_a_refusal_is_read_in_the_dialog_it_answers(
    table: TablePage, complaints: Complaints, feed: FakeFeed
) -> None:
    """Nothing lies behind an open dialog: what the table refuses is told inside it, on top."""
    complaints.expected.append("409")
    feed.patch["commands"] = ["setup"]
    feed.ring()
    table.page.reload()
    table.press("setup")
    dialog = table.page.locator("[data-dialog=setup]")
    dialog.locator("[name=position]").fill("nonsense")
    dialog.locator("button[type=submit]").click()
    told = dialog.locator("[role=alert]")
    expect(told).to_contain_text("position 'nonsense' cannot be read")
    assert told.evaluate(
        "told => { const { x, y, width, height } = told.getBoundingClientRect();"
        " return told.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }"
    )
    told.get_by_role("button").click()
    expect(told).to_have_count(0)
    expect(dialog).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_names_the_game(width: int, table: TablePage) -> None:
    """In its first line and in the tab, in the reader's language, on phones too."""
    table.page.set_viewport_size({"width": width, "height": 800})
    expect(table.page.locator("header .game")).to_be_visible()
    expect(table.page.locator("header .game")).to_have_text("Kalah")
    assert table.page.title() == "South to move. · Kalah · Lunka"
    table.speak("ru")
    expect(table.page.locator("header .game")).to_have_text("Калах")


def test_no_name_of_a_game_is_cut(table: TablePage, feed: FakeFeed) -> None:
    """The longest ones, in Russian, on phones upright and on their side."""
    feed.patch["title"] = {"en": "Short nardy", "ru": "Короткие нарды"}
    table.speak("ru")
    table.page.reload()
    name = table.page.locator("header .where")
    for width, height in ((360, 780), (390, 844), (844, 390), (740, 360)):
        table.page.set_viewport_size({"width": width, "height": height})
        expect(name).to_contain_text("Короткие нарды")
        assert name.evaluate("each => each.scrollWidth <= each.clientWidth"), (width, height)
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width


#: The board of a game whose name is long, on tablets upright and on their side.
TABLETS = ((768, 1024), (820, 1180), (1024, 768))
IN_SIGHT = """each => {
  const [badge, around] = [each, each.parentElement].map((one) => one.getBoundingClientRect());
  return badge.right <= around.right + 1 && each.scrollWidth <= each.clientWidth;
}"""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_tablets_show_that_the_board_is_simulated(
    language: str, table: TablePage, feed: FakeFeed
) -> None:
    """What says so, and the game's name, are read whole; the board's name gives way to them."""
    feed.patch["title"] = {"en": "Short nardy", "ru": "Короткие нарды"}
    feed.patch["board"] = {"en": "Nardy with reed slots", "ru": "Нарды с рядами герконов"}
    feed.patch["simulated"] = True
    table.speak(language)
    table.page.reload()
    for width, height in TABLETS:
        table.page.set_viewport_size({"width": width, "height": height})
        for part in (".game", "small"):
            shown = table.page.locator(f"header .where {part}")
            expect(shown).to_be_visible()
            assert shown.evaluate(IN_SIGHT), (part, width, height)
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_game_has_words_of_its_own(table: TablePage) -> None:
    """A place of the board of nardy is *пункт*, in long nardy *лунка*, as the rule sheet has it."""
    said = """async (game) => {
      const { Words, wordsIn } = await import("/static/words.js");
      return new Words(await wordsIn("ru"), "nardy", game).t("handEmpty");
    }"""
    assert table.page.evaluate(said, "short") == "Нажмите на пункт, чтобы взять шашку"
    assert table.page.evaluate(said, "long") == "Нажмите на лунку, чтобы взять шашку"


WITH_CLOCKS = """() => {
  const { view } = lunkaTable;
  const sides = view.sides.map((side) => ({ ...side, clock: 895.0, free: null, running: true }));
  lunkaTable.accept({ ...view, sides, acting: [0, 1], awaits: "answer" }, true);
}"""
CUT = """all => all.map(each => [each.innerText, each.scrollWidth, each.clientWidth]).filter(
  ([, wanted, found]) => wanted > found || found < 30)"""


def test_a_clock_leaves_the_names_in_sight(table: TablePage) -> None:
    """Who plays is read whole beside clock, score and what is awaited, on phones too."""
    table.page.evaluate(WITH_CLOCKS)
    expect(table.page.locator(".player .clock")).to_have_count(2)
    for width, height in ((360, 780), (390, 844), (844, 390), (740, 360), (1280, 800)):
        table.page.set_viewport_size({"width": width, "height": height})
        names = table.page.locator(".player .who b")
        assert names.evaluate_all(CUT) == [], (width, height)

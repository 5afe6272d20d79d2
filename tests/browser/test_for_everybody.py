"""The page for people who hear it, who use keys, or who choose its colours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.games.catalogue import names
from tests.browser.axe import violations
from tests.browser.nardy_hands import move, roll, says
from tests.browser.page import TablePage
from tests.browser.playing import lunka_play
from tests.web.fake import KEY, FakeFeed
from tests.web.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

QUESTION = {"id": 1, "text": {"en": "Which?"}, "options": [{"id": "a", "text": {"en": "A"}}]}
TROUBLES = [{"en": "A sensor is silent."}, {"en": "The lights do not work."}]
OVER = {"status": "over", "result": {"winner": 0, "scores": [3, 2], "reason": "played"}}
#: Views that follow one another on the open page, each with its name.
VIEWS: dict[str, dict[str, Any]] = {
    "asked": {"question": QUESTION, "verdict": "ambiguous"},
    "wrong": {"question": None, "verdict": "wrong", "alerts": TROUBLES, "doubted": ["1"]},
    "locked": {"hints_locked": True, "tournament": True},
    "paused": {"status": "paused", "commands": ["resume", "new"], "alerts": []},
    "over": OVER,
}
DIALOGS = ("new", "setup", "declare", "share")
SHOW = "parts => lunkaTable.accept({ ...lunkaTable.view, ...parts }, true)"
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Look:
    """Goes through the states of a page and gathers what is broken in each."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.states = 0
        self.broken: list[str] = []

    def at(self, name: str) -> None:
        """The page as it is now."""
        self.page.evaluate(TWO_FRAMES)
        self.states += 1
        self.broken += [f"{name}: {each}" for each in violations(self.page)]

    def live(self, name: str) -> None:
        """The board, its dialogs, its folded cards and what may come over it."""
        self.at(f"{name} start")
        for do in DIALOGS:
            self.page.click(f"[data-do={do}]")
            expect(self.page.locator("dialog h2")).to_be_visible()
            self.at(f"{name} {do}")
            self.page.keyboard.press("Escape")
        for card in (".health", ".sensors"):
            self.page.click(f"{card} summary")
        expect(self.page.locator("[data-sensor]").first).to_be_visible()
        self.views(name)

    def views(self, name: str) -> None:
        """What may come over the board."""
        for view, parts in VIEWS.items():
            self.page.evaluate(SHOW, parts)
            self.at(f"{name} {view}")

    def at_night(self, name: str) -> None:
        """The same in a hand, with dark colours."""
        self.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        self.page.set_viewport_size({"width": 390, "height": 844})
        self.at(name)

    def record(self, name: str) -> None:
        """The list of games, one of them, and the large view."""
        self.page.click("nav a >> nth=1")
        expect(self.page.locator(".games td a").first).to_be_visible()
        self.at(f"{name} games")
        self.page.locator(".games td a").first.click()
        expect(self.page.locator(".steps")).to_be_visible()
        self.at(f"{name} viewer")
        self.account(name)
        self.page.evaluate("location.hash = '#/across'")
        expect(self.page.locator(".across")).to_be_visible()
        self.at(f"{name} across")

    def account(self, name: str) -> None:
        """The evening's account, as long as it is."""
        self.page.evaluate("location.hash = '#/account'")
        expect(self.page.locator("[data-account=all]")).to_be_visible()
        self.at(f"{name} account")

    def pages_at_night(self, name: str) -> None:
        """Games, account and New game in dark colours."""
        self.page.evaluate("location.hash = '#/games'")
        expect(self.page.locator(".games td a").first).to_be_visible()
        self.at(f"{name} games")
        self.account(name)
        self.page.evaluate("location.hash = '#/'")
        self.page.click("[data-do=new]")
        expect(self.page.locator("dialog h2")).to_be_visible()
        self.at(f"{name} new")
        self.page.keyboard.press("Escape")


def looked_at(
    game: str, browser: Browser, home: Path, *, whole: bool, dark: bool = False
) -> tuple[int, list[str]]:
    """How many states of the page were looked at, and what is broken in them: light, and dark on a
    phone at last; or all of them `dark`."""
    context = browser.new_context(
        reduced_motion="reduce", locale="en-GB", color_scheme="dark" if dark else "light"
    )
    with lunka_play(home, game) as address:
        page = context.new_page()
        page.goto(address)
        expect(page.locator("[data-cell]").first).to_be_visible()
        look = Look(page)
        if whole:
            look.live(game)
            look.record(game)
            look.at_night(f"{game} dark across")
            look.pages_at_night(f"{game} dark")
            expect(page.locator("[data-cell]").first).to_be_visible()
            look.views(f"{game} dark")
        else:
            look.at(game)
            look.at_night(f"{game} dark")
        context.close()
    return look.states, look.broken


@pytest.mark.parametrize("game", ["kalah", "short"])
def test_axe_finds_nothing(game: str, browser: Browser, tmp_path: Path) -> None:
    """No rule of axe is broken in any state of the page, light or dark, large or small."""
    assert looked_at(game, browser, tmp_path, whole=True) == (23, [])


@pytest.mark.parametrize("game", ["long", "gyges", "kakuzu"])
def test_axe_finds_nothing_on_other_boards(game: str, browser: Browser, tmp_path: Path) -> None:
    """Their boards are drawn otherwise; the rest of their pages is the same."""
    assert looked_at(game, browser, tmp_path, whole=False) == (2, [])


@pytest.mark.soak
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("game", names())
def test_axe_finds_nothing_in_the_whole_page(
    game: str, dark: bool, browser: Browser, tmp_path: Path
) -> None:
    """The same states of every game, all of them in light colours and all of them in dark ones."""
    assert looked_at(game, browser, tmp_path, whole=True, dark=dark) == (23, [])


LISTEN = """() => {
  window.heard = [];
  const voice = document.querySelector("[role=status].unseen");
  new MutationObserver(() => heard.push(voice.textContent)).observe(
    voice, { childList: true, characterData: true, subtree: true });
  const urgent = document.querySelector("[role=alert].unseen");
  new MutationObserver(() => heard.push(`! ${urgent.textContent}`)).observe(
    urgent, { childList: true, characterData: true, subtree: true });
  const others = [...document.querySelectorAll("[aria-live], [role=alert], [role=status]")];
  return others.filter((each) => each !== voice && each !== urgent).length;
}"""


def heard(page: Page, count: int) -> list[str]:
    """Everything said since `LISTEN`, once so many things were."""
    page.wait_for_function("count => heard.length >= count", arg=count)
    page.wait_for_timeout(700)  # whatever would be said too often has come by now
    told: list[str] = page.evaluate("heard")
    return told


def test_each_change_is_said_once(table: TablePage) -> None:
    """One voice; a stone that falls is told as what is left in the hand, and nothing again."""
    expect(table.page.locator("[role=status].unseen")).to_have_text("South to move.")
    assert table.page.evaluate(LISTEN) == 0
    table.lift("a3")
    assert heard(table.page, 1) == ["In hand: 4. Sow 4 stones."]
    table.drop("a4")
    assert heard(table.page, 2)[1:] == ["In hand: 3. Sow 3 stones."]
    for cell in ("a5", "a6", "A"):
        table.drop(cell)
    table.page.wait_for_function("() => heard.at(-1) === 'South to move.'")
    told = heard(table.page, 3)
    assert len(told) <= 5 and told[-1] == "South to move."


def test_a_turn_is_told_in_one_breath(nardy: TablePage) -> None:
    """What was rolled and what was played is said once, with what is awaited then."""
    roll(nardy, 6, 1)
    says(nardy, "6-1: shesh-yek")
    assert nardy.page.evaluate(LISTEN) == 0
    nardy.page.wait_for_timeout(700)
    nardy.page.evaluate("heard.length = 0")
    move(nardy, "13", "7")
    move(nardy, "8", "7")
    says(nardy, "Boris (Black) to roll")
    nardy.page.wait_for_function("() => heard.at(-1)?.includes('Boris (Black) to roll')")
    told = heard(nardy.page, 1)
    assert len(told) <= 5  # two lifts, two drops, the turn; quick hands are told together
    assert len(set(told)) == len(told)
    assert "Boris (Black) to roll" in told[-1]


def focused(page: Page) -> str:
    """The place that has the focus."""
    cell: str = page.evaluate("document.activeElement.dataset.cell ?? ''")
    return cell


def walk(page: TablePage, way: str) -> None:
    """Go from place to place with these keys; Tab leaves the board, and comes back to the last."""
    first, *steps = way.split()
    page.cell(first).focus()
    for key, place in zip(steps[::2], steps[1::2], strict=True):
        page.page.keyboard.press(key)
        assert focused(page.page) == place, key
    last = focused(page.page)
    page.page.keyboard.press("Tab")
    assert focused(page.page) == ""
    page.page.keyboard.press("Shift+Tab")
    assert focused(page.page) == last


def test_arrow_keys_go_from_pit_to_pit(table: TablePage) -> None:
    """As the board lies on the screen: upright on a phone, lengthways elsewhere."""
    walk(table, "a1 ArrowRight a2 ArrowUp b5 ArrowLeft b6 ArrowLeft B ArrowRight b6 Home a1")
    table.page.set_viewport_size({"width": 390, "height": 844})
    walk(table, "a1 ArrowDown a2 ArrowRight b5 ArrowUp b6 ArrowUp B ArrowDown a1")


@pytest.mark.parametrize("game", ["long"])
def test_arrow_keys_go_from_point_to_point(nardy: TablePage) -> None:
    """Across the middle too, and to the trays."""
    walk(nardy, "24 ArrowRight 23 ArrowUp 2 ArrowLeft 1 ArrowLeft off-white ArrowDown off-black")


@pytest.mark.parametrize(
    ("game", "way"),
    [
        ("gyges", "a1 ArrowRight b1 ArrowUp b2 ArrowLeft a2 ArrowDown a1"),
        ("kakuzu", "e5 ArrowRight f5 ArrowDown f6 ArrowLeft e6 ArrowUp e5"),
    ],
)
def test_arrow_keys_go_from_field_to_field(game: str, way: str, tab: Page, tmp_path: Path) -> None:
    """Also where the board is a square of fields or holes."""
    page = TablePage(tab)
    with lunka_play(tmp_path, game) as address:
        page.open(address)
        walk(page, way)
        tab.goto("about:blank")


INK = "each => { const s = getComputedStyle(each); return [s.backgroundColor, s.borderTopWidth]; }"


def test_pieces_are_seen_in_forced_colours(
    browser: Browser, served: Served, tmp_path: Path
) -> None:
    """White and black checkers differ from each other and have an edge; so do stones and pieces."""
    context = browser.new_context(forced_colors="active", locale="en-GB")
    page = context.new_page()

    def ink(what: str) -> list[str]:
        found: list[str] = page.locator(what).first.evaluate(INK)
        return found

    with lunka_play(tmp_path, "short") as address:
        page.goto(address)
        expect(page.locator(".checker").first).to_be_visible()
        white, black = ink(".checker.white"), ink(".checker.black")
        assert white[0] == "rgb(255, 255, 255)"
        assert black[0] == "rgb(0, 0, 0)"
        assert white[1] == black[1] == "2px"
    with lunka_play(tmp_path / "gyges", "gyges") as address:
        page.goto(address)
        expect(page.locator(".piece i").first).to_be_visible()
        assert ink(".piece i")[1] == "2px"
        assert ink(".piece i")[0] != ink(".board .bowl")[0]
    page.goto(f"{served.url}/#key={KEY}")
    expect(page.locator(".stone").first).to_be_visible()
    assert ink(".stone")[1] == "2px"
    assert ink(".stone")[0] != ink(".bowl")[0]
    context.close()


def test_what_is_new_is_what_was_not_said(tab: Page, served: Served, feed: FakeFeed) -> None:
    """A list that became shorter says nothing; a new sentence, trouble or count does."""
    tab.goto(f"{served.url}/health")
    told = tab.evaluate(
        """async () => {
          const { newIn } = await import("/static/announcer.js");
          const words = { t: (key) => key };
          const at = (sentence, more) => ({ news: "", alerts: [], hand: 0, sentence, ...more });
          const first = at("Anna to move. Playable: a1, a2.");
          return [
            newIn(null, first, words),
            newIn(first, at("Anna to move. Playable: a2."), words),
            newIn(first, at("Anna to move. Playable: a1, a2.", { alerts: ["Dead."] }), words),
            newIn(first, at("Sow into a2, a3.", { hand: 2 }), words),
            newIn(first, at("Boris to move. Playable: b1.", { news: "Anna plays a1." }), words),
          ];
        }"""
    )
    assert told == [
        "Anna to move. Playable: a1, a2.",
        "",
        "Dead.",
        "inHand: 2. Sow into a2, a3.",
        "Anna plays a1. Boris to move. Playable: b1.",
    ]

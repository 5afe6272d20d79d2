"""A game of Kakuzu for three, played with the mouse on the real daemon to its end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page import TablePage
from tests.browser.playing import lunka_play

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


NAMES = ("Anna", "Boris", "Clara", "Dmitri")


Playing = Callable[..., str]


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    """Starts `lunka play kakuzu` for so many, a process of its own; its address with the key."""
    with ExitStack() as daemons:

        def play(players: int, *more: str) -> str:
            words = (*more, "--set", f"players={players}", "--players", *NAMES[:players])
            return daemons.enter_context(lunka_play(tmp_path, "kakuzu", *words))

        yield play


def view(page: TablePage) -> dict[str, Any]:
    """What the table told the page last."""
    told: str = page.page.evaluate("JSON.stringify(lunkaTable.view)")
    found: dict[str, Any] = json.loads(told)
    return found


def step(page: TablePage) -> None:
    """Draw a token, or lift a stone, and wait until the page shows that it was done."""
    now = view(page)
    if "roll" in now["commands"]:
        page.press("roll")
        while not_yet(page, now):
            page.page.wait_for_timeout(20)
    elif now["turns"]:
        cell = now["turns"][len(now["turns"]) // 2]
        page.page.mouse.click(*page.centre(cell))
        open_number = re.compile("[1-9]")
        expect(page.cell(cell)).to_have_attribute("data-number", open_number)
    else:
        page.page.wait_for_timeout(20)


def not_yet(page: TablePage, before: dict[str, Any]) -> bool:
    """Whether the page still shows the table as it was before a token was drawn."""
    now = view(page)
    same = len(now["moves"]) == len(before["moves"])
    return same and "roll" in now["commands"] and now["status"] == "playing"


def test_three_players_to_the_end(playing: Playing, tab: Page) -> None:
    """Three players take 81 stones with the mouse; the page shows numbers, scores and the end."""
    page = TablePage(tab)
    tab.goto(playing(3))
    tab.wait_for_selector(".board [data-cell]")
    expect(tab.locator(".player")).to_have_count(3)
    expect(tab.locator("[data-glow=may-lift]").first).to_be_visible()
    while view(page)["status"] == "playing":
        step(page)
    expect(tab.locator(".hole[data-number='']")).to_have_count(0)
    result = view(page)["result"]
    scores = [int(score) for score in tab.locator(".player .score").all_inner_texts()]
    assert sorted(scores) == sorted(result["scores"])
    assert sum(scores) == 72


@pytest.mark.parametrize("width", [320, 390, 844, 1280])
def test_four_players_fit_on_any_screen(playing: Playing, tab: Page, width: int) -> None:
    """On a phone as on a desk four names, clocks, scores and the whole board are in sight."""
    tab.set_viewport_size({"width": width, "height": 700})
    tab.goto(playing(4, "--house", "clock=fischer"))
    expect(tab.locator("[data-glow=may-lift]").first).to_be_visible()
    expect(tab.locator(".player .who b")).to_have_text(list(NAMES))
    expect(tab.locator(".player .clock")).to_have_count(4)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    cut = "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText)"
    assert tab.eval_on_selector_all(".player .who b", cut) == []
    board = tab.locator(".board.kakuzu").bounding_box()
    assert board is not None
    assert 0 <= board["x"] < board["x"] + board["width"] <= width
    boxes = [tab.locator(f".player[data-side='{side}']").bounding_box() for side in range(4)]
    assert all(box is not None and box["y"] + box["height"] <= board["y"] for box in boxes)


def test_who_sits_where_in_the_list_of_moves(playing: Playing, tab: Page) -> None:
    """Each of four players has an arrow to the own side of the table."""
    page = TablePage(tab)
    tab.goto(playing(4))
    expect(tab.locator("[data-glow=may-lift]").first).to_be_visible()
    for done, cell in enumerate(("a1", "d1", "g1", "a4"), 1):
        tab.mouse.click(*page.centre(cell))
        expect(tab.locator(".moves .move")).to_have_count(done)
    arrow = "all => all.map(e => getComputedStyle(e, '::before').content.replaceAll('\"', ''))"
    arrows = tab.eval_on_selector_all(".moves .mover", arrow)
    assert [each.strip() for each in arrows] == ["▼", "◀", "▲", "▶"]
    expect(tab.locator(".moves .mover")).to_have_text(["South", "West", "North", "East"])

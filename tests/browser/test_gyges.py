"""Gyges with the mouse on the real daemon: set up from the box, won by a series of bounces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page import TablePage
from tests.browser.playing import lunka_play

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

#: Player 1's double on a2 reaches goal2 by bouncing on b3, b4 and b5.
BOUNCE = "1 000000/200000/310010/010003/232030/001200"
START = "1 321123/000000/000000/000000/000000/321123"


@pytest.fixture
def lunka(tmp_path: Path) -> Iterator[str]:
    """`lunka play gyges` in a process of its own; its address with the key."""
    with lunka_play(tmp_path, "gyges", "--players", "Anna", "Boris") as address:
        yield address


def begin(page: TablePage, position: str, **options: bool) -> None:
    """A new game from this position; the simulated pieces are laid out for it."""
    page.page.evaluate(
        "command => window.lunkaTable.command(command)",
        {"do": "new", "position": position, "options": options},
    )
    expect(page.page.locator("[data-glow=may-lift]").first).to_be_visible()


def test_a_win_by_a_series_of_bounces(lunka: str, tab: Page) -> None:
    """The lifted piece lights the fields it may reach; dragged into the goal it wins."""
    page = TablePage(tab)
    page.open(lunka)
    begin(page, BOUNCE)
    assert {cell for cell, glow in page.glows().items() if glow == "may-lift"} == {"a2"}
    page.lift("a2")
    assert page.hand() == 2
    expect(page.cell("goal2")).to_have_attribute("data-glow", "goal")
    reached = {cell for cell, glow in page.glows().items() if glow == "may-put"}
    assert reached == {"b1", "c2", "c3", "a4", "c4"}
    page.page.mouse.click(*page.centre("goal2"))
    expect(page.page.locator(".sentence")).to_contain_text("Player 1 wins 1:0")
    assert page.stones()["goal2"] == 2
    assert page.moves() == ["a2 to the goal"]
    expect(page.cell("goal1")).to_have_attribute("data-glow", "winner")
    expect(page.cell("goal2")).to_have_attribute("data-glow", "goal")


def test_pieces_come_from_the_box(lunka: str, tab: Page) -> None:
    """In the set-up a piece is taken from beside the board and put on a lit field."""
    page = TablePage(tab)
    page.open(lunka)
    expect(page.cell("c1")).to_have_attribute("data-glow", "may-put")
    page.page.click("[data-fetch='3']")
    expect(page.page.locator("[data-hand]")).to_have_attribute("data-hand", "3")
    page.page.mouse.click(*page.centre("c1"))
    expect(page.page.locator(".moves .move")).to_have_count(1)
    assert page.moves() == ["triple piece on c1"]
    expect(page.cell("c6")).to_have_attribute("data-glow", "may-put")


def test_a_piece_is_replaced(lunka: str, tab: Page) -> None:
    """A piece put down on another takes its place, and the other comes into the hand."""
    page = TablePage(tab)
    page.open(lunka)
    begin(page, START, replace=True)
    page.pull("a1", "b1")
    expect(page.page.locator("[data-hand]")).to_have_attribute("data-hand", "2")
    expect(page.cell("a4")).to_have_attribute("data-glow", "may-put")
    page.page.mouse.click(*page.centre("a4"))
    expect(page.page.locator(".moves .move")).to_have_count(1)
    assert page.moves() == ["a1-b1/a4"]


@pytest.mark.parametrize("width", [320, 390, 844])
def test_the_board_fits_on_a_phone(lunka: str, tab: Page, width: int) -> None:
    """All fields and both goals are on the screen, wide enough for a finger."""
    tab.set_viewport_size({"width": width, "height": 700})
    page = TablePage(tab)
    page.open(lunka)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    for cell in ("goal1", "goal2", "a1", "f6"):
        box = page.cell(cell).bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= width
        assert min(box["width"], box["height"]) >= 36


def test_a_piece_in_hand_waits_for_the_pointer(lunka: str, tab: Page) -> None:
    """A page that is opened while a piece is in the hand does not draw it in a corner."""
    page = TablePage(tab)
    page.open(lunka)
    begin(page, BOUNCE)
    page.page.evaluate("c => window.lunkaTable.command(c)", {"do": "lift", "cell": "a2"})
    expect(page.page.locator("[data-hand]")).to_have_attribute("data-hand", "2")
    tab.reload()
    tab.wait_for_selector(".board [data-cell]")
    box = tab.locator(".floating").bounding_box()
    assert box is None or box["x"] + box["width"] < 0

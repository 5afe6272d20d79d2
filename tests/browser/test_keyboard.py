"""The page without a mouse, and for eyes that want it larger or calmer."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.games.kalah import Kalah, KalahOptions, Position
from tests.browser.axe import violations
from tests.browser.page import TablePage
from tests.browser.playing import exported, lunka_play
from tests.web.fake import KEY
from tests.web.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

GAME = Kalah(KalahOptions(stones=1))
#: Seed of a short game with captures, an extra move and a sweep.
SEED = 13


def some_game() -> list[tuple[Position, int]]:
    """A game that somebody could play: every position with the turn made from it."""
    rng, position, line = Random(SEED), GAME.start(), []
    while turns := GAME.turns(position):
        line.append((position, rng.choice(turns)))
        position = GAME.play(*line[-1])
    return line


class Keyboard:
    """Somebody who plays by keys alone."""

    def __init__(self, page: TablePage) -> None:
        self.page, self.keys = page, page.page.keyboard

    def come_to_the_board(self) -> None:
        """By Tab, from the top of the page."""
        for _ in range(30):
            self.keys.press("Tab")
            if self.focused():
                return
        raise AssertionError("Tab never comes to the board")

    def focused(self) -> str:
        """The place that has the focus; nothing: it is elsewhere, or lost."""
        cell: str = self.page.page.evaluate("document.activeElement.dataset.cell ?? ''")
        return cell

    def go(self, cell: str) -> None:
        """To this place by arrow keys; wherever the board has changed, the focus is still on it."""
        assert self.focused()
        self.keys.press("Home")
        row, number = cell[0], int(cell[1:] or 7)
        steps = number - 1 if row in "aA" else 6 - min(number, 6)
        self.press("ArrowRight", steps)
        self.press("ArrowUp", row in "bB")
        self.press("ArrowLeft", cell == "B")
        assert self.focused() == cell

    def press(self, key: str, times: int = 1) -> None:
        """So often."""
        for _ in range(times):
            self.keys.press(key)

    def put(self, cell: str, key: str, held: int) -> None:
        """Lift or drop here; the hand holds so much then, and the table knows it."""
        self.go(cell)
        self.keys.press(key)
        hand = self.page.page.locator("[data-hand]")
        expect(hand).to_have_attribute("data-hand", str(held))
        expect(hand).to_have_attribute("aria-busy", "false")

    def play(self, position: Position, turn: int) -> None:
        """One turn, stage by stage."""
        held = dict(zip(GAME.cells, GAME.contents(position), strict=True))
        hand = 0
        for stage in GAME.stages(position, turn):
            goal = dict(stage.goal)
            fewer = {cell: held[cell] - left for cell, left in goal.items() if left < held[cell]}
            more = {cell: left - held[cell] for cell, left in goal.items() if left > held[cell]}
            for cell, count in fewer.items():
                self.put(cell, "Enter", count)
                hand = count
                if more:  # a capture, or the sweep: all of it goes home at once
                    self.put(next(iter(more)), "Shift+Enter", 0)
                    hand = 0
            for cell in more if hand else ():
                hand -= 1
                self.put(cell, "Enter", hand)
            held |= goal


def test_a_whole_game_by_keyboard(tab: Page, tmp_path: Path) -> None:
    """From the top of the page to the result nothing but keys is used, the focus is never lost, and
    every turn is in the record."""
    with lunka_play(tmp_path, "--set", "stones=1", "--players", "Anna", "Boris") as address:
        page = TablePage(tab)
        page.open(address)
        player = Keyboard(page)
        player.come_to_the_board()
        line = some_game()
        for number, (position, turn) in enumerate(line, 1):
            expect(tab.locator("[data-glow=may-lift]").first).to_be_visible()
            player.play(position, turn)
            expect(tab.locator(".moves .move")).to_have_count(number)
        expect(tab.locator(".sentence")).to_contain_text(re.compile("wins|draw"))
        assert player.focused()
        recorded = exported(tmp_path)
    assert [ply["turn"] for ply in recorded["plies"]] == [
        GAME.write_turn(position, turn) for position, turn in line
    ]


#: What sticks out of the page sideways.
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("path", ["", "#/games", "#/account", "#/across"])
def test_twice_as_large_and_without_motion(browser: Browser, served: Served, path: str) -> None:
    """At 200 % zoom nothing has to be scrolled sideways and axe finds nothing; with less motion no
    animation runs on."""
    context: Any = browser.new_context(
        viewport={"width": 640, "height": 400},
        device_scale_factor=2,
        reduced_motion="reduce",
        locale="en-GB",
    )
    page = context.new_page()
    page.goto(f"{served.url}/#key={KEY}")
    expect(page.locator("[data-cell]").first).to_be_visible()
    if path:
        page.evaluate("path => { location.hash = path; }", path)
        expect(page.locator(".stage")).to_have_count(0)
    assert page.evaluate(TOO_WIDE) <= 0
    assert violations(page) == []
    moving = page.evaluate(
        "document.getAnimations().filter(a => a.effect.getTiming().iterations === Infinity).length"
    )
    assert moving == 0
    context.close()


def test_the_large_view_is_read_from_two_metres(table: TablePage) -> None:
    """On a screen of a laptop the sentence is at least 40 pixels high: a centimetre."""
    table.page.evaluate("location.hash = '#/across'")
    expect(table.page.locator(".across")).to_be_visible()
    size = "Math.max(...[...document.querySelectorAll('.across *')].map("
    size += "each => parseFloat(getComputedStyle(each).fontSize)))"
    assert table.page.evaluate(size) >= 40

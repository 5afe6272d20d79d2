"""What somebody does at a nardy table: enter dice, carry checkers, read the sentence."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import expect

from tests.browser.page import TablePage


def roll(page: TablePage, *dice: int) -> None:
    """Enter what lies on the table."""
    for die in dice:
        page.page.click(f"[data-die='{die}']")


def says(page: TablePage, words: str) -> None:
    """The sentence comes to contain this."""
    expect(page.page.locator(".sentence")).to_contain_text(words)


def move(page: TablePage, *stops: str) -> None:
    """Carry one checker from stop to stop."""
    for origin, target in pairwise(stops):
        page.lift(origin)
        page.drop(target)

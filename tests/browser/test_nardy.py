"""Nardy on the page of the real daemon: dice entered, checkers dragged with the mouse."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

expect.set_options(timeout=30_000)


@pytest.fixture
def game() -> str:
    """Which of the games is played; tests override it."""
    return "short"


@pytest.fixture
def nardy(game: str, tab: Page, tmp_path: Path) -> Iterator[TablePage]:
    """`lunka play` with real dice, in a process of its own, and its page."""
    command = [sys.executable, "-m", "controller.cli", "play", game, "--port", "0"]
    command += ["--house", "dice=entered"]
    with subprocess.Popen(
        [*command, "--players", "Anna", "Boris"],
        env=os.environ | {"LUNKA_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    ) as daemon:
        assert daemon.stdout is not None
        address = re.search(r"http\S+", daemon.stdout.readline())
        assert address is not None
        tab.goto(address.group(0))
        yield TablePage(tab)
        tab.goto("about:blank")
        daemon.terminate()


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


def test_an_opening_turn_with_a_raise_and_a_hit(nardy: TablePage) -> None:
    """6-1 makes the bar point; Black raises, White takes; 6-4 hits, and White must enter."""
    says(nardy, "Each side rolls one die")
    roll(nardy, 6, 1)
    says(nardy, "6-1: shesh-yek")
    expect(nardy.cell("13")).to_have_attribute("data-glow", "may-lift")
    expect(nardy.page.locator(".middle")).to_have_attribute("data-dice", "6-1")
    nardy.lift("24")
    expect(nardy.cell("18")).to_have_attribute("data-glow", "may-put")
    nardy.drop("18")
    move(nardy, "8", "7")
    expect(nardy.page.locator(".moves .move")).to_have_text(["24/18 8/7"])
    nardy.page.click("[data-decide=double]")
    says(nardy, "The stake is raised to 2")
    nardy.page.click("[data-decide=take]")
    roll(nardy, 6, 4)
    move(nardy, "12", "18")
    move(nardy, "18", "bar-white")
    move(nardy, "1", "5")
    expect(nardy.cell("bar-white")).to_have_attribute("data-count", "1")
    assert nardy.moves()[1].startswith("24/20 13/7*")


@pytest.mark.parametrize("game", ["long"])
def test_the_head_rule_is_kept_and_repaired(nardy: TablePage) -> None:
    """A second checker from the head is refused (L3), goes back, and the turn goes on."""
    roll(nardy, 6, 5)
    says(nardy, "Anna (White) to roll")
    roll(nardy, 6, 5)
    move(nardy, "24", "18")
    move(nardy, "24", "11")
    expect(nardy.cell("11")).to_have_attribute("data-wants", "-1")
    move(nardy, "11", "24")
    expect(nardy.cell("11")).to_have_attribute("data-wants", "")
    move(nardy, "18", "13")
    expect(nardy.page.locator(".moves .move")).to_have_text(["24/13"])

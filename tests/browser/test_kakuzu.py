"""A game of Kakuzu for three, played with the mouse on the real daemon to its end."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
# A busy machine may be slow; what is proven here is that it comes right, not how fast.
_PATIENCE = 30_000


@pytest.fixture
def lunka(tmp_path: Path) -> Iterator[str]:
    """`lunka play kakuzu` for three in a process of its own; its address with the key."""
    command = [sys.executable, "-m", "controller.cli", "play", "kakuzu", "--port", "0"]
    with subprocess.Popen(
        [*command, "--set", "players=3", "--players", "Anna", "Boris", "Clara"],
        env=os.environ | {"LUNKA_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    ) as daemon:
        assert daemon.stdout is not None
        address = re.search(r"http\S+", daemon.stdout.readline())
        assert address is not None
        yield address.group(0)
        daemon.terminate()


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
        expect(page.cell(cell)).to_have_attribute("data-number", open_number, timeout=_PATIENCE)
    else:
        page.page.wait_for_timeout(20)


def not_yet(page: TablePage, before: dict[str, Any]) -> bool:
    """Whether the page still shows the table as it was before a token was drawn."""
    now = view(page)
    same = len(now["moves"]) == len(before["moves"])
    return same and "roll" in now["commands"] and now["status"] == "playing"


def test_three_players_to_the_end(lunka: str, tab: Page) -> None:
    """Three players take 81 stones with the mouse; the page shows numbers, scores and the end."""
    page = TablePage(tab)
    tab.goto(lunka)
    tab.wait_for_selector(".board [data-cell]")
    expect(tab.locator(".player")).to_have_count(3)
    expect(tab.locator("[data-glow=may-lift]").first).to_be_visible(timeout=_PATIENCE)
    while view(page)["status"] == "playing":
        step(page)
    expect(tab.locator(".hole[data-number='']")).to_have_count(0)
    result = view(page)["result"]
    scores = [int(score) for score in tab.locator(".player .score").all_inner_texts()]
    assert sorted(scores) == sorted(result["scores"])
    assert sum(scores) == 72

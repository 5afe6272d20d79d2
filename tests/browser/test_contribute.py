"""Numbers that players add to the board's dice, from the page of the real daemon."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.page import TablePage
from tests.record.signed import read_rows

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize("house", [("dice=board",)])
def test_both_players_add_a_number(nardy: TablePage, tmp_path: Path) -> None:
    """Both bind one, the page shows them, and the first roll binds seed and numbers."""
    page = nardy.page
    page.click(".contribute summary")
    for side in (0, 1):
        page.click(f"[data-contribute='{side}']")
        expect(page.locator(f"[data-contribute='{side}']")).to_contain_text("✓")
    expect(page.locator("[data-do=anew]")).to_have_count(0)
    record = next(tmp_path.rglob("record.db"))
    expect(page.locator("[data-do=roll]")).to_be_enabled()

    def shown() -> int:
        return sum(event.kind == "chance.added" for _, event in read_rows(record))

    while shown() < 2:
        page.wait_for_timeout(50)
    page.click("[data-do=roll]")
    expect(page.locator(".contribute")).to_have_count(0)
    events = [event for _, event in read_rows(record)]
    kinds = [event.kind for event in events if event.kind.startswith(("chance.", "dice."))]
    assert kinds[:7] == [
        "chance.committed",
        *["chance.sealed"] * 2,
        *["chance.added"] * 2,
        "chance.bound",
        "dice.rolled",
    ]


@pytest.mark.parametrize("house", [("dice=board",)])
def test_the_pages_hash_is_sha_256(nardy: TablePage) -> None:
    """For texts of every length around a block, and letters of all kinds."""
    texts = ["a" * length for length in (0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 200)] + ["Аня 😀"]
    script = "import('/static/parts/sha256.js').then(({ sha256 }) => texts.map(sha256))"
    found = nardy.page.evaluate(f"texts => {script}", texts)
    assert found == [hashlib.sha256(text.encode()).hexdigest() for text in texts]

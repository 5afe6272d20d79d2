"""What lies beside the nardy board, on the page of the real daemon: dice, cube, match, pips."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.nardy_hands import roll, says
from tests.browser.page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

expect.set_options(timeout=30_000)


@pytest.mark.parametrize("house", [("dice=entered", "tournament=true")])
@pytest.mark.parametrize("options", [("match_length=5",)])
def test_a_tournament_shows_the_match_and_no_pips(nardy: TablePage) -> None:
    """The page copes without them."""
    roll(nardy, 6, 1)
    says(nardy, "6-1: shesh-yek")
    expect(nardy.page.locator(".standing")).to_contain_text("Match to 5")
    expect(nardy.page.locator("[data-pips]")).to_have_count(0)


def test_friends_see_the_pips(nardy: TablePage) -> None:
    """Both sides begin with 167."""
    expect(nardy.page.locator("[data-pips]")).to_have_attribute("data-pips", "167:167")

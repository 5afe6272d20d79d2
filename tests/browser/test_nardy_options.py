"""A new nardy game begun on the page of the real daemon: the table's options stay in force."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import lunka_play

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

#: Options that a house may have chosen, none of them as usual.
SHORT = {
    "beaver": True,
    "jacoby": True,
    "auto_doubles": 2,
    "crawford": False,
    "raise_step": "add",
    "declined_raise": "first",
    "call_ones": "yagan",
    "hit_then_bear_off": "forced",
    "pair": True,
    "forced_by": "turn",
    "hit_and_hide": False,
}
AGREED = {"declined_raise": "first", "call_ones": "yagan"}
MAD = AGREED | {
    "direction": "clockwise",
    "block_rule": "none",
    "home_mars": 4,
    "repeats": 4,
    "raise_step": "add",
    "base": "long",
}


def words(options: dict[str, Any]) -> list[str]:
    """The options as somebody types them."""
    return [word for key, value in options.items() for word in ("--set", f"{key}={value}".lower())]


def begin(tab: Page) -> dict[str, Any]:
    """Press Begin; the options of the game that is open then."""
    before = tab.evaluate("window.lunkaTable.view.game_id")
    tab.click("[data-dialog=new] [type=submit]")
    expect(tab.locator("[data-dialog=new]")).to_have_count(0)
    tab.wait_for_function("id => window.lunkaTable.view.game_id !== id", arg=before)
    options: dict[str, Any] = tab.evaluate("window.lunkaTable.view.options")
    return options


def test_short_nardy_keeps_its_options_and_a_match_leaves_out_what_it_excludes(
    tab: Page, tmp_path: Path
) -> None:
    """Nothing is lost by a new game; jacoby, beaver and automatic raises are not for a match."""
    with lunka_play(tmp_path, "short", *words(SHORT)) as address:
        tab.goto(address)
        tab.click("[data-do=new]")
        expect(tab.locator("[data-dialog=new] [name=crawford]")).to_have_count(0)
        single = tab.locator("label", has=tab.locator("[name=match_length][value='0']"))
        expect(single).to_have_text("a single game")
        assert begin(tab) == SHORT | {"match_length": 0}
        tab.click("[data-do=new]")
        tab.locator("[name=match_length][value='5']").check(force=True)
        expect(tab.locator("[data-dialog=new] [name=beaver]")).to_have_count(0)
        tab.locator("[name=crawford]").check()
        tab.click("[data-dialog=new] summary")
        expect(tab.locator("[name=forced_by][value=turn]")).to_be_checked()
        tab.locator("[name=hit_then_bear_off][value=forbidden]").check(force=True)
        expect(tab.locator("[name=forced_by]")).to_have_count(0)
        alone = {"beaver", "jacoby", "auto_doubles"}
        kept = {key: value for key, value in SHORT.items() if key not in alone}
        chosen = {"match_length": 5, "crawford": True, "hit_then_bear_off": "forbidden"}
        assert begin(tab) == kept | chosen
        tab.goto("about:blank")


def test_mad_gulbar_offers_its_own_options_in_both_languages(tab: Page, tmp_path: Path) -> None:
    """What only short nardy has is not asked for, and no field is called by its bare key."""
    with lunka_play(tmp_path, "mad-gulbar", *words(MAD)) as address:
        tab.goto(address)
        for language in ("en", "ru"):
            tab.click(f"[data-language={language}]")
            tab.click("[data-do=new]")
            fields = tab.locator("[data-dialog=new] :is(legend, .switch span, .pills label span)")
            expect(tab.locator("[name=repeats]").first).to_be_attached()  # what there is has come
            said = fields.all_text_contents()
            assert not {*MAD, "match_length", "crawford", "ahead", "first", "add"} & {*said}
            expect(tab.locator("[data-dialog=new] [name=jacoby]")).to_have_count(0)
            expect(tab.locator("[name=home_mars][value='4']")).to_be_checked()
            expect(tab.locator("[name=repeats][value='4']")).to_be_checked()
            dialog = tab.locator("[data-dialog=new]")
            for _ in range(20):  # a busy browser may miss the first press
                tab.keyboard.press("Escape")
                tab.wait_for_timeout(100)
                if not dialog.count():
                    break
            expect(dialog).to_have_count(0)
        tab.click("[data-do=new]")
        three = tab.locator("[name=home_mars][value='3']")
        # A forced check waits for nothing: what the person presses is there first.
        expect(tab.locator("label", has=three)).to_be_visible()
        three.check(force=True)
        kept = {"match_length": 0, "crawford": True, "home_mars": 3}
        assert begin(tab) == MAD | kept
        tab.goto("about:blank")

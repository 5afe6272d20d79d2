"""The page of a seat: it says for whom it speaks, and presses only what is its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.daemon.keys import TableKeys
from controller.table.speakers import A_WATCHER, THE_TABLE, seat
from tests.browser.conftest import Complaints
from tests.browser.playing import lunka_play

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "locale": "ru-RU"}


#: A notice goes by itself after a while: what was said is noted here.
LISTEN = """() => {
  window.said = [];
  const say = window.lunkaTable.say.bind(window.lunkaTable);
  window.lunkaTable.say = (notice, more) => (window.said.push(notice.key), say(notice, more));
}"""


def button(tab: Page, name: str) -> str:
    """Where a button of the page is."""
    return f".actions [data-do={name}]"


def test_two_players_each_with_a_seat(
    tab: Page, browser: Browser, complaints: Complaints, tmp_path: Path
) -> None:
    """South plays South's turns alone; North's phone may neither lift nor take them back. What is
    refused is said; a revoked key says so, and goes on watching."""
    complaints.expected.append("403")
    home = tmp_path / "home"
    with lunka_play(home, "kalah", "--set", "stones=4", "--players", "Anna", "Boris") as address:
        keys, url = TableKeys(home / "key"), address.partition("#")[0]
        phone = browser.new_context(**PHONE).new_page()
        tab.goto(f"{url}#key={keys.all()[seat(0)]}")
        phone.goto(f"{url}#key={keys.all()[seat(1)]}")
        expect(tab.locator(".speaks")).to_have_text("You speak for Anna (South).")
        expect(phone.locator(".speaks")).to_have_text("Ваша сторона: Boris (Север).")
        expect(phone.locator(".player [data-you='1']")).to_have_text("вы")
        expect(tab.locator(button(tab, "new"))).to_be_disabled()
        expect(tab.locator(button(tab, "resign"))).to_be_enabled()
        phone.evaluate(LISTEN)
        phone.locator("[data-cell=a3]").click()
        phone.wait_for_function("said.includes('notYourTurn')")
        tab.locator("[data-cell=a3]").click()
        for cell in ("a4", "a5", "a6", "A"):
            tab.locator(f"[data-cell={cell}]").click()
        expect(tab.locator(".moves")).to_contain_text("a3")
        expect(tab.locator(button(tab, "undo"))).to_be_enabled()
        expect(phone.locator(button(phone, "undo"))).to_be_disabled()
        tab.locator(button(tab, "resign")).click()
        expect(tab.locator("[data-dialog=resign] [data-side]")).to_have_count(1)
        tab.keyboard.press("Escape")
        keys.revoke(seat(1))
        expect(phone.locator("[data-do=key]")).to_be_visible()
        expect(phone.locator("body")).to_contain_text("Этот ключ отозван.")
        expect(phone.locator(".speaks")).to_have_count(0)
        phone.close()
        tab.goto("about:blank")


def test_a_table_that_is_watched_with_a_key(
    tab: Page, complaints: Complaints, tmp_path: Path
) -> None:
    """Without it nothing is shown but the way to enter one; with it the table, and its record."""
    complaints.expected.append("401")
    home = tmp_path / "home"
    keys_made = TableKeys(home / "key")
    key = keys_made.renew(A_WATCHER)
    with lunka_play(home, "kalah") as address:
        tab.goto(address.partition("#")[0])
        expect(tab.locator("main .closed")).to_contain_text("Watching needs a key at this table.")
        tab.locator("[data-do=key]").click()
        tab.fill("[data-dialog=key] [name=key]", key)
        tab.click("[data-dialog=key] button[type=submit]")
        expect(tab.locator("[data-cell=a1]")).to_be_visible()
        expect(tab.locator("[data-do=key]")).to_be_visible()
        expect(tab.locator(button(tab, "new"))).to_be_disabled()
        tab.goto(f"{address.partition('#')[0]}#/games/1")
        with tab.expect_download() as taken:
            tab.locator("[data-format=text]").click()
        assert taken.value.suggested_filename == "lunka-game-1.txt"
        assert "Kalah" in taken.value.path().read_text(encoding="utf-8").title()
        assert keys_made.all()[THE_TABLE]
        tab.goto("about:blank")

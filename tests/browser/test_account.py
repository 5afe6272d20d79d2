"""The evening's account on the page of the real daemon, from the record alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from controller.record.log import Log
from tests.browser.playing import lunka_play
from tests.record.matches import AT
from tests.record.test_account import ended

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SIZES = (ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844))
EUROS = {"stake": 5, "currency": "€"}


def evening(home: Path) -> None:
    """A record of three players: nardy with a cube, kalah, and an older game."""
    home.mkdir(exist_ok=True)
    with Log(home / "record.db") as log:
        log.append(ended("kalah", 0, (40, 32), at=AT - 90_000))
        log.append(ended("short", 0, (4, 0), level=2, cube=2, house=EUROS))
        log.append(ended("kalah", 1, (30, 42), players=("Anna", "Clara"), house=EUROS, at=AT + 600))


def test_who_pays_whom(tab: Page, tmp_path: Path) -> None:
    """Sums, payments and what stood after each game, in both languages, on a phone too; the whole
    record is another account, and nothing of it is lost by a restart."""
    home = tmp_path / "home"
    evening(home)
    for size in SIZES:  # each time a daemon that has just started
        with lunka_play(home, "kalah", "--record", str(home / "record.db")) as address:
            tab.set_viewport_size(size)
            tab.goto(address)
            tab.goto(address.partition("#")[0] + "#/games")
            tab.click("[data-do=account]")
            expect(tab.locator("[data-unit]")).to_have_count(1)
            tab.click("[data-account=all]")
            euros = tab.locator("[data-unit='€']")
            expect(euros.locator("dd")).to_have_text(["+15 €", "-20 €", "+5 €"])
            expect(euros.locator("[data-payment]")).to_have_text(
                ["Boris pays Anna 15 €", "Boris pays Clara 5 €"]
            )
            expect(tab.locator("[data-unit=points] [data-payment]")).to_have_text(
                ["Boris pays Anna 1 point"]
            )
            expect(tab.locator("nav [aria-current=page]")).to_have_text("Record")
            fits = "document.documentElement.scrollWidth <= window.innerWidth"
            assert tab.evaluate(fits)
            tab.click("[data-language=ru]")
            expect(euros.locator("[data-payment]").first).to_have_text(
                "Плательщик — Boris, получатель — Anna: 15 €"
            )
            tab.goto("about:blank")


def test_a_stake_is_chosen_with_the_game(tab: Page, tmp_path: Path) -> None:
    """What a point costs and in what is asked for in New game and kept in the record; an evening in
    which nothing has ended is an empty account."""
    with lunka_play(tmp_path, "kalah", "--players", "Anna", "Boris") as address:
        tab.goto(address)
        tab.click("[data-do=new]")
        dialog = tab.locator("[data-dialog=new]:has(form)")
        dialog.locator("summary").click()
        expect(dialog.locator("[name=currency]")).to_have_count(0)
        dialog.locator("[name=stake][value='5']").check(force=True)
        dialog.locator("[name=currency]").fill("€")
        dialog.locator("button[type=submit]").click()
        expect(dialog).to_have_count(0)
        tab.click("[data-do=resign]")
        tab.locator("[data-dialog=resign] button.danger").first.click()
        expect(tab.locator("[data-do=rematch]")).to_be_enabled()
        tab.goto(address.partition("#")[0] + "#/account")
        expect(tab.locator("[data-unit='€'] [data-payment]")).to_have_count(1)
        expect(tab.locator("[data-unit='€'] [data-payment] b")).to_have_text("5 €")
        tab.goto("about:blank")

"""The hall's pages before axe: the wall, the desk, their dialogs and states."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import violations
from tests.hub.serving import ServedHall, serving_hall
from tests.hub.showing import Showing
from tests.hub.tables import KALAH, PlayingTable

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    """A hall with four tables, one of each kind of board, and one of them away."""
    with serving_hall(tmp_path) as running:
        running.connect(*(PlayingTable(f"t{number}") for number in range(1, 5)))
        for number, game in enumerate(("kalah", "short", "gyges", "kakuzu"), start=1):
            table, view = running.hub.tables[f"t{number}"], Showing(number, game).view()
            running.do(partial(running.hub.show, table, view))
        running.do(lambda: running.hub.cut(running.hub.tables["t3"]))
        yield running


class Look:
    """Goes through the states of the pages and gathers what is broken in each."""

    def __init__(self, page: Page) -> None:
        self.page, self.states = page, 0
        self.broken: list[str] = []

    def at(self, name: str) -> None:
        """The page as it is now."""
        self.page.evaluate("scrollTo(0, 0)")  # nothing lies behind the top line
        self.page.evaluate(TWO_FRAMES)
        self.states += 1
        self.broken += [f"{name}: {each}" for each in violations(self.page)]


def wall(look: Look, hall: ServedHall) -> None:
    """Every board, one of them enlarged, and a table's overlay."""
    page = look.page
    page.goto(hall.url)
    expect(page.locator(".tile .board")).to_have_count(4)
    look.at("wall")
    page.locator("[data-table=t1] .tilehead").click()
    expect(page.locator("dialog .large .board")).to_be_visible()
    look.at("enlarged")
    page.goto(f"{hall.url}/overlay/t1?size=500")
    expect(page.locator(".board")).to_be_visible()
    look.at("overlay")
    page.goto(f"{hall.url}/verify")
    expect(page.locator("h1")).to_be_visible()
    look.at("verify")


def door(look: Look, hall: ServedHall) -> None:
    """The desk before it is opened, and with a wrong key."""
    page = look.page
    page.goto(f"{hall.url}/director")
    page.locator("[name=key]").fill("not-the-key")
    look.at("door")
    page.get_by_role("button", name="Enter").click()
    expect(page.locator(".warning")).to_be_visible()
    look.at("wrong key")
    page.locator("[name=key]").fill(hall.director)
    page.get_by_role("button", name="Enter").click()
    expect(page.locator(".stations")).to_be_visible()
    look.at("desk")


def station(look: Look) -> None:
    """A director at one table: acts, and the last positions."""
    page = look.page
    page.locator("[data-station=t2] summary").click()
    look.at("station")
    page.locator("[data-station=t2] [data-do=dispute]").click()
    expect(page.locator("[data-dialog=dispute] .board.kalah")).to_be_visible()
    look.at("dispute")
    page.keyboard.press("Escape")
    expect(page.locator("[data-dialog=dispute]")).to_have_count(0)


def competition(look: Look) -> None:
    """A round from its beginning to a result that is corrected."""
    page = look.page
    form = page.locator(".create form")
    form.locator("[name=title]").fill("Autumn Open")
    form.locator("[name=id]").fill("open")
    form.locator("[data-do=create]").click()
    desk = page.locator("[data-competition=open]")
    for name in ("Ann", "Bob", "Cid", "Dan"):
        desk.locator("[name=player]").fill(name)
        desk.locator("[data-do=enter]").click()
        expect(desk.locator(".entries li", has_text=name)).to_be_visible()
    look.at("entries")
    desk.locator("[data-do=pair]").click()
    expect(desk.locator(".boards tbody tr")).to_have_count(2)
    look.at("paired")
    desk.locator("[data-do=send]").click()
    expect(desk.locator("tr.reported").first).to_be_visible()
    look.at("reported")
    desk.locator("[data-do=correct]").first.click()
    expect(desk.locator(".correcting form")).to_be_visible()
    look.at("correcting")


@pytest.mark.parametrize(
    ("dark", "size"),
    [(False, (1280, 800)), (True, (1280, 800)), (True, (390, 844))],
    ids=["light", "dark", "dark on a phone"],
)
def test_axe_finds_nothing_in_the_hall(
    browser: Browser, hall: ServedHall, dark: bool, size: tuple[int, int]
) -> None:
    """No rule of axe is broken in any state of the hall's pages, light or dark, large or small."""
    table: Any = hall.hub.tables["t2"]
    table.play("kalah", KALAH, ["Ann", "Bob"])
    hall.do(lambda: hall.hub.send(table))
    hall.until(lambda: hall.hub._intake.stored("t2", table.record) == len(table.chain))
    context = browser.new_context(
        reduced_motion="reduce",
        locale="en-GB",
        color_scheme="dark" if dark else "light",
        viewport={"width": size[0], "height": size[1]},
    )
    look = Look(context.new_page())
    wall(look, hall)
    door(look, hall)
    station(look)
    competition(look)
    context.close()
    assert look.broken == []
    assert look.states == 13

"""Beginning games on the page: all that the board can play, once more, and from the record."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page import TablePage
from tests.browser.playing import exported, lunka_play
from tests.web.fake import FakeFeed

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_a_nardy_board_begins_any_game_it_can_play(tab: Page, tmp_path: Path) -> None:
    """Game, match, dice, clock and house rules are chosen in one dialog, and kept for the next."""
    with lunka_play(tmp_path, "short", "--players", "Anna", "Boris") as address:
        tab.goto(address)
        tab.click("[data-do=new]")
        dialog = tab.locator("[data-dialog=new]:has(form)")
        games = dialog.locator("label", has=tab.locator("[name=game]"))
        expect(games).to_have_text(["Short nardy", "Long nardy", "Gulbar", "Mad gulbar"])
        dialog.locator("[name=game][value=long]").check(force=True)
        expect(dialog.locator("[name=home_mars]").first).to_be_attached()
        expect(dialog.locator("[name=jacoby]")).to_have_count(0)
        dialog.locator("[name=match_length][value='3']").check(force=True)
        dialog.locator("[name=dice][value=entered]").check(force=True)
        expect(dialog.locator("[name=minutes]")).to_have_count(0)
        dialog.locator("[name=clock][value=fischer]").check(force=True)
        dialog.locator("[name=minutes][value='5']").check(force=True)
        dialog.locator("summary").click()
        dialog.locator("[name=takebacks]").uncheck()
        dialog.locator("button[type=submit]").click()
        expect(tab.locator("header .game")).to_have_text("Long nardy")
        expect(tab.locator(".player .clock").first).to_have_text("5:00")
        expect(tab.locator("[data-die='6']")).to_be_enabled()
        house: dict[str, Any] = exported(tmp_path)["events"][0]["data"]["house"]
        told = {key: house[key] for key in ("clock", "minutes", "dice", "takebacks", "flag")}
        assert told == {
            "clock": "fischer",
            "minutes": 5,
            "dice": "entered",
            "takebacks": False,
            "flag": "match",
        }
        tab.click("[data-do=new]")  # the next game is offered as this one was
        expect(dialog.locator("[name=game][value=long]")).to_be_checked()
        expect(dialog.locator("[name=clock][value=fischer]")).to_be_checked()
        expect(dialog.locator("[name=player0]")).to_have_value("Anna")
        tab.goto("about:blank")


def test_rules_by_name(tab: Page, tmp_path: Path) -> None:
    """S7, S13: a preset is chosen on the command line, then another in New game: its options are
    set, the match stays, and whoever changes one of them has no preset any more."""
    with lunka_play(tmp_path, "short", "--preset", "caucasian") as address:
        tab.goto(address)
        tab.click("[data-do=new]")
        dialog = tab.locator("[data-dialog=new]:has(form)")
        labels = dialog.locator("label", has=tab.locator("[name=preset]"))
        expect(labels).to_have_text(["International", "Caucasian", "This rule sheet"])
        expect(dialog.locator("[name=preset][value=caucasian]")).to_be_checked()
        dialog.locator("[name=match_length][value='3']").check(force=True)
        dialog.locator("[name=preset][value=sheet]").check(force=True)
        dialog.locator("summary").click()
        expect(dialog.locator("[name=hit_then_bear_off][value=forbidden]")).to_be_checked()
        expect(dialog.locator("[name=match_length][value='3']")).to_be_checked()
        dialog.locator("[name=pair]").check()
        expect(dialog.locator("[name=preset]:checked")).to_have_count(0)
        dialog.locator("[name=preset][value=sheet]").check(force=True)
        expect(dialog.locator("[name=pair]")).not_to_be_checked()
        dialog.locator("button[type=submit]").click()
        expect(dialog).to_have_count(0)
        tab.wait_for_function("window.lunkaTable.view.options.match_length === 3")
        options = exported(tmp_path)["events"][0]["data"]["options"]
        told = {key: options[key] for key in ("hit_then_bear_off", "hit_and_hide", "pair")}
        assert told == {"hit_then_bear_off": "forbidden", "hit_and_hide": True, "pair": False}
        tab.goto("about:blank")


def test_a_rematch_is_one_press(table: TablePage, feed: FakeFeed) -> None:
    """Same players, game and rules; who did not begin begins. Not before the end."""
    expect(table.page.locator("[data-do=rematch]")).to_be_disabled()
    table.sow("a3", ["a4", "a5", "a6", "A"])
    result = {"winner": 0, "scores": [25, 23], "reason": "played"}
    feed.patch = {"status": "over", "result": result, "commands": ["new"]}
    table.page.reload()
    with table.page.expect_response("**/api/command"):
        table.press("rematch")
    assert feed.commands[-1] == {
        "do": "new",
        "game": "kalah",
        "players": ["Anna", "Boris"],
        "options": {"pits": 6, "stones": 4, "capture": "opposite", "pie": False},
        "begin": "north",
    }


def viewer(table: TablePage) -> Any:
    """The only game of the record, at its end; where it stands."""
    table.page.click("nav >> text=Record")
    expect(table.page.locator(".games td").nth(2)).to_have_text("Anna wins 25:23 · played out")
    table.page.click("text=7 · Kalah")
    shown = table.page.locator(".steps output")
    expect(shown).to_contain_text("3 of 3")
    return shown


def test_keys_step_through_a_game_and_it_plays_by_itself(table: TablePage) -> None:
    """Arrows, Home and End; one press plays from the start, another stops. The list has winners."""
    shown = viewer(table)
    for key, ply in (
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", 3),
    ):
        table.page.keyboard.press(key)
        expect(shown).to_have_text(re.compile(f"^{ply} of 3"))
    table.page.click("[data-step=play]")
    expect(shown).to_have_text(re.compile("^1 of 3"))
    table.page.click("[data-step=play]")
    expect(table.page.locator("[data-step=play]")).to_have_attribute("aria-pressed", "false")


def test_a_game_of_the_record_is_played_on(table: TablePage, feed: FakeFeed) -> None:
    """From the moment that is shown; the page asks once more, and then shows the board."""
    feed.patch["commands"] = ["setup"]
    table.page.reload()
    shown = viewer(table)
    table.page.keyboard.press("ArrowLeft")
    expect(shown).to_contain_text("2 of 3")
    table.press("play-on")
    table.page.click("[data-dialog=play-on] button[type=submit]")
    expect(table.page.locator(".sentence")).to_be_visible()
    assert feed.commands == [{"do": "setup", "game": 7, "ply": 2}]

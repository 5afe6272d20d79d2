"""Whole games against an engine on the page: somebody plays one side and lends his hands to the
other, which says what it plays."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from controller.games.kalah import Kalah, KalahOptions
from controller.games.nardy import Short
from controller.games.nardy.position import Position
from tests.browser.nardy_hands import move, roll, says
from tests.browser.page import TablePage
from tests.browser.playing import exported, lunka_play
from tests.browser.test_nardy import carried
from tests.browser.test_whole_game import carry_out

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

_CALLED = re.compile(r"\bplays ([^ .:]+(?: [\w/*()]+)*)[.:]")
#: That nothing of what is played now will be seen.
_UNSEEN = re.compile("cannot see (this turn|what may be played)")


def called(page: TablePage) -> str:
    """What the engine says that it plays, as the page has it."""
    sentence = page.page.locator(".sentence")
    expect(sentence).to_contain_text(_CALLED)
    found = _CALLED.search(sentence.inner_text())
    assert found is not None
    return found[1]


def misread(page: TablePage, turn: str) -> None:
    """Another pit of that side is lifted, and filled again as the lights say."""
    other = next(
        cell for cell, count in page.counts().items() if cell[0] == "b" and count and cell != turn
    )
    page.lift(other)
    expect(page.cell(other)).not_to_have_attribute("data-wants", "")
    page.drop_all(other)
    expect(page.cell(other)).to_have_attribute("data-wants", "")


def test_a_whole_game_of_kalah(tab: Page, tmp_path: Path) -> None:
    """The engine's turns are called, one is misread and put right, and the record has just what was
    called."""
    rules = Kalah(KalahOptions(stones=3))
    page, position, number = TablePage(tab), rules.start(), 0
    said: list[str] = []
    words = ("kalah", "--set", "stones=3", "--seats", "hands", "engine:2")
    with lunka_play(tmp_path, *words) as address:
        page.open(address)
        while turns := rules.turns(position):
            if rules.mover(position) == 1:
                name = called(page)
                if not said:
                    misread(page, name)
                said.append(name)
                turn = rules.read_turn(position, name)
            else:
                expect(page.page.locator("[data-glow=may-lift]").first).to_be_visible()
                turn = turns[-1]
            carry_out(page, rules, position, turn)
            position, number = rules.play(position, turn), number + 1
            expect(page.page.locator(".moves .move")).to_have_count(number)
        expect(page.page.locator(".sentence")).to_contain_text(re.compile("wins|draw"))
        assert page.scores() == list(rules.outcome(position).scores)
        recorded = exported(tmp_path)
        tab.goto("about:blank")
    assert said and [ply["turn"] for ply in recorded["plies"] if ply["side"] == 1] == said
    events = recorded["events"]
    assert [each["data"]["turn"] for each in events if each["kind"] == "turn.called"] == said
    assert recorded["result"]["scores"] == list(rules.outcome(position).scores)


def furthest(rules: Short, position: Position) -> tuple[Position, Any]:
    """The best of luck: the roll and the turn that bring the mover furthest, entering first."""
    best: tuple[int, Position, Any] | None = None
    for die in (6, 5, 4, 3):
        rolled = rules.roll(position, (die, die))
        for turn in rules.turns(rolled):
            left = rules.pips(rules.play(rolled, turn), position.mover)
            if best is None or left < best[0]:
                best = left, rolled, turn
    assert best is not None
    return best[1], best[2]


def small(rules: Short, position: Position) -> Position:
    """The smallest roll with which something can be played: what can not is never called."""
    for dice in ((2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (5, 4), (6, 3), (6, 5)):
        rolled = rules.roll(position, dice)
        if any(rules.stages(rolled, turn) for turn in rules.turns(rolled)):
            return rolled
    raise AssertionError("Black can play nothing")


def carry(page: TablePage, rules: Short, rolled: Position, turn: Any) -> None:
    """Every checker of a turn, whoever is hit first; what the board cannot see is said."""
    held = dict(zip(rules.cells, rules.contents(rolled), strict=True))
    unseen = _UNSEEN.search(page.page.locator(".sentence").inner_text())
    for origin, target in carried(held, rules.stages(rolled, turn)):
        move(page, origin, target)
    if unseen:
        page.press("confirm")
        page.answer(rules.write_turn(rolled, turn))


@pytest.mark.soak  # one to three minutes, and another game each time: it thinks by the clock
def test_a_whole_game_of_short_nardy(tab: Page, tmp_path: Path) -> None:
    """Somebody rolls for both and carries both sides' checkers; the engine answers a raise itself
    and says its turns, and the record has just those."""
    rules, page = Short(), TablePage(tab)
    said: list[str] = []
    position, number = rules.begin(0), 0
    words = ("short", "--house", "dice=entered", "--seats", "hands", "engine:6")
    with lunka_play(tmp_path, *words) as address:
        page.open(address)
        while not rules.outcome(position).over:
            if rules.mover(position) == 1:
                rolled = small(rules, position)
                says(page, "Roll for")
                roll(page, *rolled.dice)
                name = called(page)
                said.append(name)
                turn = rules.read_turn(rolled, name)
            elif not number:
                roll(page, 6, 5)
                rolled = rules.roll(position, (6, 5))
                turn = rules.read_turn(rolled, "24/13")
            else:
                rolled, turn = furthest(rules, position)
                if number == 2:
                    page.page.click("[data-decide=double]")
                    says(page, "to roll")
                roll(page, *rolled.dice)
                says(page, "{}-{}: ".format(*rolled.dice))
            carry(page, rules, rolled, turn)
            position, number = rules.play(rolled, turn), number + 1
            expect(page.page.locator(".moves .move")).to_have_count(number)
        says(page, "wins")
        recorded = exported(tmp_path)
        tab.goto("about:blank")
    assert said and [ply["turn"] for ply in recorded["plies"] if ply["side"] == 1] == said
    decided = [step["decision"] for step in recorded["steps"] if step["kind"] == "decision"]
    assert decided == ["double", "take"]
    result = recorded["result"]
    assert (result["winner"], result["reason"]) == (0, "played")


def test_another_level_is_offered_after_three_games(tab: Page, tmp_path: Path) -> None:
    """Anna loses three times; the fourth game is against the level below, because she wants it."""
    page, players = TablePage(tab), ("--players", "Anna", "Lunka 2")
    words = ("kalah", "--set", "stones=3", "--seats", "hands", "engine:2", *players)
    with lunka_play(tmp_path, *words) as address:
        page.open(address)
        for game in range(3):
            if game:
                page.press("rematch")
            page.press("resign")
            tab.locator("[data-dialog=resign] button.danger").first.click()
            says(page, "wins")
        says(page, "level 1 may suit better")
        page.press("level")
        expect(tab.locator(".player[data-side='1']")).to_contain_text("Lunka 1")
        expect(tab.locator("[data-do=level]")).to_have_count(0)
        recorded = exported(tmp_path)
        tab.goto("about:blank")
    assert recorded["events"][0]["data"]["played_by"] == ["hands", "engine:1"]


def test_the_page_seats_no_engine_in_a_tournament(tab: Page, tmp_path: Path) -> None:
    """Where the new game is to be one, nobody is offered one, nor sent."""
    page = TablePage(tab)
    words = ("kalah", "--set", "stones=3", "--seats", "hands", "engine:2")
    with lunka_play(tmp_path, *words) as address:
        page.open(address)
        page.press("new")
        dialog = tab.locator("[data-dialog=new]:has(form)")
        expect(dialog.locator("[name=seat1]")).to_have_value("engine:2")
        dialog.locator("details.rare summary").click()
        dialog.locator("[name=tournament]").check(force=True)
        expect(dialog.locator("[name=seat1]")).to_have_count(0)
        dialog.locator("button[type=submit]").click()
        expect(dialog).to_have_count(0)
        expect(tab.locator(".player[data-side='1']")).not_to_contain_text("Lunka 2")
        tab.goto("about:blank")
    opened = [each for each in exported(tmp_path)["events"] if each["kind"] == "game.opened"]
    assert "played_by" not in opened[-1]["data"] and opened[-1]["data"]["house"]["tournament"]

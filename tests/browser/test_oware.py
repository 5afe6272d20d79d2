"""Oware in a real browser: begun on the page of a kalah board, played with the mouse, shared."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from controller.games.catalogue import AnyGame, make_game
from controller.record.verify import verify
from tests.browser.page import TablePage
from tests.browser.playing import exported, lunka_play
from tests.browser.test_whole_game import carry_out

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    pytest.mark.usefixtures("oware"),
]

#: Seed of a line in which seeds are taken.
SEED, TURNS = 5, 10


def line_of(game: AnyGame) -> list[tuple[Any, Any]]:
    """The first turns of a game: every position with the turn made from it."""
    rng, position = Random(SEED), game.start()
    line: list[tuple[Any, Any]] = []
    while len(line) < TURNS:
        turn = rng.choice(game.turns(position))
        line.append((position, turn))
        position = game.play(position, turn)
    return line


def test_a_guest_is_begun_and_played_on_the_page(tab: Page, tmp_path: Path) -> None:
    """New game offers it with its own choices; its turns are followed and its words are said."""
    game = make_game("oware")
    line = line_of(game)
    with lunka_play(tmp_path, "kalah") as address:
        page = TablePage(tab)
        page.open(address)
        page.press("new")
        dialog = tab.locator("[data-dialog=new]")
        dialog.locator("[name=game][value=oware]").check(force=True)
        expect(dialog.get_by_text("A move that would take all")).to_be_visible()
        dialog.locator("[name=player0]").fill("Anna")
        dialog.locator("[name=player1]").fill("Boris")
        dialog.locator("button[type=submit]").click()
        expect(dialog).to_have_count(0)
        tab.wait_for_function("() => window.lunkaTable.view.status === 'playing'")
        for number, (position, turn) in enumerate(line, start=1):
            carry_out(page, game, position, turn)
            expect(tab.locator(".moves .move")).to_have_count(number)
        tab.click("[data-decide=split]")
        expect(tab.locator(".sentence")).to_contain_text("each takes what lies on the own side")
        tab.click("[data-decide=accept]")
        tab.wait_for_function("() => window.lunkaTable.view.status === 'over'")
        tab.goto("about:blank")  # the page leaves before its server does
    played = exported(tmp_path)
    assert [ply["turn"] for ply in played["plies"]] == [
        game.write_turn(position, turn) for position, turn in line
    ]
    assert "every turn by the rules" in str(verify(tmp_path / "record.db"))

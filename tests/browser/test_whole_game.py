"""A whole game of Kalah, 6 pits and 4 stones, dragged with the mouse on the real daemon."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from controller.games.catalogue import AnyGame
from controller.games.game import Stage
from controller.games.kalah import Kalah, KalahOptions, Position
from tests.browser.page import TablePage
from tests.browser.playing import exported, lunka_play

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

GAME = Kalah(KalahOptions(stones=4))
# A busy machine may be slow; what is proven here is that it comes right, not how fast.
#: Seed of a game that has extra moves, captures, a sweep, and is over soon.
SEED = 52


@pytest.fixture
def lunka(tmp_path: Path) -> Iterator[str]:
    """`lunka play` in a process of its own; its address with the key."""
    words = ("--set", "stones=4", "--players", "Anna", "Boris")
    with lunka_play(tmp_path, *words) as address:
        yield address


def some_game() -> list[tuple[Position, int]]:
    """A game that somebody could play: every position with the turn made from it."""
    rng, position, line = Random(SEED), GAME.start(), []
    while turns := GAME.turns(position):
        turn = rng.choice(turns)
        line.append((position, turn))
        position = GAME.play(position, turn)
    return line


def carry_out(page: TablePage, game: AnyGame, position: Any, turn: Any) -> None:
    """Make a turn with the mouse, stage by stage."""
    held = dict(zip(game.cells, game.contents(position), strict=True))
    for stage in game.stages(position, turn):
        if stage.name == "lift":
            page.lift(*stage.goal)
        elif stage.name == "sow":
            sow(page, held, stage)
        else:
            bring_home(page, held, stage)
        held |= stage.goal


def sow(page: TablePage, held: dict[str, int], stage: Stage) -> None:
    """One stone into each pit, round the board until the hand is empty."""
    lap = 0
    while page.hand():
        for cell, goal in stage.goal.items():
            if goal - held[cell] > lap:
                page.drop(cell)
        lap += 1


def bring_home(page: TablePage, held: dict[str, int], stage: Stage) -> None:
    """Carry what is captured or swept to the store that gains."""
    store = next(cell for cell, goal in stage.goal.items() if goal > held[cell])
    for cell, goal in stage.goal.items():
        if goal < held[cell]:
            page.carry(cell, store)


def drop_wrong_and_follow_the_lights(
    page: TablePage, game: AnyGame, position: Any, turn: Any
) -> None:
    """Drop two stones into the first pit by mistake, then do only what the lights say."""
    cells = game.cells
    page.lift(cells[turn])
    first = cells[turn + 1]
    page.drop(first)
    page.page.wait_for_timeout(800)  # two quick clicks would be a double click: drop all
    page.drop(first)
    expect(page.cell(first)).to_have_attribute("data-glow", "too-many")
    # The wood may tremble once more before it rests: what is told then is waited for.
    expect(page.wanting()).to_have_count(1)
    expect(page.cell(first)).to_have_attribute("data-wants", "-1")
    expect(page.page.locator(".sentence")).to_contain_text(f"{first} has 1 too many")
    page.take_back(first)
    while page.hand():
        expect(page.page.locator("[data-glow=sow]").first).to_be_visible()
        lit = [cell for cell, meaning in page.glows().items() if meaning == "sow"]
        page.drop(lit[0])
        expect(page.cell(lit[0])).not_to_have_attribute("data-glow", "sow")


def test_a_whole_game_dragged_with_the_mouse(lunka: str, tab: Page, tmp_path: Path) -> None:
    """Every turn reaches the record, one of them after a wrong drop that the lights repaired."""
    page = TablePage(tab)
    page.open(lunka)
    line = some_game()
    mistaken = next(
        number
        for number, (position, turn) in enumerate(line)
        if position.seeds[turn] >= 3 and len(GAME.stages(position, turn)) == 2
    )
    for number, (position, turn) in enumerate(line):
        expect(page.page.locator("[data-glow=may-lift]").first).to_be_visible()
        make = drop_wrong_and_follow_the_lights if number == mistaken else carry_out
        make(page, GAME, position, turn)
        expect(page.page.locator(".moves .move")).to_have_count(number + 1)
    result = GAME.outcome(GAME.play(*line[-1]))
    expect(page.page.locator(".sentence")).to_contain_text(re.compile("wins|draw"))
    assert page.scores() == list(result.scores)
    recorded = exported(tmp_path)
    assert [ply["turn"] for ply in recorded["plies"]] == [
        GAME.write_turn(position, turn) for position, turn in line
    ]
    assert recorded["result"]["scores"] == list(result.scores)
    assert recorded["result"]["winner"] == result.winner
    kinds = [event["kind"] for event in recorded["events"]]
    assert "turn.withdrawn" not in kinds and "question.asked" not in kinds

"""Nardy on the page of the real daemon: dice entered, checkers dragged with the mouse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from controller.games.game import Stage
from controller.games.nardy import Short
from controller.games.nardy.variants import CHECKERS
from tests.browser.nardy_hands import move, roll, says
from tests.browser.page import TablePage
from tests.browser.playing import exported

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_an_opening_turn_with_a_raise_and_a_hit(nardy: TablePage) -> None:
    """6-1 makes the bar point; Black raises, White takes; 6-4 hits, and White must enter."""
    says(nardy, "Each side rolls one die")
    roll(nardy, 6, 1)
    says(nardy, "6-1: shesh-yek")
    expect(nardy.cell("13")).to_have_attribute("data-glow", "may-lift")
    expect(nardy.page.locator(".middle")).to_have_attribute("data-dice", "6-1")
    nardy.lift("24")
    expect(nardy.cell("18")).to_have_attribute("data-glow", "may-put")
    expect(nardy.page.locator(".palm .checker.white")).to_have_count(1)
    nardy.drop("18")
    move(nardy, "8", "7")
    expect(nardy.page.locator(".moves .move")).to_have_text(["61: 24/18 8/7"])
    nardy.page.click("[data-decide=double]")
    says(nardy, "The stake is raised to 2")
    nardy.page.click("[data-decide=take]")
    roll(nardy, 6, 4)
    nardy.lift("12")
    expect(nardy.page.locator(".palm .checker.black")).to_have_count(1)
    nardy.drop("18")
    move(nardy, "18", "bar-white")
    move(nardy, "1", "5")
    expect(nardy.cell("bar-white")).to_have_attribute("data-count", "1")
    assert nardy.moves()[1].startswith("64: 24/20 13/7*")


@pytest.mark.parametrize("game", ["long"])
def test_the_head_rule_is_kept_and_repaired(nardy: TablePage) -> None:
    """A second checker from the head is refused (L3), goes back, and the turn goes on."""
    roll(nardy, 6, 5)
    says(nardy, "Anna (White) to roll")
    roll(nardy, 6, 5)
    move(nardy, "24", "18")
    move(nardy, "24", "11")
    expect(nardy.cell("11")).to_have_attribute("data-wants", "-1")
    move(nardy, "11", "24")
    expect(nardy.cell("11")).to_have_attribute("data-wants", "")
    move(nardy, "18", "13")
    expect(nardy.page.locator(".moves .move")).to_have_text(["65: 24/13"])


@pytest.mark.parametrize("house", [("dice=inferred",)])
def test_the_play_tells_the_dice(nardy: TablePage) -> None:
    """Nobody enters dice: the rolls that explain a play are shown, and one of them may be named."""
    says(nardy, "the play will tell the dice")
    move(nardy, "13", "8")
    move(nardy, "13", "7")
    expect(nardy.page.locator(".moves .move")).to_have_text(["65?: 13/8 13/7"])
    says(nardy, "The last play tells 6-5 (shesh-besh)")
    move(nardy, "17", "23")
    expect(nardy.page.locator(".moves .move").last).to_have_text("51|42?: 8/2")
    nardy.page.click("[data-roll='42']")
    expect(nardy.page.locator(".moves .move").last).to_have_text("42: 8/2")


@pytest.mark.parametrize("house", [("dice=entered", "illegal=condone")])
def test_an_illegal_turn_is_let_stand_and_a_position_set_up(nardy: TablePage) -> None:
    """The opponent's button lets it stand; then a position is led to by lights."""
    roll(nardy, 6, 5)
    move(nardy, "24", "18")
    move(nardy, "24", "18")
    move(nardy, "13", "8")
    says(nardy, "Or it is let stand, if Boris (Black) agrees.")
    expect(nardy.cell("off-black")).to_have_attribute("data-glow", "ask")
    nardy.page.click("[data-do=condone]")
    expect(nardy.page.locator(".moves .move")).to_have_text(["65: against the rules, let stand"])
    nardy.page.click("[data-do=setup]")
    nardy.page.fill("[data-dialog=setup] [name=position]", "4HPwATDgc/ABMA")
    nardy.page.click("[data-dialog=setup] [type=submit]")
    says(nardy, "Set the board up: 8 has 1 too many, 13 needs 1 more of White")
    move(nardy, "18", "24")
    move(nardy, "18", "24")
    move(nardy, "8", "13")
    says(nardy, "Anna (White) to roll.")


#: Of the first 400 seeds the one whose game has everything with the fewest checkers carried.
SHORT_GAME = 47


@dataclass(frozen=True)
class Script:
    """A whole game, thought out beforehand: dice and turn of each ply."""

    plies: tuple[tuple[tuple[int, ...], str], ...]
    drags: tuple[tuple[tuple[str, str], ...], ...]
    #: What the win counts before it is multiplied by the stake.
    level: int


def carried(held: dict[str, int], stages: Iterable[Stage]) -> Iterator[tuple[str, str]]:
    """Each checker that is carried, whoever is hit first: from where, to where."""
    for stage in stages:
        grown = {cell: goal - held[cell] for cell, goal in stage.goal.items()}
        hit = [cell for cell, goal in stage.goal.items() if goal * held[cell] < 0]
        left = next(
            c for c, goal in stage.goal.items() if abs(goal) < abs(held[c]) and c not in hit
        )
        bar = next((cell for cell in grown if cell.startswith("bar-") and cell != left), None)
        if hit and bar:
            yield hit[0], bar
        target = next(cell for cell in grown if cell not in (left, bar))
        yield left, target
        held |= stage.goal


def think_out(seed: int) -> Script | None:
    """A random game in which White has the luck; None if it has not all that a game can have."""
    rules, chance = Short(), Random(seed)
    position = rules.begin(0)
    plies: list[tuple[tuple[int, ...], str]] = []
    drags: list[tuple[tuple[str, str], ...]] = []
    while not rules.outcome(position).over:
        lucky = position.mover == 0 and plies and chance.random() < 0.6
        dice = (6, 6) if lucky and chance.random() < 0.7 else (5, 5) if lucky else (2, 1)
        rolled = rules.roll(position, dice)
        hits = [turn for turn in rules.turns(rolled) if "*" in rules.write_turn(rolled, turn)]
        turn = chance.choice(hits or list(rules.turns(rolled)))
        held = dict(zip(rules.cells, rules.contents(rolled), strict=True))
        plies.append((dice, rules.write_turn(rolled, turn)))
        drags.append(tuple(carried(held, rules.stages(rolled, turn))))
        position = rules.play(rolled, turn)
        if len(plies) > 60:
            return None
    turns = " ".join(turn for _, turn in plies)
    outcome = rules.outcome(position)
    whole = all(word in turns for word in ("*", "bar/", "off(")) and outcome.winner == 0
    return Script(tuple(plies), tuple(drags), outcome.scores[0]) if whole else None


def test_a_whole_game_from_the_opening_to_the_last_checker(
    nardy: TablePage, tmp_path: Path
) -> None:
    """Hits, entering, a raise, bearing off: every checker carried with the mouse, all recorded."""
    script = think_out(SHORT_GAME)
    assert script is not None
    for number, ((dice, turn), drags) in enumerate(zip(script.plies, script.drags, strict=True)):
        if number == 2:
            nardy.page.click("[data-decide=double]")
            nardy.page.click("[data-decide=take]")
        roll(nardy, *dice)
        for origin, target in drags:
            move(nardy, origin, target)
        expect(nardy.page.locator(".moves .move")).to_have_count(number + 1)
        assert nardy.moves()[number] == f"{dice[0]}{dice[1]}: {turn}"
    says(nardy, "Anna (White) wins")
    assert nardy.counts()["off-white"] == CHECKERS
    recorded = exported(tmp_path)
    assert [(tuple(ply["dice"]), ply["turn"]) for ply in recorded["plies"]] == [*script.plies]
    kinds = [event["kind"] for event in recorded["events"]]
    assert not {"turn.withdrawn", "question.asked", "attempt.wrong"} & {*kinds}
    said = [step["decision"] for step in recorded["steps"] if step["kind"] == "decision"]
    assert said == ["double", "take"]
    result = recorded["result"]
    assert (result["winner"], result["reason"]) == (0, "played")
    assert result["scores"] == [2 * script.level, 0]


@pytest.mark.parametrize("game", ["long"])
def test_long_nardy_lies_as_white_sees_it(nardy: TablePage) -> None:
    """White runs from the lower left to a home at the upper left, Black from the upper right to the
    lower right, both counter-clockwise (L1, L2)."""
    at = {cell: nardy.centre(cell) for cell in ("24", "13", "12", "1", "18", "7")}
    (left, low), (right, high) = at["24"], at["12"]
    assert left < right and high < low
    assert at["13"] == pytest.approx((right, low), abs=1)
    assert at["1"] == pytest.approx((left, high), abs=1)
    assert left < at["18"][0] < right and left < at["7"][0] < right
    assert nardy.centre("off-white")[0] < left


def test_a_point_says_whose_checkers_stand_there(nardy: TablePage) -> None:
    """A screen reader hears place, number and owner, and names for people, in both languages."""
    expect(nardy.cell("13")).to_have_accessible_name("13, 5 white checkers")
    expect(nardy.cell("1")).to_have_accessible_name("1, 2 black checkers")
    expect(nardy.cell("bar-black")).to_have_accessible_name("Black's bar, 0 checkers")
    nardy.speak("ru")
    expect(nardy.cell("24")).to_have_accessible_name("24, 2 белые шашки")
    expect(nardy.cell("6")).to_have_accessible_name("6, 5 белых шашек")


def test_the_rim_counts_for_who_moves(nardy: TablePage) -> None:
    """S1: when Black moves, rim, place and sentence have Black's own numbers."""
    rim = nardy.cell("1").locator(".name")
    expect(rim).to_have_text("1")
    roll(nardy, 1, 6)
    says(nardy, "Boris (Black) to move. 6-1: shesh-yek. Playable: 24, 13, 8, 6.")
    expect(rim).to_have_text("24")
    expect(nardy.cell("12")).to_have_accessible_name("13, 5 black checkers, may be lifted")

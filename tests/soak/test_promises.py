"""The long simulations that are promised for each game, with their full numbers of games.

Run one with `pytest -m soak tests/soak/test_promises.py -s -k "long and slots"`; what was right,
asked and wrong is printed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.games.catalogue import make_game
from controller.simulation.run import Scenario, Totals, play_one, simulate
from hardware.profile import shipped_profile
from hardware.simulated import parse_fault
from tests.benchmarks import hands

pytestmark = pytest.mark.soak

NARDY = ("short", "long", "gulbar", "mad-gulbar")
WHOLE: list[tuple[str, str, dict[str, Any], int]] = [
    ("kalah", "kalah-load", {}, 500),
    ("kalah", "kalah-reed", {}, 500),
    *((game, f"nardy-{sensors}", {}, 200) for game in NARDY for sensors in ("load", "slots")),
    *(("gyges", f"gyges-{sensors}", {}, 200) for sensors in ("load", "reed")),
    *(("gyges", f"gyges-{sensors}", {"replace": True}, 200) for sensors in ("load", "reed")),
    *(("kakuzu", "kakuzu-reed", {"players": players}, 200) for players in (2, 3, 4)),
]
DEAD: list[tuple[str, str, int]] = [
    ("kalah", "kalah-load", 20),
    ("kalah", "kalah-reed", 20),
    *((game, f"nardy-{sensors}", 5) for game in NARDY for sensors in ("load", "slots")),
]


def told(totals: Totals) -> str:
    """The counts in one line."""
    counts = f"{totals.right} right, {totals.asked} asked, {totals.wrong} wrong"
    return f"{totals.games} games, {totals.turns} turns: {counts}"


@pytest.mark.parametrize(("game", "board", "options", "games"), WHOLE)
def test_whole_games(game: str, board: str, options: dict[str, Any], games: int) -> None:
    """Not one record comes out wrong with the usual noise; one game in twenty is at pin level."""
    most = {"gyges": 200}.get(game, 2_000)  # random games of Gyges need not end
    scenario = Scenario(game, options, shipped_profile(board), seed=7, most_turns=most)
    totals = simulate(scenario, games)
    print(f"{game} on {board} {options or ''}: {told(totals)}")
    assert (totals.games, totals.wrong) == (games, 0)


@pytest.mark.parametrize("row", hands.rows((), ()), ids=lambda row: f"{row.board}-{row.people}")
def test_all_kinds_of_people(row: hands.Row) -> None:
    """Whoever plays, at any pace and with every habit, not one record comes out wrong."""
    totals = hands.measure(row, 300, "kind", seed=7)
    print(hands.told(row, totals))
    assert (totals.games, totals.wrong) == (300, 0)


@pytest.mark.parametrize(("game", "board", "games"), DEAD)
def test_each_sensor_dead(game: str, board: str, games: int, tmp_path: Path) -> None:
    """One sensor is dead from the start, each in turn: nothing is recorded wrong in silence."""
    profile, totals, wrong = shipped_profile(board), Totals(), []
    for cell in make_game(game).cells:
        fault = parse_fault(f"dead:{cell}", profile.cell_names)
        scenario = Scenario(game, {}, profile, (fault,), seed=7)
        for number in range(games):
            report = play_one(scenario, number, tmp_path / f"{cell}.db")
            totals.add(report)
            if report.verdict == "wrong":
                wrong.append(f"{cell}, game {number}: {report.trouble}")
    print(f"{game} on {board}, each sensor dead: {told(totals)}")
    assert wrong == []


def test_inferred_dice() -> None:
    """How many plays one roll explains; none is recorded as certain that was not thrown."""
    scenario = Scenario(
        "short", {}, shipped_profile("nardy-load"), seed=7, house={"dice": "inferred"}
    )
    totals = simulate(scenario, 200)
    guessed = totals.told_by_one + totals.told_by_several
    print(f"inferred: {told(totals)}; one roll explains {totals.told_by_one / guessed:.1%}")
    assert (totals.wrong, totals.falsely_certain) == (0, 0)

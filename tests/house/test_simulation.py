"""Simulated evenings, with every kind of fault: nothing is ever recorded that was not played."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from controller.play.fold import read_line
from controller.record.log import Log
from controller.record.retrack import retrack
from controller.simulation.people import CALM
from controller.simulation.run import GameReport, Scenario, Totals, simulate
from controller.tracking.sensing import Pieces
from hardware.profile import shipped_profile
from hardware.simulated import parse_fault
from hardware.simulated.hands import Habits

BOARDS = ("load", "reed")
CELLS = ("a1", "a2", "a3", "a4", "a5", "a6", "A", "b1", "b2", "b3", "b4", "b5", "b6", "B")


def evenings(sensors: str, games: int, *faults: str, **more: Any) -> tuple[Totals, list[str]]:
    """So many games above the wire; the totals, and what went wrong in words."""
    record = more.pop("record", None)
    scenario = Scenario(
        "kalah",
        {"stones": more.pop("stones", 3)},
        shipped_profile(f"kalah-{sensors}"),
        tuple(map(parse_fault, faults)),
        pins_every=0,
        **more,
    )
    wrong: list[str] = []
    return simulate(scenario, games, record, partial(_note, wrong)), wrong


def _note(wrong: list[str], report: GameReport) -> None:
    if report.verdict == "wrong":
        wrong.append(f"{report.trouble}: played {report.played}, recorded {report.recorded}")


@pytest.fixture(scope="module", params=BOARDS)
def record(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of eight games at one kind of board."""
    path = tmp_path_factory.mktemp("evening") / f"{request.param}.db"
    totals, wrong = evenings(request.param, 8, record=path, seed=7)
    assert (totals.games, totals.wrong, wrong) == (8, 0, [])
    assert totals.slips > 20  # hands slipped, and it did not matter
    return path


def test_readings_tell_the_same_turns_again(record: Path) -> None:
    """Each game's raw readings, followed again, give just the turns that were recorded."""
    grams = shipped_profile("kalah-load").pieces
    with Log.open_reader(record) as log:
        for summary in log.games():
            walked = read_line(log.events(summary.id))
            found = retrack(walked, log.readings(summary.id), Pieces(grams.grams, grams.spread))
            assert found == [ply.turn for ply in walked.plies]


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("sensors", BOARDS)
def test_dead_sensor(sensors: str, cell: str) -> None:
    """With any one sensor dead no game is recorded wrong."""
    _, wrong = evenings(sensors, 1, f"dead:{cell}", seed=3, stones=2)
    assert wrong == []


@pytest.mark.parametrize("cell", CELLS)
def test_stuck_reed(cell: str) -> None:
    """A reed that sticks in mid-game is asked about, never believed into a wrong record."""
    _, wrong = evenings("reed", 1, f"stuck:{cell}@20", seed=3)
    assert wrong == []


@pytest.mark.parametrize("cell", ["a3", "A", "b6"])
def test_stuck_load_cell(cell: str) -> None:
    """A load cell that repeats itself is found out by its driver and left out."""
    _, wrong = evenings("load", 1, f"stuck:{cell}@20", seed=3)
    assert wrong == []


@pytest.mark.parametrize(("sensors", "cell"), [("load", "a2"), ("load", "B"), ("reed", "a2")])
def test_chatter(sensors: str, cell: str) -> None:
    """A loose wire says nothing, rather than something wrong."""
    _, wrong = evenings(sensors, 1, f"chatter:{cell}@10", seed=3, stones=2)
    assert wrong == []


@pytest.mark.parametrize("sensors", BOARDS)
def test_spilled_stones(sensors: str) -> None:
    """Stones that fall off the board and are put back leave the record as it was played."""
    faults = [f"spill:{cell}@{20 + 17 * number}" for number, cell in enumerate(CELLS)]
    totals, wrong = evenings(sensors, 3, *faults, seed=3)
    assert wrong == []
    assert totals.games == 3


def test_clumsy_hands() -> None:
    """Hands that slip all the time only make the evening longer."""
    clumsy = Habits(hesitate=0.3, look=0.3, double=0.3, stray=0.3, one_by_one=0.5)
    totals, wrong = evenings("load", 2, people=replace(CALM, pace=clumsy), seed=3)
    assert wrong == []
    assert totals.slips > totals.turns

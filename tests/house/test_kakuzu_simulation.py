"""Simulated evenings of Kakuzu: nothing is ever recorded that was not played."""

from __future__ import annotations

from typing import Any

import pytest

from controller.games.kakuzu.board import CELLS
from controller.simulation.run import GameReport, Scenario, simulate
from hardware.profile import shipped_profile
from hardware.simulated import parse_fault


def evenings(
    games: int,
    *faults: str,
    seed: int = 0,
    pins_every: int = 0,
    most_turns: int = 2000,
    **options: Any,
) -> str:
    """What went wrong in so many games, in words; nothing where all went well."""
    profile = shipped_profile("kakuzu-reed")
    broken = tuple(map(parse_fault, faults))
    scenario = Scenario(
        "kakuzu",
        options,
        profile,
        broken,
        seed=seed,
        pins_every=pins_every,
        most_turns=most_turns,
    )
    wrong: list[str] = []

    def note(report: GameReport) -> None:
        if report.verdict == "wrong":
            wrong.append(f"{report.trouble}: {report.played} recorded as {report.recorded}")

    assert simulate(scenario, games, progress=note).games == games
    return "\n".join(wrong)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", ["tokens", "same", "named"])
def test_every_variant(variant: str, players: int) -> None:
    """Every variant with two, three and four players is recorded as it was played."""
    assert evenings(1, variant=variant, players=players, seed=players) == ""


def test_at_the_level_of_pins() -> None:
    """A game through the simulated matrix of pins is recorded as it was played."""
    assert evenings(1, pins_every=1) == ""


def test_an_unknown_sheet_and_tokens_by_hand() -> None:
    """Players who say hit and miss, and which token they drew, get the record they played."""
    assert evenings(1, sheet="unknown", tokens="hand", players=3) == ""


def test_stones_put_back() -> None:
    """Where a stone may be put back, looking and putting back leaves no trace in the line."""
    assert evenings(1, peek=True) == ""


@pytest.mark.parametrize("cell", CELLS[::9])
def test_dead_sensor(cell: str) -> None:
    """With any one sensor dead no game is recorded wrong (one of every row here)."""
    assert evenings(1, f"dead:{cell}", seed=3) == ""


@pytest.mark.parametrize("cell", ["e4", "g5", "d6"])
def test_trembling_reed(cell: str) -> None:
    """A reed that trembles in mid-game is found out before it counts as a lift."""
    assert evenings(1, f"chatter:{cell}@10", most_turns=25) == ""


@pytest.mark.parametrize("cell", ["a1", "e5", "i9"])
def test_stuck_reed(cell: str) -> None:
    """A reed that sticks hides a lift, which is then told; it never becomes another one."""
    assert evenings(1, f"stuck:{cell}@20", seed=3, players=3) == ""

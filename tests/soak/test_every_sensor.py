"""Gyges and Kakuzu with every single sensor broken in turn: nothing is ever recorded wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.games.catalogue import make_game
from controller.simulation.run import Scenario, play_one
from hardware.profile import shipped_profile
from hardware.simulated import parse_fault

pytestmark = pytest.mark.soak

BOARDS: list[tuple[str, str, dict[str, Any]]] = [
    ("kakuzu", "kakuzu-reed", {}),
    ("gyges", "gyges-reed", {}),
    ("gyges", "gyges-load", {}),
    ("gyges", "gyges-reed", {"replace": True}),
    ("gyges", "gyges-load", {"replace": True}),
]


@pytest.mark.parametrize("fault", ["dead:{}", "dead:{}@40", "stuck:{}@20", "chatter:{}@10"])
@pytest.mark.parametrize(("game", "board", "options"), BOARDS)
def test_every_sensor_in_turn(
    game: str, board: str, options: dict[str, Any], fault: str, tmp_path: Path
) -> None:
    """Dead from the start, dead in mid-game, stuck, trembling: 38 fields, 81 holes, each alone."""
    profile = shipped_profile(board)
    wrong = []
    for cell in make_game(game, options).cells:
        broken = (parse_fault(fault.format(cell), profile.cell_names),)
        scenario = Scenario(game, options, profile, broken, pins_every=0, most_turns=60)
        report = play_one(scenario, 0, tmp_path / f"{cell}.db")
        if report.verdict == "wrong":
            wrong.append(f"{cell}: {report.trouble}: {report.played} became {report.recorded}")
    assert wrong == []

"""Chosen readings of the rule sheets: recorded with the game, and known to the proof."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.record.log import Log
from controller.record.verify import verify
from controller.settings.config import find_profile
from controller.simulation.run import Scenario, simulate

#: The game, its board, and the options as somebody types them (S7a, S7b, L2a, Y9a, Z5a).
CHOSEN = [
    ("short", "nardy-load", {"hit_then_bear_off": "forced", "pair": True, "forced_by": "turn"}),
    ("long", "nardy-slots", {"direction": "clockwise", "call_ones": "yagan"}),
    ("gyges", "gyges-load", {"crossing": "direction"}),
    ("kakuzu", "kakuzu-reed", {"returns": "one"}),
]


@pytest.mark.parametrize(("game", "board", "options"), CHOSEN, ids=str)
def test_a_simulated_game(tmp_path: Path, game: str, board: str, options: dict[str, Any]) -> None:
    """S7a, S7b, L2a, Y9a, Z5a: hands on wood are followed by the chosen rules without one wrong
    turn, the options are in the record, and the record is proved by them."""
    path = tmp_path / "record.db"
    given = {key: str(value).lower() for key, value in options.items()}
    scenario = Scenario(game, given, find_profile(board), seed=5, pins_every=0)
    assert simulate(scenario, 1, path).wrong == 0
    assert verify(path).ok
    with Log.open_reader(path) as log:
        told = log.brief(1).opening.options
    assert {key: told[key] for key in options} == options

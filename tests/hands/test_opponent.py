"""Simulated people at a club's pace who play against an engine, and carry out its turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.settings.config import find_profile
from controller.simulation.people import PEOPLE
from controller.simulation.run import Scenario, play_one


@pytest.mark.parametrize(
    ("game", "board", "number"),
    [
        ("kalah", "kalah-reed", 2),  # the answered turn looked like another when hands went on
        ("kalah", "kalah-reed", 3),
        ("gyges", "gyges-load", 3),  # a called turn was put back: it is called again
        ("gyges", "gyges-reed", 3),
    ],
)
def test_the_record_has_what_was_played(game: str, board: str, number: int, tmp_path: Path) -> None:
    """Hands that go on at once after carrying out a called turn never make another one of it, nor
    of the turn that it answers."""
    options = {"stones": 4} if game == "kalah" else {}
    scenario = Scenario(
        game,
        options,
        find_profile(board),
        people=PEOPLE["club"],
        seed=1,
        pins_every=0,
        seats=("hands", "engine:4"),
    )
    told = play_one(scenario, number, tmp_path / "record.db").told()
    assert (told["verdict"] in ("right", "asked"), told["trouble"]) == (True, "")

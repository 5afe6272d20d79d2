"""A few of the soak's evenings in every run of the tests: any game, house, people and faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.record.log import Log
from controller.simulation.run import play_one
from tests.play.test_happenings import assert_same_bytes, unknown
from tests.soak.scenarios import draw, words


@pytest.mark.parametrize(
    "seed",
    [
        *range(12),
        24,  # a reed dies in the other side's turn, and looks like a turn of its own afterwards
        10174,  # a checker falls from the bar between two turns
        30048,  # dice that nobody enters, and a sensor that trembles
    ],
)
def test_an_evening(seed: int, tmp_path: Path) -> None:
    """It is recorded as it was played, right away or after asking; whatever the table told of it,
    faults and questions too, is typed whole and keeps its bytes."""
    scenario = draw(seed)
    report = play_one(scenario, 0, tmp_path / "record.db")
    assert report.verdict in ("right", "asked"), f"{words(scenario)}: {report}"
    with Log.open_reader(tmp_path / "record.db") as log:
        events = [stored.event for stored in log.events()]
    assert len(assert_same_bytes(events)) > 3
    assert not [event for event in events if unknown(event)]

"""What a table knows of a game while it is played, and what its record tells of it afterwards."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from controller.play.event import Stored
from controller.record.log import Log
from controller.simulation.person import Evening
from controller.simulation.run import sit_down
from controller.simulation.talking import StuckError
from controller.table.state import State
from tests.soak.scenarios import draw


def live_and_kept(seed: int, path: Path, most_turns: int) -> tuple[State, list[Stored]]:
    """One evening: the table's state when it ended, and the events of its game on the disk."""
    scenario = replace(draw(seed), most_turns=most_turns)
    evening = sit_down(scenario, 0, path, Evening)
    try:
        evening.house.open()
        with suppress(StuckError):  # what is known is compared all the same
            evening.play(dict(scenario.options), house=dict(scenario.house))
    finally:
        evening.house.close()
    with Log.open_reader(path) as log:
        return evening.house.table.state, list(log.events(log.games()[-1].id))

"""What a table knows of a game while it is played, and what its record tells of it afterwards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.play.fold import read_line
from controller.play.line import Line
from controller.play.referee import judge
from controller.play.steps import Ply
from controller.record.log import Log
from controller.simulation.person import Evening
from controller.simulation.run import sit_down
from controller.simulation.talking import StuckError
from controller.table.state import State
from tests.soak.scenarios import draw


def live_and_kept(seed: int, path: Path, most_turns: int) -> tuple[State, Line]:
    """One evening: the table's state when it ended, and the line of its game read from disk."""
    scenario = replace(draw(seed), most_turns=most_turns)
    evening = sit_down(scenario, 0, path, Evening)
    try:
        evening.house.open()
        evening.play(dict(scenario.options), house=dict(scenario.house))
    except StuckError:  # what is known is compared all the same
        pass
    finally:
        evening.house.close()
    with Log.open_reader(path) as log:
        return evening.house.table.state, read_line(log.events(log.games()[-1].id), judge)


def as_lived(state: State) -> dict[str, Any]:
    """What the table knows."""
    result = state.result
    return {
        "status": str(state.status),
        "seats": state.seats,
        "players": tuple(map(state.player_of, range(len(state.seats)))),
        "draws": state.draws,
        "turns": [
            (ply.side, ply.turn, ply.by, ply.seconds, ply.condoned, ply.named, ply.sealed)
            for ply in state.plies
        ],
        "rolls": [(ply.rolls, ply.opening) for ply in state.plies],
        "dice": [() if ply.rolls else ply.dice for ply in state.plies],
        "before": [ply.before for ply in state.plies],
        "after": [ply.position for ply in state.plies],
        "now": None if result and result.reason == "time" else state.position,
        "result": result and (result.winner, result.scores, result.reason, result.shared),
    }


def as_kept(line: Line) -> dict[str, Any]:
    """The same, as the record tells it."""
    result, turns = line.result, [line.moments[place] for place in line.turns]
    last = len(line.plies)
    return {
        "status": line.status,
        "seats": line.seats,
        "players": line.players,
        "draws": line.draws,
        "turns": [
            (ply.side, ply.turn, ply.by, ply.seconds, ply.condoned, ply.named, _sealed(ply, last))
            for ply in line.plies
        ],
        "rolls": [(ply.rolls, ply.opening) for ply in line.plies],
        "dice": [
            () if ply.rolls else line.dice_before(place)[0]
            for ply, place in zip(line.plies, line.turns, strict=True)
        ],
        "before": [moment.earlier.after for moment in turns],
        "after": [moment.after for moment in turns],
        "now": None if result and result.reason == "time" else line.newest.after,
        "result": result and (result.winner, result.scores, result.reason, result.shared),
    }


def _sealed(ply: Ply, last: int) -> bool:
    """A turn is sealed by an event, or by the next one."""
    return ply.sealed is not None or ply.number < last

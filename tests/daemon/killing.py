"""An engine that is killed again and again while it plays at a living table.

python -m tests.daemon.killing [TIMES] [SEED]
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from controller.daemon.seated import Seated
from controller.engines.worker import Thinker
from controller.play.fold import read_line
from controller.record.log import Log
from controller.record.verify import verify
from controller.settings.config import EnginesSection
from controller.table.speakers import THE_TABLE
from controller.table.state import Status
from tests.daemon.test_living import Living, until

#: The longest that a killer waits after a turn: while it is started, thinks, or waits for the next.
_WITHIN = 3.0


@dataclass
class Evening:
    """What came of it."""

    killed: int = 0
    games: int = 0
    turns: int = 0


async def play(folder: Path, times: int, rng: Random) -> Evening:
    """Two engines play Kalah until they were killed so often and the game is over."""
    found, hired = Evening(), list[Thinker]()
    async with Living(folder) as table:
        daemon, house = table.daemon, table.house
        seated = Seated(house, EnginesSection(seconds=0.2), daemon.subscribe, daemon.nudge)
        own = seated._hire_own

        def hire(*wanted: Any) -> Any:
            hired.append(own(*wanted))  # type: ignore[arg-type]
            return hired[-1]

        seated._hire = hire
        work = asyncio.create_task(seated.run())
        new = {"do": "new", "seats": ["engine:4", "engine:4"], "options": {"stones": 3}}
        while found.killed < times:
            await daemon.command(new, THE_TABLE)
            while house.table.state.status is not Status.OVER:
                killing = asyncio.create_task(_kill(hired, rng.random() * _WITHIN, found, times))
                await until(lambda: house.told.called is not None)
                await killing
                await daemon.command({"do": "declare", "turn": house.told.called}, THE_TABLE)
                daemon.lay_out()
                found.turns += 1
            found.games += 1
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work
    return found


async def _kill(hired: list[Thinker], after: float, found: Evening, times: int) -> None:
    """At some moment, whatever it does then; not where it is just not there."""
    if found.killed >= times:
        return
    await asyncio.sleep(after)
    pid = hired[-1].pid if hired else None
    if pid is not None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            found.killed += 1


def lost(record: Path) -> list[str]:
    """What is wrong with the record: games without an end, turns that were never called."""
    wrong = [] if "is whole" in str(verify(record)) else [str(verify(record))]
    with Log(record) as log:
        games = range(1, log.current_game + 1)
        for number in games:
            events = list(log.events(number))
            if not read_line(events).opening.played_by:
                continue  # what the table opened before anybody sat down
            kinds = [each.event.kind for each in events]
            called = [
                each.event.data["turn"] for each in events if each.event.kind == "turn.called"
            ]
            made = [each.event.data["turn"] for each in events if each.event.kind == "turn.made"]
            if "game.over" not in kinds or called != made:
                wrong.append(f"game {number}: {called} were called, {made} made")
    return wrong


def main() -> None:
    """Play, kill, and say what was lost."""
    times, seed = (int(word) for word in [*sys.argv[1:], "100", "1"][:2])
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(play(Path(folder), times, Random(seed)))
        wrong = lost(Path(folder) / "record.db")
    print(f"killed {found.killed} times in {found.games} games, {found.turns} turns: ", end="")
    print("; ".join(wrong) or "nothing was lost, every game was played to its end")


if __name__ == "__main__":
    main()

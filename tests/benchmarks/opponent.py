"""What an engine costs a table: its memory, how soon its turn is lit, and whether the board waits.

* *Called turn*: at a living table of Kalah, from the turn that it answers until what it plays is
  called, at level 6, with the seconds of the settings (1) for each turn; and the longest answer of
  the worker for each game.
* *Worker*: the most memory that it held at level 8, some questions long.
* *Edge to frame*: lifts as in `latency`, in blocks by turns with an engine at work beside it and
  without, so that whatever else the machine does disturbs both alike; what counts is the ratio.

python -m tests.benchmarks.opponent [LIFTS]
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from controller.bringup.frames import FrameKeeper
from controller.daemon.daemon import Daemon
from controller.daemon.notify import Notifier
from controller.daemon.pulse import SENSORS, Pulse
from controller.daemon.seated import Seated
from controller.engines.worker import EngineError, Thinker
from controller.games.acts import Drawn
from controller.games.catalogue import make_game
from controller.settings.config import EnginesSection, find_profile
from controller.table.speakers import THE_TABLE
from controller.table.state import Status
from hardware.clock import RealClock
from hardware.simulated.board import open_simulated
from tests.benchmarks.latency import Watch, _house, _lift, _soon_at_rest
from tests.benchmarks.report import line, percentile, plain
from tests.daemon.test_living import Living, until

_GAMES = ("kalah", "short", "long", "gulbar", "mad-gulbar", "gyges", "kakuzu")
_BLOCK = 25


async def _lit() -> list[float]:
    """Seconds from each of South's turns to the called one of a game of Kalah, at level 6."""
    took = []
    with tempfile.TemporaryDirectory() as folder:
        async with Living(Path(folder)) as table:
            daemon, house = table.daemon, table.house
            seated = Seated(house, EnginesSection(), daemon.subscribe, daemon.nudge)
            work = asyncio.create_task(seated.run())
            new = {"do": "new", "seats": ["hands", "engine:6"], "options": {"stones": 4}}
            await daemon.command(new, THE_TABLE)
            await until(lambda: "declare" in house.table.commands())
            while house.table.state.status is not Status.OVER:
                state, began = house.table.state, monotonic()
                if state.rules.mover(state.position) == 1:
                    await until(lambda: house.told.called is not None)
                    took.append(monotonic() - began)
                    turn = house.told.called
                else:
                    turns = state.rules.turns(state.position)
                    turn = state.rules.write_turn(state.position, turns[-1])
                await daemon.command({"do": "declare", "turn": turn}, THE_TABLE)
                daemon.lay_out()
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work
    return took[1:]  # the first has to be loaded


def _questions(name: str, count: int) -> list[dict[str, Any]]:
    """Some positions of a game at random, when it is well under way."""
    game, rng, asked = make_game(name), Random(1), list[dict[str, Any]]()
    position: Any = game.begin(0)
    while len(asked) < 30 and not game.outcome(position).over:
        draw = game.acts(position).draw
        if draw is not None:
            values = [rng.choice(draw.choices) for _ in range(draw.count)]
            if game.chance is not None:
                text = game.write_position(position)
                asked.append({"ask": "best", "position": text, "dice": values})
            position = game.apply(position, Drawn(values))
            continue
        if game.chance is None:
            asked.append({"ask": "best", "position": game.write_position(position)})
        position = game.play(position, rng.choice([*game.turns_to_follow(position)]))
    return asked[-count:]  # also of Gyges, when all is set up


async def _worker(name: str, level: int) -> tuple[float, float]:
    """The megabytes that a worker held at most, and its longest answer but for the first."""
    thinker, took = Thinker(name, {}, level, seconds=1.0, memory_mb=150), list[float]()
    for question in _questions(name, 8):
        began = monotonic()
        with suppress(EngineError):  # a roll that nothing can be played with
            await thinker.ask(question)
            took.append(monotonic() - began)
    status = Path(f"/proc/{thinker.pid}/status").read_text(encoding="ascii")
    await thinker.close()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024, max(took[1:])


async def _thinks(thinker: Thinker) -> None:
    asked = {"ask": "best", "position": "S 4,4,4,4,4,4/0 4,4,4,4,4,4/0"}
    while True:
        await thinker.ask(asked)


async def _edges(lifts: int) -> tuple[list[float], list[float]]:
    """Milliseconds from the last bounce to the new lights: without an engine at work, and with."""
    alone, beside = list[float](), list[float]()
    profile, clock = _soon_at_rest(find_profile("kalah-reed")), RealClock()
    thinker = Thinker("kalah", {"stones": 4}, 8, seconds=1.0, memory_mb=150)
    await thinker.ask({"ask": "best", "position": "S 4,4,4,4,4,4/0 4,4,4,4,4,4/0"})
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record.db"
        board = open_simulated(profile, clock, seed=3)
        house = _house(board, record, clock)
        watch = Watch(house, board)
        house.command({"do": "new", "options": {"stones": 4}})
        board.wood.set_up({cell: 0 if cell in "AB" else 4 for cell in profile.cell_names})
        daemon = Daemon(house, board, FrameKeeper(board, clock, record))
        living = asyncio.create_task(daemon.live(Pulse(Notifier.of(), clock, (SENSORS,), str)))
        while "declare" not in house.table.commands():
            await asyncio.sleep(0.1)
        while len(beside) < lifts:
            for took, works in ((alone, False), (beside, True)):
                work = asyncio.create_task(_thinks(thinker)) if works else None
                took += [(await _lift(board, watch, 0.0)).took * 1000 for _ in range(_BLOCK)]
                if work is not None:
                    work.cancel()
                    with suppress(asyncio.CancelledError):
                        await work
        living.cancel()
        house.close()
    await thinker.close()
    return alone, beside


def main() -> None:
    """Print each figure beside its target."""
    lifts = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    took = asyncio.run(_lit())
    plain(
        f"called turn after the turn that it answers ({len(took)}), p50", percentile(took, 0.5), "s"
    )
    line("  the longest, level 6", max(took), "s", 2)
    for name in _GAMES:
        line(f"answer for {name}, level 6, the longest", asyncio.run(_worker(name, 6))[1], "s", 2)
        line("  worker's memory, level 8", asyncio.run(_worker(name, 8))[0], "MB", 150)
    alone, beside = asyncio.run(_edges(lifts))
    plain(f"pin edge to frame ({len(alone)} lifts) alone, p99", percentile(alone, 0.99), "ms")
    plain("  beside an engine at work, p99", percentile(beside, 0.99), "ms")
    ratio = percentile(beside, 0.99) / percentile(alone, 0.99)
    line("  ratio", ratio, "x", 1.25)


if __name__ == "__main__":
    main()

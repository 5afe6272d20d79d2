"""From the wire to the light, and from the last stone to the record.

* *Pin edge to frame written*: a real clock, the reed board on mock pins, the real drivers, and the
  daemon's own loop. A stone is lifted; the time counts from the last bounce of its reed until the
  bytes of the new lights have left for the strip. The target is 1.25 x (scan + debounce + 30 us a
  pixel), with the scan that was in force: slow while nobody plays, fast while somebody does. A
  machine that is shared wakes a sleeper late now and then, by more than the whole target: lifts in
  which no sleep ended over two milliseconds late are told apart, beside all of them.
* *Last stone to recognised*: simulated games on load cells. What counts is everything behind the
  drivers' own filter: from the reading that completes a turn to the turn in the record (waiting,
  if the tracker had to, and work, with the write to the disk).
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from controller.board.loop import BoardLoop
from controller.bringup.frames import FrameKeeper
from controller.daemon.daemon import Daemon
from controller.daemon.notify import Notifier
from controller.daemon.pulse import SENSORS, Pulse
from controller.record.log import Log
from controller.settings.config import find_profile
from controller.table.table import Table
from controller.tracking.sensing import Pieces
from hardware.clock import RealClock
from hardware.profile import Profile
from hardware.readings import Frame
from hardware.simulated.board import SimulatedBoard, open_simulated
from tests.benchmarks.evenings import timed
from tests.benchmarks.report import line, percentile, plain

#: Enough that the 99th of a hundred is not one unlucky lift.
_LIFTS, _TOUCHES, _GAMES = 600, 100, 12
#: Long enough for the board to scan slowly again.
_REST = 0.7
#: Seconds by which a sleep may end late on a machine that is there for us; asyncio alone counts in
#: whole milliseconds.
_ON_TIME = 0.002


class Lift(NamedTuple):
    """Seconds from the last bounce to the new lights, and the latest that a sleep ended."""

    took: float
    late: float


class Watch:
    """Looks on: when the lights that answer an act were written, and how late the house was."""

    def __init__(self, house: BoardLoop, board: SimulatedBoard) -> None:
        self.house, self.late = house, 0.0
        self.written = asyncio.Event()
        self.at = self._wake = 0.0
        self._before = dict(house.glows)
        self._show, self._step, self._delay = board.show, house.step, house.delay
        board.show = self.show  # type: ignore[method-assign]  # looks on, changes nothing
        house.step = self.step  # type: ignore[method-assign]
        house.delay = self.delay  # type: ignore[method-assign]

    def arm(self) -> None:
        """From now on the next picture with another meaning counts."""
        self._before, self.late = dict(self.house.glows), 0.0
        self.written.clear()

    def show(self, frame: Frame) -> None:
        """Pass the picture on; if it says something new, note the time."""
        self._show(frame)
        if not self.written.is_set() and self.house.glows != self._before:
            self.at = monotonic()
            self.written.set()

    def delay(self) -> float:
        """Note when the house wants to be woken."""
        delay = self._delay()
        self._wake = monotonic() + delay
        return delay

    def step(self) -> None:
        """Note how late it was."""
        if not self.written.is_set():
            self.late = max(self.late, monotonic() - self._wake)
        self._step()


def _house(board: SimulatedBoard, record: Path, clock: RealClock) -> BoardLoop:
    pieces = Pieces(board.profile.pieces.grams, board.profile.pieces.spread)
    table = Table(board.profile.cell_names, pieces=pieces)
    house = BoardLoop(board, table, Log(record), clock)
    house.open()
    return house


def edge_to_frame(*, rest: float) -> tuple[list[Lift], float]:
    """From lifting a pit to the new lights, after so much rest; and the target."""
    profile = _soon_at_rest(find_profile("kalah-reed"))
    lifts = asyncio.run(_lifts(profile, rest))
    matrix, pixels = profile.sensors.reeds[0], profile.pixels
    scan = 1 / (matrix.slow_hz if rest else matrix.fast_hz)
    count = pixels.count if pixels else 0
    return lifts, 1.25 * (scan + matrix.debounce_ms / 1000 + 30e-6 * count)


def _soon_at_rest(profile: Profile) -> Profile:
    """The same board, but its scan slows down sooner: nobody wants to wait for a benchmark."""
    reeds = [each.model_copy(update={"rest_after_s": 0.5}) for each in profile.sensors.reeds]
    sensors = profile.sensors.model_copy(update={"reeds": tuple(reeds)})
    return profile.model_copy(update={"sensors": sensors})


async def _lifts(profile: Profile, rest: float) -> list[Lift]:
    """Lift and put back many times at a table that lives as the daemon lets it live."""
    clock = RealClock()
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "record.db"
        board = open_simulated(profile, clock, seed=3)
        house = _house(board, record, clock)
        watch = Watch(house, board)
        house.command({"do": "new", "options": {"stones": 4}})
        board.wood.set_up({cell: 0 if cell in "AB" else 4 for cell in profile.cell_names})
        daemon = Daemon(house, board, FrameKeeper(board, clock, record))
        pulse = Pulse(Notifier.of(), clock, (SENSORS,), str)
        living = asyncio.create_task(daemon.live(pulse))
        while "declare" not in house.table.commands():
            await asyncio.sleep(0.1)
        lifts = [await _lift(board, watch, rest) for _ in range(_TOUCHES if rest else _LIFTS)]
        living.cancel()
        house.close()
    return lifts


async def _lift(board: SimulatedBoard, watch: Watch, rest: float) -> Lift:
    """Lift a3, wait for the lights, put it back."""
    await asyncio.sleep(rest + Random().random() * 0.05)
    watch.arm()
    board.wood.lift("a3")
    last_bounce = board.still_from()
    await watch.written.wait()
    lift = Lift(watch.at - last_bounce, watch.late)
    watch.arm()
    board.wood.drop("a3", board.wood.hand)
    await watch.written.wait()
    return lift


def main() -> None:
    """Print each latency beside its target."""
    for rest, words in ((0.0, "while playing"), (_REST, "first touch after a rest")):
        lifts, target = edge_to_frame(rest=rest)
        print(f"pin edge to frame written, {words}")
        on_time = [lift for lift in lifts if lift.late <= _ON_TIME]
        for which, some in (("all", lifts), ("woken on time", on_time)):
            times = [lift.took * 1000 for lift in some]
            if times:
                plain(f"  {which} ({len(times)} lifts), p50", percentile(times, 0.5), "ms")
                most = round(target * 1000, 2)
                line(f"  {which} ({len(times)} lifts), p99", percentile(times, 0.99), "ms", most)
    games = [timed("kalah-load", "kalah", {"stones": 4}, seed) for seed in range(_GAMES)]
    took = [each for game in games for each in game.recognised]
    busy = [each for game in games for each in game.busy]
    plain("last stone to recognised, beyond debounce, p50", percentile(took, 0.5) * 1000, "ms")
    line("last stone to recognised, beyond debounce, p99", percentile(took, 0.99) * 1000, "ms", 10)
    plain(f"  of it processor time, p99 of {len(busy)}", percentile(busy, 0.99) * 1000, "ms")


if __name__ == "__main__":
    main()

"""Whole simulated games with a stopwatch beside them: production code, timed and not changed."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from controller.board.loop import BoardLoop
from controller.daemon.daemon import spare_collector
from controller.games.chance import SEED_BYTES
from controller.play.event import Event
from controller.record.log import Log
from controller.settings.config import find_profile
from controller.simulation.person import Evening
from controller.table.speakers import THE_HOUSE, Speaker
from controller.table.table import Table
from controller.tracking.sensing import Pieces
from hardware.clock import ManualClock
from hardware.readings import Press, Reading
from hardware.simulated.board import SimulatedBoard, open_simulated
from hardware.simulated.hands import Hands


class Stopwatch:
    """Stands between board, house and record, and times turns and rolls."""

    def __init__(self, house: BoardLoop, board: SimulatedBoard, clock: ManualClock) -> None:
        self._house, self._clock = house, clock
        self._poll, self._append, self._command = board.poll, house.log.append, house.command
        self._read = self._step = self._begun = 0.0
        self.waits: list[float] = []
        self.works: list[float] = []
        self.busy: list[float] = []  # of the work, what a processor had to do
        self.rolls: list[float] = []
        board.poll = self.poll  # type: ignore[method-assign]  # looks on, changes nothing
        house.log.append = self.append  # type: ignore[method-assign, assignment]
        house.command = self.command  # type: ignore[method-assign]

    def poll(self) -> list[Reading | Press]:
        """Note when the drivers last said something, by both clocks."""
        arrived = self._poll()
        if arrived:
            self._read = self._clock.now()
        self._step, self._begun = perf_counter(), process_time()
        return arrived

    def append(self, events: list[Event]) -> None:
        """Note how long after that a turn was on the disk."""
        self._append(events)
        if any(event.kind == "turn.made" and event.data["by"] == "hands" for event in events):
            self.waits.append(self._clock.now() - self._read)
            self.works.append(perf_counter() - self._step)
            self.busy.append(process_time() - self._begun)

    def command(self, given: Mapping[str, Any], speaker: Speaker = THE_HOUSE) -> None:
        """Note how long a roll takes until its hints have gone to the strip."""
        begun = perf_counter()
        self._command(given, speaker)
        if given.get("do") == "roll":
            self._house.step()
            self.rolls.append(perf_counter() - begun)

    @property
    def recognised(self) -> list[float]:
        """For each turn: what the tracker waited and what it and the record then cost."""
        return [wait + work for wait, work in zip(self.waits, self.works, strict=True)]


def timed(profile_name: str, game: str, options: dict[str, Any], seed: int) -> Stopwatch:
    """One game from set-up to result, timed; dice are real and entered."""
    clock, rng, profile = ManualClock(), Random(seed), find_profile(profile_name)
    with tempfile.TemporaryDirectory() as folder:
        board = open_simulated(profile, clock, seed, pins=False)
        table = Table(
            profile.cell_names,
            game=game,
            pieces=Pieces(profile.pieces.grams, profile.pieces.spread),
            lot=rng.randrange,
            seed=lambda: rng.randbytes(SEED_BYTES),
        )
        house = BoardLoop(board, table, Log(Path(folder) / "record.db"), clock)
        house.open()
        watch = Stopwatch(house, board, clock)
        spare_collector()
        Evening(house, board, clock, Hands(rng), rng).play(options, house={"dice": "entered"})
        house.close()
    return watch

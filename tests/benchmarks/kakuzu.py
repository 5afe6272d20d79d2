"""How long Kakuzu takes: all turns of a position, and from a lifted stone to the lights.

*Lift to hints* is the work from the reading that a stone is gone to the lights that follow it;
*to hit or miss* the work when it has lain long enough to count, with the sheet looked up. Half a
second of waiting lies between them by intent, so that a trembling reed is no lift. Every time is
processor time, in random games of two, three and four players.
"""

from __future__ import annotations

import random
from time import process_time

from controller.games.acts import Drawn
from controller.games.kakuzu import Kakuzu, KakuzuOptions
from controller.games.kakuzu.board import CELLS
from controller.lights.scene import scene
from controller.sheets.hiding import HiddenSheets
from controller.table.state import Status
from controller.table.survey import survey
from controller.table.table import Table
from hardware.readings import Reading, Sense
from tests.benchmarks.report import line, percentile, plain

_GAMES = 6


class Seat:
    """A table with a sheet beneath it; stones are lifted, time passes."""

    def __init__(self, players: int, chance: random.Random) -> None:
        self.chance, self.now = chance, 0.0
        self.table = Table(
            CELLS,
            game="kakuzu",
            options={"players": players},
            seed=lambda: chance.randbytes(32),
            hiding=HiddenSheets(made=True, noise=chance.randbytes),
        )
        self.say({"do": "new"})
        self.table.take([self._reading(cell, 1.0) for cell in CELLS], self.now)
        scene(survey(self.table))

    def say(self, command: dict[str, object]) -> None:
        """Say something to the table."""
        self.now += 1.0
        self.table.command(command, self.now)

    def _reading(self, cell: str, value: float) -> Reading:
        return Reading(cell, Sense.PRESENCE, value, self.now)

    def lift(self, cell: str) -> tuple[float, float]:
        """Milliseconds of work until the lights follow a lift, and until they judge it."""
        self.now += 1.0
        reading = self._reading(cell, 0.0)
        began = process_time()
        self.table.take([reading], self.now)
        scene(survey(self.table))
        followed = process_time()
        self.now += 1.0
        settled = process_time()
        self.table.tick(self.now)
        scene(survey(self.table))
        judged = process_time()
        return (followed - began) * 1_000, (judged - settled) * 1_000


def lifts() -> tuple[list[float], list[float]]:
    """The times of all lifts of a few games, to the hints and to hit or miss."""
    chance, times = random.Random(3), []
    for game in range(_GAMES):
        seat = Seat(2 + game % 3, chance)
        while seat.table.state.status is Status.PLAYING:
            if "roll" in seat.table.commands():
                seat.say({"do": "roll"})
            else:
                times.append(seat.lift(chance.choice(seat.table.turns())))
    return [first for first, _ in times], [second for _, second in times]


def generation() -> list[float]:
    """Milliseconds to find all turns, in every position of a random game."""
    chance, rules = random.Random(4), Kakuzu(KakuzuOptions(players=4))
    position, times = rules.start(), []
    while not position.over:
        draw = rules.acts(position).draw
        if draw:
            position = rules.apply(position, Drawn([chance.choice(draw.choices)]))
        began = process_time()
        turns = rules.turns(position)
        times.append((process_time() - began) * 1_000)
        position = rules.play(position, chance.choice(turns))
    return times


def main() -> None:
    """Print the figures beside their targets."""
    turns = generation()
    plain("kakuzu, all turns of a position, p50", percentile(turns, 0.5), "ms")
    plain("kakuzu, all turns of a position, p99", percentile(turns, 0.99), "ms")
    line("kakuzu, all turns of the slowest position", max(turns), "ms", 50)
    hints, judged = lifts()
    plain("kakuzu, lift to hints, p50", percentile(hints, 0.5), "ms")
    line("kakuzu, lift to hints, p99", percentile(hints, 0.99), "ms", 10)
    line("kakuzu, counted to hit or miss, p99", percentile(judged, 0.99), "ms", 10)


if __name__ == "__main__":
    main()

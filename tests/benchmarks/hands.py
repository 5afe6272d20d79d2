"""Every game and board with every kind of people: what was recorded wrong, what was asked, how long
the next player and the record waited, and the longest step of the daemon.

`make bench` plays a few games of each; `python -m tests.benchmarks.hands 300 kalah-reed --people
blitz` plays as many as are promised, of some boards or people alone. With `--broken dead` (or
`stuck@20`) every single sensor is broken in turn, that many games each. Games end after 60 turns: a
board that has followed so many has shown what it can.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from controller.games.catalogue import make_game
from controller.simulation.people import PEOPLE
from controller.simulation.run import Scenario, Totals, Waits, play_one
from hardware.profile import shipped_profile
from hardware.simulated import WOODS, Fault, open_simulated, parse_fault
from tests.boards import BOARDS

_GAMES, _TURNS = 2, 60
#: What half of the waits for the next player's lights, 90 and 99 % of them may take, in seconds.
_WAITS = Waits(0.15, 0.6, 2.0)
#: Milliseconds for the longest step.
_STEP = 50.0
_HEAD = (
    "board              people  games turns  wrong unnoticed  asked/100   lights p50 / p90 / p99"
    "   record p50 / p90 / p99   worst step"
)


class Row(NamedTuple):
    """One game on one board with one kind of people."""

    game: str
    sensors: str
    people: str

    @property
    def board(self) -> str:
        """`kalah-reed`."""
        return f"{self.game}-{self.sensors}"

    @property
    def most_questions(self) -> float:
        """How many questions there may be in a hundred turns."""
        if self.sensors == "load":
            return 0.5
        if self.game == "gyges":
            return 5.0
        return 3.0 if self.people == "clumsy" else 2.0


def measure(row: Row, games: int, wood: str, seed: int, broken: str = "") -> Totals:
    """Play so many games, or so many with each sensor broken."""
    scenario, totals = _scenario(row, wood, seed), Totals()
    for faults in _faults(row, broken):
        for number in range(games):
            with tempfile.TemporaryDirectory() as folder:  # each game is the same by itself
                report = play_one(replace(scenario, faults=faults), number, Path(folder) / "r.db")
            totals.add(report)
    return totals


def _faults(row: Row, broken: str) -> list[tuple[Fault, ...]]:
    """No fault, or each sensor's in turn."""
    if not broken:
        return [()]
    kind, _, at = broken.partition("@")
    cells = make_game(row.game, {}).cells
    return [(parse_fault(f"{kind}:{cell}@{at or 0}"),) for cell in cells]


def _scenario(row: Row, wood: str, seed: int) -> Scenario:
    return Scenario(
        row.game,
        {},
        shipped_profile(BOARDS[row.game, row.sensors]),
        people=PEOPLE[row.people],
        seed=seed,
        pins_every=0,
        most_turns=_TURNS,
        open_board=partial(open_simulated, nature=WOODS[wood]),
    )


def told(row: Row, totals: Totals) -> str:
    """One line of the table; what missed its target is marked with a star."""
    within = all(wait <= most for wait, most in zip(totals.lights, _WAITS, strict=True))
    figures = (
        f"{totals.games:5} {totals.turns:5}",
        f"{totals.wrong:6}{_star(not totals.wrong)}{totals.unnoticed:9} ",
        f"{totals.questions_per_100:9.1f}{_star(totals.questions_per_100 <= row.most_questions)}",
        f"{totals.lights!s:>23}{_star(within)}",
        f"{totals.record!s:>23} ",
        f"{totals.worst_step_ms:8.0f} ms{_star(totals.worst_step_ms <= _STEP)}",
    )
    return f"{row.board:<18} {row.people:<7} {' '.join(figures)}"


def _star(met: bool) -> str:
    return " " if met else "*"


def rows(boards: Sequence[str], people: Sequence[str]) -> list[Row]:
    """The rows of these boards and people; of all where none is named."""
    every = [Row(game, sensors, who) for game, sensors in BOARDS for who in PEOPLE]
    return [
        row
        for row in every
        if (not boards or row.board in boards) and (not people or row.people in people)
    ]


def main(arguments: Sequence[str] = ()) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.hands")
    parser.add_argument("games", type=int, nargs="?", default=_GAMES)
    parser.add_argument("boards", nargs="*", metavar="BOARD", help="kalah-reed ... (all)")
    parser.add_argument("--people", action="append", default=[], choices=list(PEOPLE))
    parser.add_argument("--wood", choices=list(WOODS), default="kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--broken", default="", metavar="KIND[@SECONDS]", help="dead, stuck@20 ...")
    chosen = parser.parse_args(arguments)
    broken = f", each sensor {chosen.broken} in turn" if chosen.broken else ""
    print(f"{chosen.wood} wood{broken}; a star marks what misses its target\n{_HEAD}")
    wanted = rows(chosen.boards, chosen.people)
    play = partial(
        measure, games=chosen.games, wood=chosen.wood, seed=chosen.seed, broken=chosen.broken
    )
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for row, totals in zip(wanted, pool.map(play, wanted), strict=True):
            print(told(row, totals), flush=True)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])

"""Nardy at the table, over whole simulated games: roll entered to hints lit, and last checker
down to recognised.

Rolls are timed on the slots, with the write to the disk and the frame to the strip. Recognition is
timed on load cells, which count every checker: beyond six a row of slots says only "6 or more", and
then the tracker has to wait.

`make bench` plays a few games of each kind; `python -m tests.benchmarks.nardy_table 200` plays as
many as are promised.
"""

from __future__ import annotations

import sys

from tests.benchmarks.evenings import timed
from tests.benchmarks.report import line, percentile, plain

NAMES = ("short", "long", "gulbar", "mad-gulbar")
_GAMES = 6


def main(games: int = _GAMES) -> None:
    """Print each game's own figures, and the targets over all positions of all games."""
    rolls: list[float] = []
    turns: list[float] = []
    busy: list[float] = []
    for name in NAMES:
        slots = [timed("nardy-slots", name, {}, seed) for seed in range(games)]
        load = [timed("nardy-load", name, {}, seed) for seed in range(games)]
        own_rolls = [1000 * each for game in slots for each in game.rolls]
        own_turns = [1000 * each for game in load for each in game.recognised]
        plain(f"{name}, roll to hints, p99 of {len(own_rolls)}", percentile(own_rolls, 0.99), "ms")
        plain(f"{name}, last checker, p99 of {len(own_turns)}", percentile(own_turns, 0.99), "ms")
        rolls += own_rolls
        turns += own_turns
        busy += [1000 * each for game in load for each in game.busy]
    plain("roll entered to hints lit, p50", percentile(rolls, 0.5), "ms")
    line(f"roll entered to hints lit, p99 of {len(rolls)}", percentile(rolls, 0.99), "ms", 10)
    plain("last checker down to recognised, p50", percentile(turns, 0.5), "ms")
    line("last checker down to recognised, p99", percentile(turns, 0.99), "ms", 10)
    plain(f"  of it processor time, p99 of {len(busy)}", percentile(busy, 0.99), "ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

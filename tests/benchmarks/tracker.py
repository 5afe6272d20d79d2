"""What one reading costs the tracker, with 20 and with 2,000 legal turns to choose from.

The turns are made up: 24 cells, each turn takes from one cell and puts into three, as on a large
board. Both sizes are measured in turns, and the best round of each counts.
"""

from __future__ import annotations

from random import Random
from time import thread_time

from controller.games.game import Stage, Trace, trace_of
from controller.tracking.seen import Seen, exactly
from controller.tracking.tracker import Tracker
from tests.benchmarks.report import line, plain

CELLS = [f"c{number}" for number in range(24)]
START = dict.fromkeys(CELLS, 5)
_ROUNDS, _TURNS, _SLIPS = 30, 50, 0.5


def turns(count: int) -> list[Trace]:
    """So many different turns."""
    rng = Random(1)
    made: dict[tuple[str, ...], Trace] = {}
    while len(made) < count:
        origin, *targets = rng.sample(CELLS, 4)
        goal = {origin: rng.randrange(5)} | dict.fromkeys(targets, 6)
        key = (origin, str(goal[origin]), *sorted(targets))
        made[key] = trace_of(START, [Stage("move", goal)])
    return list(made.values())


def readings() -> list[dict[str, Seen]]:
    """What a busy evening reports: turns made piece by piece, slips among them, and put back."""
    rng = Random(2)
    seen: list[dict[str, Seen]] = []
    for trace in rng.choices(turns(20), k=_TURNS):
        touched = rng.sample([*trace.after], len(trace.after))
        seen += [{cell: exactly(trace.after[cell])} for cell in touched]
        if rng.random() < _SLIPS:
            slip = rng.choice([cell for cell in CELLS if cell not in touched])
            seen += [{slip: exactly(7)}, {slip: exactly(5)}]
        seen += [{cell: exactly(5)} for cell in touched]
    return seen


def cost(tracker: Tracker, seen: list[dict[str, Seen]]) -> float:
    """Seconds for one reading, on average over a round."""
    tracker.follow(START_LOOKS)
    began = thread_time()
    for changes in seen:
        tracker.follow(changes)
    return (thread_time() - began) / len(seen)


START_LOOKS = {cell: exactly(5) for cell in CELLS}


def main() -> None:
    """Print the cost of both, and their ratio beside its target."""
    seen = readings()
    few, many = Tracker(START, turns(20)), Tracker(START, turns(2000))
    costs = [(cost(few, seen), cost(many, seen)) for _ in range(_ROUNDS)]
    small, large = (min(each[side] for each in costs) * 1e6 for side in (0, 1))
    plain("tracker, one reading, 20 turns", small, "us")
    plain("tracker, one reading, 2,000 turns", large, "us")
    line("tracker, 2,000 turns against 20", large / small, "x", 1.5)


if __name__ == "__main__":
    main()

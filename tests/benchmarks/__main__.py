"""`make bench`: every figure beside its target, ratios taken in one run.

Where the machine is one of several on a host, the host may keep its processors for others, and what
is measured by the clock is then the host's. How much it kept is printed; a section that takes the
time of single turns is run again if that was too much. Every run is printed.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from tests.benchmarks import (
    crowd,
    daemon,
    gyges,
    hall,
    hands,
    kakuzu,
    kalah,
    latency,
    link,
    nardy,
    nardy_table,
    opponent,
    pairing,
    steps,
    tracker,
    writes,
)
from tests.benchmarks.report import plain, stolen

#: Those that a processor taken away for a moment spoils.
_DELICATE = (nardy_table, gyges, kakuzu, latency, daemon, crowd)
_RUNS = 4
#: The share of a processor that may have gone to other machines.
_QUIET = 0.01


def main() -> None:
    """Run all benchmarks."""
    for section in (
        kalah,
        nardy,
        nardy_table,
        gyges,
        kakuzu,
        tracker,
        latency,
        steps,
        link,
        daemon,
        crowd,
        opponent,
        writes,
        pairing,
        hands,
        hall,
    ):
        for run in range(1, _RUNS + 1 if section in _DELICATE else 2):
            again = f", run {run}" if run > 1 else ""
            print(f"-- {section.__name__.rpartition('.')[2]}{again}")
            if _share_given_away(section.main) <= _QUIET:
                break


def _share_given_away(measure: Callable[[], None]) -> float:
    """Measure, and print how much of a processor the host gave to others meanwhile."""
    before, began = stolen(), monotonic()
    measure()
    share = (stolen() - before) / (monotonic() - began)
    plain("   of a processor meanwhile given to other machines", share * 100, "%")
    return share


if __name__ == "__main__":
    main()

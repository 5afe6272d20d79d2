"""`make bench`: every figure beside its target, ratios taken in one run."""

from __future__ import annotations

from time import monotonic

from tests.benchmarks import (
    daemon,
    gyges,
    hall,
    kakuzu,
    kalah,
    latency,
    link,
    nardy,
    nardy_table,
    pairing,
    tracker,
)
from tests.benchmarks.report import plain, stolen


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
        link,
        daemon,
        pairing,
        hall,
    ):
        print(f"-- {section.__name__.rpartition('.')[2]}")
        before, began = stolen(), monotonic()
        section.main()
        share = (stolen() - before) / (monotonic() - began)
        plain("   of a processor meanwhile given to other machines", share * 100, "%")


if __name__ == "__main__":
    main()

"""How a figure is printed: beside its target, with whether it was met."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path


def line(what: str, value: float, unit: str, most: float) -> None:
    """Print a figure that should not be more than its target."""
    verdict = "met" if value <= most else "MISSED"
    print(f"{what:<58} {value:10.3f} {unit:<6} target <= {most:g}  {verdict}")


def plain(what: str, value: float, unit: str) -> None:
    """Print a figure that has no target."""
    print(f"{what:<58} {value:10.3f} {unit}")


def stolen() -> float:
    """Seconds that the host has kept this machine's processors for others, so far."""
    with Path("/proc/stat").open() as file:
        return int(file.readline().split()[8]) / os.sysconf("SC_CLK_TCK")


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

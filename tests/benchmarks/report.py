"""How a figure is printed: beside its target, with whether it was met."""

from __future__ import annotations

from collections.abc import Sequence


def line(what: str, value: float, unit: str, most: float) -> None:
    """Print a figure that should not be more than its target."""
    verdict = "met" if value <= most else "MISSED"
    print(f"{what:<58} {value:10.3f} {unit:<6} target <= {most:g}  {verdict}")


def plain(what: str, value: float, unit: str) -> None:
    """Print a figure that has no target."""
    print(f"{what:<58} {value:10.3f} {unit}")


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

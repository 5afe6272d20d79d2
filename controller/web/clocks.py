"""Clocks that run are counted on where they are shown, so that no view is made for a tick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def later(side: Mapping[str, Any], seconds: float) -> Mapping[str, Any]:
    """A side so much later: its clock has run on, if it runs, after what is left of a delay."""
    if side["clock"] is None or not side["running"]:
        return side
    free, spent = side["free"] - seconds, max(0.0, seconds - side["free"])
    clock = max(0.0, side["clock"] - spent)
    return {**side, "clock": round(clock, 1), "free": round(max(0.0, free), 1)}

"""Scripted faults: which sensor breaks, how, and when."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from hardware.errors import FaultError


class FaultKind(StrEnum):
    """The ways in which a board misbehaves."""

    DEAD = "dead"  # a reed that never closes, a load cell that never answers
    STUCK = "stuck"  # holds what it said last
    CHATTER = "chatter"  # toggles, or trembles too much to be weighed
    SPILL = "spill"  # a stone falls off the board


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of one cell, `at` seconds after the board was opened."""

    kind: FaultKind
    cell: str
    at: float = 0.0

    def __str__(self) -> str:
        when = f"@{self.at:g}" if self.at else ""
        return f"{self.kind}:{self.cell}{when}"


def parse_fault(text: str, cells: Collection[str] | None = None) -> Fault:
    """Read `dead:b3` or `spill:a4@12.5`; with `cells`, the cell must be one of them."""
    kind, colon, rest = text.strip().partition(":")
    cell, at_sign, when = rest.partition("@")
    if not colon or not cell:
        raise FaultError(
            f"The fault {text!r} cannot be read: it is KIND:CELL or KIND:CELL@SECONDS, such as "
            f"dead:b3 or spill:a4@12.5."
        )
    if cells is not None and cell not in cells:
        raise FaultError(
            f"The fault {text!r} names the cell {cell!r}, which this board does not have. It has "
            f"{', '.join(cells)}."
        )
    return Fault(_kind(kind, text), cell, _seconds(when, text) if at_sign else 0.0)


def _kind(word: str, text: str) -> FaultKind:
    try:
        return FaultKind(word)
    except ValueError:
        raise FaultError(
            f"The fault {text!r} is of the kind {word!r}; allowed are {', '.join(FaultKind)}."
        ) from None


def _seconds(word: str, text: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = math.nan
    if not (math.isfinite(seconds) and seconds >= 0):
        raise FaultError(
            f"The fault {text!r} comes after {word!r} seconds; allowed is a number from 0 up."
        )
    return seconds

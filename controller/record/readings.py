"""Raw readings as the record keeps them, so that any turn can be followed again later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from controller.tracking.sensing import SensorReading


class RawReading(SensorReading, Protocol):
    """What a reading must tell to be kept: what the tracker needs, and when it was seen."""

    @property
    def at(self) -> float: ...


class KeptReading(NamedTuple):
    """One reading from the record, with the game and the ply during which it was seen."""

    game: int
    ply: int
    at: float
    cell: str
    sense: str
    value: float
    steady: bool
    fault: str | None
    capacity: int


ADD = (
    "INSERT INTO readings (game, ply, at, cell, sense, value, steady, fault, capacity)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
FIND = (
    "SELECT game, ply, at, cell, sense, value, steady, fault, capacity FROM readings"
    " WHERE game = ? AND (? IS NULL OR ply = ?) ORDER BY id"
)


def to_row(game: int, ply: int, reading: RawReading) -> KeptReading:
    """A reading as a row; a value that is no number fails here, not in the next append."""
    return KeptReading(
        game,
        ply,
        float(reading.at),
        str(reading.cell),
        str(reading.sense),
        float(reading.value),
        bool(reading.steady),
        None if reading.fault is None else str(reading.fault),
        int(reading.capacity),
    )


def from_row(row: Sequence[Any]) -> KeptReading:
    """A row as a reading. SQLite keeps NaN as nothing and truth as 0 or 1: both are put back."""
    game, ply, at, cell, sense, value, steady, fault, capacity = row
    weight = float("nan") if value is None else value
    return KeptReading(game, ply, at, cell, sense, weight, bool(steady), fault, capacity)

"""Raw readings as the record keeps them, so that any turn can be followed again later."""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType
from typing import Any, NamedTuple, Protocol

from controller.tracking.reading import SensorReading


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

ALL = "SELECT game, ply, at, cell, sense, value, steady, fault, capacity FROM readings ORDER BY id"

#: Of the games in between, for each cell the last reading of each turn stays.
THIN = (
    "DELETE FROM readings WHERE game > :after AND game <= :upto AND id NOT IN"
    " (SELECT max(id) FROM readings WHERE game > :after AND game <= :upto"
    " GROUP BY game, ply, cell)"
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
    """A row as a reading; `ValueError` says which part of it no reading can have had.

    SQLite keeps NaN as nothing and truth as 0 or 1: both are put back.
    """
    for column, value, (kinds, wanted) in zip(KeptReading._fields, row, _KINDS, strict=True):
        if type(value) not in kinds:
            raise ValueError(f"its {column} is {value!r}; it must be {wanted}")
    game, ply, at, cell, sense, value, steady, fault, capacity = row
    weight = float("nan") if value is None else value
    return KeptReading(game, ply, at, cell, sense, weight, bool(steady), fault, capacity)


_Kinds = tuple[tuple[type, ...], str]
_WHOLE: _Kinds = ((int,), "a whole number")
_TEXT: _Kinds = ((str,), "a text")
#: What each column can hold; readings are not sealed, so that anybody may have written there.
_KINDS: tuple[_Kinds, ...] = (
    _WHOLE,
    _WHOLE,
    ((int, float), "a time in seconds"),
    _TEXT,
    _TEXT,
    ((int, float, NoneType), "a number"),
    _WHOLE,
    ((str, NoneType), "a text or nothing"),
    _WHOLE,
)

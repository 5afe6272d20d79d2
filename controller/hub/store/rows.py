"""What a store holds, as plain values, and what can go wrong with it."""

from __future__ import annotations

from typing import NamedTuple

from controller.record.errors import RecordError


class StoreError(RecordError):
    """The store cannot be read or written now; nothing was half-written. The text says why."""


class StoreBusyError(StoreError, BlockingIOError):
    """Another hub writes this store."""


class TableEvent(NamedTuple):
    """One event of one table's record, as it came; `data` is its canonical JSON."""

    table: str
    record: str
    seq: int
    game: int
    at: float
    kind: str
    data: str
    hash: str


class Cursor(NamedTuple):
    """How far the hub has a record: the number of its newest event, and the hash that seals it."""

    seq: int
    hash: str


class RecordLine(NamedTuple):
    """One record in a list: whose it is, how far the hub has it, and its newest game."""

    table: str
    record: str
    seq: int
    hash: str
    games: int

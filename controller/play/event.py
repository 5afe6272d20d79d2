"""What happened at a table, as plain values. The list of kinds is in docs/architecture.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: The hash that stands before the first event of a record.
GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: its kind, when (UNIX seconds) and the facts, plain JSON only."""

    kind: str
    at: float
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stored:
    """One event as the record holds it: its number, its game, and the hash that seals it."""

    seq: int
    game: int
    event: Event
    hash: str

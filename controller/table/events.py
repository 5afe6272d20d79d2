"""What happened at a table, as plain values. The list of kinds is in docs/architecture.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: its kind, when (UNIX seconds) and the facts, plain JSON only."""

    kind: str
    at: float
    data: Mapping[str, Any] = field(default_factory=dict)

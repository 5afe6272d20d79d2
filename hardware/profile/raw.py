"""Reading a raw profile without trusting its shape: what is not there is simply empty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hardware.profile.words import Location

Problem = tuple[Location, str]
"""The key a mistake is about, and its words."""


def table(raw: Any, *path: str) -> dict[str, Any]:
    """The table at a path, or an empty one where the file has something else."""
    for step in path:
        raw = raw.get(step) if isinstance(raw, dict) else None
    return raw if isinstance(raw, dict) else {}


def banks(raw: dict[str, Any], kind: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each matrix or bank of the sensors, with its number."""
    found = table(raw, "sensors").get(kind)
    for number, bank in enumerate(found if isinstance(found, list) else ()):
        if isinstance(bank, dict):
            yield number, bank


def cell_names(raw: dict[str, Any]) -> list[str]:
    """The cells the profile names, as far as they are names."""
    names = table(raw, "cells").get("names")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def is_number(found: Any) -> bool:
    """Whether this is a whole number (and not true or false)."""
    return type(found) is int

"""What an event's rules say of who comes late and who rests (T10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: What a table of lateness says, in minutes, and one of breaks.
LATENESS = ("after", "every", "lost")
BREAKS = ("number", "minutes")
LONGEST = 600


def is_lateness(value: Any) -> bool:
    """Whether this is a table of penalties: a point after so long, one more with each span, and
    from when on the match is lost; or none."""
    return _is_table(value, LATENESS) and (not value or value["after"] <= value["lost"])


def is_breaks(value: object) -> bool:
    """Whether this says how many breaks there are in a match, and how long one is; or nothing."""
    return _is_table(value, BREAKS)


def _is_table(value: Any, keys: tuple[str, ...]) -> bool:
    if not isinstance(value, dict) or (value and set(value) != set(keys)):
        return False
    return all(type(each) is int and 0 < each <= LONGEST for each in value.values())


def penalty(rules: Mapping[str, int], length: int, minutes: int) -> tuple[int, bool]:
    """The points that the opponent gets, and whether the match is lost; single games have no
    points to give, so only the last span counts there."""
    if minutes < rules["after"]:
        return 0, False
    points = 1 + (minutes - rules["after"]) // rules["every"] if length else 0
    lost = minutes >= rules["lost"] or (length > 0 and points >= length)
    return points, lost

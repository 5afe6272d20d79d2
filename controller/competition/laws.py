"""Rules that go together, by name (T14, T15): what `create` takes for granted where a `law` is
named. Whatever the director says besides goes before it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

#: The law of the World Backgammon Federation for matches to N points: `wbgf-7`.
_WBGF = re.compile(r"wbgf-([1-9][0-9]?)")
LONGEST = 64

_BLITZ = {
    "game": "short",
    "preset": "international",
    "length": 3,
    "house": {"clock": "delay", "minutes": 3, "extra": 8, "clock_scope": "match", "flag": "match"},
}
_PIE = {
    "game": "kalah",
    "options": {"pie": True},
    "house": {"clock": "fischer", "minutes": 10, "extra": 5},
}
#: By name; those of the federation are as many as there are lengths.
_OURS: Mapping[str, Mapping[str, Any]] = {"club-blitz": _BLITZ, "kalah-pie": _PIE}
NAMES = ("wbgf-N (a match to N points, 1 to 64)", *_OURS)
#: Tie-breaks in which the margin of stones stands for what was scored (T15).
_MARGIN = {"kalah-pie"}


def law_of(name: str) -> Mapping[str, Any] | None:
    """What a law settles; None where there is none of this name."""
    if name in _OURS:
        return _OURS[name]
    found = _WBGF.fullmatch(name)
    length = int(found[1]) if found else 0
    return _wbgf(length) if 0 < length <= LONGEST else None


def _wbgf(length: int) -> Mapping[str, Any]:
    """T1: two minutes for each point of the match; T2: twelve free seconds a turn; T3: a reserve
    that runs out loses the match; T6: legal moves: what is against the rules is put right, unless
    the next valid roll came first; T8: a valid roll that was made too early stands."""
    clock = {"clock": "delay", "minutes": 2 * length, "extra": 12}
    return {
        "game": "short",
        "preset": "international",
        "length": length,
        "options": {"crawford": True},
        "house": {
            **clock,
            "clock_scope": "match",
            "flag": "match",
            "illegal": "legal",
            "premature": "stands",
        },
    }


def completed(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What was given, with what its law settles; one that nobody knows is left to be told."""
    name = given.get("law")
    law = law_of(name) if isinstance(name, str) else None
    if law is None:
        return given
    joined = {key: _both(law[key], given.get(key)) for key in ("options", "house") if key in law}
    return {**law, **given, **joined}


def _both(law: Mapping[str, Any], own: object) -> Any:
    if own is None:
        return dict(law)
    return {**law, **own} if isinstance(own, dict) else own


def by_law(name: str, tiebreaks: tuple[str, ...]) -> tuple[str, ...]:
    """The usual tie-breaks of a format as a law wants them."""
    if name not in _MARGIN:
        return tiebreaks
    return tuple("margin" if each == "scored" else each for each in tiebreaks)

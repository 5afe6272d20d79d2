"""Nardy: short (backgammon), long, gulbar and mad gulbar (rules N1-N12, S1-S14, L1-L9, G1-G6)."""

from collections.abc import Mapping
from typing import Any

from controller.games.kind import Kind, Preset
from controller.games.nardy.game import Gulbar, Long, MadGulbar, Nardy, Short
from controller.games.nardy.options import (
    GulbarOptions,
    LongOptions,
    MadGulbarOptions,
    NardyOptions,
    ShortOptions,
)
from controller.games.nardy.position import Position, Stakes, State
from controller.games.options import usual_but
from controller.games.told import english

_BOARDS = {"slots": "nardy-slots", "load": "nardy-load"}

_SHEET = english("This rule sheet")
#: How long a match is, a preset does not say.
_MATCH = ("match_length", "crawford")


def _short(titles: Mapping[str, str], **own: Any) -> Preset:
    return Preset(titles, usual_but(ShortOptions, open_=_MATCH, **own))


def _mad(titles: Mapping[str, str], **own: Any) -> Preset:
    return Preset(titles, usual_but(MadGulbarOptions, open_=_MATCH, **own))


#: Who hits at home, and what may come of it, is played in three ways (S7, S13).
_SHORT_PRESETS = {
    "international": _short(english("International")),
    "caucasian": _short(english("Caucasian"), hit_then_bear_off="forced", hit_and_hide=False),
    "sheet": _short(_SHEET, hit_then_bear_off="forbidden"),
}
#: How often each number of a run is played (G4).
_MAD_PRESETS = {
    "sheet": _mad(_SHEET, repeats=2),
    "gul-bara": _mad(english("International Gul Bara"), repeats=4),
}

SHORT = Kind(
    Short,
    ShortOptions,
    titles=english("Short nardy"),
    boards=_BOARDS,
    presets=_SHORT_PRESETS,
)
LONG = Kind(Long, LongOptions, titles=english("Long nardy"), boards=_BOARDS)
GULBAR = Kind(Gulbar, GulbarOptions, titles=english("Gulbar"), boards=_BOARDS)
MAD_GULBAR = Kind(
    MadGulbar,
    MadGulbarOptions,
    titles=english("Mad gulbar"),
    boards=_BOARDS,
    presets=_MAD_PRESETS,
)

__all__ = [
    "GULBAR",
    "LONG",
    "MAD_GULBAR",
    "SHORT",
    "Gulbar",
    "GulbarOptions",
    "Long",
    "LongOptions",
    "MadGulbar",
    "MadGulbarOptions",
    "Nardy",
    "NardyOptions",
    "Position",
    "Short",
    "ShortOptions",
    "Stakes",
    "State",
]

"""Nardy: short (backgammon), long, gulbar and mad gulbar (rules N1-N12, S1-S14, L1-L9, G1-G6)."""

from controller.games.nardy.game import Gulbar, Long, MadGulbar, Nardy, Short
from controller.games.nardy.options import (
    GulbarOptions,
    LongOptions,
    MadGulbarOptions,
    NardyOptions,
    ShortOptions,
)
from controller.games.nardy.position import Position, Stakes, State

__all__ = [
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

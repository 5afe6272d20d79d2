"""Nardy: short (backgammon), long, gulbar and mad gulbar (rules N1-N12, S1-S14, L1-L9, G1-G6)."""

from controller.games.kind import Kind
from controller.games.nardy.game import Gulbar, Long, MadGulbar, Nardy, Short
from controller.games.nardy.options import (
    GulbarOptions,
    LongOptions,
    MadGulbarOptions,
    NardyOptions,
    ShortOptions,
)
from controller.games.nardy.position import Position, Stakes, State

_BOARDS = {"slots": "nardy-slots", "load": "nardy-load"}

SHORT = Kind(
    Short, ShortOptions, titles={"en": "Short nardy", "ru": "Короткие нарды"}, boards=_BOARDS
)
LONG = Kind(Long, LongOptions, titles={"en": "Long nardy", "ru": "Длинные нарды"}, boards=_BOARDS)
GULBAR = Kind(Gulbar, GulbarOptions, titles={"en": "Gulbar", "ru": "Гюльбар"}, boards=_BOARDS)
MAD_GULBAR = Kind(
    MadGulbar,
    MadGulbarOptions,
    titles={"en": "Mad gulbar", "ru": "Сумасшедший гюльбар"},
    boards=_BOARDS,
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

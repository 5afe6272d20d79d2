"""A position of Oware: who moves, what lies where, and what was said about sharing it."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

SOUTH, NORTH = 0, 1


class Talk(IntEnum):
    """What was said about ending an endless game (W8)."""

    NOTHING = 0
    OFFERED = 1
    AGREED = 2


class Position(NamedTuple):
    """`seeds` lie in a1 .. a6, South's store, b1 .. b6, North's store."""

    mover: int
    seeds: tuple[int, ...]
    talk: Talk = Talk.NOTHING

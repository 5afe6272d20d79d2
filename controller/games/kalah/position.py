"""A Kalah position: who moves, what lies where, and whether the seats may still be swapped."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

SOUTH, NORTH = 0, 1


class Pie(IntEnum):
    """Where the pie rule (K10) stands."""

    OFF = 0  # not played, taken, or its moment has passed
    WAITING = 1  # the first move (or turn) is still to be made
    OPEN = 2  # the second player may swap the seats now


class Position(NamedTuple):
    """One position, hashable and cheap to make.

    `seeds` runs counter-clockwise: South's pits left to right as South sees them, South's store,
    North's pits left to right as North sees them, North's store. Sowing is walking this tuple.
    """

    mover: int
    seeds: tuple[int, ...]
    pie: Pie = Pie.OFF

"""The turns of Gyges: putting a piece onto the board, or moving one."""

from __future__ import annotations

from typing import NamedTuple


class Placement(NamedTuple):
    """A piece of this size comes onto a free field of the own first line (Y2)."""

    size: int
    field: int


class Move(NamedTuple):
    """A piece goes from its field to another, to the goal, or back to where it stood (Y6-Y11).

    Where it takes another piece's place, `replaced` is that piece's new field (Y12).
    """

    origin: int
    target: int
    replaced: int | None = None


Turn = Placement | Move

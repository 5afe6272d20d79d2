"""Which sensors may be wrong, so that the players can vouch for what lies there (`vouch`).

A sensor is doubted where it contradicts what should lie there although that may well lie there. A
board that is not set up yet, a turn taken back whose pieces nobody has touched, or a turn that the
hands are making, is no doubt: those sensors tell the truth, and there is something left to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from controller.games.game import Cell
from controller.games.told import Told
from controller.table.state import Status
from controller.tracking.verdict import Kind

if TYPE_CHECKING:
    from controller.table.table import Table


def doubted(table: Table) -> list[Cell]:
    """The cells whose sensors may be wrong now, in the order of the game's cells."""
    if not table.following or table.verdict.kind is Kind.UNTOUCHED or _work_left(table):
        return []
    cells = table.sensing.faults.keys() | (set() if _under_way(table) else _contradicting(table))
    return [cell for cell in table.state.rules.cells if cell in cells - table.state.left_out]


def why_not(_table: Table) -> str:
    """Why no sensor can be vouched for now."""
    return Told("no sensor is doubted now: each agrees with the game, or pieces are to be moved")


def _work_left(table: Table) -> bool:
    """Whether hands have yet to do what the lights ask for, so that no sensor is to blame."""
    follower = table.follower
    assert follower is not None
    if table.state.status is Status.SETUP:
        return 2 * len(table.verdict.repairs) > len(table.state.rules.cells)
    return follower.returning and follower.looks == table.looks_before


def _under_way(table: Table) -> bool:
    """Whether hands are making a turn, and have not rested in it for long."""
    follower = table.follower
    assert follower is not None
    if table.state.question:
        return False
    return table.verdict.kind is Kind.IN_HAND and not follower.is_waiting


def _contradicting(table: Table) -> set[Cell]:
    """The cells that look otherwise than before the turn, or than the only turn leaves them."""
    follower, verdict = table.follower, table.verdict
    assert follower is not None
    if verdict.repairs:
        return {repair.cell for repair in verdict.repairs}
    station, looks = follower.station, follower.looks
    wanted: list[Mapping[Cell, int]] = [station.contents]
    if len(verdict.possible) == 1:
        wanted.append(station.traces[verdict.possible[0]].after)
    return {
        cell
        for contents in wanted
        for cell, held in contents.items()
        if cell in looks and not looks[cell].allows(held)
    }

"""What is true in the simulated world and no rule decides: what lies beneath the stones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from controller.games.kakuzu import Sheet
from controller.games.parts import Hidden
from controller.sheets.sudoku import sudoku
from controller.table.table import Table

Truth = Callable[[Any, Sequence[Any]], Sequence[Any]]


def truth_of(table: Table, rng: Random) -> Truth:
    """Leaves, of all legal turns from a position, those that can be played in this world."""
    if table.secret is not None:
        narrow = table.secret.narrow
        return lambda _position, turns: narrow(turns)
    hidden = table.state.rules.hidden
    if hidden is None:
        return lambda _position, turns: turns
    return _paper(hidden, Sheet(sudoku(f"{rng.random()}")))


def _paper(hidden: Hidden[Any], sheet: Sheet) -> Truth:
    """A sheet that the players can read and the board cannot."""
    return lambda position, turns: [turn for turn in turns if hidden.agrees(sheet, position, turn)]

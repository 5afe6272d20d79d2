"""What is true in the simulated world and no rule decides: what lies beneath the stones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from controller.games.kakuzu import Kakuzu, Lift, Sheet
from controller.sheets.sudoku import sudoku
from controller.table.table import Table

Truth = Callable[[Any, Sequence[Any]], Sequence[Any]]


def truth_of(table: Table, rng: Random) -> Truth:
    """Leaves, of all legal turns from a position, those that can be played in this world."""
    if table.secret is not None:
        narrow = table.secret.narrow
        return lambda _position, turns: narrow(turns)
    rules = table.state.rules
    if not isinstance(rules, Kakuzu):
        return lambda _position, turns: turns
    return _paper(rules, Sheet(sudoku(f"{rng.random()}")))


def _paper(rules: Kakuzu, sheet: Sheet) -> Truth:
    """A sheet that the players can read and the board cannot."""

    def fits(position: Any, turn: Any) -> bool:
        if not isinstance(turn, Lift) or rules.sheet_known:
            return sheet.agrees(turn)
        hit = bool(position.token) and sheet.agrees(Lift(turn.hole, position.token))
        return bool(turn.number) == hit

    return lambda position, turns: [turn for turn in turns if fits(position, turn)]

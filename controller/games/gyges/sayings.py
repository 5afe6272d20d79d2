"""What Gyges says to people: whose goal it is, and how its sizes are called (Y1, Y11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from controller.games.game import Cell
from controller.games.gyges.board import CELLS, GOALS, HOME_LINES, lines_from
from controller.games.gyges.position import Position
from controller.games.parts import Sayings
from controller.games.told import Told

_GOALS: Final = {CELLS[goal]: side + 1 for side, goal in enumerate(GOALS)}


_ALL_PLACED: Final = (
    Told("both single pieces of this side stand already (Y2)"),
    Told("both double pieces of this side stand already (Y2)"),
    Told("both triple pieces of this side stand already (Y2)"),
)


class GygesSayings(Sayings[Position]):
    """Fields by their letters and numbers, the own line first."""

    def places(self, side: int) -> Mapping[Cell, str]:
        """Line by line from this side's own (Y4), then the goals behind each side's line."""
        fields = [CELLS[field] for line in lines_from(side) for field in line]
        goals = {goal: Told("the goal of player {n}", n=n) for goal, n in _GOALS.items()}
        return {field: field for field in fields} | goals

    def turn(self, written: str) -> str:
        """A piece by what its size is called, and a move into the goal, of which everybody knows
        whose it is (Y1, Y11)."""
        size, _, field = written.partition("@")
        if field:
            return _placed(int(size), field)
        start, _, target = written.partition("-")
        return Told("{start} to the goal", start=start) if target in _GOALS else written

    def refuses(self, position: Position, seen: Mapping[Cell, tuple[int, int]]) -> str | None:
        """A third piece of a size, a piece on a wrong line, or one that may not be moved."""
        held = dict(zip(CELLS, position.board, strict=True))
        taken = [cell for cell in held if held[cell] and cell in seen and seen[cell][1] == 0]
        put = [cell for cell in held if not held[cell] and cell in seen and seen[cell][0]]
        if position.in_setup:
            return _misplaced(position, taken, {cell: seen[cell] for cell in put})
        if put or len(taken) != 1:
            return None
        return self._unmovable(position, taken[0])

    def _unmovable(self, position: Position, cell: Cell) -> str | None:
        """A piece that was taken though it is not on the line that moves (Y4, Y5)."""
        origins = self.game.origins(position, self.game.turns(position))
        if origins is None or cell in origins:
            return None
        nearest = next(
            line for line in lines_from(position.mover) if any(position.board[at] for at in line)
        )
        if CELLS.index(cell) in nearest:
            return Told("this piece has no move (Y6)")
        return Told("only pieces on the occupied line nearest to the player may move (Y4)")


def _placed(size: int, field: str) -> str:
    if size == 1:
        return Told("single piece on {cell}", cell=field)
    if size == 2:
        return Told("double piece on {cell}", cell=field)
    return Told("triple piece on {cell}", cell=field)


def _misplaced(
    position: Position, taken: Sequence[Cell], put: Mapping[Cell, tuple[int, int]]
) -> str | None:
    own = {CELLS[field] for field in HOME_LINES[position.mover]}
    if taken:
        return Told("pieces that stand are not moved before all twelve are placed (Y2)")
    if put.keys() - own:
        return Told("pieces are placed on the own first line (Y2)")
    if len(put) > 1:
        return Told("one piece at a time is placed (Y2)")
    sizes = {low for low, high in put.values() if low == high}
    over = sizes - set(position.in_hand(position.mover))
    return _ALL_PLACED[over.pop() - 1] if over and over <= {1, 2, 3} else None

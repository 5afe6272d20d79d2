"""What a turn looks like on the wood: cells, their contents, and what each may show meanwhile.

The cells are the points "1" to "24" as White counts them, the bars where there are any, and the
trays of those borne off. White's checkers count positive, Black's negative.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.games.game import Cell, Stage, Trace
from controller.games.nardy.board import BLACK, WHITE, Board, board_after, halves
from controller.games.nardy.careful import Move
from controller.games.nardy.variants import BAR, OFF, Variant
from controller.games.nardy.ways import Way

_NAMES = ("white", "black")
_SIGNS = (1, -1)


class Cells:
    """The cells of one game's board."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._names = tuple(
            tuple(self._name(side, place) for place in range(26)) for side in (WHITE, BLACK)
        )
        points = self._names[WHITE][1:BAR]
        bars = (self._names[WHITE][BAR], self._names[BLACK][BAR]) if variant.hits else ()
        self.trays = (self._names[WHITE][OFF], self._names[BLACK][OFF])
        self.all = (*points, *bars, *self.trays)

    def _name(self, side: int, place: int) -> Cell:
        if place == OFF:
            return f"off-{_NAMES[side]}"
        if place == BAR:
            return f"bar-{_NAMES[side]}"
        return str(place if side == WHITE else self._variant.across(place))

    def contents(self, board: Board) -> tuple[int, ...]:
        """What stands in each of the cells."""
        white, black = halves(board, WHITE)
        facing = self._variant.facing(black)
        points = [white[point] - facing[point] for point in range(1, BAR)]
        bars = (white[BAR], -black[BAR]) if self._variant.hits else ()
        return (*points, *bars, white[OFF], -black[OFF])

    def shown(self, board: Board) -> dict[Cell, int]:
        """The same by the cells' names."""
        return dict(zip(self.all, self.contents(board), strict=True))

    def stages(self, board: Board, side: int, moves: tuple[Move, ...]) -> Iterator[Stage]:
        """A turn move by move: enter, move, hit, bear off."""
        before = self.shown(board)
        for move in moves:
            after = self.shown(board_after(self._variant, board, side, move.state))
            goal = {cell: held for cell, held in after.items() if held != before[cell]}
            yield Stage(_stage_name(move), goal)
            before = after

    def trace(self, board: Board, side: int, way: Way) -> Trace:
        """Everything the cells may show while hands make this turn in any of its ways."""
        own, foe = halves(board, side)
        facing, names, sign = self._variant.facing(foe), self._names[side], _SIGNS[side]
        during: dict[Cell, frozenset[int]] = {}
        for place in (*way.lifted, *way.placed, *way.slid):
            there = facing[place] if 0 < place < BAR else 0
            seen = _seen(own[place], there, place, way)
            during[names[place]] = frozenset(sign * held for held in seen)
        if hits := sum(move.hit for move in way.moves):
            barred = range(foe[BAR], foe[BAR] + hits + 1)
            during[self._names[1 - side][BAR]] = frozenset(-sign * held for held in barred)
        stages = tuple(self.stages(board, side, way.moves))
        after = self.shown(board)
        for stage in stages:
            after.update(stage.goal)
        return Trace(during, {cell: after[cell] for cell in during}, stages)


def _stage_name(move: Move) -> str:
    if move.hit:
        return "hit"
    if move.origin == BAR:
        return "enter"
    return "bear off" if move.target == OFF else "move"


def _seen(own: int, there: int, place: int, way: Way) -> set[int]:
    """What a place may show, the mover's checkers counted positive, the opponent's negative.

    A checker that slides across counts for a moment with those that stand there. One that hits
    may come down before the hit one is taken away, and the hit one may lie beside the point.
    """
    passing = way.slid.get(place, 0)
    least = max(own - way.lifted.get(place, 0), 0)
    most = own + way.placed.get(place, 0) + passing
    if not there:
        return set(range(least, most + 1))
    across = set(range(-there - passing, -there + 1))
    return across | set(range(most + 2)) if place in way.placed else across

"""What a turn looks like on the wood: what each cell may show while hands make it.

A piece is there or in the hand, never half, so a cell shows 0 or a whole piece's size. Under the
replacement rule two pieces are in the air, in any order: the replaced piece may be lifted before
the moving one comes, after it, or stand below it for a moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from controller.games.game import Cell, Stage, Trace
from controller.games.gyges.board import CELLS
from controller.games.gyges.turns import Move, Placement


def placement_trace(placement: Placement) -> Trace:
    """A piece comes from beside the board (Y2)."""
    size, field = placement
    cell = CELLS[field]
    return Trace({cell: frozenset((0, size))}, {cell: size}, (Stage("put", {cell: size}),))


def move_trace(board: Sequence[int], ways: Sequence[Move]) -> Trace:
    """A move made in any of its ways, which all leave the same board."""
    shown: dict[Cell, set[int]] = {}
    for way in ways:
        for cell, contents in _shown(board, way):
            shown.setdefault(CELLS[cell], set()).update(contents)
    after = dict(zip(CELLS, board_after(board, ways[0]), strict=True))
    return Trace(
        {cell: frozenset(contents) for cell, contents in shown.items()},
        {cell: after[cell] for cell in shown},
        move_stages(board, ways[0]),
    )


def move_stages(board: Sequence[int], move: Move) -> tuple[Stage, ...]:
    """Lift the piece, put it down; or lift it, replace another, put that one down."""
    origin, target, replaced = move
    lift, down = Stage("lift", {CELLS[origin]: 0}), {CELLS[target]: board[origin]}
    if replaced is None:
        return lift, Stage("put", down)
    return lift, Stage("replace", down), Stage("put", {CELLS[replaced]: board[target]})


def board_after(board: Sequence[int], move: Move) -> tuple[int, ...]:
    """The board when a move is done."""
    origin, target, replaced = move
    after = [*board]
    after[origin] = 0
    if replaced is not None:
        after[replaced] = board[target]
    after[target] = board[origin]
    return tuple(after)


def _shown(board: Sequence[int], move: Move) -> Iterable[tuple[int, set[int]]]:
    """The cells one way touches, each with what it may show on the way."""
    origin, target, replaced = move
    size, taken = board[origin], board[target]
    yield origin, {size, 0}
    if replaced is None:
        yield target, {0, size}
        return
    yield target, {taken, 0, size, taken + size}
    yield replaced, {0, taken}

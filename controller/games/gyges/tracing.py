"""What a turn looks like on the wood: what each cell may show while hands make it.

A piece is there or in the hand, never half, so a cell shows 0 or a whole piece's size. Under the
replacement rule two pieces are in the air, in any order: the replaced piece may be lifted before
the moving one comes, after it, or stand below it for a moment. And where another piece could have
been replaced on the same way, hands may lift it and put it back: only its weight tells it apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from controller.games.game import Stage, Trace
from controller.games.gyges.board import CELLS, SIZES
from controller.games.gyges.turns import Move, Placement


def placement_trace(placement: Placement) -> Trace:
    """A piece comes from beside the board (Y2)."""
    size, field = placement
    cell = CELLS[field]
    return Trace({cell: frozenset((0, size))}, {cell: size}, (Stage("put", {cell: size}),))


def move_trace(
    board: Sequence[int],
    ways: Sequence[Move],
    between: Mapping[tuple[int, int], Sequence[int]],
) -> Trace:
    """A move made in any of its ways, which all leave the same board."""
    shown: dict[int, frozenset[int]] = {}
    for way in ways:
        for cell, contents in _shown(board, way, between):
            shown[cell] = shown[cell] | contents if cell in shown else contents
    after = board_after(board, ways[0])
    return Trace(
        {CELLS[cell]: contents for cell, contents in shown.items()},
        {CELLS[cell]: after[cell] for cell in shown},
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


def _shown(
    board: Sequence[int], move: Move, between: Mapping[tuple[int, int], Sequence[int]]
) -> Iterable[tuple[int, frozenset[int]]]:
    """The cells one way touches, each with what it may show on the way."""
    origin, target, replaced = move
    size, taken = board[origin], board[target]
    yield origin, _OR_EMPTY[size]
    if replaced is None:
        yield target, _OR_EMPTY[size]
        yield from ((cell, _OR_EMPTY[board[cell]]) for cell in between.get((origin, target), ()))
        return
    yield target, _STACKED[taken, size]
    yield replaced, _OR_EMPTY[taken]


#: What a cell shows while a piece comes or goes, or while one takes the place of another.
_OR_EMPTY: Final = {size: frozenset((0, size)) for size in (0, *SIZES)}
_STACKED: Final = {
    (one, other): frozenset((0, one, other, one + other)) for one in SIZES for other in SIZES
}

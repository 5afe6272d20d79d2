"""The 9 x 9 holes, how they are called, and the nine squares they form.

Hole `a1` is the upper left one as the sheet beneath is read, `i1` the upper right one, `i9` the
lower right one. South sits below, at row 9.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.games.game import Cell

ROWS: Final = tuple(tuple(f"{column}{row}" for column in "abcdefghi") for row in range(1, 10))
CELLS: Final[tuple[Cell, ...]] = tuple(cell for row in ROWS for cell in row)
HOLE: Final = {cell: hole for hole, cell in enumerate(CELLS)}
NUMBERS: Final = range(1, 10)

#: The square (0 to 8) of each hole, and the holes of each square.
SQUARE: Final = tuple(hole // 27 * 3 + hole % 9 // 3 for hole in range(81))
SQUARES: Final = tuple(
    tuple(hole for hole in range(81) if SQUARE[hole] == square) for square in range(9)
)

#: Clockwise from South, as the turns go (Z3): the next one sits to the left.
SEATS: Final = ("South", "West", "North", "East")
#: The hole in the middle of each seat's edge.
_EDGES: Final = {"South": "e9", "West": "a5", "North": "e1", "East": "i5"}
#: Two players sit opposite each other.
_TAKEN: Final = {2: ("South", "North"), 3: ("South", "West", "North"), 4: SEATS}


def seats(players: int) -> tuple[str, ...]:
    """Where this many players sit, clockwise."""
    return _TAKEN[players]


def homes(players: int) -> tuple[Cell, ...]:
    """The hole next to each of them."""
    return tuple(_EDGES[seat] for seat in seats(players))


def names(squares: Iterable[int]) -> str:
    """Squares told by their corners, for messages: `a1-c3, d1-f3`."""
    corners = ((SQUARES[square][0], SQUARES[square][-1]) for square in squares)
    return ", ".join(f"{CELLS[first]}-{CELLS[last]}" for first, last in corners)

"""How the board lies before White, who sits below.

In short nardy White's home is at the lower right (S1). In the long games White's head is at the
lower left and his home at the upper left, Black's head at the upper right and his home at the lower
right (L1, L2): there White sits at the other side of the same wood. Clockwise (L2a) left and right
are exchanged: White runs from the lower right to the upper right, Black from the upper left to the
lower left; the wood and the seats stay.
"""

from __future__ import annotations

from typing import Final

from controller.games.nardy.variants import Variant

Row = list[list[str]]
"""The parts of a row from left to right (halves, bar, tray), each with its cells."""


def _points(first: int, last: int) -> list[str]:
    step = 1 if first < last else -1
    return [str(point) for point in range(first, last + step, step)]


_ABOVE: Final = [_points(13, 18), ["bar-white"], _points(19, 24), ["off-black"]]
_BELOW: Final = [_points(12, 7), ["bar-black"], _points(6, 1), ["off-white"]]


def rows_before_white(variant: Variant) -> list[Row]:
    """The row above, then the row below, as White sees them."""
    rows: list[Row] = [_ABOVE, _BELOW]
    return rows if variant.opposed else [_turned(row) for row in reversed(rows)]


def _turned(row: Row) -> Row:
    return [part[::-1] for part in reversed(row)]

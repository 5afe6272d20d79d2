"""Where the checkers stand, packed into one whole number so that a move is one addition.

Every side counts the points along its own course (S1, L2): it leaves for 0 (borne off), its home
is 1 to 6, its course begins at 24, and 25 is its bar. A board is one byte for each of these 26
places of White, then 26 of Black. Behind the board a *turn* carries what else tells results apart:

    bytes  0 .. 25   White's places 0 to 25
    bytes 26 .. 51   Black's places 0 to 25
    bytes 52 .. 57   how often each of the numbers 1 to 6 was left unplayed (G2, G5)
    bytes 58 .. 63   checkers that hit this turn and stand on home points 1 to 6 (S7, S13)

No byte ever passes 15, so adding and subtracting never spills into the next place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

WHITE: Final = 0
BLACK: Final = 1
OFF: Final = 0
HEAD: Final = 24
BAR: Final = 25
CHECKERS: Final = 15
#: The numbers on a die.
DIE: Final = range(1, 7)
#: Points from the start of the course to the last of the home.
POINTS: Final = range(24, 0, -1)

PLACES: Final = 26
BOARD_BYTES: Final = 2 * PLACES
_LEFT_BYTE: Final = BOARD_BYTES
_HITTER_BYTE: Final = _LEFT_BYTE + 6
ALL_BYTES: Final = _HITTER_BYTE + 6
BOARD_MASK: Final = (1 << 8 * BOARD_BYTES) - 1
TURN_MASK: Final = (1 << 8 * _HITTER_BYTE) - 1

#: A number left unplayed: `LEFT[5]` is added for each five. `LEFT[0]` is unused.
LEFT: Final = (0, *(1 << 8 * (_LEFT_BYTE + number - 1) for number in DIE))
#: A checker that hit and stands on this home point. `HITTER[0]` is unused.
HITTER: Final = (0, *(1 << 8 * (_HITTER_BYTE + point - 1) for point in DIE))

Half = bytes


def one(side: int, place: int) -> int:
    """One checker of a side on a place, as a board to add."""
    return 1 << 8 * (PLACES * side + place)


def pack(white: Sequence[int], black: Sequence[int]) -> int:
    """The board with these counts on each side's places 0 to 25."""
    return int.from_bytes(bytes((*white, *black)), "little")


def halves(board: int, side: int) -> tuple[Half, Half]:
    """What stands on the places of a side, and of the other one."""
    cells = (board & BOARD_MASK).to_bytes(BOARD_BYTES, "little")
    white, black = cells[:PLACES], cells[PLACES:]
    return (black, white) if side else (white, black)


def swapped(board: int) -> int:
    """The same board with the two sides' names exchanged."""
    black, white = halves(board, BLACK)
    return pack(black, white)


def numbers_left(turn: int) -> tuple[int, ...]:
    """The numbers a turn leaves unplayed, lowest first."""
    return tuple(number for number in DIE for _ in range(turn // LEFT[number] & 0xFF))


def leaving(numbers: Iterable[int]) -> int:
    """What is added to a board for numbers left unplayed."""
    return sum(LEFT[number] for number in numbers)


def hitters(state: int) -> tuple[int, ...]:
    """How many checkers that hit this turn stand on each place from 0 to 6."""
    return (0, *(state // HITTER[point] & 0xFF for point in DIE))

"""Where the checkers stand, and a turn as one whole number, so that a move is one addition.

Every side counts the points along its own course (S1, L2): it leaves for 0 (borne off), its home
is 1 to 6, its course begins at 24, and 25 is its bar. A *board* is one byte for each of these 26
places of White, then 26 of Black.

A *turn* is known by what it leaves:

    bytes  0 .. 25   the mover's checkers on places 0 to 25
    bytes 26 .. 29   one bit for each of the mover's points on which a checker was hit (S4)
    bytes 30 .. 35   how often each of the numbers 1 to 6 was left unplayed (G2, G5)

and while it is being made (S7, S13):

    bytes 36 .. 41   checkers that hit this turn and stand on home points 1 to 6
    bytes 42 .. 47   checkers there that made a pair with one of these in this turn (S7a)

No byte ever passes 24, so adding and subtracting never spills into the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import mul
from typing import Final

from controller.games.nardy.variants import BAR, PLACES, Half, Variant

WHITE: Final = 0
BLACK: Final = 1
#: The numbers on a die.
DIE: Final = range(1, 7)
#: The points from the start of the course to the end of the home.
POINTS: Final = tuple(range(24, 0, -1))

_HIT_BIT: Final = 8 * PLACES
_LEFT_BYTE: Final = 30
_HITTER_BYTE: Final = 36
_MATE_BYTE: Final = 42
STATE_BYTES: Final = 48
#: Keeps of a turn where it leaves the mover's checkers.
OWN_MASK: Final = (1 << 8 * PLACES) - 1
#: Keeps of a turn what it does on the board.
PLAYED_MASK: Final = (1 << 8 * _LEFT_BYTE) - 1
#: Keeps of a state what tells turns apart: not which checkers hit.
TURN_MASK: Final = (1 << 8 * _HITTER_BYTE) - 1

#: One checker on each place.
ONE: Final = tuple(1 << 8 * place for place in range(PLACES))
#: A hit on each point; there is none off the board.
HIT: Final = (0, *(1 << _HIT_BIT + point for point in range(1, BAR)), 0)
_HITS: Final = sum(HIT)
#: A number left unplayed; `LEFT[0]` stands for none.
LEFT: Final = (0, *(1 << 8 * (_LEFT_BYTE + number - 1) for number in DIE))
#: A checker that hit and stands on this home point; `HITTER[0]` stands for none.
HITTER: Final = (0, *(1 << 8 * (_HITTER_BYTE + point - 1) for point in DIE))
#: A checker on this home point that made a pair with one that hit; `MATE[0]` stands for none.
MATE: Final = (0, *(1 << 8 * (_MATE_BYTE + point - 1) for point in DIE))

Board = bytes


def pack(white: Sequence[int], black: Sequence[int]) -> Board:
    """The board with these counts on each side's places 0 to 25."""
    return bytes((*white, *black))


def halves(board: Board, side: int) -> tuple[Half, Half]:
    """What stands on the places of a side, and of the other one."""
    white, black = board[:PLACES], board[PLACES:]
    return (black, white) if side else (white, black)


def standing(own: Half) -> int:
    """The turn that leaves everything as it stands: what moves are added to."""
    return int.from_bytes(own, "little")


def own_after(turn: int) -> Half:
    """The mover's places after a turn."""
    return turn.to_bytes(STATE_BYTES, "little")[:PLACES]


def pips(own: Sequence[int]) -> int:
    """How many points these checkers still have to go."""
    return sum(map(mul, own, range(PLACES)))


def hits_of(turn: int) -> tuple[int, ...]:
    """The mover's points on which a turn hits."""
    if not turn & _HITS:
        return ()
    return tuple(point for point in POINTS if turn & HIT[point])


def board_after(variant: Variant, board: Board, side: int, turn: int) -> Board:
    """The board a turn leaves: its own checkers, and those it hit on the bar (S4)."""
    foe = bytearray(halves(board, side)[1])
    for point in hits_of(turn):
        foe[variant.across(point)] -= 1
        foe[BAR] += 1
    own = own_after(turn)
    return bytes(foe) + own if side else own + bytes(foe)


def numbers_left(turn: int) -> tuple[int, ...]:
    """The numbers a turn leaves unplayed, lowest first."""
    return tuple(number for number in DIE for _ in range(turn // LEFT[number] & 0xFF))


def leaving(numbers: Iterable[int]) -> int:
    """What is added to a turn for numbers left unplayed."""
    return sum(LEFT[number] for number in numbers)


def hitters(state: int) -> tuple[int, ...]:
    """How many checkers that hit this turn stand on each place from 0 to 6."""
    return (0, *(state // HITTER[point] & 0xFF for point in DIE))


def mates(state: int) -> tuple[int, ...]:
    """How many checkers that made a pair with a hitter stand on each place from 0 to 6 (S7a)."""
    return (0, *(state // MATE[point] & 0xFF for point in DIE))

"""Sudoku grids out of a seed: the same seed gives the same grids, on every machine, for ever."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

from controller.games.kakuzu.board import NUMBERS, SQUARE

T = TypeVar("T")

#: The holes that must differ from a hole: its row, its column and its square.
_PEERS: Final = tuple(
    tuple(
        other
        for other in range(81)
        if other != hole
        and (other // 9 == hole // 9 or other % 9 == hole % 9 or SQUARE[other] == SQUARE[hole])
    )
    for hole in range(81)
)


#: Most positions of a real game are filled in under a hundred tries. Who began unluckily may never
#: end, and does better to begin anew.
_TRIES: Final = 400
_STARTS: Final = 10


class Draws:
    """Numbers that nobody can tell without the seed, drawn one after the other.

    Python's own generator may change how it shuffles; a printed sheet must stay what it is.
    """

    def __init__(self, seed: str) -> None:
        self._bytes = _stream(seed.encode())

    def below(self, limit: int) -> int:
        """A number from 0 to below the limit (at most 256), each as likely as the others."""
        fair = 256 - 256 % limit
        return next(byte for byte in self._bytes if byte < fair) % limit

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The same things in any order."""
        pile = list(things)
        for last in range(len(pile) - 1, 0, -1):
            chosen = self.below(last + 1)
            pile[last], pile[chosen] = pile[chosen], pile[last]
        return pile


def _stream(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from hashlib.sha256(b"lunka kakuzu draws\n%d\n" % block + seed).digest()
        block += 1


def sudoku(seed: str) -> tuple[int, ...]:
    """A full grid: every number once in each row, column and square, row by row."""
    draws = Draws(seed)
    grid = [0] * 81
    filled = _fill(grid, draws)
    assert filled, "an empty grid can always be filled"
    return tuple(grid)


def grid_around(shown: Mapping[int, int], seed: str) -> tuple[int, ...]:
    """A full grid that shows these numbers, by hole; none may stand more than nine times.

    It is a Sudoku where one is found soon; otherwise every number stands nine times (Z1).
    """
    draws = Draws(seed)
    open_ = [shown.get(hole, 0) for hole in range(81)]
    agree = all(
        number not in (open_[peer] for peer in _PEERS[hole]) for hole, number in shown.items()
    )
    for _ in range(_STARTS if agree else 0):
        grid = [*open_]
        if _fill(grid, draws, iter(range(_TRIES))):
            return tuple(grid)
    grid = [*open_]
    covered = [hole for hole in range(81) if hole not in shown]
    left = [n for n in NUMBERS for _ in range(9 - open_.count(n))]
    for hole, number in zip(covered, draws.shuffled(left), strict=True):
        grid[hole] = number
    return tuple(grid)


def _fill(grid: list[int], draws: Draws, tries: Iterator[int] | None = None) -> bool:
    """Fill the tightest hole first, with its numbers in any order; back up where none fits.

    With a number of `tries` it may give up.
    """
    if tries and next(tries, None) is None:
        return False
    empty = [hole for hole, number in enumerate(grid) if not number]
    if not empty:
        return True
    options = {hole: {*NUMBERS} - {grid[peer] for peer in _PEERS[hole]} for hole in empty}
    fewest = min(map(len, options.values()))
    tightest = [hole for hole in empty if len(options[hole]) == fewest]
    hole = tightest[draws.below(len(tightest))]
    for number in draws.shuffled(sorted(options[hole])):
        grid[hole] = number
        if _fill(grid, draws, tries):
            return True
    grid[hole] = 0
    return False

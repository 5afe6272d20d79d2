"""What may lie beneath the stones: Sudoku grids that agree with all that lies open (Z1).

Where there are few enough all of them are counted, and the chances are exact. Else as many as there
is time for are drawn at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final

from controller.games.kakuzu.board import NUMBERS, SQUARE

#: Rows, columns and squares: the three of each hole.
UNITS: Final = tuple((hole // 9, 9 + hole % 9, 18 + SQUARE[hole]) for hole in range(81))
#: How many grids are counted one by one, and how many steps that may take.
_MOST_COUNTED: Final = 3_000
_MOST_STEPS: Final = 4_000
#: A grid that is not found within so many steps is looked for anew.
_PATIENCE: Final = 600
_ALL: Final = 0b1111111110

#: For each covered hole how likely each number from 0 to 9 is beneath it.
Likely = dict[int, list[float]]


class _TooManyError(Exception):
    pass


class Grids:
    """The grids that agree with the numbers that lie open. `absent` are numbers that lie beneath
    none of the `covered` stones: all nine are open."""

    def __init__(
        self, numbers: Mapping[int, int], covered: list[int], absent: frozenset[int]
    ) -> None:
        self.covered = covered
        self._hidden = {*covered}
        self._used = [0] * 27
        self._free = [hole for hole in range(81) if hole not in numbers]
        self._closed = sum(1 << number for number in absent)
        self.consistent = True
        for hole, number in numbers.items():
            for unit in UNITS[hole]:
                self.consistent = self.consistent and not self._used[unit] >> number & 1
                self._used[unit] |= 1 << number
        self._steps = 0

    def likely(self, rng: Random, spent: Callable[[int], bool], most: int) -> tuple[bool, Likely]:
        """Whether the chances are exact, and what they are."""
        if not self.consistent:
            return False, self._evenly()
        try:
            return True, self._counted()
        except _TooManyError:
            return False, self._drawn(rng, spent, most)

    def _counted(self) -> Likely:
        tally, grids, self._steps = self._nothing(), 0, 0
        for grid in self._solutions({}, [*self._free], None):
            grids += 1
            if grids > _MOST_COUNTED:
                raise _TooManyError
            for hole in self.covered:
                tally[hole][grid[hole]] += 1
        return _shares(tally, grids) if grids else self._evenly()

    def _drawn(self, rng: Random, spent: Callable[[int], bool], most: int) -> Likely:
        tally, grids, work = self._nothing(), 0, 0
        while grids < most and not spent(work):
            self._steps, work = _MOST_STEPS - _PATIENCE, work + 1
            try:
                grid = next(self._solutions({}, [*self._free], rng))
            except (_TooManyError, StopIteration):
                continue
            grids += 1
            for hole in self.covered:
                tally[hole][grid[hole]] += 1
        if not grids:
            return self._evenly()
        # What was drawn never is not impossible, as long as it does not lie open in row or column.
        for hole, counts in tally.items():
            for number in self._may(hole):
                counts[number] += 0.05
        return {hole: [count / sum(counts) for count in counts] for hole, counts in tally.items()}

    def _solutions(
        self, grid: dict[int, int], free: list[int], rng: Random | None
    ) -> Iterator[dict[int, int]]:
        """Every grid, the hole with the fewest numbers first; in a random order with `rng`."""
        if not free:
            yield dict(grid)
            return
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise _TooManyError
        hole, mask, fewest = -1, 0, 10
        for each in free:
            row, column, square = UNITS[each]
            may = _ALL & ~(self._used[row] | self._used[column] | self._used[square])
            if each in self._hidden:
                may &= ~self._closed
            count = may.bit_count()
            if count < fewest or (count == fewest and rng is not None and rng.random() < 0.2):
                hole, mask, fewest = each, may, count
                if fewest <= 1:
                    break
        numbers = [number for number in NUMBERS if mask >> number & 1]
        if rng is not None:
            rng.shuffle(numbers)
        rest = [each for each in free if each != hole]
        for number in numbers:
            self._mark(hole, number)
            grid[hole] = number
            try:
                yield from self._solutions(grid, rest, rng)
            finally:
                self._mark(hole, number)
                del grid[hole]

    def _mark(self, hole: int, number: int) -> None:
        for unit in UNITS[hole]:
            self._used[unit] ^= 1 << number

    def _may(self, hole: int) -> list[int]:
        used = self._closed
        for unit in UNITS[hole]:
            used |= self._used[unit]
        return [number for number in NUMBERS if not used >> number & 1]

    def _nothing(self) -> Likely:
        return {hole: [0.0] * 10 for hole in self.covered}

    def _evenly(self) -> Likely:
        """A sheet that is no Sudoku: whatever does not lie open nine times may be anywhere."""
        left = [number for number in NUMBERS if not self._closed >> number & 1] or [*NUMBERS]
        share = [1 / len(left) if number in left else 0.0 for number in range(10)]
        return {hole: [*share] for hole in self.covered}


def _shares(tally: Likely, grids: int) -> Likely:
    return {hole: [count / grids for count in counts] for hole, counts in tally.items()}

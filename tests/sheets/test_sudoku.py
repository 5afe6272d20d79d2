"""Sudoku grids out of a seed: proper, all different, and the same for ever."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.kakuzu import Sheet
from controller.games.kakuzu.board import SQUARES
from controller.sheets.sets import MOST_GRIDS
from controller.sheets.sudoku import Draws, grid_around, sudoku
from controller.testing.games import fuzz

WHOLE = list(range(1, 10))
GOLDEN = "684135972175269384329748156437981265896523417251674893568312749942857631713496528"


@fuzz
@given(seed=st.text())
def test_every_grid_is_a_sudoku(seed: str) -> None:
    """Each row, column and square holds every number once, so each stands nine times (Z1)."""
    grid = sudoku(seed)
    for line in range(9):
        assert sorted(grid[9 * line : 9 * line + 9]) == WHOLE
        assert sorted(grid[line::9]) == WHOLE
        assert sorted(grid[hole] for hole in SQUARES[line]) == WHOLE
    Sheet(grid)


def test_a_seed_gives_the_same_grid_for_ever() -> None:
    """A printed sheet stays what it is: this grid must never change."""
    grid = "".join(map(str, sudoku("walnut and maple\n01A")))
    assert grid == GOLDEN


@fuzz
@given(seed=st.text(), holes=st.sets(st.integers(0, 80), min_size=1))
def test_a_grid_around_open_numbers_shows_them(seed: str, holes: set[int]) -> None:
    """A Sudoku again where the open numbers are of one."""
    shown = {hole: number for hole, number in enumerate(sudoku("beneath")) if hole in holes}
    grid = grid_around(shown, seed)
    assert {hole: grid[hole] for hole in shown} == shown
    assert all(sorted(grid[9 * line : 9 * line + 9]) == WHOLE for line in range(9))


@fuzz
@given(seed=st.text(), order=st.permutations(WHOLE * 9), count=st.integers(1, 80))
def test_any_open_numbers_lie_on_some_sheet(seed: str, order: list[int], count: int) -> None:
    """A sheet need not be a Sudoku: every number nine times is enough (Z1)."""
    shown = dict(enumerate(order[:count]))
    grid = grid_around(shown, seed)
    assert list(grid[:count]) == order[:count]
    Sheet(grid)


@pytest.fixture(scope="module")
def grids() -> list[tuple[int, ...]]:
    """As many grids as the largest set has."""
    return [sudoku(f"seed {number}") for number in range(MOST_GRIDS)]


def test_seeds_give_different_grids(grids: list[tuple[int, ...]]) -> None:
    """No two seeds give the same grid."""
    assert len(set(grids)) == MOST_GRIDS


def test_no_hole_prefers_a_number(grids: list[tuple[int, ...]]) -> None:
    """Each number stands in the first hole and in the middle about as often as the others."""
    for hole in (0, 40):
        counts = Counter(grid[hole] for grid in grids)
        assert all(8 < counts[number] < 40 for number in WHOLE)


def test_draws_are_fair() -> None:
    """Each number below the limit comes about as often as the others, and never the limit."""
    draws = Draws("seed")
    counts = Counter(draws.below(7) for _ in range(7000))
    assert set(counts) == set(range(7))
    assert all(850 < count < 1150 for count in counts.values())


def test_a_shuffle_keeps_everything() -> None:
    """Shuffling loses nothing and leaves the original alone."""
    things = list(range(50))
    shuffled = Draws("seed").shuffled(things)
    assert shuffled != things == sorted(shuffled)

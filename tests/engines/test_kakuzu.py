"""The engine for Kakuzu: chances as brute force has them, and nothing known that is covered."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from controller.engines.kakuzu.engine import KakuzuEngine
from controller.engines.kakuzu.grids import UNITS, Grids
from controller.games.catalogue import make_game
from controller.games.kakuzu.board import CELLS
from controller.games.kakuzu.position import Position

_BASE = [[(3 * row + row // 3 + column) % 9 for column in range(9)] for row in range(9)]


def sheet(rng: Random) -> list[int]:
    """A Sudoku grid: a plain one with numbers, rows and columns exchanged."""
    names = rng.sample(range(1, 10), 9)
    rows = [3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)]
    columns = [3 * band + at for band in rng.sample(range(3), 3) for at in rng.sample(range(3), 3)]
    return [names[_BASE[row][column]] for row in rows for column in columns]


def brute_force(grid: list[int], covered: list[int]) -> dict[int, list[float]]:
    """Every way to lay the missing numbers beneath the stones, those that are Sudoku counted."""
    missing = [grid[hole] for hole in covered]
    tally = {hole: [0.0] * 10 for hole in covered}
    grids = 0
    for laid in {*permutations(missing)}:
        tried = [*grid]
        for hole, number in zip(covered, laid, strict=True):
            tried[hole] = number
        units: list[set[int]] = [set() for _ in range(27)]
        for hole, number in enumerate(tried):
            for unit in UNITS[hole]:
                units[unit].add(number)
        if all(len(unit) == 9 for unit in units):
            grids += 1
            for hole, number in zip(covered, laid, strict=True):
                tally[hole][number] += 1
    return {hole: [count / grids for count in counts] for hole, counts in tally.items()}


def end(rng: Random, stones: int) -> tuple[list[int], list[int]]:
    """A sheet and so many stones on it, in few rows and columns so that grids differ."""
    grid, number, other = sheet(rng), *rng.sample(range(1, 10), 2)
    pair = [hole for hole in range(81) if grid[hole] in (number, other)]
    covered = sorted(rng.sample(pair, stones))
    return grid, covered


@pytest.mark.parametrize("stones", [4, 6])
def test_chances_of_small_ends(stones: int) -> None:
    """Exact where grids can be counted."""
    rng = Random(stones)
    for _ in range(12 if stones == 4 else 5):
        grid, covered = end(rng, stones)
        numbers = {hole: grid[hole] for hole in range(81) if hole not in covered}
        exact, likely = Grids(numbers, covered, frozenset()).likely(rng, lambda _: True, 1)
        assert exact
        wanted = brute_force(grid, covered)
        assert likely.keys() == wanted.keys()
        for hole in covered:
            assert likely[hole] == pytest.approx(wanted[hole])


def looks(grid: list[int], covered: list[int]) -> str:
    """The holes of a position with these stones left."""
    return "".join("*" if hole in covered else str(grid[hole]) for hole in range(81))


def test_it_lifts_where_the_number_must_be() -> None:
    """A number with one place left is lifted there, and named where it may be."""
    rng = Random(8)
    for variant in ("tokens", "same", "named"):
        game = make_game("kakuzu", {"variant": variant})
        for _ in range(5):
            grid = sheet(rng)
            covered = rng.sample(range(81), 12)
            holes = looks(grid, covered)
            target = rng.choice(covered)
            position = Position(0, holes, (30, 30), grid[target])
            engine = KakuzuEngine(game, 8, seconds=5.0, seed=1)
            likely = engine.likely(position)
            best = engine.best(position)[0]
            at = CELLS.index(game.call_turn(position, best.turn))
            surest = max(each[grid[target]] for each in likely.values())
            assert likely[at][grid[target]] == surest


def test_a_number_is_named_that_is_sure() -> None:
    """Z10: with one stone left it names what lies there, and the word says it, too."""
    grid = sheet(Random(2))
    game = make_game("kakuzu", {"variant": "named"})
    gone = frozenset(range(1, 10)) - {grid[40]}
    position = Position(0, looks(grid, [40]), (40, 31), gone=gone)
    engine = KakuzuEngine(game, 8, seconds=1.0)
    assert engine.word(position) == f"name{grid[40]}"
    assert engine.best(position)[0].turn.number == grid[40]


def test_a_sheet_that_is_no_sudoku() -> None:
    """Numbers that cannot stand in a Sudoku leave every number that is not all open as likely."""
    numbers = dict.fromkeys(range(9), 1)
    exact, likely = Grids(numbers, [40, 41], frozenset({1})).likely(Random(1), lambda _: True, 1)
    assert not exact
    assert likely[40] == [0.0, 0.0, *[0.125] * 8]

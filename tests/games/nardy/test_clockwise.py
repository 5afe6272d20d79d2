"""Long nardy and the gulbars clockwise, by house rule: the same game on a mirrored board (L2a)."""

from __future__ import annotations

import random

import pytest

from controller.games.catalogue import make_game
from controller.games.game import Cell
from controller.games.nardy import Nardy

KINDS = ("long", "gulbar", "mad-gulbar")
#: Where each side's course leads as White sees the board: head, end of the first quarter, end of
#: the second, end of the home.
CORNERS = {
    "counter-clockwise": {
        0: ("lower left", "lower middle", "upper right", "upper left"),
        1: ("upper right", "upper middle", "lower left", "lower right"),
    },
    "clockwise": {
        0: ("lower right", "lower middle", "upper left", "upper right"),
        1: ("upper left", "upper middle", "lower right", "lower left"),
    },
}


def nardy(kind: str, direction: str) -> Nardy:
    """The game, run this way round."""
    game = make_game(kind, {"direction": direction})
    assert isinstance(game, Nardy)
    return game


def place_of(game: Nardy, cell: Cell) -> tuple[int, int]:
    """The row (0 above) and the column in which a point is drawn before White."""
    for row, parts in enumerate(game.layout()["rows"]):
        points = [each for part in parts for each in part if each.isdigit()]
        if cell in points:
            return row, points.index(cell)
    raise AssertionError(cell)


def corner(game: Nardy, cell: Cell) -> str:
    """Where a cell is drawn, in words."""
    row, column = place_of(game, cell)
    side = {0: "left", 5: "middle", 6: "middle", 11: "right"}[column]
    return f"{('upper', 'lower')[row]} {side}"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("direction", CORNERS)
@pytest.mark.parametrize("side", [0, 1])
def test_where_the_course_leads(kind: str, direction: str, side: int) -> None:
    """L1, L2, L2a: counter-clockwise White runs from the lower left to the upper left, clockwise
    from the lower right to the upper right; Black from the corner diagonally opposite."""
    game = nardy(kind, direction)
    course = game.course(side)
    head, quarter, half, home = (corner(game, course[at]) for at in (0, 5, 12, 23))
    assert (head, quarter, half, home) == CORNERS[direction][side]
    start = dict(zip(game.cells, game.contents(game.start()), strict=True))
    assert abs(start[course[0]]) == 15


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_game_on_a_mirrored_board(kind: str) -> None:
    """L2a: every position of a play-out has the same turns, told alike, both ways round; on the
    wood left and right are exchanged, cell by cell and part by part."""
    one, other = nardy(kind, "counter-clockwise"), nardy(kind, "clockwise")
    mirrored = _mirror(one)
    position, chance = one.begin(0), random.Random(kind)
    for _ in range(60):
        if one.needs_roll(position):
            position = one.roll(position, (chance.randint(1, 6), 6))
        turns = list(one.turns(position))
        assert list(other.turns(position)) == turns
        turn = chance.choice(turns)
        assert other.write_turn(position, turn) == one.write_turn(position, turn)
        assert _held(other, position) == {
            mirrored[cell]: count for cell, count in _held(one, position).items()
        }
        goals = [
            {mirrored[cell]: n for cell, n in part.goal.items()}
            for part in one.stages(position, turn)
        ]
        assert [part.goal for part in other.stages(position, turn)] == goals
        position = one.play(position, turn)
        if one.outcome(position).over:
            break


@pytest.mark.parametrize("kind", [*KINDS, "short"])
@pytest.mark.parametrize("direction", CORNERS)
def test_numbers_are_each_side_s_own(kind: str, direction: str) -> None:
    """S1, L2, L2a: on the rim of the picture, and wherever a place is told, stands the number that
    the side has for it, whichever way round it runs."""
    game = make_game("short") if kind == "short" else nardy(kind, direction)
    assert isinstance(game, Nardy)
    for side in (0, 1):
        told = game.sayings.places(side)
        for at, cell in enumerate(game.course(side)):
            assert told[cell] == str(24 - at)
            assert game.variant.number(side, int(cell)) == 24 - at


def _mirror(game: Nardy) -> dict[Cell, Cell]:
    """The cell that is drawn where a cell's mirror image is."""
    drawn = {place_of(game, str(point)): str(point) for point in range(1, 25)}
    points = {cell: drawn[row, 11 - column] for (row, column), cell in drawn.items()}
    return {cell: points.get(cell, cell) for cell in game.cells}


def _held(game: Nardy, position: object) -> dict[Cell, int]:
    return dict(zip(game.cells, game.contents(position), strict=True))  # type: ignore[arg-type]

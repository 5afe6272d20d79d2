"""The wooden board of Gyges: 36 fields, two goals, and every way to walk one, two or three steps.

Fields are numbered line by line from player 1's side, from player 1's left to right; the goals
follow. Sets of fields and sets of paths between neighbouring fields are integers, one bit each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from controller.games.game import Cell

WIDTH: Final = 6
LINES: Final = 6
FIELDS: Final = range(WIDTH * LINES)
#: The goal beyond each side's own first line.
GOALS: Final = (36, 37)
SIZES: Final = (1, 2, 3)
#: a1 ... f1, a2 ... f6, goal1, goal2.
CELLS: Final[tuple[Cell, ...]] = (
    *("abcdef"[field % WIDTH] + str(field // WIDTH + 1) for field in FIELDS),
    "goal1",
    "goal2",
)
#: The fields of each side's own first line (Y2).
HOME_LINES: Final = (range(WIDTH), range(WIDTH * (LINES - 1), WIDTH * LINES))


class Route(NamedTuple):
    """One way to walk from a field: where it ends and what it needs.

    `inside` are the fields crossed, which must be empty (Y6); `paths` the paths used up (Y9).
    The step into a goal uses up none: it is the last of its move anyway (Y11).
    """

    end: int
    inside: int
    paths: int
    fields: tuple[int, ...]


def goal_of(side: int) -> int:
    """The goal this side wants to reach: the one beyond the opponent's line (Y11)."""
    return GOALS[1 - side]


def lines_from(side: int) -> tuple[range, ...]:
    """The fields of each line, the line nearest to this side first (Y4)."""
    lines = tuple(range(first, first + WIDTH) for first in FIELDS[::WIDTH])
    return lines if side == 0 else lines[::-1]


def neighbours(field: int) -> Iterator[int]:
    """The fields one orthogonal step away (Y6)."""
    line, file = divmod(field, WIDTH)
    if line + 1 < LINES:
        yield field + WIDTH
    if file + 1 < WIDTH:
        yield field + 1
    if line > 0:
        yield field - WIDTH
    if file > 0:
        yield field - 1


def _number_paths() -> dict[tuple[int, int], int]:
    """One bit for each path between neighbours, the same in either direction (Y9)."""
    paths: dict[tuple[int, int], int] = {}
    for field in FIELDS:
        for other in neighbours(field):
            if field < other:
                paths[field, other] = paths[other, field] = 1 << len(paths) // 2
    return paths


_PATHS: Final = _number_paths()


def _walk(route: Route, steps: int) -> Iterator[Route]:
    """Every way to go on by so many steps without using a path twice (Y6, Y9)."""
    if steps == 1:
        for side, goal in enumerate(GOALS):
            if route.end in HOME_LINES[side]:
                yield Route(goal, route.inside, route.paths, (*route.fields, goal))
    for field in neighbours(route.end):
        path = _PATHS[route.end, field]
        if route.paths & path:
            continue
        inside = route.inside if steps == 1 else route.inside | 1 << field
        onward = Route(field, inside, route.paths | path, (*route.fields, field))
        if steps == 1:
            yield onward
        else:
            yield from _walk(onward, steps - 1)


#: ROUTES[field][size]: everywhere a piece of that size, or one bouncing on it, may go.
ROUTES: Final[tuple[tuple[tuple[Route, ...], ...], ...]] = tuple(
    ((), *(tuple(_walk(Route(field, 0, 0, (field,)), size)) for size in SIZES)) for field in FIELDS
)

"""The wooden board of Gyges: 36 fields, two goals, and every way to walk one, two or three steps.

Fields are numbered line by line from player 1's side, from player 1's left to right; the goals
follow. Sets of fields and sets of paths between neighbouring fields are integers, one bit each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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

    `inside` are the fields crossed, which must be empty (Y6); `paths` what the walk uses up (Y9, or
    Y9a): nothing is used up twice in one move.
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


def _number_crossings() -> dict[tuple[int, int, int], int]:
    """One bit for each field with the field or goal it is left for and the one it was entered from
    (Y9a)."""
    ways = (
        (before, field, after)
        for field in FIELDS
        for before in neighbours(field)
        for after in _onward(field)
    )
    return {way: 1 << number for number, way in enumerate(ways)}


def _onward(field: int) -> Iterator[int]:
    """The fields one step away, and the goal beyond this one's line."""
    yield from (GOALS[side] for side, line in enumerate(HOME_LINES) if field in line)
    yield from neighbours(field)


_PATHS: Final = _number_paths()
_CROSSINGS: Final = _number_crossings()


def _by_path(route: Route, field: int) -> int:
    """The path that a step to this field uses up (Y9). The step into a goal uses up none: it is the
    last of its move anyway (Y11)."""
    return _PATHS.get((route.end, field), 0)


def _by_crossing(route: Route, field: int) -> int:
    """How a step to this field crosses the one before it; the first step crosses none (Y9a)."""
    before = route.fields[-2:-1]
    return _CROSSINGS[before[0], route.end, field] if before else 0


#: What a step uses up, by the option `crossing`.
_Uses = Callable[[Route, int], int]
_USES: Final[Mapping[str, _Uses]] = {"once": _by_path, "direction": _by_crossing}


def _walk(route: Route, steps: int, uses: _Uses) -> Iterator[Route]:
    """Every way to go on by so many steps without using anything up twice (Y6, Y9, Y9a)."""
    for field in _onward(route.end):
        used = uses(route, field)
        if route.paths & used or (field in GOALS and steps > 1):
            continue
        inside = route.inside if steps == 1 else route.inside | 1 << field
        onward = Route(field, inside, route.paths | used, (*route.fields, field))
        if steps == 1:
            yield onward
        else:
            yield from _walk(onward, steps - 1, uses)


#: Of each field by size: everywhere a piece of that size, or one bouncing on it, may go.
Routes = tuple[tuple[tuple[Route, ...], ...], ...]


def _routes(uses: _Uses) -> Routes:
    return tuple(
        ((), *(tuple(_walk(Route(field, 0, 0, (field,)), size, uses)) for size in SIZES))
        for field in FIELDS
    )


#: The routes by the option `crossing`.
ROUTES: Final[Mapping[str, Routes]] = {word: _routes(uses) for word, uses in _USES.items()}

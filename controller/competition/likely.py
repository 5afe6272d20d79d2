"""The pairs of a large field that are worth weighing: near the ideal, or near the groups' edges."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, groupby

from controller.competition.costs import Costs

#: How far from the ideal, and from the edge of a group, is near.
NEAR = 8


def likely(costs: Costs) -> Iterator[tuple[int, int]]:
    """Pairs of ranks that did not meet before and that good pairings are made of."""
    groups = [list(part) for _, part in groupby(range(costs.size), key=costs.groups.__getitem__)]
    for group in groups:
        yield from (pair for pair in _inside(costs, group) if costs.new(*pair))
    for pair in _across(groups):
        if costs.new(*pair):
            yield pair
    if costs.size % 2:
        yield from _byes(costs)


def _inside(costs: Costs, group: list[int]) -> Iterator[tuple[int, int]]:
    """Everybody with those around the ideal opponent; in small groups with all."""
    for place, one in enumerate(group):
        middle = costs.ideal(place, len(group))
        for other in group[max(place + 1, middle - NEAR) : max(middle + NEAR + 1, 0)]:
            yield one, other


def _across(groups: list[list[int]]) -> Iterator[tuple[int, int]]:
    """The last of a group with the first of lower ones."""
    for upper, lower in combinations(groups, 2):
        for one in upper[-NEAR:]:
            yield from ((one, other) for other in lower[:NEAR])


def _byes(costs: Costs) -> Iterator[tuple[int, int]]:
    """The lowest who had no bye yet."""
    free = [rank for rank in range(costs.size) if not costs.field[rank].byes]
    return ((rank, costs.size) for rank in free[-NEAR:])

"""The best way to pair everybody, found exactly.

Every pair has a cost in several levels; one unit of a level outweighs everything below it. The
levels become one whole number for each pair, and a maximum weight matching over them is the best
pairing there is. Whole numbers of any length: nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Scales:
    """How much one unit of each level weighs."""

    weights: tuple[int, ...]

    @classmethod
    def over(cls, most: Sequence[int]) -> Scales:
        """Scales for levels, most important first, that a whole pairing fills up to `most`."""
        weights, weight = [], 1
        for limit in reversed(most):
            weights.append(weight)
            weight *= limit + 1
        return cls(tuple(reversed(weights)))

    def cost(self, levels: Iterable[tuple[int, int]]) -> int:
        """The one number for so many units of these levels, given as (level, units)."""
        return sum(self.weights[level] * units for level, units in levels)


def cheapest(players: Sequence[Who], cost: Callable[[Who, Who], int]) -> list[tuple[Who, Who]]:
    """Everybody of an even number in pairs, at the least cost together."""
    import networkx

    graph = networkx.Graph()
    for one, other in combinations(range(len(players)), 2):
        graph.add_edge(one, other, weight=-cost(players[one], players[other]))
    # networkx proves the optimum itself when all weights are whole numbers.
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((players[min(pair)], players[max(pair)]) for pair in pairs)

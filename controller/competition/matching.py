"""The best way to pair everybody, found exactly.

Every pair has a cost in several levels; one unit of a level outweighs everything below it. The
levels become one whole number for each pair, and a maximum weight matching over them is the best
pairing there is. Whole numbers of any length: nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Cost = Callable[[int, int], int]


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


def cheapest(pairs: Iterable[tuple[int, int]], cost: Cost) -> list[tuple[int, int]]:
    """As many of these pairs as can be played at once, at the least cost together."""
    import networkx

    graph = networkx.Graph()
    graph.add_weighted_edges_from((one, other, -cost(one, other)) for one, other in pairs)
    # networkx proves the optimum itself when all weights are whole numbers.
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in found)

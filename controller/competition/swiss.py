"""Swiss pairing: equal points meet, nobody meets twice (rules W1-W7, docs/tournament.md)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from controller.competition.costs import Contender, Costs
from controller.competition.likely import likely
from controller.competition.matching import cheapest

Pair = tuple[int, ...]

#: Up to so many players every possible pair is weighed.
LARGE = 200


def pair_field(field: Sequence[Contender], pairing: str = "fold") -> list[Pair]:
    """The best pairing of these players, given in the order of their standing.

    In a large field only likely pairs are looked at first, and all of them if those do not suffice.
    """
    if len(field) < 2:
        return [(each.number,) for each in field]
    ranks = len(field) + len(field) % 2
    costs = Costs(field, pairing)
    pairs = cheapest(likely(costs), costs.of) if ranks > LARGE else []
    if len(pairs) < ranks // 2:
        pairs = cheapest(combinations(range(ranks), 2), costs.of)
    return [tuple(field[rank].number for rank in pair if rank < len(field)) for pair in pairs]

"""Swiss fields as they come out of random tournaments, for tests of pairing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from controller.competition.costs import Contender, Costs
from controller.competition.swiss import Pair, pair_field


def random_fields(seed: int, players: int, rounds: int) -> Iterator[list[Contender]]:
    """The field before each round."""
    return (field for field, _ in random_rounds(seed, players, rounds))


def random_rounds(
    seed: int, players: int, rounds: int
) -> Iterator[tuple[list[Contender], list[Pair]]]:
    """The field before each round and its pairing; some draw, some leave, some come late."""
    lot = random.Random(seed)
    points = dict.fromkeys(range(1, players + 1), 0.0)
    met: dict[int, Counter[int]] = {number: Counter() for number in range(1, players + 20)}
    byes: Counter[int] = Counter()
    here = set(points)
    for _ in range(rounds):
        field = _field(here, points, met, byes)
        pairs = pair_field(field)
        yield field, pairs
        for pair in pairs:
            _play(lot, pair, points, met, byes)
        _come_and_go(lot, here, points)


def _field(
    here: set[int],
    points: dict[int, float],
    met: dict[int, Counter[int]],
    byes: Counter[int],
) -> list[Contender]:
    order = sorted(here, key=lambda number: (-points[number], number))
    return [Contender(who, points[who], Counter(met[who]), byes[who]) for who in order]


def _play(
    lot: random.Random,
    pair: Pair,
    points: dict[int, float],
    met: dict[int, Counter[int]],
    byes: Counter[int],
) -> None:
    if len(pair) == 1:
        points[pair[0]] += 1
        byes[pair[0]] += 1
        return
    one, other = pair
    met[one][other] += 1
    met[other][one] += 1
    first = lot.choice((0.0, 0.0, 0.0, 0.5, 1.0, 1.0, 1.0))
    points[one] += first
    points[other] += 1 - first


def _come_and_go(lot: random.Random, here: set[int], points: dict[int, float]) -> None:
    if lot.random() < 0.3 and len(here) > 4:
        here.remove(lot.choice(sorted(here)))
    if lot.random() < 0.15 and len(points) < 50:
        new = len(points) + 1
        points[new] = 0.0
        here.add(new)


def total(field: list[Contender], pairs: list[Pair], pairing: str = "fold") -> dict[int, int]:
    """The cost of a whole pairing, level by level; levels count from the most important one."""
    costs = Costs(field, pairing)
    rank = {each.number: place for place, each in enumerate(field)}
    levels: Counter[int] = Counter()
    for pair in pairs:
        ranks = sorted(rank[who] for who in pair)
        one, other = ranks if len(ranks) == 2 else (ranks[0], len(field))
        for level, units in costs.levels(one, other):
            levels[level % len(costs.scales.weights)] += units
    return {level: units for level, units in sorted(levels.items()) if units}


def floats(field: list[Contender], pairs: list[Pair]) -> Counter[tuple[int, int]]:
    """How often the upper and the lower score group met, for groups that differ."""
    costs = Costs(field, "fold")
    group = {each.number: costs.groups[rank] for rank, each in enumerate(field)}
    met = (sorted(group[who] for who in pair) for pair in pairs if len(pair) == 2)
    return Counter((upper, lower) for upper, lower in met if upper != lower)

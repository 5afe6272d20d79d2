"""Swiss pairing: equal points meet, nobody meets twice (rules W1-W7, docs/tournament.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from controller.competition.matching import Scales, cheapest

Pair = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Contender:
    """What pairing knows of a player."""

    number: int
    points: Fraction
    #: How often each opponent was met.
    met: Mapping[int, int] = field(default_factory=dict)
    #: Byes and wins without a game.
    byes: int = 0
    #: In the last round: 1 met somebody with more points, -1 with fewer, 0 neither.
    floated: int = 0


def pair_exactly(field_: Sequence[Contender], pairing: str = "fold") -> list[Pair]:
    """The best pairing of these players, given in the order of their standing."""
    if len(field_) < 2:
        return [(each.number,) for each in field_]
    costs = _Costs(field_, pairing)
    ranks = list(range(len(field_) + len(field_) % 2))
    pairs = cheapest(ranks, costs.of)
    return [tuple(field_[rank].number for rank in pair if rank < len(field_)) for pair in pairs]


class _Costs:
    """What it costs that two ranks meet; the rank behind the last is the bye."""

    def __init__(self, contenders: Sequence[Contender], pairing: str) -> None:
        self.field = contenders
        self.pairing = pairing
        self.size = len(contenders)
        self.groups, self.places = _groups(contenders)
        self.lengths = Counter(self.groups)
        self.scales = Scales.over(self._most())

    def _most(self) -> list[int]:
        """How far a whole pairing can fill each level."""
        pairs, size = (self.size + 1) // 2, self.size
        met = max((times for each in self.field for times in each.met.values()), default=0)
        byes = max(each.byes for each in self.field)
        last = self.groups[-1]
        floats = [pairs] * (last * (last + 1) // 2)
        return [met * pairs, byes, size, *floats, size, size * size, 4 * size**3]

    def of(self, one: int, other: int) -> int:
        """The cost of this pair, `one` standing higher."""
        if other == self.size:
            return self.scales.cost(((1, self.field[one].byes), (2, self.size - 1 - one)))
        upper, lower = self.field[one], self.field[other]
        return self.scales.cost(
            (
                (0, upper.met.get(lower.number, 0)),
                *(
                    self._float(one, other)
                    if self._crosses(one, other)
                    else self._within(one, other)
                ),
            )
        )

    def _crosses(self, one: int, other: int) -> bool:
        return self.groups[one] != self.groups[other]

    def _float(self, one: int, other: int) -> tuple[tuple[int, int], ...]:
        """W4-W6: the groups, who floated last time, how far from their groups' common edge."""
        again = (self.field[one].floated == -1) + (self.field[other].floated == 1)
        upper, lower = self.groups[one], self.groups[other]
        away = self.lengths[upper] - 1 - self.places[one] + self.places[other]
        return ((self._level(upper, lower), 1), (-3, again), (-2, away))

    def _level(self, upper: int, lower: int) -> int:
        """Floats out of higher groups stand first, and of these the longer ones."""
        last = self.groups[-1]
        before = sum(last - group for group in range(upper))
        return 3 + before + (last - lower)

    def _within(self, one: int, other: int) -> tuple[tuple[int, int], ...]:
        """W7: how far the pair is from the group's ideal, squared so that nobody strays far."""
        first, second = self.places[one], self.places[other]
        length = self.lengths[self.groups[one]]
        ideal = (
            first + second - (length - 1)
            if self.pairing == "fold"
            else 2 * (second - first) - length
        )
        return ((-1, ideal * ideal),)


def _groups(contenders: Sequence[Contender]) -> tuple[list[int], list[int]]:
    """For each rank its score group, 0 the highest, and its place in it."""
    groups: list[int] = []
    places: list[int] = []
    for rank, each in enumerate(contenders):
        same = rank > 0 and each.points == contenders[rank - 1].points
        groups.append(groups[-1] + (not same) if groups else 0)
        places.append(places[-1] + 1 if same else 0)
    return groups, places

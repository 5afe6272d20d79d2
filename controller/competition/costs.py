"""What it costs that two players meet, level by level (rules W1-W7, docs/tournament.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from controller.competition.matching import Scales

#: So many units of a level; negative levels are counted from the least important one.
Units = tuple[int, int]
_MET, _BYES, _BYE_GROUP, _FLOATS = range(4)
_BYE_PLACE, _AGAIN, _AWAY, _PUT_OFF, _IDEAL = -5, -4, -3, -2, -1


@dataclass(frozen=True, slots=True)
class Contender:
    """What pairing knows of a player."""

    number: int
    points: float
    #: How often each opponent was met.
    met: Mapping[int, int] = field(default_factory=dict)
    #: Byes and wins without a game.
    byes: int = 0
    #: In the last round: 1 met somebody with more points, -1 with fewer, 0 neither.
    floated: int = 0
    #: Whom this player was to meet in this very round before it was cancelled.
    put_off: frozenset[int] = frozenset()


class Costs:
    """What pairs cost, by the ranks of two players; the rank behind the last is the bye."""

    def __init__(self, contenders: Sequence[Contender], pairing: str) -> None:
        self.field = contenders
        self.pairing = pairing
        self.size = len(contenders)
        self.groups, self.places = _groups(contenders)
        self.lengths = Counter(self.groups)
        self.last = self.groups[-1]
        self.scales = Scales.over(self._most())

    def _most(self) -> list[int]:
        """How far a whole pairing can fill each level."""
        pairs, size = (self.size + 1) // 2, self.size
        met = max((times for each in self.field for times in each.met.values()), default=0)
        byes = max(each.byes for each in self.field)
        floats = [pairs] * (self.last * (self.last + 1) // 2)
        return [met * pairs, byes, self.last, *floats, size, size, size * size, pairs, 4 * size**3]

    def of(self, one: int, other: int) -> int:
        """The cost of this pair as one number, `one` standing higher."""
        return self.scales.cost(self.levels(one, other))

    def levels(self, one: int, other: int) -> tuple[Units, ...]:
        """The cost of this pair, level by level."""
        if other == self.size:
            return self._bye(one)
        met = (_MET, self.field[one].met.get(self.field[other].number, 0))
        put_off = (_PUT_OFF, int(self.field[other].number in self.field[one].put_off))
        crosses = self.groups[one] != self.groups[other]
        return (met, put_off, *(self._float(one, other) if crosses else self._within(one, other)))

    def new(self, one: int, other: int) -> bool:
        """Whether these two have never met."""
        return self.field[other].number not in self.field[one].met

    def _bye(self, one: int) -> tuple[Units, ...]:
        """W2, W3: byes had before, groups below, and how far from the group's lower edge."""
        group = self.groups[one]
        away = self.lengths[group] - 1 - self.places[one]
        return ((_BYES, self.field[one].byes), (_BYE_GROUP, self.last - group), (_BYE_PLACE, away))

    def _float(self, one: int, other: int) -> tuple[Units, ...]:
        """W4-W6: the groups, who floated last time, how far from their groups' edges."""
        again = (self.field[one].floated == -1) + (self.field[other].floated == 1)
        upper, lower = self.groups[one], self.groups[other]
        away = self.lengths[upper] - 1 - self.places[one] + self.places[other]
        return ((self._float_level(upper, lower), 1), (_AGAIN, again), (_AWAY, away))

    def _float_level(self, upper: int, lower: int) -> int:
        """Floats out of higher groups weigh more, and of these the longer ones."""
        before = sum(self.last - group for group in range(upper))
        return _FLOATS + before + (self.last - lower)

    def _within(self, one: int, other: int) -> tuple[Units, ...]:
        """W7: how far the pair is from the group's ideal, squared so that nobody strays far."""
        first, second = self.places[one], self.places[other]
        length = self.lengths[self.groups[one]]
        if self.pairing == "fold":
            return ((_IDEAL, (first + second - (length - 1)) ** 2),)
        return ((_IDEAL, (2 * (second - first) - length) ** 2),)

    def ideal(self, place: int, length: int) -> int:
        """The place of the ideal opponent in a group of this length."""
        return length - 1 - place if self.pairing == "fold" else place + length // 2


def _groups(contenders: Sequence[Contender]) -> tuple[list[int], list[int]]:
    """For each rank its score group, 0 the highest, and its place in it."""
    groups: list[int] = []
    places: list[int] = []
    for rank, each in enumerate(contenders):
        same = rank > 0 and each.points == contenders[rank - 1].points
        groups.append(groups[-1] + (not same) if groups else 0)
        places.append(places[-1] + 1 if same else 0)
    return groups, places

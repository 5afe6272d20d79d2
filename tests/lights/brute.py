"""By brute force from the rule sheet: everything hands may do with a roll of nardy, in every order.

Nothing here knows how the lights come about. A *way* is a row of single moves; hands carry it out
as a *script* of acts: a checker is taken, put down, a hit one is taken away and put on the bar.
Sensors count and do not know whose a checker is, and hands may change their mind: what may come
next is what comes next in any script in which the board looks as it does now, if nothing had to be
touched for it that was not touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise, permutations
from typing import Any, NamedTuple

#: The mover's places: 25 is the bar, 0 the tray.
BAR, OFF = 25, 0
#: The mover's checkers and the opponent's, by the mover's places.
Men = tuple[int, ...]


class Step(NamedTuple):
    """One checker's move by one number."""

    origin: int
    target: int
    hits: bool


@dataclass(frozen=True)
class Sheet:
    """The rules that single moves need: is there hitting (S3-S5), is there a head (L3, L5)."""

    hits: bool = True

    def steps(self, own: Men, foe: Men, number: int, begun: Men) -> Iterator[tuple[Step, Men, Men]]:
        """Every legal move by this number, with the men after it; `begun`: as the turn began."""
        home = not any(own[7:])
        for origin in [BAR] if own[BAR] else range(24, 0, -1):
            if not own[origin] or (not self.hits and origin == 24 and own[24] < begun[24]):
                continue  # L3: one leaves the head in a turn
            target = max(origin - number, OFF)
            if target == OFF and not (home and (origin == number or not any(own[origin + 1 : 7]))):
                continue  # N8
            if target != OFF and foe[target] > (1 if self.hits else 0):
                continue  # S3, L5
            hit = target != OFF and foe[target] == 1
            mine = _moved(own, origin, target)
            yield Step(origin, target, hit), mine, _moved(foe, target, BAR) if hit else foe

    def ways(self, own: Men, foe: Men, dice: tuple[int, int]) -> list[tuple[Step, ...]]:
        """Every row of moves that plays what must be played (N4-N7)."""
        numbers = [dice[0]] * 4 if dice[0] == dice[1] else list(dice)
        found: list[tuple[tuple[Step, ...], tuple[int, ...]]] = []
        for order in {*permutations(numbers)}:
            found += self._rows(own, foe, order, own)
        most = max(len(row) for row, _ in found)
        longest = [(row, played) for row, played in found if len(row) == most]
        if most == 1 and len(numbers) == 2:  # N7: the larger, if either can be played
            largest = max(played for _, played in longest)
            longest = [each for each in longest if each[1] == largest]
        return list({row for row, _ in longest})

    def _rows(
        self, own: Men, foe: Men, numbers: tuple[int, ...], begun: Men
    ) -> Iterator[tuple[tuple[Step, ...], tuple[int, ...]]]:
        yield (), ()
        if numbers:
            for step, mine, theirs in self.steps(own, foe, numbers[0], begun):
                for row, played in self._rows(mine, theirs, numbers[1:], begun):
                    yield (step, *row), (numbers[0], *played)


def _moved(men: Men, origin: int, target: int) -> Men:
    after = list(men)
    after[origin] -= 1
    after[target] += 1
    return tuple(after)


class Act(NamedTuple):
    """One thing a hand does: `take` or `put` at a place, of an own checker or of one that is hit;
    `carry` says which own checker it belongs to, first, second and so on."""

    do: str
    place: int
    carry: int
    hit: bool = False


#: The place of the opponent's bar, in scripts.
FOE_BAR = 26


def scripts(way: tuple[Step, ...], own: Men) -> Iterator[tuple[Act, ...]]:
    """Every order of acts in which hands may carry out these moves.

    A checker that makes several moves on end may be put down at each stop or carried through. The
    next one may be taken before the last is put down, and put down before it. One that is hit may
    be taken away before its point is come to, or afterwards, before another checker is taken; it
    may be kept in the hand for a while.
    """
    for carries in _carried(way):
        spine: list[Act] = []
        hits: list[tuple[int, int]] = []
        for at, carry in enumerate(carries):
            spine += [Act("take", carry[0].origin, at), Act("put", carry[-1].target, at)]
            hits += [(step.target, at) for step in carry if step.hits]
        for order in _two_at_once(spine, own):
            yield from _woven(order, hits)


def _two_at_once(spine: list[Act], own: Men) -> Iterator[list[Act]]:
    """The same with two neighbours in the hand at once, where both stand there to be taken."""
    yield spine
    for at in range(0, len(spine) - 2, 2):
        first, put, second, last = spine[at : at + 4]
        standing = own[second.place]
        for act in spine[: at + 1]:
            standing += (act.place == second.place) * (1 if act.do == "put" else -1)
        if standing > 0:
            yield [*spine[:at], first, second, put, last, *spine[at + 4 :]]
            yield [*spine[:at], first, second, last, put, *spine[at + 4 :]]


def _carried(way: tuple[Step, ...]) -> Iterator[tuple[tuple[Step, ...], ...]]:
    """The moves cut into carries: what one hand does with one checker at a time."""
    if not way:
        yield ()
        return
    for length in range(1, len(way) + 1):
        carry = way[:length]
        if any(one.target != two.origin for one, two in pairwise(carry)):
            return
        for rest in _carried(way[length:]):
            yield (carry, *rest)


def _woven(spine: list[Act], hits: list[tuple[int, int]]) -> Iterator[tuple[Act, ...]]:
    """The spine with the taking and the barring of every hit checker woven in, in every way."""
    if not hits:
        yield tuple(spine)
        return
    (point, carry), *rest = hits
    take, put = Act("take", point, carry, hit=True), Act("put", FOE_BAR, carry, hit=True)
    for other in _woven(spine, rest):
        for taken in range(_before_the_next(other, carry) + 1):
            for barred in range(taken, len(other) + 1):
                yield (*other[:taken], take, *other[taken:barred], put, *other[barred:])


def _before_the_next(acts: tuple[Act, ...], carry: int) -> int:
    """When a checker that this one hit must be taken away: before another is taken."""
    came = next(at for at, act in enumerate(acts) if act == ("put", act.place, carry, False))
    takes = (at for at, act in enumerate(acts) if at > came and act.do == "take" and not act.hit)
    return next(takes, len(acts))


Shown = frozenset[tuple[int, int]]


class Look(NamedTuple):
    """What the board shows: how many stand where, which lone checkers' points were touched since no
    checker was in the hand, and everything it has shown since the turn began."""

    counts: tuple[tuple[int, int], ...]
    touched: frozenset[int]
    shown: Shown


@dataclass
class Expected:
    """Which acts may come next: what may be taken, and where what is in the hand may be put."""

    take: set[int] = field(default_factory=set)
    put: set[int] = field(default_factory=set)

    def add(self, done: tuple[Act, ...], following: Act) -> None:
        """A script does this next; a checker to be hit need not be taken beforehand."""
        if following.do == "put":
            self.put.add(following.place)
        elif not following.hit or _has_come(done, following.carry):
            self.take.add(following.place)

    def join(self, other: Expected) -> None:
        """All that the other one expects as well."""
        self.take |= other.take
        self.put |= other.put

    @property
    def lit(self) -> tuple[set[int], set[int]]:
        """Never both at once: with a checker in the hand it is shown where that may go."""
        return (set(), self.put) if self.put else (self.take, set())


class Everything:
    """All scripts of some ways, and what may come next in whatever they show."""

    def __init__(self, own: Men, foe: Men, ways: Iterable[tuple[Step, ...]], lone: set[int]):
        self._own, self._lone = own, lone
        self._seen = {place: own[place] for place in (OFF, BAR)} | {FOE_BAR: foe[BAR]}
        self._seen |= {point: own[point] + foe[point] for point in range(1, 25)}
        #: The scripts, each with what it leads to.
        self.scripts = {script: _end(own, way) for way in ways for script in scripts(way, own)}
        self._told: dict[tuple[Any, ...], dict[tuple[frozenset[int], Men], Expected]] = {}
        self._may_show: dict[Men, set[tuple[int, int]]] = {}
        for script, end in self.scripts.items():
            for at, look in enumerate(self.looks(script)):
                if at < len(script):
                    told = self._told.setdefault(look.counts, {})
                    told.setdefault((look.touched, end), Expected()).add(script[:at], script[at])
            self._may_show.setdefault(end, set()).update(look.shown)

    def looks(self, script: tuple[Act, ...]) -> Iterator[Look]:
        """What is seen before the first and after each act."""
        counts, touched, in_hand, shown = dict(self._seen), set[int](), 0, set[tuple[int, int]]()
        yield Look(tuple(sorted(counts.items())), frozenset(), frozenset())
        for act in script:
            by = 1 if act.do == "put" else -1
            counts[act.place] += by
            in_hand -= by
            touched = touched | ({act.place} & self._lone) if in_hand else set()
            shown.add((act.place, counts[act.place]))
            yield Look(tuple(sorted(counts.items())), frozenset(touched), frozenset(shown))

    def expected(self, look: Look) -> tuple[Expected, Expected]:
        """What may come next in a turn that explains everything shown so far; and in any turn that
        explains what is shown now, should the hands have changed their mind."""
        sure, any_ = Expected(), Expected()
        for (touched, end), told in self._told[look.counts].items():
            if touched <= look.touched:
                any_.join(told)
                if look.shown <= self._may_show[end]:
                    sure.join(told)
        return sure, any_


def _end(own: Men, way: tuple[Step, ...]) -> Men:
    for step in way:
        own = _moved(own, step.origin, step.target)
    return own + tuple(step.target for step in sorted(way) if step.hits)


def _has_come(done: tuple[Act, ...], carry: int) -> bool:
    """Whether this own checker has been put down."""
    return any(act.do == "put" and not act.hit and act.carry == carry for act in done)

"""By brute force from the rule sheet: everything hands may do with a roll of nardy, in every order.

Nothing here knows how the lights come about. A *way* is a row of single moves; hands carry it out
as a *script* of acts: a checker is taken, put down, a hit one is taken away and put on the bar.
Sensors count and do not know whose a checker is, and hands may change their mind: what may come
next is what comes next in any script in which the board looks as it does now, if nothing had to be
touched for it that was not touched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations, pairwise
from typing import Any, NamedTuple

from tests.games.nardy import plain

#: The mover's places: 25 is the bar, 0 the tray.
BAR, OFF = 25, 0
#: Two dice, if they are not a double.
PAIR = 2
#: The mover's checkers and the opponent's, by the mover's places.
Men = tuple[int, ...]


class Step(NamedTuple):
    """One checker's move by one number."""

    origin: int
    target: int
    hits: bool


class Sheet:
    """Short nardy: what single moves need (S3-S5, N8), and how a roll is played (N4-N7)."""

    hits = True

    def __init__(self, own: Men, foe: Men) -> None:
        """`foe`: the opponent's checkers by the mover's places."""
        self.own, self.foe = own, foe

    def steps(self, own: Men, foe: Men, number: int) -> Iterator[tuple[Step, Men, Men]]:
        """Every legal move by this number, with the men after it."""
        home = not any(own[7:])
        for origin in [BAR] if own[BAR] else range(24, 0, -1):
            if not own[origin]:
                continue
            target = max(origin - number, OFF)
            if target == OFF and not (home and (origin == number or not any(own[origin + 1 : 7]))):
                continue  # N8
            if target != OFF and foe[target] > 1:
                continue  # S3
            hit = target != OFF and foe[target] == 1
            mine = _moved(own, origin, target)
            yield Step(origin, target, hit), mine, _moved(foe, target, BAR) if hit else foe

    def ways(self, numbers: tuple[int, ...]) -> list[tuple[Step, ...]]:
        """Every row of moves that plays what must be played (N6, N7): two different numbers in
        either order, all others as they stand."""
        two = len(numbers) == PAIR and numbers[0] > numbers[1]
        orders = [numbers, numbers[::-1]] if two else [numbers]
        found = [row for order in orders for row in self._rows(self.own, self.foe, order)]
        most = max(len(row) for row, _ in found)
        longest = [(row, played) for row, played in found if len(row) == most]
        if most == 1 and two:  # N7: the larger, if either can be played
            largest = max(played for _, played in longest)
            longest = [each for each in longest if each[1] == largest]
        return list({row for row, _ in longest})

    def _rows(
        self, own: Men, foe: Men, numbers: tuple[int, ...]
    ) -> Iterator[tuple[tuple[Step, ...], tuple[int, ...]]]:
        """What cannot be played is left, and the next number follows (G5)."""
        if not numbers:
            yield (), ()
            return
        able = list(self.steps(own, foe, numbers[0]))
        if not able:
            yield from self._rows(own, foe, numbers[1:])
        for step, mine, theirs in able:
            for row, played in self._rows(mine, theirs, numbers[1:]):
                yield (step, *row), (numbers[0], *played)


def numbers_of(dice: tuple[int, int]) -> tuple[int, ...]:
    """What a roll brings (N4, N5), the larger number first."""
    return dice * 2 if dice[0] == dice[1] else (max(dice), min(dice))


class LongSheet(Sheet):
    """Long nardy and both gulbars: single moves of the plain second generator (L3-L6, N8)."""

    hits = False

    def __init__(self, own: Men, foe: Men, numbers: tuple[int, ...], *, block_rule: bool) -> None:
        """`foe` by the mover's places: the two courses lie twelve points apart (L1)."""
        super().__init__(own, foe)
        theirs = tuple(foe[24 - (place + 12) % 24] for place in range(24))
        leave = plain.may_leave_head_in(_course(own), theirs, list(numbers))
        self._game = plain.PlainGame(theirs, leave, own[24], block_rule)

    def steps(self, own: Men, foe: Men, number: int) -> Iterator[tuple[Step, Men, Men]]:
        here = _course(own)
        for course, off in plain.moves(self._game, here, own[OFF], number):
            origin = 24 - next(at for at in range(24) if course[at] < here[at])
            target = max(origin - number, OFF)
            yield Step(origin, target, hits=False), (off, *course[::-1], own[BAR]), foe


def _course(own: Men) -> plain.Course:
    """The counts from the head onward."""
    return own[24:0:-1]


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
            if _all_stand(own, order):
                yield from _woven(order, hits)


def _two_at_once(spine: list[Act], own: Men) -> Iterator[list[Act]]:
    """The same with two in the hand at once, where both stand there to be taken: the second is kept
    until its turn comes, or the first is kept while the next ones are carried."""
    yield spine
    for first in range(0, len(spine) - 2, 2):
        for second in range(first + 2, len(spine), 2):
            take = spine[second]
            if _stands(own, spine[: first + 1], take.place):
                rest = [act for act in spine[first + 1 :] if act is not take]
                yield [*spine[: first + 1], take, *rest]
        yield from _kept_in_hand(spine, own, first)


def _kept_in_hand(spine: list[Act], own: Men, first: int) -> Iterator[list[Act]]:
    """One is taken first and put down after others, or even when the next is taken."""
    put = spine[first + 1]
    for until in range(first + 4, len(spine) + 1, 2):
        between = spine[first + 2 : until]
        takes = range(0, len(between), 2)
        done = [[*spine[: first + 1], *between[:at]] for at in takes]
        if not all(
            _stands(own, acts, between[at].place) for at, acts in zip(takes, done, strict=True)
        ):
            return
        before, after = [*spine[: first + 1], *between], spine[until:]
        yield [*before, put, *after]
        if after and _stands(own, before, after[0].place):
            yield [*before, after[0], put, *after[1:]]


def _all_stand(own: Men, acts: list[Act]) -> bool:
    """Whether a checker stands wherever one is taken: who took the last one of a point early takes
    no other there before one has come."""
    return all(
        _stands(own, acts[:at], act.place) for at, act in enumerate(acts) if act.do == "take"
    )


def _stands(own: Men, done: list[Act], place: int) -> bool:
    """Whether a checker stands here after these acts."""
    moved = sum(1 if act.do == "put" else -1 for act in done if act.place == place)
    return own[place] + moved > 0


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
Points = frozenset[int]


class Look(NamedTuple):
    """What the board shows: how many stand where, which lone checkers' points were touched since no
    checker was in the hand, and at all, and everything it has shown since the turn began."""

    counts: tuple[tuple[int, int], ...]
    touched: Points
    ever: Points
    shown: Shown


@dataclass
class Expected:
    """Which acts may come next: what may be taken, and where what is in the hand may be put; each
    with whether it is of a checker that was hit."""

    take: set[tuple[int, bool]] = field(default_factory=set)
    put: set[tuple[int, bool]] = field(default_factory=set)

    def add(self, done: tuple[Act, ...], following: Act) -> None:
        """A script does this next; a checker to be hit need not be taken beforehand."""
        if following.do == "put":
            self.put.add((following.place, following.hit))
        elif not following.hit or _has_come(done, following.carry):
            self.take.add((following.place, following.hit))

    def join(self, other: Expected) -> None:
        """All that the other one expects as well."""
        self.take |= other.take
        self.put |= other.put

    @property
    def is_duty(self) -> bool:
        """Whether nobody chooses any more: a hit checker belongs on the bar (S4)."""
        return all(hit for _, hit in self.put or self.take)

    def lit(self, level: str) -> tuple[set[int], set[int]]:
        """What is lit at this level: duties always, what may be taken unless hints are off. Never
        both at once: with a checker in the hand it is shown where that may go, without full hints
        only where one that was hit belongs."""
        chooses = not self.is_duty and level != "full"
        if self.put:
            return set(), {place for place, hit in self.put if hit or not chooses}
        return (set() if chooses and level == "off" else {place for place, _ in self.take}), set()


class Everything:
    """All scripts of some ways, and what may come next in whatever they show."""

    def __init__(self, own: Men, foe: Men, ways: Iterable[tuple[Step, ...]], lone: set[int]):
        self._own, self._lone, self._ways = own, lone, [*ways]
        self._seen = {place: own[place] for place in (OFF, BAR)} | {FOE_BAR: foe[BAR]}
        self._seen |= {point: own[point] + foe[point] for point in range(1, 25)}
        #: The scripts, each with what it leads to.
        self.scripts = {
            script: _end(own, way) for way in self._ways for script in scripts(way, own)
        }
        self._told: dict[tuple[Any, ...], dict[tuple[Points, Points, Men], Expected]] = {}
        self._may_show: dict[Men, set[tuple[int, int]]] = {}
        for script, end in self.scripts.items():
            for at, look in enumerate(self.looks(script)):
                if at < len(script):
                    told = self._told.setdefault(look.counts, {})
                    known = told.setdefault((look.touched, look.ever, end), Expected())
                    known.add(script[:at], script[at])
            self._may_show.setdefault(end, set()).update(look.shown)

    def looks(self, script: tuple[Act, ...]) -> Iterator[Look]:
        """What is seen before the first and after each act."""
        counts, touched, ever, in_hand = dict(self._seen), Points(), Points(), 0
        shown = set[tuple[int, int]]()
        yield Look(tuple(sorted(counts.items())), touched, ever, frozenset())
        for act in script:
            by = 1 if act.do == "put" else -1
            counts[act.place] += by
            in_hand -= by
            lone = Points({act.place} & self._lone)
            touched, ever = (touched | lone if in_hand else Points()), ever | lone
            shown.add((act.place, counts[act.place]))
            yield Look(tuple(sorted(counts.items())), touched, ever, frozenset(shown))

    def expected(self, look: Look) -> tuple[Expected, Expected]:
        """What may come next in a turn that explains everything shown so far; and in any turn that
        explains what is shown now, should the hands have changed their mind."""
        sure, any_ = Expected(), Expected()
        for (touched, ever, end), told in self._told[look.counts].items():
            if touched <= look.touched and ever <= look.ever:
                any_.join(told)
                if look.shown <= self._may_show[end]:
                    sure.join(told)
        return sure, any_

    def if_put_back(self, look: Look, place: int) -> Expected:
        """What may come next once a checker that was put down here and taken up again stays."""
        counts = tuple((each, count + (each == place)) for each, count in look.counts)
        again = look._replace(counts=counts)
        return self.expected(again)[1] if counts in self._told else Expected()

    def finishing(self, look: Look) -> set[int]:
        """Where what is in the hand may go because it makes a turn whole, whatever the order of
        hands was: scripts have two own checkers in the hand at once, hands may have more. Where one
        stands that may be hit, that is perhaps still the opponent's."""
        counts, places = dict(look.counts), set[int]()
        for end in self._may_show:
            missing = {place: n - counts[place] for place, n in self._at_the_end(end).items()}
            if min(missing.values()) >= 0:
                places |= {place for place, n in missing.items() if n}
                waits = missing[FOE_BAR] > 0
                places |= {point for point in end[BAR + 1 :] if waits and point in look.ever}
        return places

    def on_the_way(self, look: Look) -> set[int]:
        """Where what is in the hand may go as a step of a way of which any others were made, in
        whatever order: in scripts hands overlap two by two, real ones in chains. Ways that hit are
        left to the scripts."""
        counts, places = dict(look.counts), set[int]()
        for moved, reached in self._parts:
            in_hand = [self._seen[place] + moved.get(place, 0) - n for place, n in counts.items()]
            if min(in_hand) >= 0:
                places |= {p for p, n in zip(counts, in_hand, strict=True) if n and p in reached}
        return places

    @cached_property
    def _parts(self) -> list[tuple[Mapping[int, int], Points]]:
        """What any part of a way changes, and where it puts checkers."""
        parts = dict[tuple[tuple[int, int], ...], set[int]]()
        for way in self._ways:
            for made in _some_of(() if any(step.hits for step in way) else way):
                moved = Counter(step.target for step in made)
                moved.subtract(step.origin for step in made)
                if all(self._own[place] + by >= 0 for place, by in moved.items()):
                    parts.setdefault(tuple(sorted(moved.items())), set()).update(
                        step.target for step in made
                    )
        return [(dict(moved), Points(reached)) for moved, reached in parts.items()]

    def _at_the_end(self, end: Men) -> dict[int, int]:
        """How many are seen where once this turn is made."""
        counts = {FOE_BAR: self._seen[FOE_BAR] + len(end[BAR + 1 :])}
        for place in range(BAR + 1):
            counts[place] = self._seen[place] - self._own[place] + end[place]
            counts[place] -= end[BAR + 1 :].count(place)
        return counts


def _some_of(steps: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """Any of these, but for none."""
    return chain.from_iterable(combinations(steps, n) for n in range(1, len(steps) + 1))


def _end(own: Men, way: tuple[Step, ...]) -> Men:
    for step in way:
        own = _moved(own, step.origin, step.target)
    return own + tuple(step.target for step in sorted(way) if step.hits)


def _has_come(done: tuple[Act, ...], carry: int) -> bool:
    """Whether this own checker has been put down."""
    return any(act.do == "put" and not act.hit and act.carry == carry for act in done)

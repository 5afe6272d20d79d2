"""A second generator for short nardy with the house rules on hitting at home (S7, S7a, S7b, S13).

It shares nothing with the one in the controller: every checker is a person of its own, with a place
and a memory of what it did in this turn; every order and every checker is tried. Slow, and meant to
be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

OFF, BAR = 0, 25


@dataclass(frozen=True)
class House:
    """What was agreed."""

    bear_off: str = "allowed"
    pair: bool = False
    forced_by: str = "number"
    hide: bool = True


@dataclass(frozen=True, order=True)
class Checker:
    """One checker of the mover: where it stands, whether it hit at home, whether it made a pair
    with one that did."""

    place: int
    hit: bool = False
    paired: bool = False

    @property
    def barred(self) -> bool:
        """It may not be borne off in this turn, by house rule."""
        return self.hit or self.paired


class Table(NamedTuple):
    """The mover's checkers, the points with opposing blots and those that are closed, what was hit,
    what was left unplayed, and whether a barred checker was borne off."""

    own: tuple[Checker, ...]
    blots: frozenset[int]
    closed: frozenset[int]
    hits: frozenset[int] = frozenset()
    left: tuple[int, ...] = ()
    broke: bool = False


class Result(NamedTuple):
    """Where the mover's checkers stand, sorted, and where it hit."""

    places: tuple[int, ...]
    hits: frozenset[int]


def results(table: Table, dice: tuple[int, int], house: House) -> set[Result]:
    """All distinct results of a roll."""
    larger, smaller = max(dice), min(dice)
    orders = [[larger] * 4] if larger == smaller else [[larger, smaller], [smaller, larger]]
    by_turn = house.bear_off == "forced" and house.forced_by == "turn"
    played_by = replace(house, bear_off="allowed") if by_turn else house
    noted = house if house.bear_off != "allowed" else replace(house, pair=False)
    ends = {end for order in orders for end in _ends(table, order, played_by, noted)}
    best = _fullest(ends, larger, single=larger != smaller)
    if by_turn:
        best = {end for end in best if not end.broke} or best
    return {Result(tuple(sorted(each.place for each in end.own)), end.hits) for end in best}


def _fullest(ends: set[Table], larger: int, *, single: bool) -> set[Table]:
    """N7: as many numbers as possible; of two dice the larger."""
    fewest = min(len(end.left) for end in ends)
    best = {end for end in ends if len(end.left) == fewest}
    if single and fewest == 1:
        return {end for end in best if end.left != (larger,)} or best
    return best


def _ends(table: Table, order: list[int], house: House, noted: House) -> set[Table]:
    reached = {table}
    for number in order:
        following: set[Table] = set()
        for each in reached:
            made = [*_moves(each, number, house, noted)]
            following |= {after for after, _ in made}
            if not made:
                following.add(each._replace(left=(*each.left, number)))
        reached = following
    return reached


def _moves(table: Table, number: int, house: House, noted: House) -> list[tuple[Table, bool]]:
    """What this number may do: after it, and whether a barred checker was borne off."""
    every = [*_every(table, number, house, noted)]
    free = [each for each in every if not each[1]]
    if house.bear_off == "forbidden":
        return free
    if house.bear_off == "forced":
        return free or every
    return every


def _every(table: Table, number: int, house: House, noted: House) -> Iterator[tuple[Table, bool]]:
    on_bar = any(each.place == BAR for each in table.own)
    all_home = all(each.place <= 6 for each in table.own)
    for at, checker in enumerate(table.own):
        if checker.place == OFF or (on_bar and checker.place != BAR):  # S5
            continue
        others = [*table.own[:at], *table.own[at + 1 :]]
        target = checker.place - number
        if target <= 0:
            behind = any(each.place > checker.place for each in others)
            if not all_home or (target < 0 and behind):  # N8
                continue
            gone = tuple(sorted([*others, Checker(OFF)]))
            broke = table.broke or checker.barred
            yield table._replace(own=gone, broke=broke), checker.barred
        elif target not in table.closed:  # S3
            there = [each for each in others if each.place == target]
            if not (there and checker.hit and not house.hide):  # S13
                yield _landed(table, checker, others, target, pair=noted.pair), False


def _landed(
    table: Table, checker: Checker, others: list[Checker], target: int, *, pair: bool
) -> Table:
    hits = target in table.blots and target not in table.hits
    come = replace(checker, place=target, hit=checker.hit or (hits and target <= 6))
    there = [each for each in others if each.place == target]
    if pair and len(there) == 1 and (come.hit or there[0].hit):  # S7a: two on one point
        others = [each for each in others if each is not there[0]]
        others.append(replace(there[0], paired=True))
        come = replace(come, paired=True)
    struck = table.hits | {target} if hits else table.hits
    return table._replace(own=tuple(sorted([*others, come])), hits=struck)

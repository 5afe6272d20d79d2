"""A second generator for long nardy and both gulbars, as plain as the rules' own words.

It shares nothing with the one in the controller: courses are counted from the head (0) onward,
every order is tried, every move is made on a fresh list. Slow, and meant to be.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Course = tuple[int, ...]


class Result(NamedTuple):
    """The mover's 24 counts from the head, those borne off, and the numbers left, sorted."""

    course: Course
    off: int
    left: tuple[int, ...]


class PlainGame(NamedTuple):
    """One turn of long nardy: the opponent's course, and what limits the mover."""

    foe: Course
    may_leave_head: int
    head_at_start: int
    block_rule: bool


def results(
    own: Course, off: int, foe: Course, numbers: list[int], *, block_rule: bool
) -> set[Result]:
    """All distinct results of these numbers: the larger first for two dice, upward for a run."""
    game = PlainGame(foe, may_leave_head_in(own, foe, numbers), own[0], block_rule)
    orders = (
        [numbers, numbers[::-1]] if len(numbers) == 2 and numbers[0] > numbers[1] else [numbers]
    )
    found = {result for order in orders for result in _play(game, own, off, order)}
    fewest = min(len(result.left) for result in found)  # N7: as many as possible
    best = {result for result in found if len(result.left) == fewest}
    if len(numbers) == 2 and numbers[0] > numbers[1] and fewest == 1:  # N7: the larger
        larger = {result for result in best if result.left == (numbers[1],)}
        return larger or best
    return best


def _play(game: PlainGame, own: Course, off: int, numbers: list[int]) -> set[Result]:
    """Where the numbers lead in this order; one that cannot be played is left."""
    reached = {Result(own, off, ())}
    for number in numbers:
        following = set()
        for course, gone, left in reached:
            able = set(moves(game, course, gone, number))
            following |= {Result(*move, left) for move in able}
            if not able:
                following.add(Result(course, gone, tuple(sorted((*left, number)))))
        reached = following
    return reached


def moves(game: PlainGame, own: Course, off: int, number: int) -> Iterator[tuple[Course, int]]:
    """Every single move by this number: the course after it, and how many are off."""
    for place in range(24):
        if own[place] == 0:
            continue
        if place == 0 and game.head_at_start - own[0] >= game.may_leave_head:  # L3
            continue
        course = list(own)
        course[place] -= 1
        gone = off
        goal = place + number
        if goal < 24:
            if game.foe[(goal + 12) % 24] > 0:  # L5
                continue
            course[goal] += 1
        elif sum(own[:18]) > 0 or (goal > 24 and sum(own[:place]) > 0):
            continue  # N8: not all are home, or one stands further back
        else:
            gone += 1
        if not (game.block_rule and _shut_in(tuple(course), game.foe)):  # L6
            yield tuple(course), gone


def _shut_in(own: Course, foe: Course) -> bool:
    """Six own points in a row on the foe's course, and no foe has passed them."""
    for first in range(19):
        row = range(first, first + 6)
        held = all(own[(place + 12) % 24] > 0 for place in row)
        passed = any(foe[place] > 0 for place in range(first + 6, 24))
        if held and not passed:
            return True
    return False


def may_leave_head_in(own: Course, foe: Course, numbers: list[int]) -> int:
    """One, or two where the foe's head stops a single first checker (L3, L4)."""
    doubles = len(numbers) > 1 and numbers[0] == numbers[1] and numbers[0] in (3, 4, 6)
    if own[0] != 15 or not doubles:
        return 1
    place = 0
    for number in numbers:
        place += number
        if place >= 24:
            return 1
        if foe[(place + 12) % 24] > 0:
            return 2 if place == 12 else 1
    return 1

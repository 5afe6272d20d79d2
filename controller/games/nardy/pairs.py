"""The legal turns with two different numbers, the larger of them always first.

As long as nothing enters and nothing is borne off, two moves do not disturb each other: every
result is what stands plus a move by the one number plus a move by the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.nardy.board import POINTS
from controller.games.nardy.steps import Found, Steps, View, bears_off_from
from controller.games.nardy.variants import BAR, HEAD


def find_sums(steps: Steps, view: View, numbers: Sequence[int]) -> Found:
    """Every turn where no checker enters and none can be borne off."""
    total, own, facing = view
    a, b = numbers
    moves_a, moves_b, closed = steps.moves[a], steps.moves[b], steps.closed_at
    off, ahead = [closed], facing[1:]  # nothing leads off the board
    at_a, at_b, at_both = off * (a + 1) + ahead, off * (b + 1) + ahead, off * (a + b + 1) + ahead
    by_a: list[int] = []
    by_b: list[int] = []
    also, never = [], []
    for point in POINTS:
        checkers = own[point]
        if not checkers:
            continue
        there_a, there_b, there_both = at_a[point], at_b[point], at_both[point]
        if there_a < closed:
            after_a = total + moves_a[there_a][point]
            by_a.append(after_a)
            if there_both < closed and not own[point - a]:  # one checker makes both moves
                also.append(after_a + moves_b[there_both][point - a])
            if there_a and own[point - a + b]:  # two land on one blot: only the first one hits
                never.append(after_a + moves_b[1][point - a + b])
                also.append(after_a + moves_b[0][point - a + b])
        if there_b < closed:
            move_b = moves_b[there_b][point]
            by_b.append(move_b)
            if there_both < closed and not own[point - b]:
                also.append(total + move_b + moves_a[there_both][point - b])
            if checkers == 1 and there_a < closed:  # but none can leave its point twice
                never.append(after_a + move_b)
    found = {first + second for first in by_a for second in by_b}
    found.difference_update(never)
    found.update(also)
    if found:
        return list(found), ()
    return _only_one(total, by_a, [total + move for move in by_b], numbers)


def _only_one(total: int, by_a: list[int], by_b: list[int], numbers: Sequence[int]) -> Found:
    """Both cannot be played: the larger, else the smaller, else none (N6, N7)."""
    if by_a:
        return by_a, numbers[1:]
    if by_b:
        return by_b, numbers[:1]
    return [total], numbers


def find_entering(steps: Steps, view: View, numbers: Sequence[int]) -> Found:
    """Every turn with checkers on the bar, which enter before any other moves (S5)."""
    total, own, facing = view
    a, b = numbers
    closed = steps.closed_at
    by_a = [total + steps.move(a, BAR, facing)] if facing[BAR - a] < closed else []
    by_b = [total + steps.move(b, BAR, facing)] if facing[BAR - b] < closed else []
    if own[BAR] > 1:
        if by_a and by_b:
            return [by_a[0] + by_b[0] - total], ()
        return _only_one(total, by_a, by_b, numbers)
    found = set(_entered(steps, view, by_a[0], BAR - a, b) if by_a else ())
    if by_b:
        found.update(_entered(steps, view, by_b[0], BAR - b, a))
    return (list(found), ()) if found else _only_one(total, by_a, by_b, numbers)


def _entered(steps: Steps, view: View, total: int, point: int, number: int) -> list[int]:
    """The results where one checker came in on a point and any, itself as well, moves on."""
    _, own, facing = view
    moves, closed = steps.moves[number], steps.closed_at
    hit_before, facing[point] = facing[point], 0
    found = [
        total + moves[facing[origin - number]][origin]
        for origin in range(HEAD, number, -1)
        if (own[origin] or origin == point) and facing[origin - number] < closed
    ]
    facing[point] = hit_before
    return found


def find_near_home(steps: Steps, view: View, numbers: Sequence[int]) -> Found:
    """Every turn with at most one checker outside: move by move, in both orders (N4, N8)."""
    total, own, facing = view
    a, b = numbers
    points = [point for point in POINTS if own[point]]
    home = points[0] <= 6
    from_a = steps.origins(points, view, a, home=home)
    from_b = steps.origins(points, view, b, home=home)
    found = _then(steps, view, points, from_a, (a, b))
    found |= _then(steps, view, points, from_b, (b, a))
    if found:
        return list(found), ()
    by_a = [total + steps.move(a, origin, facing) for origin in from_a]
    by_b = [total + steps.move(b, origin, facing) for origin in from_b]
    return _only_one(total, by_a, by_b, numbers)


def _then(
    steps: Steps, view: View, points: list[int], origins: list[int], numbers: tuple[int, int]
) -> set[int]:
    """The results of a move by the one number from each origin and then one by the other."""
    total, own, facing = view
    number, then = numbers
    moves, closed, outside = steps.moves[then], steps.closed_at, points[0] > 6
    found: set[int] = set()
    for origin in origins:
        target = origin - number if origin > number else 0
        after = total + steps.move(number, origin, facing)
        own[origin] -= 1
        own[target] += 1
        hit_before, facing[target] = facing[target], 0
        found.update(
            [
                after + moves[facing[place - then]][place]
                for place in (*points, target)
                if own[place] and place > then and facing[place - then] < closed
            ]
        )
        if (not outside or origin > 6 >= target) and (leaving := bears_off_from(own, then)):
            found.add(after + moves[0][leaving])
        facing[target] = hit_before
        own[target] -= 1
        own[origin] += 1
    return found

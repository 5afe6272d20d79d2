"""The legal turns with two different numbers, the larger of them always first.

As long as nothing enters and nothing is borne off, two moves do not disturb each other: every
result is what stands plus a move by the one number plus a move by the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.nardy.board import POINTS
from controller.games.nardy.steps import Found, Steps, View
from controller.games.nardy.variants import BAR, HEAD


def find_sums(steps: Steps, view: View, numbers: Sequence[int]) -> Found:
    """Every turn where no checker enters and none can be borne off."""
    total, own, facing = view
    a, b = numbers
    plain_a, plain_b, closed = steps.plain[a], steps.plain[b], steps.closed_at
    hitting_a, hitting_b = steps.hitting[a], steps.hitting[b]
    by_a: list[int] = []
    by_b: list[int] = []
    also, never = [], []
    for point in POINTS:
        if not own[point]:
            continue
        at_a, at_b, at_both = point - a, point - b, point - a - b
        open_a = at_a > 0 and facing[at_a] < closed
        open_both = at_both > 0 and facing[at_both] < closed
        if open_a:
            after_a = total + (hitting_a if facing[at_a] else plain_a)[point]
            by_a.append(after_a)
            if open_both and not own[at_a]:  # one checker makes both moves
                also.append(after_a + (hitting_b if facing[at_both] else plain_b)[at_a])
            if facing[at_a] and own[at_a + b]:  # two land on one blot: only the first one hits
                never.append(after_a + hitting_b[at_a + b])
                also.append(after_a + plain_b[at_a + b])
        if at_b > 0 and facing[at_b] < closed:
            move_b = (hitting_b if facing[at_b] else plain_b)[point]
            by_b.append(move_b)
            if open_both and not own[at_b]:
                also.append(total + move_b + (hitting_a if facing[at_both] else plain_a)[at_b])
            if open_a and own[point] == 1:  # one checker cannot leave its point twice
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
    plain, hitting, closed = steps.plain[number], steps.hitting[number], steps.closed_at
    hit_before, facing[point] = facing[point], 0
    found = [
        total + (hitting if facing[origin - number] else plain)[origin]
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
    found: set[int] = set()
    outside = points[0] > 6
    for origin in origins:
        target = origin - number if origin > number else 0
        after = total + steps.move(number, origin, facing)
        own[origin] -= 1
        own[target] += 1
        hit_before, facing[target] = facing[target], 0
        home = not outside or origin > 6 >= target
        onward = steps.origins([*points, target], view, then, home=home)
        found.update([after + steps.move(then, place, facing) for place in onward])
        facing[target] = hit_before
        own[target] -= 1
        own[origin] += 1
    return found

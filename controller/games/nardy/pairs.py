"""The legal turns with two different numbers, the larger of them always first.

As long as nothing enters and nothing is borne off, two moves do not disturb each other: every
result is the board plus a move by the one number plus a move by the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.nardy.board import BAR, HEAD, POINTS
from controller.games.nardy.steps import Found, Steps, View


def find_sums(steps: Steps, view: View, numbers: Sequence[int]) -> Found:
    """Every turn where no checker enters and none can be borne off."""
    board, own, facing = view
    a, b = numbers
    blots, closed = steps.blots(facing), steps.closed_at
    sums_a, sums_b = steps.sums(blots, a), steps.sums(blots, b)
    by_a, by_b, also, never = [], [], [], []
    for point in POINTS:
        if not own[point]:
            continue
        goes_a = point > a and facing[point - a] < closed
        goes_b = point > b and facing[point - b] < closed
        goes_both = point > a + b and facing[point - a - b] < closed
        if goes_a:
            by_a.append(board + sums_a[point])
            if goes_both and not own[point - a]:  # one checker makes both moves
                also.append(board + sums_a[point] + sums_b[point - a])
        if goes_b:
            by_b.append(sums_b[point])
            if goes_both and not own[point - b]:
                also.append(board + sums_b[point] + sums_a[point - b])
            if goes_a and own[point] == 1:  # but it cannot leave its point twice
                never.append(board + sums_a[point] + sums_b[point])
    found = {first + second for first in by_a for second in by_b}
    found.difference_update(never)
    found.update(also)
    for point in blots:  # two may land on one blot: only the first one hits
        if point + a < BAR and own[point + a] and own[point + b]:
            found.discard(board + sums_a[point + a] + sums_b[point + b])
            found.add(board + sums_a[point + a] + steps.plain[b][point + b])
    if found:
        return list(found), ()
    return _only_one(board, by_a, [board + move for move in by_b], numbers)


def _only_one(board: int, by_a: list[int], by_b: list[int], numbers: Sequence[int]) -> Found:
    """Both cannot be played: the larger, else the smaller, else none (N6, N7)."""
    if by_a:
        return by_a, numbers[1:]
    if by_b:
        return by_b, numbers[:1]
    return [board], numbers


def find_entering(steps: Steps, view: View, numbers: Sequence[int]) -> Found:
    """Every turn with checkers on the bar, which enter before any other moves (S5)."""
    board, own, facing = view
    blots = steps.blots(facing)
    by_a, by_b = (
        [board + steps.sums(blots, number)[BAR]] if facing[BAR - number] < steps.closed_at else []
        for number in numbers
    )
    if own[BAR] > 1:
        if by_a and by_b:
            return [by_a[0] + by_b[0] - board], ()
        return _only_one(board, by_a, by_b, numbers)
    a, b = numbers
    found = {*_entered(steps, view, by_a, (a, b)), *_entered(steps, view, by_b, (b, a))}
    return (list(found), ()) if found else _only_one(board, by_a, by_b, numbers)


def _entered(steps: Steps, view: View, after: list[int], numbers: tuple[int, int]) -> list[int]:
    """The results where one checker has entered and any, itself as well, moves on."""
    if not after:
        return []
    _, own, facing = view
    point, then, closed = BAR - numbers[0], numbers[1], steps.closed_at
    sums = steps.sums([blot for blot in steps.blots(facing) if blot != point], then)
    return [
        after[0] + sums[origin]
        for origin in range(HEAD, then, -1)
        if (own[origin] or origin == point) and facing[origin - then] < closed
    ]


def find_near_home(steps: Steps, view: View, numbers: Sequence[int]) -> Found:
    """Every turn with at most one checker outside: move by move, in both orders (N4, N8)."""
    board, own, facing = view
    a, b = numbers
    found = _one_then(steps, view, (a, b)) | _one_then(steps, view, (b, a))
    if found:
        return list(found), ()
    home, blots = not any(own[7:]), steps.blots(facing)
    by_a, by_b = (
        [
            board + steps.sums(blots, number)[origin]
            for origin in steps.origins(POINTS, view, number, home=home)
        ]
        for number in numbers
    )
    return _only_one(board, by_a, by_b, numbers)


def _one_then(steps: Steps, view: View, numbers: tuple[int, int]) -> set[int]:
    """The results of a move by the one number and then a move by the other."""
    board, own, facing = view
    number, then = numbers
    points = [point for point in POINTS if own[point]]
    outside, blots = sum(own[7:]), steps.blots(facing)
    sums, sums_then = steps.sums(blots, number), steps.sums(blots, then)
    found: set[int] = set()
    for origin in steps.origins(points, view, number, home=not outside):
        now, target = bytearray(own), max(origin - number, 0)
        now[origin] -= 1
        now[target] += 1
        onward = sums_then
        if target in blots:  # only the first one there hits
            onward = steps.sums([blot for blot in blots if blot != target], then)
        home = not outside or origin > 6 >= target
        after = View(board + sums[origin], now, facing)
        further = steps.origins([*points, target], after, then, home=home)
        found.update([after.board + onward[place] for place in further])
    return found

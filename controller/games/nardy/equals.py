"""The legal turns with equal numbers: a double, or what passed over of one (N5).

A result says how many checkers left each place, whatever the order. So the moves are made from
the furthest place to the nearest, which is always possible where any order is (N8), and every
result is found exactly once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from controller.games.nardy.steps import Found, Steps, View
from controller.games.nardy.variants import BAR, HEAD


def find_equals(steps: Steps, view: View, numbers: Sequence[int], head_floor: int) -> Found:
    """Every turn with these equal numbers: as many as can be played (N7)."""
    total, own, _ = view
    number = numbers[0]
    if own[BAR]:
        return _entering(steps, view, numbers)
    outside = sum(own[7:])
    own[HEAD] -= head_floor  # L3: these stay where they are
    for moves in range(_most(own, number, len(numbers), outside), 0, -1):
        if outside > moves:  # some stay outside: none can be borne off
            found = _between_points(steps, view, number, moves)
        else:
            found = _near_home(steps, view, number, moves, outside)
        if found:
            return found, numbers[moves:]
    return [total], numbers


def _most(own: list[int], number: int, moves: int, outside: int) -> int:
    """How many moves there can be at most: fewer than numbers where little is left to bear off."""
    if outside > moves:
        return moves
    return min(moves, sum(own[point] * -(-point // number) for point in range(1, HEAD + 1)))


def _entering(steps: Steps, view: View, numbers: Sequence[int]) -> Found:
    """The bar first (S5): all that can enter do, and with what is left others move."""
    total, own, facing = view
    number = numbers[0]
    point = BAR - number
    if facing[point] >= steps.closed_at:
        return [total], numbers
    entered = min(own[BAR], len(numbers))
    total += steps.move(number, BAR, facing) + (entered - 1) * steps.moves[number][0][BAR]
    own[BAR] -= entered
    own[point] += entered
    facing[point] = 0  # whoever stood here was hit
    if entered == len(numbers):
        return [total], ()
    return find_equals(steps, (total, own, facing), numbers[entered:], 0)


def _between_points(steps: Steps, view: View, number: int, moves: int) -> list[int]:
    """The results of so many moves of which none bears off."""
    standing, own, _ = view
    plain = steps.moves[number][0]
    origins, sums = _reached(steps, view, number)
    if moves == 1:
        return [standing + sums[origin] for origin in origins if own[origin]]
    found: list[int] = []

    def walk(first: int, total: int, left: int) -> None:
        """Make the next move from `first` of the origins or a nearer one."""
        if left == 2:
            last_two(first, total)
            return
        for at in range(first, len(origins)):
            origin = origins[at]
            if own[origin]:
                move = sums[origin]
                own[origin] -= 1
                own[origin - number] += 1
                sums[origin] = plain[origin]  # only the first one to land can hit
                walk(at, total + move, left - 1)
                sums[origin] = move
                own[origin - number] -= 1
                own[origin] += 1

    def last_two(first: int, total: int) -> None:
        """Make the last two moves: from one point, one checker twice, or from two points."""
        singly = []
        for origin in origins[first:]:
            checkers = own[origin]
            if checkers:
                move, stop = sums[origin], origin - number
                singly.append(move)
                if checkers > 1:
                    found.append(total + move + plain[origin])
                if sums[stop] and not own[stop]:
                    found.append(total + move + sums[stop])
        found.extend([total + one + other for one, other in combinations(singly, 2)])

    walk(0, standing, moves)
    return found


def _reached(steps: Steps, view: View, number: int) -> tuple[list[int], list[int]]:
    """Where moves between points may begin during this turn, furthest first, and what they add.

    Nothing is added where no move may begin.
    """
    _, own, facing = view
    reached, closed, origins, sums = own[:], steps.closed_at, [], [0] * len(own)
    moves = steps.moves[number]
    for point in range(HEAD, number, -1):
        target = point - number
        if reached[point] and facing[target] < closed:
            origins.append(point)
            sums[point] = moves[facing[target]][point]
            reached[target] = 1
    return origins, sums


def _near_home(steps: Steps, view: View, number: int, moves: int, outside: int) -> list[int]:
    """The results of so many moves of which some may bear off."""
    standing, own, _ = view
    plain = steps.moves[number][0]
    between, sums = _reached(steps, view, number)
    home = range(number, 0, -1)
    origins = [*between, *home]
    for point in home:
        sums[point] = plain[point]
    found: list[int] = []

    def walk(first: int, total: int, left: int, outside: int) -> None:
        for at in range(first, len(origins)):
            origin = origins[at]
            if not own[origin] or (origin <= number and not may_leave(origin, outside)):
                continue
            move, target = sums[origin], max(origin - number, 0)
            if left == 1:
                found.append(total + move)
                continue
            own[origin] -= 1
            own[target] += 1
            sums[origin] = plain[origin]
            walk(at, total + move, left - 1, outside - (origin > 6 >= target))
            sums[origin] = move
            own[target] -= 1
            own[origin] += 1

    def may_leave(origin: int, outside: int) -> bool:
        """A checker on this point may be borne off now (N8)."""
        return not outside and (origin == number or not any(own[origin + 1 : 7]))

    walk(0, standing, moves, outside)
    return found

"""The legal turns with equal numbers: a double, or what passed over of one (N5).

A result says how many checkers left each place, whatever the order. So the moves are made from
the furthest place to the nearest, which is always possible where any order is (N8), and every
result is found exactly once.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.nardy.board import BAR, HEAD
from controller.games.nardy.steps import Found, Steps, View


class Equals:
    """The moves by one number, several times over, while the turns are being found."""

    __slots__ = ("_found", "_number", "_origins", "_own", "_plain", "_sums", "_view")

    def __init__(self, steps: Steps, view: View, number: int, head_floor: int) -> None:
        self._view = view
        self._number = number
        self._plain = steps.plain[number]
        #: What the next move from each place adds: only the first one to land can hit.
        self._sums = list(steps.sums(steps.blots(view.facing), number))
        self._own = bytearray(view.own)
        self._own[HEAD] -= head_floor  # L3: these stay where they are
        self._origins = self._reached(steps.closed_at)
        self._found: list[int] = []

    def _reached(self, closed_at: int) -> list[int]:
        """Where moves between points may begin during this turn, furthest first."""
        reached, facing, number, origins = bytearray(self._own), self._view.facing, self._number, []
        for point in range(HEAD, number, -1):
            if reached[point] and facing[point - number] < closed_at:
                origins.append(point)
                reached[point - number] = 1
        return origins

    def results(self, moves: int) -> list[int]:
        """The results of exactly so many moves."""
        self._found = []
        outside = sum(self._view.own[7:])
        if outside > moves:  # some stay outside: none can be borne off
            self._walk(self._origins, self._view.board, moves)
        else:
            origins = [*self._origins, *range(self._number, 0, -1)]
            self._walk_home(origins, self._view.board, moves, outside)
        return self._found

    def _walk(self, origins: list[int], total: int, moves: int) -> None:
        """Make the next move from one of the origins, and those after it from there or nearer."""
        own, sums, number = self._own, self._sums, self._number
        if moves == 1:
            self._found += [total + sums[origin] for origin in origins if own[origin]]
            return
        for at, origin in enumerate(origins):
            if own[origin]:
                move = sums[origin]
                own[origin] -= 1
                own[origin - number] += 1
                sums[origin] = self._plain[origin]
                self._walk(origins[at:], total + move, moves - 1)
                sums[origin] = move
                own[origin - number] -= 1
                own[origin] += 1

    def _walk_home(self, origins: list[int], total: int, moves: int, outside: int) -> None:
        """The same where checkers may be borne off on the way."""
        own, sums, number = self._own, self._sums, self._number
        for at, origin in enumerate(origins):
            if not own[origin] or (origin <= number and not self._may_leave(origin, outside)):
                continue
            move, target = sums[origin], max(origin - number, 0)
            if moves == 1:
                self._found.append(total + move)
                continue
            own[origin] -= 1
            own[target] += 1
            sums[origin] = self._plain[origin]
            still = outside - (origin > 6 >= target)
            self._walk_home(origins[at:], total + move, moves - 1, still)
            sums[origin] = move
            own[target] -= 1
            own[origin] += 1

    def _may_leave(self, origin: int, outside: int) -> bool:
        """A checker on this point may be borne off now (N8)."""
        if outside:
            return False
        return origin == self._number or not any(self._own[origin + 1 : 7])


def find_equals(steps: Steps, view: View, numbers: Sequence[int], head_floor: int = 0) -> Found:
    """Every turn with these equal numbers: as many as can be played (N7)."""
    if view.own[BAR]:
        return _entering(steps, view, numbers)
    equals = Equals(steps, view, numbers[0], head_floor)
    for moves in range(len(numbers), 0, -1):
        found = equals.results(moves)
        if found:
            return found, numbers[moves:]
    return [view.board], numbers


def _entering(steps: Steps, view: View, numbers: Sequence[int]) -> Found:
    """The bar first (S5): all that can enter do, and with what is left others move."""
    board, own, facing = view
    number = numbers[0]
    point = BAR - number
    if facing[point] >= steps.closed_at:
        return [board], numbers
    entered = min(own[BAR], len(numbers))
    first = steps.sums(steps.blots(facing), number)[BAR]
    board += first + (entered - 1) * steps.plain[number][BAR]
    if own[BAR] >= len(numbers):
        return [board], ()
    now, there = bytearray(own), bytearray(facing)
    now[BAR] = 0
    now[point] += entered
    there[point] = 0  # whoever stood here was hit
    return find_equals(steps, View(board, now, there), numbers[entered:])

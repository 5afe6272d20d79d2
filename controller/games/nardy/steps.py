"""Single moves of one side as numbers to add to the board, worked out once for each game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from controller.games.nardy.board import BAR, DIE, PLACES, one
from controller.games.nardy.variants import Variant

#: How many checkers stand on each place.
Counts = bytes | bytearray
#: For each place a move begins at: what it adds to the board.
Sums = Sequence[int]
#: The turns that were found and the numbers that all of them leave unplayed.
Found = tuple[list[int], Sequence[int]]


class View(NamedTuple):
    """The board as one side sees it: its own counts, and the opponent's on its own points."""

    board: int
    own: Counts
    facing: Counts


class Steps:
    """One side's moves."""

    __slots__ = ("_hits", "_hitting", "closed_at", "plain")

    def __init__(self, variant: Variant, side: int) -> None:
        self.closed_at = variant.closed_at
        #: The sums of a number's moves that hit nobody; index 0 stands for no number.
        self.plain = ((), *(_plain(side, number) for number in DIE))
        self._hits = variant.hits
        self._hitting = ((), *(_hitting(variant, side, number) for number in DIE))

    def blots(self, facing: Counts) -> list[int]:
        """The points on which a lone opposing checker can be hit (S4)."""
        found: list[int] = []
        if self._hits:
            point = facing.find(1, 1)
            while point > 0:
                found.append(point)
                point = facing.find(1, point + 1)
        return found

    def sums(self, blots: Iterable[int], number: int) -> Sums:
        """What a move by this number adds to the board, hits included."""
        if not blots:
            return self.plain[number]
        sums, hitting = list(self.plain[number]), self._hitting[number]
        for point in blots:
            if point + number <= BAR:
                sums[point + number] = hitting[point + number]
        return sums

    def origins(self, points: Iterable[int], view: View, number: int, *, home: bool) -> list[int]:
        """From which of the points a checker can move by this number; `home`: all are (N8)."""
        _, own, facing = view
        found = [
            point
            for point in points
            if own[point] and point > number and facing[point - number] < self.closed_at
        ]
        if home and (leaving := _leaving(own, number)):
            found.append(leaving)
        return found


def _leaving(own: Counts, number: int) -> int:
    """The point from which this number bears a checker off, all being home; 0: none (N8)."""
    if own[number]:
        return number
    for point in range(6, 0, -1):
        if own[point]:
            return point if point < number else 0
    return 0


def _plain(side: int, number: int) -> tuple[int, ...]:
    """What is added when a checker moves from each place, off the board where it ends (N8)."""
    return tuple(one(side, max(origin - number, 0)) - one(side, origin) for origin in range(PLACES))


def _hitting(variant: Variant, side: int, number: int) -> tuple[int, ...]:
    """The same where the checker hits: the opposing one goes to its bar (S4)."""
    foe = 1 - side
    return tuple(
        move + one(foe, BAR) - one(foe, variant.across(origin - number)) if origin > number else 0
        for origin, move in enumerate(_plain(side, number))
    )

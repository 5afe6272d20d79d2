"""Single moves as numbers to add to a turn, worked out once for each game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from controller.games.nardy.board import DIE, HIT, ONE
from controller.games.nardy.variants import BAR, PLACES, Variant

#: For each place a move begins at: what it adds.
Sums = tuple[int, ...]
#: The turns that were found and the numbers that all of them leave unplayed.
Found = tuple[list[int], Sequence[int]]


#: The board as the mover sees it: the turn so far, its own counts, and the opponent's on the
#: mover's own points: `facing[7]` stands on the mover's 7.
View = tuple[int, list[int], list[int]]


class Steps:
    """What moves add, for every number and every place they begin at.

    `moves[6][0]` are the sums of a six that hits nobody, `moves[6][1]` of one that hits: the index
    is how many opposing checkers stand where it leads.
    """

    __slots__ = ("closed_at", "moves")

    def __init__(self, variant: Variant) -> None:
        self.closed_at = variant.closed_at
        self.moves = ((), *((_plain(number), _hitting(number)) for number in DIE))

    def move(self, number: int, origin: int, facing: Sequence[int]) -> int:
        """What this move adds, a hit included (S4)."""
        hits = facing[origin - number] if origin > number else 0
        return self.moves[number][hits][origin]

    def origins(self, points: Iterable[int], view: View, number: int, *, home: bool) -> list[int]:
        """From which of the points a checker can move by this number; `home`: all are (N8)."""
        _, own, facing = view
        closed = self.closed_at
        found = [
            point
            for point in points
            if own[point] and point > number and facing[point - number] < closed
        ]
        if home and (leaving := bears_off_from(own, number)):
            found.append(leaving)
        return found


def bears_off_from(own: Sequence[int], number: int) -> int:
    """The point from which this number bears a checker off, all being home; 0: none (N8)."""
    if own[number]:
        return number
    for point in range(6, 0, -1):
        if own[point]:
            return point if point < number else 0
    return 0


def _plain(number: int) -> Sums:
    """A checker moves on, off the board where it ends (N8)."""
    return tuple(ONE[max(origin - number, 0)] - ONE[origin] for origin in range(PLACES))


def _hitting(number: int) -> Sums:
    """The same where it hits (S4)."""
    targets = (max(origin - number, 0) for origin in range(BAR + 1))
    return tuple(move + HIT[target] for move, target in zip(_plain(number), targets, strict=True))

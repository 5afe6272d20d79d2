"""How a turn comes about: one way to make it, and everything that any way may touch.

A turn is known by its result. Often several orders, and sometimes several paths, lead there: this
walks them all, always towards the result, so that hands may choose any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from controller.games.nardy.board import (
    LEFT,
    PLAYED_MASK,
    POINTS,
    TURN_MASK,
    leaving,
    numbers_left,
    own_after,
)
from controller.games.nardy.careful import Move, Walk
from controller.games.nardy.patience import Patience, TooManyError
from controller.games.nardy.retrace import Retrace
from controller.games.nardy.variants import BAR, OFF, PLACES

Counts = dict[int, int]
#: So many states are passed before one way to a result should be found; all rolls but runs have
#: far fewer.
_SOON = 500


class Way(NamedTuple):
    """One way to make a turn, and the most that any of its ways does at each of the mover's places.

    `lifted` and `placed` count checkers that leave and reach a place, `slid` those that may be
    slid across a point on the way to another.
    """

    moves: tuple[Move, ...]
    lifted: Counts
    placed: Counts
    slid: Counts


_NOTHING = Way((), {}, {}, {})


def explain(walk: Walk, turn: int, patience: Patience) -> Way:
    """How this legal turn is made, with all that any of its ways may touch.

    `TooManyError` where that takes more patience than there is.
    """
    for goal in _goals(walk, turn):
        if ways := list(_followed(walk, goal, patience, every=True)):
            return _merged(ways)
    raise _unreachable(walk, turn)


def one_way(walk: Walk, turn: int, retrace: Retrace | None = None) -> tuple[Move, ...]:
    """The moves that `explain` would show, without a look at the other ways.

    Where even one is not found soon, in a run, it is looked for from its end; `retrace` may know
    something of that already.
    """
    try:
        for goal in _goals(walk, turn):
            for way in _followed(walk, goal, Patience(_SOON), every=False):
                return way.moves
    except TooManyError:
        if moves := (retrace or Retrace(walk, turn)).moves():
            return moves
    raise _unreachable(walk, turn)


def _followed(walk: Walk, goal: int, patience: Patience, *, every: bool) -> Iterator[Way]:
    for order in walk.orders():
        way = Follower(walk, order, goal, patience, every=every).follow(walk.start, 0)
        if way is not None:
            yield way


def _unreachable(walk: Walk, turn: int) -> ValueError:
    return ValueError(f"turn {turn:x} does not follow from {walk.start:x}")


def _goals(walk: Walk, turn: int) -> Iterator[int]:
    """The result with the numbers it may leave unplayed, those that play most first (N7)."""
    if walk.rules.variant.passes_over:
        yield turn
        return
    played, numbers = turn & PLAYED_MASK, walk.numbers
    if numbers[0] > numbers[-1]:
        yield from (played + leaving(left) for left in ((), numbers[1:], numbers[:1], numbers))
    else:
        yield from (played + count * LEFT[numbers[0]] for count in range(len(numbers) + 1))


class Follower:
    """Follows one order of the numbers to one result, by every way or only the first."""

    def __init__(
        self, walk: Walk, order: tuple[int, ...], goal: int, patience: Patience, *, every: bool
    ) -> None:
        self._walk, self._patience = walk, patience
        self._first_only = walk.any_order or not every
        self._order = order
        self._goal = goal
        self._own = own_after(goal)
        self._left = numbers_left(goal)
        self._known: dict[tuple[int, int], Way | None] = {}

    def follow(self, state: int, played: int) -> Way | None:
        """The ways from this state with the numbers that are left; None: there is none."""
        key = state, played
        if key not in self._known:
            self._known[key] = self._search(state, played)
        return self._known[key]

    def _search(self, state: int, played: int) -> Way | None:
        self._patience.spend()
        if played == len(self._order):
            return _NOTHING if state & TURN_MASK == self._goal else None
        number = self._order[played]
        spare = self._spare(state)
        moves = self._walk.moves(state, number, self._wanted(spare, number))
        if not moves:
            return self.follow(state + LEFT[number], played + 1) if number in self._left else None
        ways = []
        for move in moves:
            if not all(spare[move.target + 1 : move.origin + 1]):
                continue  # it would go past the result
            rest = self.follow(move.state, played + 1)
            if rest is not None:
                ways.append(_then(move, rest))
                if self._first_only:
                    break
        return _merged(ways) if ways else None

    def _spare(self, state: int) -> list[int]:
        """For each place how many checkers too many stand there or behind it."""
        spare, behind = [0] * PLACES, 0
        own, goal = own_after(state), self._own
        for place in range(BAR, OFF, -1):
            behind += own[place] - goal[place]
            spare[place] = behind
        return spare

    def _wanted(self, spare: list[int], number: int) -> Sequence[int]:
        """The points from which a move may lead on; all where a number may have to be left."""
        if number in self._left or self._walk.watches_hitters:
            return POINTS
        return [point for point in POINTS if spare[point]]


def _then(move: Move, rest: Way) -> Way:
    """This move and then the rest."""
    origin, target, _, _ = move
    slid = dict(rest.slid)
    if origin != BAR and target != OFF:
        for point in range(target + 1, origin):
            slid[point] = slid.get(point, 0) + 1
    lifted = rest.lifted | {origin: rest.lifted.get(origin, 0) + 1}
    placed = rest.placed | {target: rest.placed.get(target, 0) + 1}
    return Way((move, *rest.moves), lifted, placed, slid)


def _merged(ways: list[Way]) -> Way:
    """The first way, with the most that any of them does."""
    first, *others = ways
    for other in others:
        for most, counts in zip(first[1:], other[1:], strict=True):
            for place, count in counts.items():
                most[place] = max(most.get(place, 0), count)
    return first

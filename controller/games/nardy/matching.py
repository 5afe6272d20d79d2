"""Which turns a written play can mean: the ways to carry it out with the numbers there are."""

from __future__ import annotations

from controller.games.nardy.board import LEFT, TURN_MASK
from controller.games.nardy.careful import Move, Walk
from controller.games.nardy.notation import Journey, Play

#: What is still to be walked, furthest first: each begins where its checker stands now.
_Ahead = tuple[Journey, ...]


def meant(walk: Walk, play: Play) -> set[int]:
    """The results, numbers left included, of all ways to carry this play out."""
    ahead = tuple(sorted(play.journeys, reverse=True))
    found: set[int] = set()
    for order in walk.orders():
        found |= _ends(walk, order, ahead)
    return found


def _ends(walk: Walk, order: tuple[int, ...], ahead: _Ahead) -> set[int]:
    """Where the journeys lead with the numbers in this order; a number is left if it must be."""
    reached = {(walk.start, ahead)}
    for number in order:
        following: set[tuple[int, _Ahead]] = set()
        for state, journeys in reached:
            moves = walk.moves(state, number)
            if not moves:
                following.add((state + LEFT[number], journeys))
            for move in moves:
                following.update((move.state, rest) for rest in _walked(journeys, move))
        reached = following
    return {state & TURN_MASK for state, journeys in reached if not journeys}


def _walked(journeys: _Ahead, move: Move) -> set[_Ahead]:
    """The journeys after this move, for each of them that it can belong to."""
    after = set()
    for journey in set(journeys):
        at, goal, *further = journey
        if at == move.origin and move.target >= goal:
            rest = list(journeys)
            rest.remove(journey)
            if move.target > goal:
                rest.append((move.target, goal, *further))
            elif further:
                rest.append((goal, *further))
            after.add(tuple(sorted(rest, reverse=True)))
    return after

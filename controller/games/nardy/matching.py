"""Which turns a written play can mean: the ways to carry it out with the numbers there are."""

from __future__ import annotations

from controller.games.nardy.board import LEFT, ONE
from controller.games.nardy.careful import Move, Walk
from controller.games.nardy.notation import Journey, Play

#: What is still to be line, furthest first: each begins where its checker stands now.
_Ahead = tuple[Journey, ...]


def leads_to(walk: Walk, play: Play) -> int:
    """Where the play leaves the mover's checkers, as a turn's `OWN_MASK` keeps it."""
    return walk.start + sum(ONE[stops[-1]] - ONE[stops[0]] for stops in play.journeys)


def meant(walk: Walk, play: Play, wanted: set[int], mask: int) -> set[int]:
    """Those of the wanted turns that this play can be carried out as; any result where none is.

    `mask` keeps of a result what tells turns apart. A play of many numbers has more ways than can
    be line, so nobody looks further once every turn is found.
    """
    ahead = tuple(sorted(play.journeys, reverse=True))
    found: set[int] = set()
    for order in walk.orders():
        found |= _ends(walk, order, ahead, wanted - found, mask)
        if found and wanted <= found:
            break
    return found


def _ends(
    walk: Walk, order: tuple[int, ...], ahead: _Ahead, wanted: set[int], mask: int
) -> set[int]:
    """Where the journeys lead with the numbers in this order; a number is left if it must be."""
    found: set[int] = set()
    ways = [(0, walk.start, ahead)]
    known = set(ways)
    while ways:
        played, state, journeys = ways.pop()
        if played == len(order):
            if not journeys:
                found.add(state & mask)
                if wanted <= found:
                    break
            continue
        number = order[played]
        moves = walk.moves(state, number)
        further = [(move.state, rest) for move in moves for rest in _line(journeys, move)]
        for after in further if moves else [(state + LEFT[number], journeys)]:
            way = (played + 1, *after)
            if way not in known:
                known.add(way)
                ways.append(way)
    return found


def _line(journeys: _Ahead, move: Move) -> set[_Ahead]:
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

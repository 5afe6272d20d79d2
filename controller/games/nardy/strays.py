"""Where the checkers may stand after a turn against the rules.

Nobody's checker is lost, a point is held by one side, and of the opponent's checkers only those
moved that were hit and lie on the bar now. Whatever else the mover did is well-formed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from controller.games.game import Cell
from controller.games.nardy.board import halves, pack
from controller.games.nardy.position import Position
from controller.games.nardy.tracing import Cells
from controller.games.nardy.variants import BAR, CHECKERS, OFF, PLACES, Variant

Counts = Mapping[Cell, Collection[int]]


class _Held(NamedTuple):
    """What may stand on a place of the mover: own checkers, the opponent's, and those hit there."""

    own: int
    there: int = 0
    hit: int = 0


def strays(
    variant: Variant, cells: Cells, position: Position, counts: Counts
) -> Iterator[Position]:
    """Every well-formed position with these counts in which the turn has passed on."""
    mover = position.mover
    _, foe = halves(position.board, mover)
    if foe[OFF] not in counts[cells.name(1 - mover, OFF)]:
        return
    for places in _fill(_options(variant, cells, position, counts), CHECKERS):
        after = _opponent(variant, foe, places)
        if variant.hits and after[BAR] not in counts[cells.name(1 - mover, BAR)]:
            continue
        own = [each.own for each in places]
        board = pack(after, own) if mover else pack(own, after)
        # Numbers that passed over come before the own roll (G2).
        following = mover if position.passed else 1 - mover
        yield Position(following, board, stakes=position.stakes)


def _options(
    variant: Variant, cells: Cells, position: Position, counts: Counts
) -> list[list[_Held]]:
    """For each of the mover's places 0 to 25 what may stand there."""
    facing = variant.facing(halves(position.board, position.mover)[1])
    options: list[list[_Held]] = []
    for place in range(PLACES):
        if place == BAR and not variant.hits:
            options.append([_Held(0)])
            continue
        there = facing[place] if 0 < place < BAR else 0
        seen = counts[cells.name(position.mover, place)]
        options.append([held for count in seen for held in _held(count, there, variant.hits)])
    return options


def _held(count: int, there: int, hits: bool) -> Iterator[_Held]:
    """Whose a number of checkers may be, on a place where so many of the opponent's stood."""
    if not there:
        yield _Held(count)
        return
    if count == there or (hits and count < there):
        yield _Held(0, count, there - count)
    if count and hits:
        yield _Held(count, 0, there)


def _fill(options: list[list[_Held]], left: int) -> Iterator[list[_Held]]:
    """One choice for each place, with all the mover's checkers on them."""
    if not options:
        if not left:
            yield []
        return
    for held in options[0]:
        if held.own <= left:
            for rest in _fill(options[1:], left - held.own):
                yield [held, *rest]


def _opponent(variant: Variant, foe: bytes, places: list[_Held]) -> list[int]:
    """The opponent's half of the board: what was hit lies on the bar."""
    after = list(foe)
    for place in range(1, BAR):
        after[variant.across(place)] = places[place].there
    after[BAR] += sum(held.hit for held in places)
    return after

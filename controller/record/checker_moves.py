"""A turn of short nardy checker by checker, as the forms of other programs write it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from controller.games.nardy import Nardy, Position
from controller.games.nardy.careful import Walk
from controller.games.nardy.variants import BAR, OFF
from controller.games.nardy.ways import one_way


class Hop(NamedTuple):
    """One checker's move by one die, on the mover's own points: 25 is the bar, 0 is off."""

    origin: int
    target: int
    hits: bool = False


def hops(game: Nardy, position: Position, turn: int) -> Iterator[Hop]:
    """A legal turn as single moves, in an order in which they can be made."""
    walk = Walk(game.rules, position.board, position.mover, game.numbers(position))
    for move in one_way(walk, turn):
        yield Hop(move.origin, move.target, move.hit)


def turn_of(moves: Sequence[Hop]) -> str:
    """The turn, in our notation, that these moves make; the game says whether it is legal."""
    if not moves:
        return "pass"
    words = (f"{_name(hop.origin)}/{_name(hop.target)}{'*' * hop.hits}" for hop in moves)
    return " ".join(words)


def _name(place: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(place, str(place))

"""Turns against the rules that are let stand: what may lie on the board after one.

A board that sees how many pieces stand where can tell what a mistaken hand has left, as long as
every piece is still there and no other position looks the same. `strays` of a game names the
well-formed positions; here those are left out that a legal turn leads to as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from controller.games.game import Cell, Game, IllegalError
from controller.games.openturns import OpenTurns
from controller.games.told import Told

#: For each cell how many pieces it may hold.
Counts = Mapping[Cell, Collection[int]]


def strayed(game: Game[Any, Any], position: Any, counts: Counts) -> Iterator[Any]:
    """The positions with so many pieces that the mover can have left against the rules."""
    turns = game.turns_to_follow(position)
    if not turns:
        return
    legal = {game.contents(game.play(position, turn)) for turn in turns if turn is not None}
    for after in game.strays(position, counts):
        if game.contents(after) not in legal and not _is_open(turns, game, after):
            yield after


def _is_open(turns: Sequence[Any], game: Game[Any, Any], after: Any) -> bool:
    """Whether one of very many turns, which nobody has listed, may leave this."""
    held = zip(game.cells, game.contents(after), strict=True)
    looks = {cell: (abs(count), abs(count)) for cell, count in held}
    return isinstance(turns, OpenTurns) and any(True for _ in turns.ending(looks))


def read_stray(game: Game[Any, Any], position: Any, text: str) -> Any:
    """The position that a text says was let stand; `IllegalError` where it cannot have been."""
    told = game.contents(game.read_position(text))
    counts = {cell: (abs(held),) for cell, held in zip(game.cells, told, strict=True)}
    for after in strayed(game, position, counts):
        if game.write_position(after) == text:
            return after
    here = game.write_position(position)
    raise IllegalError(
        Told(
            "{text!r} cannot have been let stand after {here!r}: a turn of {name}"
            " that is let stand is no legal one, loses no piece, moves the mover's"
            " own, and passes the turn on",
            text=text,
            here=here,
            name=game.name,
        )
    )


def fillings(options: Sequence[Collection[int]], total: int) -> Iterator[tuple[int, ...]]:
    """Every way to take one number from each of the options so that they make the total."""
    if not options:
        if not total:
            yield ()
        return
    for number in options[0]:
        if number <= total:
            for rest in fillings(options[1:], total - number):
                yield (number, *rest)

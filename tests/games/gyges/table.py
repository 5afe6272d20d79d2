"""What the tests of Gyges say again and again, in short."""

from __future__ import annotations

import random
from collections.abc import Sequence

from controller.games.catalogue import make_game
from controller.games.gyges import Gyges, Position

START = "1 321123/000000/000000/000000/000000/321123"


def gyges(*, replace: bool = False) -> Gyges:
    """Gyges, with or without the replacement rule."""
    game = make_game("gyges", {"replace": replace})
    assert isinstance(game, Gyges)
    return game


def turns(text: str, *, replace: bool = False) -> list[str]:
    """The legal turns of a position in text."""
    game = gyges(replace=replace)
    position = game.read_position(text)
    return [game.write_turn(position, turn) for turn in game.turns(position)]


def keys(text: str, *, replace: bool = False) -> list[str]:
    """Every way to move in a position in text."""
    game = gyges(replace=replace)
    position = game.read_position(text)
    return [game.write_turn(position, turn) for turn in game.keys(position)]


def after(text: str, *played: str, replace: bool = False) -> str:
    """The position in text after some turns."""
    game = gyges(replace=replace)
    position = game.read_position(text)
    for turn in played:
        position = game.play(position, game.read_turn(position, turn))
    return game.write_position(position)


def path(text: str, turn: str, *, replace: bool = False) -> str:
    """The way that is shown for a turn."""
    game = gyges(replace=replace)
    position = game.read_position(text)
    return " ".join(game.path(position, game.read_turn(position, turn)))


def scattered(chance: random.Random, fields: Sequence[int] = range(36)) -> Position:
    """All twelve pieces on some of these fields, somebody to move."""
    board = [0] * 38
    for field, size in zip(chance.sample(fields, 12), (1, 2, 3) * 4, strict=True):
        board[field] = size
    return Position(chance.randrange(2), tuple(board))

"""What the tests of Gyges say again and again, in short."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from controller.games.catalogue import make_game
from controller.games.game import IllegalError
from controller.games.gyges import Gyges, Position

START = "1 321123/000000/000000/000000/000000/321123"
#: A triple alone before player 1; the other pieces are far away.
TRIPLE = "1 003000/000000/000000/000000/011122/122333"


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


def origins(text: str, *, replace: bool = False) -> str:
    """The pieces that may be moved."""
    game = gyges(replace=replace)
    return " ".join(game.movable(game.read_position(text)))


def illegal(text: str, turn: str, *, replace: bool = False) -> str:
    """Why a turn is refused."""
    game = gyges(replace=replace)
    with pytest.raises(IllegalError) as caught:
        game.read_turn(game.read_position(text), turn)
    return str(caught.value)


def scattered(chance: random.Random, fields: Sequence[int] = range(36)) -> Position:
    """All twelve pieces on some of these fields, somebody to move."""
    board = [0] * 38
    for field, size in zip(chance.sample(fields, 12), (1, 2, 3) * 4, strict=True):
        board[field] = size
    return Position(chance.randrange(2), tuple(board))

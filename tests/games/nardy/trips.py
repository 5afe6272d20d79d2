"""Round trips: whatever can be written of a position comes back from it."""

from __future__ import annotations

import random

import gnubg_nn

from controller.games.nardy import Nardy, Position
from controller.games.nardy.board import halves
from controller.games.nardy.gnu_id import read_position_id, write_position_id
from controller.games.nardy.xgid import read_xgid, write_xgid


def check_round_trips(game: Nardy, position: Position, chance: random.Random) -> None:
    """The position in each of its notations, and two of its turns in theirs."""
    text = game.write_position(position)
    assert game.read_position(text)._replace(dice=position.dice) == position
    assert game.write_position(game.read_position(text)) == text
    if game.variant.hits:
        _check_ids(position)
    turns = game.turns(position)
    for turn in {turns[0], chance.choice(turns)}:
        assert game.read_turn(position, game.write_turn(position, turn)) == turn, text


def _check_ids(position: Position) -> None:
    """Short nardy's own: GNU Position ID, which gnubg itself writes alike, and XGID."""
    own, foe = halves(position.board, position.mover)
    text = write_position_id(position.board, position.mover)
    assert gnubg_nn.position_id([list(foe[1:]), list(own[1:])]) == text
    assert read_position_id(text, position.mover) == position.board
    assert read_xgid(write_xgid(position)) == position

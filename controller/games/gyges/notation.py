"""Gyges in text: `1 321123/000000/000000/000000/000000/321123`, turns `3@c1`, `c1-d4/b2`.

Who moves, then the six lines from player 1's side, each from player 1's left, 0 for an empty field.
Fewer than twelve pieces: the set-up is not done. A piece on a goal follows: ` goal2:3`.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from controller.games.game import InvalidError
from controller.games.gyges.board import CELLS, FIELDS, GOALS, HOME_LINES, SIZES, WIDTH
from controller.games.gyges.position import OF_EACH_SIZE, OF_EACH_SIZE_TO_PLACE, Position
from controller.games.gyges.turns import Placement, Turn
from controller.games.told import Told

_TEXT: Final = re.compile(
    r"(?P<mover>[12]) (?P<lines>[0-3]{6}(?:/[0-3]{6}){5})(?: goal(?P<goal>[12]):(?P<size>[1-3]))?"
)
_SHAPE: Final = "1 321123/000000/000000/000000/000000/321123"
_FIELD: Final = "[a-f][1-6]"
_PLACEMENT: Final = re.compile(rf"(?P<size>[1-3])@(?P<field>{_FIELD})")
_MOVE: Final = re.compile(
    rf"(?P<origin>{_FIELD})(?:-(?P<target>{_FIELD}|goal[12])(?:/(?P<replaced>{_FIELD}))?)?"
)
_INDEX: Final = {cell: index for index, cell in enumerate(CELLS)}
_LONGEST_SHOWN: Final = 60


class Said(NamedTuple):
    """What a text says of a turn, from the field on: parts that were left out are None."""

    origin: int
    target: int | None
    replaced: int | None


def allows(said: Said | Placement, turn: Turn) -> bool:
    """Whether what was said may mean this turn."""
    if isinstance(said, Placement):
        return said == turn
    if isinstance(turn, Placement):
        return said == (turn.field, None, None)
    return said.origin == turn.origin and all(
        part in (None, done) for part, done in zip(said[1:], turn[1:], strict=True)
    )


def write_position(position: Position) -> str:
    """The position as one line of text."""
    rows = (position.board[first : first + WIDTH] for first in FIELDS[::WIDTH])
    lines = "/".join("".join(map(str, row)) for row in rows)
    goals = "".join(f" {CELLS[at]}:{position.board[at]}" for at in GOALS if position.board[at])
    return f"{position.mover + 1} {lines}{goals}"


def read_position(text: str) -> Position:
    """The position a line of text stands for."""
    match = _TEXT.fullmatch(text)
    if not match:
        shown = repr(text[:_LONGEST_SHOWN])
        raise InvalidError(
            Told(
                "position {shown} is not of the form {shape!r}, perhaps with ' goal2:3'",
                shown=shown,
                shape=_SHAPE,
            )
        )
    fields = tuple(map(int, match["lines"].replace("/", "")))
    goals = tuple(int(match["size"]) if match["goal"] == side else 0 for side in "12")
    position = Position(int(match["mover"]) - 1, fields + goals)
    mistake = _setup_mistake(position) if position.in_setup else _play_mistake(position)
    if mistake:
        raise InvalidError(Told("position {text!r}: {reason}", text=text, reason=mistake))
    return position


def _play_mistake(position: Position) -> str | None:
    """What is wrong with a position in which all pieces stand."""
    for size in SIZES:
        if position.board.count(size) != OF_EACH_SIZE:
            found = position.board.count(size)
            return f"{found} pieces of size {size}; there are {OF_EACH_SIZE} of each size (Y1)"
    if position.winner == position.mover:
        return f"player {position.mover + 1} has won (Y11), so the other is to move"
    return None


def _setup_mistake(position: Position) -> str | None:
    """What is wrong with a position in which pieces are still to be placed."""
    mover, board = position
    lines = [[board[field] for field in line] for line in HOME_LINES]
    standing = [WIDTH - line.count(0) for line in lines]
    if sum(standing) != len(board) - board.count(0):
        return "fewer than twelve pieces stand, so all must be on the first lines (Y2)"
    for side, line in enumerate(lines):
        for size in SIZES:
            if line.count(size) > OF_EACH_SIZE_TO_PLACE:
                found = line.count(size)
                return f"player {side + 1} has placed {found} of size {size}; two may be (Y2)"
    if standing[1 - mover] - standing[mover] not in (0, 1):
        placed = f"{standing[0]} and {standing[1]}"
        return f"{placed} pieces are placed, so player {mover + 1} cannot be next (Y2)"
    return None


def write_turn(turn: Turn) -> str:
    """A turn in text."""
    if isinstance(turn, Placement):
        return f"{turn.size}@{CELLS[turn.field]}"
    text = f"{CELLS[turn.origin]}-{CELLS[turn.target]}"
    return text if turn.replaced is None else f"{text}/{CELLS[turn.replaced]}"


def read_turn(text: str) -> Placement | Said:
    """What a text says; whether that is legal, and only one turn, is the game's to say."""
    if match := _PLACEMENT.fullmatch(text):
        return Placement(int(match["size"]), _INDEX[match["field"]])
    if match := _MOVE.fullmatch(text):
        origin, target, replaced = match.group("origin", "target", "replaced")
        return Said(_INDEX[origin], _INDEX.get(target), _INDEX.get(replaced))
    shown = repr(text[:_LONGEST_SHOWN])
    raise InvalidError(
        Told("turn {shown} is not like '3@c1', 'c1-d4', 'c1-d4/b2' or 'c1-goal2'", shown=shown)
    )

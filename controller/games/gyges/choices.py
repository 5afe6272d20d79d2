"""Which moves a player has: the nearest line that can move, replacements, distinct results.

A *key* is what a player does: from where, to where and, where a piece was replaced, its new field.
Different keys can leave the same board: two pieces that each walk a round and stand where they
stood, or a single that takes another single's place. A *turn* is a key that stands for all of
those.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from controller.games.gyges.board import FIELDS, ROUTES, Routes, lines_from
from controller.games.gyges.position import Position
from controller.games.gyges.trails import targets, walks
from controller.games.gyges.turns import Move


@dataclass(frozen=True, slots=True)
class Choices:
    """Every legal move of a position, those with the same result together.

    `keys` are in the order of fields, plain moves before replacements. `ways` goes from a change
    of the board (see `change`) to the keys that bring it about; the first stands for the others.
    `between` goes from a field left and a field filled to the pieces that may be replaced between.
    """

    board: tuple[int, ...]
    keys: tuple[Move, ...]
    ways: dict[int, tuple[Move, ...]]
    between: dict[tuple[int, int], tuple[int, ...]]

    @property
    def turns(self) -> tuple[Move, ...]:
        """One key for each distinct result."""
        return tuple(keys[0] for keys in self.ways.values())

    def alike(self, move: Move) -> tuple[Move, ...]:
        """The legal keys with the same result as this one; none if it is illegal itself."""
        if not all(0 <= cell < len(self.board) for cell in move if cell is not None):
            return ()
        keys = self.ways.get(change(self.board, move), ())
        return keys if move in keys else ()


def choices(position: Position, *, replace: bool, crossing: str = "once") -> Choices:
    """What the mover may do once all pieces stand; nothing when a piece is on a goal."""
    return _kept(position, replace, crossing)


@lru_cache(maxsize=64)
def _kept(position: Position, replace: bool, crossing: str) -> Choices:
    return find_choices(position, replace=replace, crossing=crossing)


def may_move(position: Position, *, replace: bool, crossing: str = "once") -> bool:
    """Whether the mover has any turn (Y13): nearly always one piece can simply walk somewhere."""
    board, side, routes = position.board, position.mover, ROUTES[crossing]
    walking = (walks(routes, board, side, at) for at in FIELDS if board[at])
    if position.winner is None and any(walking):
        return True
    return bool(choices(position, replace=replace, crossing=crossing).keys)


def find_choices(position: Position, *, replace: bool, crossing: str = "once") -> Choices:
    """The same, worked out anew."""
    board = position.board
    ways: dict[int, tuple[Move, ...]] = {}
    between: dict[tuple[int, int], tuple[int, ...]] = {}
    keys = tuple(sorted(_keys(position, ROUTES[crossing], replace=replace), key=_order))
    for key in keys:
        result = change(board, key)
        ways[result] = (*ways.get(result, ()), key)
        if key.replaced is not None:
            ends = (key.origin, key.replaced)
            between[ends] = (*between.get(ends, ()), key.target)
    return Choices(board, keys, ways, between)


def change(board: tuple[int, ...], move: Move) -> int:
    """What a move does to the board, as one number: the same for the same result and no other.

    Two bits for each cell, exclusive-or of what stood there and what stands there afterwards.
    """
    origin, target, replaced = move
    size = board[origin]
    if replaced is None:
        return size << 2 * origin ^ size << 2 * target
    taken = board[target]
    return size << 2 * origin ^ (size ^ taken) << 2 * target ^ taken << 2 * replaced


def _keys(position: Position, routes: Routes, *, replace: bool) -> list[Move]:
    """The keys of the nearest occupied line that has any (Y4, Y5)."""
    if position.winner is not None:
        return []
    shelter = _shelter(position) if replace else None
    for line in lines_from(position.mover):
        standing = (field for field in line if position.board[field])
        keys = [key for at in standing for key in _keys_from(position, routes, at, shelter)]
        if keys:
            return keys
    return []


def _keys_from(
    position: Position, routes: Routes, origin: int, shelter: list[int] | None
) -> Iterator[Move]:
    """What the piece on `origin` may do. A piece it replaces goes there or to the shelter (Y12)."""
    board = position.board
    ends = targets(routes, board, position.mover, origin, landings=shelter is not None)
    for target in ends:
        if not board[target] or target == origin:
            yield Move(origin, target)
        else:
            for field in (origin, *(shelter or ())):
                yield Move(origin, target, field)


def _shelter(position: Position) -> list[int]:
    """The empty fields that are not beyond the line nearest to the opponent (Y12)."""
    board, lines = position.board, lines_from(position.mover)
    last = max(number for number, line in enumerate(lines) if any(board[at] for at in line))
    return [at for line in lines[: last + 1] for at in line if not board[at]]


def _order(move: Move) -> tuple[bool, int, int, int]:
    origin, target, replaced = move
    return replaced is not None, origin, target, replaced or 0

"""Gyges a second time, deliberately plain: it walks step by step and knows no shortcuts.

A board is a dictionary from (file, line), both from 0, to the size that stands there. Keys are
(from, to) or (from, to, where the replaced piece went); the opponent's goal is `GOAL`.
"""

from __future__ import annotations

from controller.games.gyges import Placement, Position
from controller.games.gyges.board import CELLS
from controller.games.gyges.turns import Turn

Field = tuple[int, int]
Board = dict[Field, int]
Key = tuple[Field, Field] | tuple[Field, Field, Field]

GOAL: Field = (-1, -1)
ALL_FIELDS = [(file, line) for line in range(6) for file in range(6)]
BESIDE = {
    (file, line): [
        other
        for other in ((file, line + 1), (file + 1, line), (file, line - 1), (file - 1, line))
        if other in ALL_FIELDS
    ]
    for file, line in ALL_FIELDS
}


def keys(side: int, board: Board, *, replace: bool, again: bool = False) -> set[Key]:
    """Everything the side may do (Y4, Y5); `again`: borders may be crossed again (Y9a)."""
    lines = sorted({line for _, line in board}, reverse=side == 1)
    for line in lines:
        walked = crossing_again if again else piece
        found = {key for at in board if at[1] == line for key in walked(side, board, at, replace)}
        if found:
            return found
    return set()


def piece(side: int, board: Board, start: Field, replace: bool) -> set[Key]:
    """Everything one piece may do (Y6-Y12)."""
    others = {field: size for field, size in board.items() if field != start}  # Y10
    found: set[Key] = set()
    landed: set[Field] = set()
    tried: set[tuple[Field, int, frozenset[frozenset[Field]]]] = set()

    def walk(at: Field, steps: int, used: frozenset[frozenset[Field]]) -> None:
        if (at, steps, used) in tried:
            return
        tried.add((at, steps, used))
        if steps == 1 and at[1] == (5 if side == 0 else 0):
            found.add((start, GOAL))  # Y11
        for onto in BESIDE[at]:
            path = frozenset((at, onto))
            if path in used:
                continue  # Y9
            if steps > 1 and onto not in others:
                walk(onto, steps - 1, used | {path})  # Y6
            elif steps == 1 and onto not in others:
                found.add((start, onto))  # Y7
            elif steps == 1:
                walk(onto, others[onto], used | {path})  # Y8
                landed.add(onto)

    walk(start, board[start], frozenset())
    if replace:
        places = shelter(side, board, start)
        found.update((start, onto, field) for onto in landed for field in places)  # Y12
    return found


def crossing_again(side: int, board: Board, start: Field, replace: bool) -> set[Key]:
    """The same where a field may be crossed again if it is entered or left in another direction
    (Y9a): every crossing of a field, from where and to where, is used once."""
    others = {field: size for field, size in board.items() if field != start}
    ends: set[Field] = set()
    landed: set[Field] = set()
    waiting: list[tuple[Field | None, Field, int, frozenset[object]]]
    waiting = [(None, start, board[start], frozenset())]
    tried = set(waiting)
    while waiting:
        before, at, steps, used = waiting.pop()
        if steps == 1 and at[1] == (5 if side == 0 else 0):
            ends.add(GOAL)
        for onto in BESIDE[at]:
            crossing = (before, at, onto)
            if before is not None and crossing in used:
                continue
            if steps > 1 and onto in others:
                continue
            if steps == 1 and onto not in others:
                ends.add(onto)
                continue
            if steps == 1:
                landed.add(onto)
            further = steps - 1 or others[onto]
            following = (at, onto, further, used | {crossing} if before else used)
            if following not in tried:
                tried.add(following)
                waiting.append(following)
    found: set[Key] = {(start, end) for end in ends}
    if replace:
        places = shelter(side, board, start)
        found.update((start, onto, field) for onto in landed for field in places)
    return found


def shelter(side: int, board: Board, start: Field) -> list[Field]:
    """Where a replaced piece may go (Y12)."""
    lines = [line for _, line in board]
    limit = max(lines) if side == 0 else min(lines)
    allowed = range(limit + 1) if side == 0 else range(limit, 6)
    return [at for at in ALL_FIELDS if at[1] in allowed and (at not in board or at == start)]


def after(board: Board, key: Key) -> Board:
    """The board when a key is played; a piece in the goal stands on `GOAL`."""
    result = dict(board)
    moving = result.pop(key[0])
    if len(key) == 3:
        result[key[2]] = result[key[1]]
    result[key[1]] = moving
    return result


# Between the two implementations


def plain_board(position: Position) -> Board:
    """The fields of a position."""
    return {at: size for at, size in zip(ALL_FIELDS, position.board, strict=False) if size}


def plain_key(turn: Turn) -> Key:
    """A move of the other implementation, read from its names."""
    assert not isinstance(turn, Placement)
    start, end = _field(turn.origin), _field(turn.target)
    return (start, end) if turn.replaced is None else (start, end, _field(turn.replaced))


def _field(cell: int) -> Field:
    name = CELLS[cell]
    return GOAL if name.startswith("goal") else ("abcdef".index(name[0]), int(name[1]) - 1)

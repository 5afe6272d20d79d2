"""Snowie's line for one position: fields between semicolons, seen by the player on roll."""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.game import InvalidError
from controller.games.nardy import Position
from controller.games.nardy.board import Board, halves, pack
from controller.games.nardy.variants import BAR, CHECKERS, OFF, SHORT

_FIELDS = 40
_NUMBERS = (*range(5), *range(7, _FIELDS))


def snowie_line(position: Position, names: tuple[str, str]) -> str:
    """The position as 40 fields."""
    stakes, mover = position.stakes, position.mover
    other = 1 - mover
    own, foe = halves(position.board, mover)
    facing = SHORT.facing(foe)
    owner = {None: 0, mover: 1, other: -1}[stakes.owner]
    fields: tuple[object, ...] = (
        stakes.length,
        int(stakes.jacoby),
        0,
        int(not stakes.length),
        mover,
        *(names[mover], names[other]),
        int(stakes.crawford),
        *(stakes.score[mover], stakes.score[other]),
        *(stakes.cube, owner),
        own[BAR],
        *(own[point] - facing[point] for point in range(1, BAR)),
        -foe[BAR],
        *(position.dice or (0, 0)),
    )
    return ";".join(map(str, fields)) + ";"


def read_snowie_line(line: str) -> tuple[int, Board]:
    """Who is on roll, and the board; what else the line says is told by the match it stands in."""
    fields = line.split(";")[:_FIELDS]
    if len(fields) != _FIELDS:
        raise InvalidError(f"position {line[:80]!r} has {len(fields)} fields, not {_FIELDS}")
    numbers = {at: _number(line, fields[at]) for at in _NUMBERS}
    mover = numbers[4]
    if mover not in (0, 1):
        raise InvalidError(f"position {line[:80]!r}: player {mover} is on roll; 0 or 1 can be")
    points = [numbers[12 + point] for point in range(1, BAR)]
    own = [0, *(max(count, 0) for count in points), abs(numbers[12])]
    foe = [0, *(max(-count, 0) for count in reversed(points)), abs(numbers[37])]
    sides = (_half(line, own), _half(line, foe))
    return mover, pack(sides[1], sides[0]) if mover else pack(*sides)


def _half(line: str, counts: Sequence[int]) -> list[int]:
    if sum(counts) > CHECKERS:
        raise InvalidError(f"position {line[:80]!r} has {sum(counts)} checkers of one side")
    half = list(counts)
    half[OFF] = CHECKERS - sum(counts)
    return half


def _number(line: str, word: str) -> int:
    digits = word.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 9):
        raise InvalidError(f"position {line[:80]!r}: {word[:20]!r} is not a number")
    return int(word)

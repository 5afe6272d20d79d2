"""Snowie's line for the position after an illegal play: fields between semicolons.

It is seen by who is on roll then, from the other's bar to the own, but marked with who made the
play: so GNU Backgammon writes and reads it.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.game import InvalidError
from controller.games.nardy import Position
from controller.games.nardy.board import Board, halves, pack
from controller.games.nardy.variants import BAR, CHECKERS, OFF, SHORT
from controller.games.told import Told

_FIELDS = 40
_NUMBERS = (*range(5), *range(7, _FIELDS))


def illegal_line(position: Position, names: tuple[str, str]) -> str:
    """The position after an illegal play as 40 fields."""
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
        other,
        *(names[mover], names[other]),
        int(stakes.crawford),
        *(stakes.score[mover], stakes.score[other]),
        *(stakes.cube, owner),
        -foe[BAR],
        *(own[point] - facing[point] for point in range(1, BAR)),
        own[BAR],
        *(position.dice or (0, 0)),
    )
    return ";".join(map(str, fields)) + ";"


def read_illegal_line(line: str, side: int) -> Board:
    """The board after an illegal play of this side; what else the line says, its match tells."""
    fields = line.split(";")[:_FIELDS]
    if len(fields) != _FIELDS:
        raise InvalidError(
            Told(
                "position {line!r} has {n} fields, not {fields}",
                line=line[:80],
                n=len(fields),
                fields=_FIELDS,
            )
        )
    numbers = {at: _number(line, fields[at]) for at in _NUMBERS}
    if numbers[4] not in (0, 1):
        raise InvalidError(
            Told(
                "position {line!r}: player {numbers} is on roll; 0 or 1 can be",
                line=line[:80],
                numbers=numbers[4],
            )
        )
    points = [numbers[12 + point] for point in range(1, BAR)]
    bars = (numbers[12], numbers[37])  # the other's is negative, like the other's checkers
    own = _half(line, [0, *(max(count, 0) for count in points), max(*bars, 0)])
    foe = _half(line, [0, *(max(-count, 0) for count in reversed(points)), max(0, -min(bars))])
    return pack(own, foe) if side else pack(foe, own)


def _half(line: str, counts: Sequence[int]) -> list[int]:
    if sum(counts) > CHECKERS:
        raise InvalidError(
            Told("position {line!r} has {n} checkers of one side", line=line[:80], n=sum(counts))
        )
    half = list(counts)
    half[OFF] = CHECKERS - sum(counts)
    return half


def _number(line: str, word: str) -> int:
    digits = word.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 9):
        raise InvalidError(
            Told("position {line!r}: {word!r} is not a number", line=line[:80], word=word[:20])
        )
    return int(word)

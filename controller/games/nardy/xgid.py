"""eXtreme Gammon's position line (XGID), read and written. White is the bottom player."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from controller.games.game import InvalidError
from controller.games.nardy.board import DIE, WHITE, Board, halves, pack
from controller.games.nardy.options import LONGEST_MATCH
from controller.games.nardy.position import Position, Stakes, State
from controller.games.nardy.stakes import MOST_RAISES, raises, stake
from controller.games.nardy.variants import BAR, CHECKERS, OFF, SHORT
from controller.games.told import Told

_PREFIX: Final = "XGID="
_BOARD: Final = re.compile(r"[-A-Pa-p]{26}", re.ASCII)
_NUMBER: Final = re.compile(r"-?\d{1,5}", re.ASCII)
_EXAMPLE: Final = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"
_OWNERS: Final = {1: 0, 0: None, -1: 1}
_TURNS: Final = {1: 0, -1: 1}
#: Written where the highest cube was not agreed: 1024.
_HIGHEST_CUBE: Final = 10
_EMPTY, _UPPER, _LOWER = ord("-"), ord("A"), ord("a")


def write_xgid(position: Position) -> str:
    """The position as one line; `InvalidError` for what an XGID cannot say."""
    stakes = position.stakes
    if stakes.state is not State.PLAYING or stakes.resigned:
        raise InvalidError(
            Told("an XGID cannot say that a game is not being played or being resigned")
        )
    if stakes.cube & (stakes.cube - 1):
        raise InvalidError(
            Told("an XGID cannot say that the stake is {cube}: it is no cube's", cube=stakes.cube)
        )
    owner = next(sign for sign, side in _OWNERS.items() if side == stakes.owner)
    rules = stakes.crawford if stakes.length else stakes.jacoby + 2 * stakes.beaver
    fields = (
        _write_board(position.board),
        raises(stakes.cube, "double"),
        owner,
        -1 if position.mover else 1,
        _write_dice(position),
        *stakes.score,
        int(rules),
        stakes.length,
        _HIGHEST_CUBE,
    )
    return _PREFIX + ":".join(map(str, fields))


def _write_board(board: Board) -> str:
    white, black = halves(board, WHITE)
    facing = SHORT.facing(black)
    points = (_letter(white[point], facing[point]) for point in range(1, BAR))
    return "".join((_letter(0, black[BAR]), *points, _letter(white[BAR], 0)))


def _letter(white: int, black: int) -> str:
    if not white and not black:
        return "-"
    return chr(_UPPER + white - 1 if white else _LOWER + black - 1)


def _write_dice(position: Position) -> str:
    if position.stakes.doubled:
        if position.stakes.answering == position.mover:
            raise InvalidError(Told("an XGID cannot say that a beaver waits for its answer"))
        return "D"
    return "".join(map(str, position.dice)) or "00"


def read_xgid(text: str) -> Position:
    """The position that a line stands for."""
    fields = text[len(_PREFIX) :].split(":")
    if not text.startswith(_PREFIX) or len(fields) != 10 or len(text) > 100:
        raise InvalidError(
            Told("XGID {text!r} is not of the form {example!r}", text=text[:100], example=_EXAMPLE)
        )
    board = _read_board(text, fields[0])
    cube = _number(text, "cube", fields[1], range(MOST_RAISES + 1))
    owner = _OWNERS[_number(text, "cube owner", fields[2], _OWNERS)]
    mover = _TURNS[_number(text, "turn", fields[3], _TURNS)]
    score = tuple(_number(text, "score", word, range(LONGEST_MATCH + 1)) for word in fields[5:7])
    length = _number(text, "match length", fields[8], range(LONGEST_MATCH + 1))
    rules = _number(text, "rules", fields[7], range(2 if length else 4))
    _number(text, "highest cube", fields[9], range(100))
    doubled = fields[4] == "D"
    stakes = Stakes(
        cube=stake(cube, "double"),
        owner=owner,
        score=(score[0], score[1]),
        length=length,
        crawford=bool(length and rules),
        jacoby=bool(not length and rules & 1),
        beaver=bool(not length and rules & 2),
        doubled=doubled,
        answering=1 - mover if doubled else None,
    )
    return Position(mover, board, () if doubled else _read_dice(text, fields[4]), stakes=stakes)


def _read_board(text: str, letters: str) -> Board:
    if not _BOARD.fullmatch(letters):
        raise InvalidError(
            Told(
                "XGID {text!r}: {letters!r} is not 26 of - A to P a to p",
                text=text,
                letters=letters,
            )
        )
    if letters[0].isupper() or letters[BAR].islower():
        raise InvalidError(
            Told("XGID {text!r}: a side's checkers are on the other side's bar", text=text)
        )
    white, black = bytearray(BAR + 1), bytearray(BAR + 1)
    for point, letter in enumerate(letters):
        if letter.isupper():
            white[point] = ord(letter) - _UPPER + 1
        elif letter != "-":
            black[BAR - point] = ord(letter) - _LOWER + 1
    for half in (white, black):
        if sum(half) > CHECKERS:
            raise InvalidError(
                Told("XGID {text!r} has {n} checkers of one side, not 15", text=text, n=sum(half))
            )
        half[OFF] = CHECKERS - sum(half)
    if white[OFF] == black[OFF] == CHECKERS:
        raise InvalidError(Told("XGID {text!r}: both sides have borne off everything", text=text))
    return pack(white, black)


def _number(text: str, what: str, word: str, allowed: Collection[int]) -> int:
    number = int(word) if _NUMBER.fullmatch(word) else None
    if number is None or number not in allowed:
        low, high = min(allowed), max(allowed)
        raise InvalidError(
            Told(
                "XGID {text!r}: {what} is {word!r}; {low} to {high} is allowed",
                text=text,
                what=what,
                word=word,
                low=low,
                high=high,
            )
        )
    return number


def _read_dice(text: str, word: str) -> tuple[int, ...]:
    if word == "00":
        return ()
    dice = tuple(int(letter) for letter in word if letter in "123456")
    if len(word) != 2 or len(dice) != 2 or not all(die in DIE for die in dice):
        raise InvalidError(
            Told(
                "XGID {text!r}: dice are {word!r}; 00, D or two of 1 to 6 are allowed",
                text=text,
                word=word,
            )
        )
    return max(dice), min(dice)

"""Positions as text.

Short nardy: a GNU Position ID with the mover on roll, `4HPwATDgc/ABMA`. The other games:

    W 15,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0/0 15,0, ... ,0/0 +5,5

who moves, White's 24 counts along White's own course from the head and those borne off, Black's
along Black's, and the numbers that passed over (G2).

What such a text cannot say follows as a Match ID: after `:` in short nardy, after ` :` in the
others. It is left out as long as there is nothing to say: nothing was rolled, raised or scored,
and in short nardy White is on roll.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from controller.games.game import InvalidError
from controller.games.nardy.board import BLACK, DIE, WHITE, Board, halves, pack
from controller.games.nardy.gnu_id import (
    read_match_id,
    read_position_id,
    write_match_id,
    write_position_id,
)
from controller.games.nardy.position import Position, State
from controller.games.nardy.stakes import played_out
from controller.games.nardy.standing import why_impossible
from controller.games.nardy.variants import CHECKERS, HEAD, OFF, Half
from controller.games.told import Told

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy

_MOVERS = {"W": WHITE, "B": BLACK}
_LETTERS = {side: letter for letter, side in _MOVERS.items()}
_LONG = re.compile(
    r"(?P<mover>\S+) (?P<white>\S+) (?P<black>\S+)(?: \+(?P<passed>\S+))?(?: :(?P<match>\S+))?"
)
_ROW = re.compile(r"\d{1,2}(?:,\d{1,2}){23}/\d{1,2}", re.ASCII)
_PASSED = re.compile(r"[1-6](?:,[1-6])*", re.ASCII)
_SHAPE = "W 15,0, ... ,0/0 15,0, ... ,0/0"
_LONGEST = 400


def write_short(game: Nardy, position: Position) -> str:
    """The Position ID, and the Match ID where there is more to say."""
    text = write_position_id(position.board, position.mover)
    plain = position.mover == WHITE and _says_nothing_more(game, position)
    return text if plain else f"{text}:{write_match_id(position, game.options.raise_step)}"


def read_short(game: Nardy, text: str) -> Position:
    """The position of a Position ID, with its Match ID if there is one."""
    position_id, colon, match_id = text.partition(":")
    if not colon:
        return Position(WHITE, read_position_id(position_id), stakes=game.start().stakes)
    position = _with_match(game, match_id)
    board = read_position_id(position_id, position.mover)
    return checked(game, text, position._replace(board=board))


def write_long(game: Nardy, position: Position) -> str:
    """Who moves, White's and Black's course, and whatever else there is to say."""
    rows = (_write_row(halves(position.board, side)[0]) for side in (WHITE, BLACK))
    text = " ".join((_LETTERS[position.mover], *rows))
    if position.passed:
        text += f" +{','.join(map(str, position.passed))}"
    if _says_nothing_more(game, position):
        return text
    return f"{text} :{write_match_id(position, game.options.raise_step)}"


def read_long(game: Nardy, text: str) -> Position:
    """The position a line of text stands for."""
    match = _LONG.fullmatch(text) if len(text) <= _LONGEST else None
    if not match:
        raise InvalidError(
            Told("position {text!r} is not of the form {shape!r}", text=text[:200], shape=_SHAPE)
        )
    if match["mover"] not in _MOVERS:
        raise InvalidError(
            Told(
                "position {text!r}: {mover!r} moves; W or B is allowed",
                text=text,
                mover=match["mover"],
            )
        )
    mover = _MOVERS[match["mover"]]
    position = _with_match(game, match["match"]) if match["match"] else game.begin(mover)
    if position.mover != mover:
        raise InvalidError(
            Told("position {text!r}: its Match ID has the other side on roll", text=text)
        )
    board = pack(_read_row(text, match["white"]), _read_row(text, match["black"]))
    _check_long_board(game, text, board)
    passed = _read_passed(game, text, match["passed"])
    return checked(game, text, position._replace(board=board, passed=passed))


def _says_nothing_more(game: Nardy, position: Position) -> bool:
    return not position.dice and position.stakes == game.start().stakes


def _with_match(game: Nardy, match_id: str) -> Position:
    mover, dice, stakes = read_match_id(
        match_id, game.options.raise_step, beaver=game.start().stakes.beaver
    )
    return Position(mover, game.start().board, dice, stakes=stakes)


def checked(game: Nardy, text: str, position: Position) -> Position:
    """The position, if its stakes can be and agree with board and numbers on whether it is over."""
    if position.stakes.state is State.OVER and played_out(position.board) is None:
        raise InvalidError(
            Told("position {text!r}: its game is over, but nobody has borne off all", text=text)
        )
    if (position.dice or position.passed) and played_out(position.board) is not None:
        raise InvalidError(
            Told("position {text!r}: numbers are to be played, but the game is over", text=text)
        )
    if position.dice and position.passed:
        raise InvalidError(
            Told("position {text!r}: numbers that passed over are played before rolling", text=text)
        )
    if why := why_impossible(game, position):
        raise InvalidError(Told("position {text!r}: {reason}", text=text, reason=why))
    return position


def _write_row(half: Half) -> str:
    return f"{','.join(map(str, half[HEAD:OFF:-1]))}/{half[OFF]}"


def _read_row(text: str, row: str) -> Sequence[int]:
    if not _ROW.fullmatch(row):
        raise InvalidError(
            Told(
                "position {text!r}: {row!r} is not 24 counts and those borne off",
                text=text,
                row=row,
            )
        )
    course, _, off = row.partition("/")
    half = (int(off), *map(int, reversed(course.split(","))), 0)
    if sum(half) != CHECKERS:
        raise InvalidError(
            Told(
                "position {text!r}: {row!r} holds {n} checkers; {checkers} are a side's",
                text=text,
                row=row,
                n=sum(half),
                checkers=CHECKERS,
            )
        )
    return half


def _check_long_board(game: Nardy, text: str, board: Board) -> None:
    white, black = halves(board, WHITE)
    facing = game.variant.facing(black)
    shared = [point for point in range(HEAD, 0, -1) if white[point] and facing[point]]
    if shared:
        raise InvalidError(
            Told(
                "position {text!r}: both sides stand on White's point {shared}",
                text=text,
                shared=shared[0],
            )
        )
    if white[OFF] == black[OFF] == CHECKERS:
        raise InvalidError(
            Told("position {text!r}: both sides have borne off everything", text=text)
        )


def _read_passed(game: Nardy, text: str, words: str | None) -> tuple[int, ...]:
    """The numbers that passed over, in the order in which they are played (G2, G5)."""
    if words is None:
        return ()
    if not game.variant.passes_over:
        raise InvalidError(
            Told(
                "position {text!r}: numbers pass over in gulbar, not in {name}",
                text=text,
                name=game.name,
            )
        )
    if not _PASSED.fullmatch(words):
        raise InvalidError(
            Told("position {text!r}: '+{words}' is not like '+5' or '+5,5'", text=text, words=words)
        )
    numbers = tuple(map(int, words.split(",")))
    ordered = _in_order(game, numbers)
    if ordered is None:
        raise InvalidError(
            Told(
                "position {text!r}: no roll of {name} leaves {words}",
                text=text,
                name=game.name,
                words=words,
            )
        )
    return ordered


def _in_order(game: Nardy, numbers: tuple[int, ...]) -> tuple[int, ...] | None:
    """The numbers as they are written, or None where no roll leaves them."""
    upward = tuple(sorted(numbers))
    if game.variant.runs_upward:
        if len(numbers) == 2 and numbers[0] > numbers[1]:
            return numbers
        fits = all(numbers.count(number) <= game.rules.repeats for number in DIE)
        return upward if fits and numbers == upward else None
    if len(set(numbers)) == 1 and len(numbers) <= game.rules.repeats:
        return numbers
    return upward[::-1] if len(numbers) == 2 else None

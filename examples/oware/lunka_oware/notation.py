"""Oware in text: `S 4,4,4,4,4,4/0 4,4,4,4,4,4/0`, turns by their house: `a3`.

South's houses are a1, a2 ... from South's left, North's b1, b2 ... from North's left; behind the
slash is what the side has taken. Where sharing was offered or agreed ` split:offered` or
` split:agreed` follows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from controller.games.game import Cell, InvalidError
from lunka_oware.position import NORTH, SOUTH, Position, Talk

if TYPE_CHECKING:
    from lunka_oware.game import Oware

_MOVERS = {"S": SOUTH, "N": NORTH}
_LETTERS = {side: letter for letter, side in _MOVERS.items()}
_TALKS = {"split:offered": Talk.OFFERED, "split:agreed": Talk.AGREED}
_TEXT = re.compile(r"(?P<mover>\S+) (?P<south>\S+) (?P<north>\S+)(?: (?P<talk>\S+))?")
_ROW = re.compile(r"(?P<houses>\d{1,3}(?:,\d{1,3})*)/(?P<store>\d{1,3})", re.ASCII)


def cell_names(houses: int) -> tuple[Cell, ...]:
    """a1 .. a6, A, b1 .. b6, B: counter-clockwise from South's left."""
    numbers = range(1, houses + 1)
    return (*(f"a{each}" for each in numbers), "A", *(f"b{each}" for each in numbers), "B")


def write_position(game: Oware, position: Position) -> str:
    """The position as one line of text."""
    half = game.houses + 1
    rows = (_write_row(position.seeds[:half]), _write_row(position.seeds[half:]))
    talk = f" split:{position.talk.name.lower()}" if position.talk else ""
    return f"{_LETTERS[position.mover]} {' '.join(rows)}{talk}"


def _write_row(row: tuple[int, ...]) -> str:
    return f"{','.join(map(str, row[:-1]))}/{row[-1]}"


def read_position(game: Oware, text: str) -> Position:
    """The position a line of text stands for."""
    match = _TEXT.fullmatch(text)
    if not match:
        raise InvalidError(f"position {text[:80]!r} is not of the form 'S 4,4,4/0 4,4,4/0'")
    if match["mover"] not in _MOVERS:
        raise InvalidError(f"position {text!r}: {match['mover']!r} moves; S or N is allowed")
    if match["talk"] not in (None, *_TALKS):
        raise InvalidError(f"position {text!r}: {match['talk']!r} is none of {', '.join(_TALKS)}")
    seeds = _read_row(game, text, match["south"]) + _read_row(game, text, match["north"])
    if sum(seeds) != game.total:
        raise InvalidError(f"position {text!r}: {sum(seeds)} seeds; this game has {game.total}")
    return Position(_MOVERS[match["mover"]], seeds, _TALKS.get(match["talk"], Talk.NOTHING))


def _read_row(game: Oware, text: str, row: str) -> tuple[int, ...]:
    match = _ROW.fullmatch(row)
    counts = tuple(map(int, match["houses"].split(","))) if match else ()
    if not match or len(counts) != game.houses:
        raise InvalidError(f"position {text!r}: {row!r} is not {game.houses} houses and a store")
    return (*counts, int(match["store"]))


def read_turn(game: Oware, text: str) -> int:
    """The house that a word names; whether it may be sown is the game's to say."""
    if text in game.cells and text not in game.homes:
        return game.cells.index(text)
    raise InvalidError(f"turn {text[:40]!r} names no house; {game.cells[0]} and the like do")

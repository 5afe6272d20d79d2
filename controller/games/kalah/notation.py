"""Kalah in text: `S 6,6,6,6,6,6/0 6,6,6,6,6,6/0`, turns `a3` or `swap`.

South's pits are a1, a2 ... from South's left, North's b1, b2 ... from North's left; the stores are
A and B. Where the pie rule is still undecided ` pie:waiting` or ` pie:open` follows; at the very
start it is left out, since it follows from the option.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from controller.games.game import Cell, InvalidError
from controller.games.kalah.position import NORTH, SOUTH, Pie, Position
from controller.games.told import Told

if TYPE_CHECKING:
    from controller.games.kalah.game import Kalah

_MOVERS = {"S": SOUTH, "N": NORTH}
_LETTERS = {side: letter for letter, side in _MOVERS.items()}
_PIES = {"pie:waiting": Pie.WAITING, "pie:open": Pie.OPEN}
_TEXT = re.compile(r"(?P<mover>\S+) (?P<south>\S+) (?P<north>\S+)(?: (?P<pie>\S+))?")
_ROW = re.compile(r"(?P<pits>\d{1,4}(?:,\d{1,4})*)/(?P<store>\d{1,4})", re.ASCII)
_SHAPE = "S 6,6,6,6,6,6/0 6,6,6,6,6,6/0"


def cell_names(pits: int) -> tuple[Cell, ...]:
    """a1 .. a6, A, b1 .. b6, B: counter-clockwise from South's left."""
    south = [f"a{number}" for number in range(1, pits + 1)]
    north = [f"b{number}" for number in range(1, pits + 1)]
    return (*south, "A", *north, "B")


def write_position(game: Kalah, position: Position) -> str:
    """The position as one line of text."""
    half = game.options.pits + 1
    south, north = position.seeds[:half], position.seeds[half:]
    text = f"{_LETTERS[position.mover]} {_write_row(south)} {_write_row(north)}"
    if position.pie is Pie.OFF or position == game.begin(position.mover):
        return text
    return f"{text} pie:{position.pie.name.lower()}"


def _write_row(row: tuple[int, ...]) -> str:
    return f"{','.join(map(str, row[:-1]))}/{row[-1]}"


def read_position(game: Kalah, text: str) -> Position:
    """The position a line of text stands for."""
    match = _TEXT.fullmatch(text)
    if not match:
        raise InvalidError(
            Told("position {text!r} is not of the form {shape!r}", text=text, shape=_SHAPE)
        )
    if match["mover"] not in _MOVERS:
        raise InvalidError(
            Told(
                "position {text!r}: {mover!r} moves; S or N is allowed",
                text=text,
                mover=match["mover"],
            )
        )
    seeds = _read_row(game, text, match["south"]) + _read_row(game, text, match["north"])
    total = 2 * game.options.pits * game.options.stones
    if sum(seeds) != total:
        raise InvalidError(
            Told(
                "position {text!r} holds {n} stones; this game has {total}",
                text=text,
                n=sum(seeds),
                total=total,
            )
        )
    position = Position(_MOVERS[match["mover"]], seeds, _read_pie(game, text, match["pie"]))
    start = game.begin(position.mover)
    return start if seeds == start.seeds and match["pie"] is None else position


def _read_row(game: Kalah, text: str, row: str) -> tuple[int, ...]:
    match = _ROW.fullmatch(row)
    counts = tuple(map(int, match["pits"].split(","))) if match else ()
    if not match or len(counts) != game.options.pits:
        pits = ",".join("0" * game.options.pits)
        raise InvalidError(
            Told(
                "position {text!r}: {row!r} is not {pits} pits and a store ({pits2}/0)",
                text=text,
                row=row,
                pits=game.options.pits,
                pits2=pits,
            )
        )
    return (*counts, int(match["store"]))


def _read_pie(game: Kalah, text: str, word: str | None) -> Pie:
    if word is None:
        return Pie.OFF
    if word not in _PIES:
        raise InvalidError(
            Told(
                "position {text!r}: {word!r} follows; {pies} is allowed",
                text=text,
                word=word,
                pies=" or ".join(_PIES),
            )
        )
    if not game.options.pie:
        raise InvalidError(
            Told("position {text!r}: {word!r} needs the option pie = true", text=text, word=word)
        )
    return _PIES[word]


def read_turn(game: Kalah, text: str) -> int:
    """The pit (or swap) that a word names; whether it is legal is the game's to say."""
    if text == "swap":
        return -1
    if text in game.cells and text not in ("A", "B"):
        return game.cells.index(text)
    last = game.options.pits
    raise InvalidError(
        Told(
            "turn {text!r} names no pit; a1 to a{last}, b1 to b{last} or swap do",
            text=text,
            last=last,
        )
    )

"""Kakuzu in text: positions `S *********/.../********* 0,0 token:7`, turns `e5=7`.

A lift is written with the number it uncovers (`e5=7`), or, where the sheet is unknown, as a hit
(`e5+`), a miss (`e5-`) or, in the set-up, neither (`e5?`). `name7` names a number, `gone7` says
that all its nine lie open, `pass` follows a drawn 0 and `time` a turn that ran out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from controller.games.game import AmbiguousError, IllegalError, InvalidError
from controller.games.kakuzu.board import CELLS, HOLE
from controller.games.kakuzu.checks import check
from controller.games.kakuzu.objections import objection
from controller.games.kakuzu.position import LOOKS, Position
from controller.games.kakuzu.turns import LIFTS, Gone, Lift, Name, Rest, Turn
from controller.games.told import Told

if TYPE_CHECKING:
    from controller.games.kakuzu.game import Kakuzu

_TEXT: Final = re.compile(
    r"(?P<mover>[A-Z]) (?P<holes>[*?1-9]{9}(?:/[*?1-9]{9}){8}) (?P<stones>\d{1,2}(?:,\d{1,2}){1,3})"
    r"(?: token:(?P<token>\d))?(?: found:(?P<found>[1-9](?:,[1-9])*))?"
    r"(?: kept:(?P<kept>[1-9](?:,[1-9])*))?(?: gone:(?P<gone>[1-9](?:,[1-9])*))?",
    re.ASCII,
)
_SHAPE: Final = "S *********/" + "*********/" * 2 + "... 0,0 token:7 found:1,3"
_LIFT: Final = re.compile(r"(?P<cell>[a-i][1-9])(?:=(?P<number>[1-9])|(?P<sign>[+?-]))?", re.ASCII)
_SAID: Final = re.compile(r"(?P<word>name|gone)(?P<number>[1-9])", re.ASCII)
_TURNS: Final = "e5=7, e5+, e5-, e5?, name7, gone7, pass or time"


def write_position(game: Kakuzu, position: Position) -> str:
    """The position as one line of text."""
    holes = position.holes
    rows = "/".join(holes[start : start + 9] for start in range(0, len(holes), 9))
    words = [game.sides[position.mover][0], rows, _list(position.stones)]
    if position.token is not None:
        words.append(f"token:{position.token}")
    if position.found:
        words.append(f"found:{_list(position.found)}")
    if position.kept:
        words.append(f"kept:{_list(position.kept)}")
    if said := sorted(position.gone - counted_out(holes)):
        words.append(f"gone:{_list(said)}")
    return " ".join(words)


def counted_out(holes: str) -> frozenset[int]:
    """The numbers of which all nine are seen to lie open (Z7)."""
    return frozenset(number for number in range(1, 10) if holes.count(LOOKS[number]) >= 9)


def _list(numbers: tuple[int, ...] | list[int]) -> str:
    return ",".join(map(str, numbers))


def read_position(game: Kakuzu, text: str) -> Position:
    """The position a line of text stands for."""
    match = _TEXT.fullmatch(text)
    if not match:
        raise InvalidError(
            Told("position {text!r} is not of the form {shape!r}", text=text, shape=_SHAPE)
        )
    movers = {side[0]: number for number, side in enumerate(game.sides)}
    if match["mover"] not in movers:
        raise InvalidError(
            Told(
                "position {text!r}: {mover!r} moves; {movers} is allowed",
                text=text,
                mover=match["mover"],
                movers=" or ".join(movers),
            )
        )
    holes = match["holes"].replace("/", "")
    said = _numbers(match["gone"])
    position = Position(
        movers[match["mover"]],
        holes,
        _numbers(match["stones"]),
        int(match["token"]) if match["token"] else None,
        tuple(sorted(_numbers(match["found"]))),
        counted_out(holes) | set(said),
        tuple(sorted(_numbers(match["kept"]))),
    )
    if problem := check(game, position, said):
        raise InvalidError(Told("position {text!r}: {reason}", text=text, reason=problem))
    return position


def _numbers(text: str | None) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


def write_turn(game: Kakuzu, position: Position, turn: Turn) -> str:
    """The turn as one word."""
    if isinstance(turn, Lift):
        return f"{CELLS[turn.hole]}{_uncovered(game, position, turn.number)}"
    if isinstance(turn, Name):
        return f"name{turn.number}"
    return f"gone{turn.number}" if isinstance(turn, Gone) else turn.value


def _uncovered(game: Kakuzu, position: Position, number: int) -> str:
    if game.sheet_known:
        return f"={number}"
    if position.setting_up:
        return "?"
    return "+" if number else "-"


def read_turn(game: Kakuzu, position: Position, text: str) -> Turn:
    """The turn that a word names; whether it is legal is the game's to say."""
    if text in (Rest.PASS.value, Rest.TIME.value):
        return Rest(text)
    if said := _SAID.fullmatch(text):
        kind = Name if said["word"] == "name" else Gone
        return kind(int(said["number"]))
    lift = _LIFT.fullmatch(text)
    if not lift:
        raise InvalidError(
            Told("turn {text!r} cannot be read; {turns} can", text=text[:40], turns=_TURNS)
        )
    if lift["number"]:
        return LIFTS[HOLE[lift["cell"]]][int(lift["number"])]
    return _meant(game, position, text, LIFTS[HOLE[lift["cell"]]])


def _meant(game: Kakuzu, position: Position, text: str, lifts: Sequence[Lift]) -> Lift:
    """The lift of a hole that a hit, a miss or nothing said can only mean."""
    sign = text[2:]
    if sign in ("+", "-") and position.setting_up:
        here = write_position(game, position)
        raise IllegalError(
            Told(
                "turn {text!r} in {here}: no hits or misses in the set-up (Z2)",
                text=text,
                here=here,
            )
        )
    fitting = [
        lifts[number]
        for number in game.uncoverable(position)
        if sign not in ("+", "-") or (number == position.token) == (sign == "+")
    ]
    legal = [lift for lift in fitting if not objection(game, position, lift)]
    if len(legal) > 1:
        here = write_position(game, position)
        choice = ", ".join(write_turn(game, position, lift) for lift in legal)
        raise AmbiguousError(
            Told(
                "turn {text!r} in {here} leaves open what it uncovers; say {choice}",
                text=text,
                here=here,
                choice=choice,
            )
        )
    # Where nothing fits, the game has the reason why.
    return legal[0] if legal else lifts[0]

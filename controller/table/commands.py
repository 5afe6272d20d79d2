"""Commands to a table, read and checked: `{"do": "answer", "question": 3, "choice": "a3"}`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.games.protocol import LONGEST_POSITION, LONGEST_TURN
from controller.games.told import Told
from controller.play.seats import is_seat

#: The most characters of a player's name.
LONGEST_NAME = 60


class CommandError(ValueError):
    """A command that cannot be read, or that the table refuses now; the sentence says why."""


class NotWrittenError(CommandError):
    """A command that is carried out only once the record can be written; it is not acknowledged."""


def _is_text(value: object) -> bool:
    if not isinstance(value, str) or len(value) > LONGEST_TURN:
        return False
    return bool(value.strip()) and value.isprintable()


def _is_position(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_POSITION and value.isprintable()


def _is_cells(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_text, value))


def is_name(value: object) -> bool:
    """Whether this can be the name of a player."""
    return isinstance(value, str) and _is_text(value) and len(value) <= LONGEST_NAME


def _is_names(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(is_name, value))


def _is_seats(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(is_seat, value))


def _is_number(value: object) -> bool:
    return type(value) is int


def _is_dice(value: object) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= 4 and all(map(_is_number, value))


def _is_few_dice(value: object) -> bool:
    return value == [] or _is_dice(value)


def _is_score(value: object) -> bool:
    return isinstance(value, list) and 2 <= len(value) <= 4 and all(map(_is_number, value))


def _is_side(value: object) -> bool:
    return value is None or _is_number(value)


def _is_seconds(value: object) -> bool:
    if not isinstance(value, list) or not 2 <= len(value) <= 4:
        return False
    return all(type(n) in (int, float) and 0 <= n <= 360_000 for n in value)


def _is_options(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value))


_Check = Callable[[object], bool]
#: A check, and in words what passes it.
Shape = tuple[_Check, str]
_TEXT: Shape = (_is_text, Told("a text of at most 200 printable characters"))
_POSITION: Shape = (_is_position, Told("a position as text, 400 printable characters at most"))
_CELLS: Shape = (_is_cells, Told('a list of cells like ["a1"]'))
_NAMES: Shape = (
    _is_names,
    Told("a list of names, {most} printable characters each at most", most=LONGEST_NAME),
)
_NAME: Shape = (is_name, Told("a name of at most {most} printable characters", most=LONGEST_NAME))
_SEATS: Shape = (_is_seats, Told('a list of seats like ["hands", "engine:4"], levels 1 to 8'))
_NUMBER: Shape = (_is_number, Told("a whole number"))
_DICE: Shape = (_is_dice, Told("a list of numbers like [6, 5]"))
_FEW_DICE: Shape = (_is_few_dice, Told("a list of numbers like [6, 5]; an empty one: void"))
_SCORE: Shape = (_is_score, Told("a list of points like [2, 3], one for each side"))
_TRUE: Shape = (lambda value: value is True, Told("true, or left out"))
_SIDE: Shape = (_is_side, Told("the number of a side, or null for nobody's"))
_SECONDS: Shape = (_is_seconds, Told("a list of seconds like [300, 295.5], one for each side"))
_OPTIONS: Shape = (_is_options, Told('an object like {"stones": 4}'))

#: What each command takes; a key with a question mark may be left out.
COMMANDS: dict[str, dict[str, Shape]] = {
    "new": {
        "game?": _TEXT,
        "options?": _OPTIONS,
        "players?": _NAMES,
        "begin?": _TEXT,
        "position?": _POSITION,
        "house?": _OPTIONS,
        "sheet?": _TEXT,
        "seats?": _SEATS,
    },
    "setup": {
        "position?": _POSITION,
        "game?": _NUMBER,
        "ply?": _NUMBER,
        "players?": _NAMES,
        "seats?": _SEATS,
    },
    "confirm": {"by?": _TEXT},
    "answer": {"question": _NUMBER, "choice": _TEXT},
    "declare": {"turn": _TEXT},
    "roll": {"dice?": _DICE, "ply?": _NUMBER},
    "pass": {},
    "early": {"dice": _DICE},
    "void": {"why": _TEXT, "floor?": _TRUE},
    "contribute": {"side?": _NUMBER, "number?": _TEXT, "seal?": _TEXT, "anew?": _TRUE},
    "decide": {"decision": _TEXT, "side?": _NUMBER},
    "condone": {"side?": _NUMBER},
    "next": {},
    "vouch": {"cells": _CELLS},
    "restore": {"cell": _TEXT},
    "undo": {},
    "hints": {"level": _TEXT},
    "unlock": {"by?": _TEXT, "who?": _NAME},
    "pause": {"by?": _TEXT, "who?": _NAME, "why?": _TEXT},
    "resume": {"by?": _TEXT, "who?": _NAME},
    "resign": {"side": _NUMBER},
    "direct": {
        "action": _TEXT,
        "why": _TEXT,
        "by?": _TEXT,
        "who?": _NAME,
        "position?": _POSITION,
        "dice?": _FEW_DICE,
        "score?": _SCORE,
        "cube?": _NUMBER,
        "owner?": _SIDE,
        "seconds?": _SECONDS,
        "to?": _NUMBER,
    },
}


def read_command(
    given: object, known: Mapping[str, Mapping[str, Shape]] = COMMANDS
) -> dict[str, Any]:
    """The command, if every part of it is as it should be; `CommandError` says what is not."""
    if not isinstance(given, Mapping):
        raise CommandError(Told('a command is an object like {"do": "undo"}'))
    name = given.get("do")
    if not isinstance(name, str) or name not in known:
        raise CommandError(
            Told(
                "unknown command {name!r}; there are: {commands}", name=name, commands=tuple(known)
            )
        )
    takes = {key.rstrip("?"): (key.endswith("?"), *check) for key, check in known[name].items()}
    wrong = [
        Told("{key} is not taken", key=key) for key in given if key != "do" and key not in takes
    ]
    for key, (optional, check, shape) in takes.items():
        if key not in given:
            wrong += [] if optional else [Told("{key} is missing: {shape}", key=key, shape=shape)]
        elif not check(given[key]):
            wrong.append(_not_so(key, shape, given[key]))
    if wrong:
        raise CommandError(Told("command {name}: {mistakes}", name=name, mistakes=wrong))
    return dict(given)


def named(who: str | None) -> dict[str, str]:
    """The name that somebody gave of who acts, as a fact of an event."""
    return {"who": who.strip()} if who else {}


def _not_so(key: str, shape: str, value: object) -> Told:
    return Told("{key} must be {shape}, not {value}", key=key, shape=shape, value=_short(value))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."

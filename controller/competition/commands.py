"""Commands to a competition: what each of them takes. `create` is read in `rules`."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from controller.competition.rules import NAME, NAME_WORDS
from controller.competition.values import CompetitionError
from controller.games.told import Told, told_by
from controller.table.commands import CommandError, Shape, is_name, read_command

HIGHEST_RATING = 10_000
HIGHEST_SCORE = 100_000
#: Said in place of a name where neither player appeared.
BOTH = "both"


def tidy(name: str) -> str:
    """A name as it is kept and compared: one form of each letter, single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def _is_player(value: object) -> bool:
    return isinstance(value, str) and is_name(tidy(value))


def _is_table(value: object) -> bool:
    return isinstance(value, str) and NAME.fullmatch(value) is not None


def _is_scores(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    return all(type(each) is int and 0 <= each <= HIGHEST_SCORE for each in value)


def _is_games(value: object) -> bool:
    return isinstance(value, list) and len(value) <= 200 and all(map(_is_text, value))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= 200 and value.isprintable()


def _is_pairs(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) in (1, 2) and all(map(_is_player, pair))
        for pair in value
    )


_ID: Shape = (_is_table, Told("the name of a competition"))
_PLAYER: Shape = (_is_player, Told("a name of 1 to 60 printable characters"))
_TEXT: Shape = (_is_text, Told("a text of 1 to 200 printable characters"))
_TABLE: Shape = (_is_table, Told("the name of a table ({words})", words=NAME_WORDS))
_SCORES: Shape = (
    _is_scores,
    Told("two whole numbers like [7, 3], in the order of the board's players"),
)
_GAMES: Shape = (_is_games, Told('a list of at most 200 texts like ["12", "13"]'))
_PAIRS: Shape = (_is_pairs, Told('a list of pairs like [["Ann", "Bob"]], a name alone for a bye'))
_TRUTH: Shape = (lambda it: isinstance(it, bool), Told("true or false"))
_WINNER: Shape = (
    lambda it: it is None or _is_player(it),
    Told("a player's name, or null for a draw"),
)


def _number(lowest: int, highest: int) -> Shape:
    span = range(lowest, highest + 1)
    return (
        lambda it: type(it) is int and it in span,
        Told("a whole number, {lowest} to {highest}", lowest=lowest, highest=highest),
    )


_ROUND = _BOARD = _number(1, 100_000)
_RESULT: dict[str, Shape] = {
    "round": _ROUND,
    "board": _BOARD,
    "scores?": _SCORES,
    "winner?": _WINNER,
    "forfeit?": _PLAYER,
    "games?": _GAMES,
}

#: What each command takes beside `competition`; a key with a question mark may be left out.
COMMANDS: dict[str, dict[str, Shape]] = {
    "enter": {"player": _PLAYER, "rating?": _number(0, HIGHEST_RATING)},
    "withdraw": {"player": _PLAYER, "why?": _TEXT},
    "rename": {"player": _PLAYER, "name": _PLAYER, "why?": _TEXT},
    "excuse": {"player": _PLAYER, "round?": _ROUND, "back?": _TRUTH},
    "pair": {"fixed?": _PAIRS, "seed?": _number(0, 2**63)},
    "assign": {"round": _ROUND, "board": _BOARD, "table": _TABLE},
    "swap": {"round": _ROUND, "board": _BOARD, "other": _BOARD},
    "exchange": {"round": _ROUND, "player": _PLAYER, "other": _PLAYER},
    "report": {**_RESULT, "table?": _TABLE},
    "confirm": {"round": _ROUND, "board": _BOARD},
    "correct": {**_RESULT, "why": _TEXT},
    "cancel": {"round": _ROUND, "board?": _BOARD, "why": _TEXT},
    "late": {
        "round": _ROUND,
        "board": _BOARD,
        "player": _PLAYER,
        "minutes": _number(0, 100_000),
    },
    "rest": {"round": _ROUND, "board": _BOARD, "why?": _TEXT},
    "close": {},
    "reopen": {"why": _TEXT},
}
_TAKEN = {name: {"competition": _ID, **takes} for name, takes in COMMANDS.items()}


def read(given: object) -> dict[str, Any]:
    """The command, if every part of it has its shape; `CompetitionError` says what has not."""
    if isinstance(given, Mapping) and given.get("do") == "create":
        return dict(given)
    try:
        return read_command(given, _TAKEN | {"create": {}})
    except CommandError as mistake:
        raise CompetitionError(told_by(mistake)) from None

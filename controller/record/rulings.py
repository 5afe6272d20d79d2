"""What a director set, as a word of the text record, and in a sentence.

"director dice 6-5"    "director dice void"    "director score 2-3"
"director cube 4 White"    "director position 4HPwATDgc/ABMA"
"""

from __future__ import annotations

import re

from controller.games.acts import Ruling
from controller.games.catalogue import AnyGame
from controller.games.game import InvalidError
from controller.games.told import Told

DIRECTED = "director "
_VOID, _BOTH = "void", "both"
_NUMBERS = re.compile(r"[0-9]{1,5}(?:-[0-9]{1,5})+", re.ASCII)
_CUBE = re.compile(r"([0-9]{1,5}) (.+)", re.ASCII)


def write_ruling(game: AnyGame, ruling: Ruling) -> str:
    """The word for a ruling; `read_ruling` is its inverse."""
    value = ruling.value
    told = value
    if ruling.what == "cube":
        told = f"{value[0]} {_BOTH if value[1] is None else game.sides[value[1]]}"
    elif ruling.what == "score":
        told = "-".join(map(str, value))
    elif ruling.what == "dice":
        told = "-".join(map(str, value)) or _VOID
    return f"{DIRECTED}{ruling.what} {told}"


def read_ruling(game: AnyGame, word: str) -> Ruling:
    """What was set, and to what; `InvalidError` where the word is none of these."""
    what, _, told = word.removeprefix(DIRECTED).partition(" ")
    if what == "position":
        return Ruling(what, told)
    if what == "dice" and told == _VOID:
        return Ruling(what, [])
    if what in ("dice", "score") and _NUMBERS.fullmatch(told):
        return Ruling(what, [int(number) for number in told.split("-")])
    cube = _CUBE.fullmatch(told) if what == "cube" else None
    if cube and cube[2] in (_BOTH, *game.sides):
        owner = None if cube[2] == _BOTH else game.sides.index(cube[2])
        return Ruling(what, [int(cube[1]), owner])
    raise InvalidError(Told("{word!r} is nothing that a director can set", word=word[:80]))

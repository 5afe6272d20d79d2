"""Who plays a side, as commands, settings and the record write it: `hands`, or `engine:4`."""

from __future__ import annotations

import re
from typing import Final

#: Hands at this board.
HANDS: Final = "hands"
#: How strong an engine may play: from a child's opponent to the strongest it can.
LEVELS: Final = range(1, 9)
_ENGINE: Final = re.compile(r"engine:([1-9])")


def level_of(seat: str) -> int | None:
    """The level of the engine that plays here; None: hands do, or it is no seat."""
    found = _ENGINE.fullmatch(seat)
    level = int(found[1]) if found else 0
    return level if level in LEVELS else None


def is_seat(value: object) -> bool:
    """Whether this says who plays a side."""
    return isinstance(value, str) and (value == HANDS or level_of(value) is not None)


def usual_name(seat: str, side: str) -> str:
    """What a player is called where nobody says it: hands after their side, an engine after us."""
    level = level_of(seat)
    return side if level is None else f"Lunka {level}"

"""What each button of the board commands, by how the table stands."""

from __future__ import annotations

from typing import Any

from controller.table.situation import Situation
from controller.table.state import Status

#: Buttons that always mean the same.
_PLAIN: dict[str, dict[str, Any]] = {
    "number": {"do": "contribute"},
    "dice": {"do": "confirm", "by": "dice"},
    "swap": {"do": "declare", "turn": "swap"},
    "void": {"do": "void", "why": "the dice lie badly"},
}
_LEVELS = {"off": "legal", "legal": "full", "full": "off"}


def command_of(button: str, now: Situation, seat: int | None = None) -> dict[str, Any]:
    """The command that a press means now; what needs no more than its name is its name.

    A button is the mover's, unless it belongs to a `seat`.
    """
    if button in _PLAIN:
        return dict(_PLAIN[button])
    if button == "hints":
        return {"do": "hints", "level": _LEVELS[now.hints]}
    if button == "pause" and now.status is Status.PAUSED:
        return {"do": "resume"}
    if button == "resign" and now.status is Status.PLAYING:
        return _resignation(now, now.mover if seat is None else seat)
    return {"do": button}


def _resignation(now: Situation, side: int | None) -> dict[str, Any]:
    """This side resigns; where it is worth points, the least that the rules know."""
    for word, speaker in now.words:
        if word.startswith("resign") and speaker == side:
            return {"do": "decide", "decision": word, "side": side}
    return {"do": "resign", "side": side}

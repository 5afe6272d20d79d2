"""What each button of the board commands, by how the table stands."""

from __future__ import annotations

from typing import Any

from controller.table.situation import Situation
from controller.table.state import Status

#: Buttons that always mean the same.
_PLAIN: dict[str, dict[str, Any]] = {
    "dice": {"do": "confirm", "by": "dice"},
    "swap": {"do": "declare", "turn": "swap"},
    "void": {"do": "void", "why": "the dice lie badly"},
}
_LEVELS = {"off": "legal", "legal": "full", "full": "off"}


def command_of(button: str, now: Situation) -> dict[str, Any]:
    """The command that a press means now; what needs no more than its name is its name."""
    if button in _PLAIN:
        return dict(_PLAIN[button])
    if button == "hints":
        return {"do": "hints", "level": _LEVELS[now.hints]}
    if button == "pause" and now.status is Status.PAUSED:
        return {"do": "resume"}
    if button == "resign" and now.status is Status.PLAYING:
        return _resignation(now)
    return {"do": button}


def _resignation(now: Situation) -> dict[str, Any]:
    """Who is to move resigns; where it is worth points, the least that the rules know."""
    for word, side in now.words:
        if word.startswith("resign") and side == now.mover:
            return {"do": "decide", "decision": word, "side": side}
    return {"do": "resign", "side": now.mover}

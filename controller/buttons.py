"""What each button of the board commands, by how the table stands."""

from __future__ import annotations

from typing import Any

from controller.table.state import State, Status

#: Buttons that always mean the same.
_PLAIN: dict[str, dict[str, Any]] = {
    "dice": {"do": "confirm", "by": "dice"},
    "swap": {"do": "declare", "turn": "swap"},
    "void": {"do": "void", "why": "the dice lie badly"},
}
_LEVELS = {"off": "legal", "legal": "full", "full": "off"}


def command_of(button: str, state: State) -> dict[str, Any]:
    """The command that a press means now; what needs no more than its name is its name."""
    if button in _PLAIN:
        return dict(_PLAIN[button])
    if button == "hints":
        return {"do": "hints", "level": _LEVELS[state.hints]}
    if button == "pause" and state.status is Status.PAUSED:
        return {"do": "resume"}
    if button == "resign" and state.status is Status.PLAYING:
        return _resignation(state)
    return {"do": button}


def _resignation(state: State) -> dict[str, Any]:
    """Who is to move resigns; where it is worth points, the least that the rules know."""
    side = state.rules.mover(state.position)
    if words := state.resignations:
        return {"do": "decide", "decision": words[0], "side": side}
    return {"do": "resign", "side": side}

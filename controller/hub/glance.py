"""A table at a glance: what the wall shows of a view, and what is wrong there.

Views come from tables over the network, so nothing is taken for granted: one that is not as
docs/architecture.md lays it down is told as such, and never shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from controller.games.told import Told, Wording
from controller.publish.facts import is_time
from controller.publish.messages import WireError
from controller.publish.wire import read_state
from controller.words.speech import Said
from controller.words.telling import refusal

#: What the wall draws a board from. The moves, the legal turns and the texts stay behind.
_KEPT = ("status", "game", "game_id", "mover", "ply", "verdict", "shown", "layout")
#: So many letters of a name or an alert are shown, and so many alerts; a table has fewer.
LONGEST_NAME, LONGEST_ALERT, MOST_ALERTS = 60, 500, 20
#: Half of a letter that JSON writes in two parts; alone it is no text that could be sent on.
_HALF = re.compile("[\ud800-\udfff]")
_OF_SIDE = ("name", "title", "player", "score", "clock", "free", "running")


@dataclass(frozen=True, slots=True)
class Glance:
    """The small view as JSON, and what a health light needs."""

    text: str
    status: str = "unreadable"
    players: tuple[str, ...] = ()
    sensors: int = 0
    alerts: tuple[Said, ...] = ()

    def aged(self, age: float) -> str:
        """The small view with its age, from which every page works out what its clocks show."""
        return self.text if self.text == "null" else f'{self.text[:-1]},"age":{age:.2f}}}'


@cache
def _unreadable() -> Glance:
    told = refusal(Told("the table sent a state that cannot be read"))
    return Glance("null", alerts=(told,))


def glance_at(state: bytes) -> Glance:
    """A state at a glance."""
    try:
        return _glance(read_state(state))
    except (WireError, KeyError, TypeError, ValueError, AttributeError):
        return _unreadable()


def made_at(state: bytes) -> float | None:
    """When a state was made, by the clock of its table; None where it does not say."""
    try:
        at = read_state(state).get("at")
    except WireError:
        return None
    return float(at) if at is not None and is_time(at) else None


def whole_letters(state: bytes) -> bytes:
    """The same state without halves of letters, in whose place a mark stands."""
    if b"\\ud" not in state and b"\\uD" not in state:
        return state
    try:
        text = json.dumps(read_state(state), ensure_ascii=False, separators=(",", ":"))
    except WireError:
        return state  # told as unreadable by whoever looks
    return _HALF.sub("\ufffd", text).encode()


def still(state: bytes) -> bytes:
    """The same state with no clock running."""
    try:
        view = read_state(state)
        sides = [{**side, "running": False} for side in view["sides"]]
    except (WireError, KeyError, TypeError):
        return state  # told as unreadable by whoever looks
    return json.dumps({**view, "sides": sides}, separators=(",", ":")).encode()


def _glance(view: Mapping[str, Any]) -> Glance:
    cells = view["cells"]
    sick = sorted(cell for cell, state in cells.items() if state["health"] != "good")
    sides = [{key: side.get(key) for key in _OF_SIDE} for side in view["sides"]]
    long = _cut_names(sides)
    told, longer = _alerts(view["alerts"])
    if long or longer:
        told = (*told, _too_long())
    moves = view["moves"]
    small = {key: view.get(key) for key in _KEPT} | {
        "cells": {cell: _count(state) for cell, state in cells.items()},
        "sick": sick,
        "sides": sides,
        "match": _match(view),
        "result": view.get("result"),
        "last": str(moves[-1]["turn"]) if moves else None,
    }
    return Glance(
        json.dumps(small, separators=(",", ":")),
        str(view["status"]),
        tuple(str(side["player"]) for side in sides),
        len(sick),
        told,
    )


_TOO_LONG = Wording(
    "the table sends names of more than {names} letters, or more than {alerts} alerts of {letters}"
    " letters: the rest is cut off here"
)


@cache
def _too_long() -> Said:
    facts = {"names": LONGEST_NAME, "alerts": MOST_ALERTS, "letters": LONGEST_ALERT}
    return refusal(Told(_TOO_LONG, **facts))


def _cut_names(sides: list[dict[str, Any]]) -> bool:
    """Cut names that are too long; gives whether there was one."""
    long = False
    for side in sides:
        if len(str(side["player"])) > LONGEST_NAME:
            side["player"], long = str(side["player"])[:LONGEST_NAME], True
    return long


def _alerts(told: list[Any]) -> tuple[tuple[Said, ...], bool]:
    """The alerts as far as they are shown, and whether there is more of them."""
    whole = [_alert(said) for said in told]
    cut = [
        {language: text[:LONGEST_ALERT] for language, text in said.items()}
        for said in whole[:MOST_ALERTS]
    ]
    return tuple(cut), cut != whole


def _alert(said: Mapping[str, Any]) -> Said:
    return {"en": str(said["en"])} | {str(language): str(text) for language, text in said.items()}


def _match(view: Mapping[str, Any]) -> dict[str, Any] | None:
    """The match with its score as it stands: with what a game that is over has brought."""
    match, result = view.get("match"), view.get("result")
    if not match or not result:
        return dict(match) if match else None
    total = [before + won for before, won in zip(match["score"], result["scores"], strict=True)]
    length = match["length"]
    return {**match, "score": [min(score, length) if length else score for score in total]}


def _count(state: Mapping[str, Any]) -> int:
    count = state["count"]
    return int(state["seen"][0] if count is None else count)

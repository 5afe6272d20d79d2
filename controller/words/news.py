"""What just happened, in words: from an event to its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.play.event import Event
from controller.table.situation import called
from controller.table.state import State
from controller.words.catalogue import known
from controller.words.moment import of_pieces, told_roll, told_rolls
from controller.words.speech import Said, decision, name, say


def _directed(event: Event, state: State) -> Said | None:
    """What a director did, with who and why."""
    key, data = event.kind, dict(event.data)
    if key == "game.over" and data["reason"] == "annulled":
        return say("game.annulled", **data)
    if key == "turn.takeback" and data.get("by") == "director":
        return say("director.undo", **data)
    if key == "director.ruled":
        data["value"] = _ruling(data["what"], data["value"], state)
        return say(f"director.{data['what']}", **data)
    return None


def _ruling(what: str, value: Any, state: State) -> Said:
    if what == "cube":
        owner = value[1]
        who = say("both") if owner is None else name(state.rules.sides[owner])
        return say("cube-of", n=value[0], who=who)
    if not value:
        return say("void")
    return name(value if what == "position" else "-".join(map(str, value)))


def _nobodys(event: Event, state: State) -> Said | None:
    """A roll that is both sides', or that nobody has read."""
    if event.kind == "dice.void" and not event.data["dice"]:
        return say("dice.void-unsaid")
    if event.kind == "dice.rolled" and event.data["side"] is None:
        return say("dice.rolled-both", dice=_roll(state, event.data["dice"]))
    return None


def _passed(event: Event, state: State) -> Said | None:
    """Somebody could not move, with what was rolled as far as that is known (N6)."""
    data = event.data
    if event.kind != "turn.made" or data.get("by") != "pass":
        return None
    side, rolls = name(state.rules.sides[data["side"]]), data.get("rolls") or [data.get("dice")]
    if not any(rolls):
        return say("turn.passed", side=side)
    return say("turn.passed-roll", side=side, dice=_told_rolls(state, rolls))


def _roll(state: State, dice: Sequence[int]) -> Said:
    """A roll that an event tells of, with its call."""
    return told_roll(called(state.rules, tuple(dice)))


def _told_rolls(state: State, rolls: Sequence[Sequence[int]]) -> Said:
    """The rolls that an event tells of."""
    return told_rolls([called(state.rules, tuple(roll)) for roll in rolls])


def happened(event: Event, state: State) -> Said | None:
    """What just happened, in words, for events that players are told of."""
    key, data = event.kind, dict(event.data)
    if said := _directed(event, state) or _nobodys(event, state) or _passed(event, state):
        return said
    if not known(key):
        return None
    if "dice" in data:
        numbers = name("-".join(map(str, data["dice"])))
        data["dice"] = numbers if key == "dice.void" else _roll(state, data["dice"])
    if key in ("turn.made", "turn.revised") and data.get("rolls"):
        data["rolls"] = _told_rolls(state, data["rolls"])
        key = "turn.inferred"
    if "decision" in data:
        data["decision"] = decision(data["decision"], state.rules.words, state.rules.name)
    if "accepted" in data:
        data["accepted"] = name(state.rules.sides[data["accepted"]])
    if "side" in data:
        data["side"] = name(state.rules.sides[data["side"]])
    if "level" in data:
        data["level"] = name(data["level"])
    if key == "turn.made" and data["turn"] == state.rules.swap_turn:
        key = "turn.swapped"
    elif key == "turn.takeback" and not data["to"]:
        key = "turn.takeback-0"
    return say(of_pieces(state.rules.pieces if state.game else "", key), **data)

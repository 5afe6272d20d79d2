"""What just happened, in words: from an event to its sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from controller.games.told import Term
from controller.play.event import Event
from controller.play.happenings import STANDSTILL, GameResumed
from controller.table.situation import called as call_of
from controller.table.state import State
from controller.words.catalogue import known
from controller.words.moment import of_pieces, told_roll, told_rolls
from controller.words.speech import Said, decision, name, say
from controller.words.telling import called


def _with_name(event: Event) -> dict[str, Any]:
    """The facts, with who acted as people call him: by the name that was given, else by his key."""
    data, sender = dict(event.data), event.data.get("sent_by")
    fact = "who" if event.kind == "turn.takeback" else "by"
    if sender is not None and data.get(fact) == sender:
        data[fact] = data.get("who", sender)
        if data[fact] == sender:
            data[fact] = called(Term("speaker", sender))
    return data


def _directed(event: Event, state: State) -> Said | None:
    """What a director did, with who and why."""
    key, data = event.kind, _with_name(event)
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
    """A roll that is both sides', or that nobody has read; a number from the bag, or a button's."""
    if event.kind == "chance.added" and event.data.get("side") is None:
        return say("chance.added-board")
    if event.kind == "dice.void" and not event.data["dice"]:
        return say("dice.void-unsaid")
    if event.kind == "dice.rolled" and event.data["side"] is None:
        return say("dice.rolled-both", dice=_roll(state, event.data["dice"]))
    if event.kind == "dice.rolled" and len(event.data["dice"]) == 1:
        side = _side(event.data["side"], state)
        return say("number.drawn", side=side, number=event.data["dice"][0])
    return None


def _badly(event: Event, state: State) -> Said | None:
    """A die on the floor (T5), or a roll that came too early and is void (T8)."""
    if event.kind == "dice.void" and event.data.get("floor"):
        return say("dice.void-floor")
    if event.kind == "dice.early" and not event.data["stands"]:
        roll, side = _roll(state, event.data["dice"]), _side(event.data["side"], state)
        return say("dice.early-void", side=side, dice=roll)
    return None


def _passed(event: Event, state: State) -> Said | None:
    """Somebody could not move, with what was rolled as far as that is known (N6)."""
    data = event.data
    if event.kind != "turn.made" or data.get("by") != "pass":
        return None
    side, rolls = name(state.rules.sides[data["side"]]), data.get("rolls") or [data.get("dice")]
    words = state.rules.sayings.turn(data["turn"])
    if getattr(words, "form", _PASS) != _PASS:  # the game itself says why the turn passes (Z6)
        return say("turn.said", side=side, turn=called(words))
    if not any(rolls):
        return say("turn.passed", side=side)
    return say("turn.passed-roll", side=side, dice=_told_rolls(state, rolls))


def _roll(state: State, dice: Sequence[int]) -> Said:
    """A roll that an event tells of, with its call."""
    return told_roll(call_of(state.rules, tuple(dice)))


def _told_rolls(state: State, rolls: Sequence[Sequence[int]]) -> Said:
    """The rolls that an event tells of."""
    return told_rolls([call_of(state.rules, tuple(roll)) for roll in rolls])


def _side(number: int, state: State) -> Said:
    return name(state.rules.sides[number])


def _place(cell: str, state: State) -> Said:
    """A cell as people call it; before a game by its own name."""
    places = state.rules.sayings.places(state.numbers_of) if state.game else {}
    return called(places.get(cell, cell))


#: A turn that only says that nobody moves.
_PASS = "pass"
#: Facts of events that are told in words.
_TOLD: Mapping[str, Callable[[Any, State], Said]] = {
    "decision": lambda word, state: decision(word, state.words_of_game, state.rules.name),
    "accepted": _side,
    "side": _side,
    "level": lambda level, _: name(level),
    "cell": _place,
}


#: What is told otherwise than by the kind of the event alone.
_OTHERWISE = (_directed, _badly, _nobodys, _passed)
#: Those that are a turn of its side.
_TURNS = {"turn", "old"}


def happened(event: Event, state: State) -> Said | None:
    """What just happened, in words, for events that players are told of."""
    key, data = event.kind, _with_name(event)
    if data.get("by") == STANDSTILL:  # told once, when it is over
        return say("stood-still") if key == GameResumed.kind else None
    if said := next(filter(None, (tell(event, state) for tell in _OTHERWISE)), None):
        return said
    if not known(key):
        return None
    if "dice" in data:
        numbers = name("-".join(map(str, data["dice"])))
        data["dice"] = numbers if key == "dice.void" else _roll(state, data["dice"])
    if key in ("turn.made", "turn.revised") and data.get("rolls"):
        data["rolls"] = _told_rolls(state, data["rolls"])
        key = "turn.inferred"
    if key == "turn.made" and data["turn"] == state.rules.swap_turn:
        key = "turn.swapped"
    elif key == "turn.made" and hasattr(state.rules.sayings.turn(data["turn"]), "form"):
        key = "turn.said"
    elif key == "turn.takeback" and not data["to"]:
        key = "turn.takeback-0"
    facts = {fact: _TOLD[fact](data[fact], state) for fact in _TOLD.keys() & data.keys()}
    for fact in _TURNS & data.keys():
        side = data.get("side", state.rules.mover(state.position))
        facts[fact] = called(state.told_turn(data[fact], side))
    return say(of_pieces(state.rules.pieces if state.game else "", key), **data | facts)

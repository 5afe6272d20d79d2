"""What every cell says just now: a table from the situation to meanings. It decides nothing."""

from __future__ import annotations

from controller.games.game import Cell
from controller.lights.meanings import Glow, Meaning
from controller.table.situation import Call, Phase, Role, Situation

Glows = dict[Cell, Glow]

_PLACES = {
    Role.LIFT: Meaning.MAY_LIFT,
    Role.PUT: Meaning.MAY_PUT,
    Role.GOAL: Meaning.GOAL,
    Role.PATH: Meaning.PATH,
    Role.SOW: Meaning.SOW,
    Role.CAPTURE: Meaning.CAPTURE,
    Role.SWEEP: Meaning.SWEEP,
    Role.FEWER: Meaning.TOO_MANY,
    Role.MORE: Meaning.TOO_FEW,
    Role.ASKED: Meaning.ASK,
    Role.CHOSEN: Meaning.CONFIRM,
    Role.NUMBER: Meaning.NUMBER,
    Role.HIT: Meaning.HIT,
    Role.MISS: Meaning.MISS,
}

_CALLS = {
    Call.TURN: Meaning.TURN,
    Call.AGAIN: Meaning.AGAIN,
    Call.NEXT: Meaning.NEXT,
    Call.HURRY: Meaning.HURRY,
    Call.ANSWER: Meaning.OFFER,
    Call.AGREE: Meaning.ASK,
    Call.PRESS: Meaning.CONFIRM,
    Call.PASSED: Meaning.PASS,
    Call.WON: Meaning.WINNER,
    Call.DREW: Meaning.DRAW,
    Call.RESTS: Meaning.PAUSED,
}

#: While hands are at a turn, what it asks of a home comes before whose turn it is.
_AT_WORK = (Phase.IN_HAND, Phase.CONDONABLE)
#: What the last turn uncovered is seen wherever it was.
_UNCOVERED = (Role.HIT, Role.MISS)


def scene(now: Situation) -> Glows:
    """What each glowing cell says."""
    places = {cell: Glow(_PLACES[place.role], place.count) for cell, place in now.places.items()}
    homes = {seat.home: Glow(_CALLS[seat.call]) for seat in now.seats if seat.call}
    if now.of(Role.PATH):  # it stands as still as whose turn it is, and says it too
        homes = {home: glow for home, glow in homes.items() if glow.meaning is not Meaning.TURN}
    if now.phase in _AT_WORK or (now.phase is Phase.COMPLETE and _may_go_on(now)):
        return homes | places
    return places | homes | {cell: places[cell] for cell in now.of(*_UNCOVERED)}


def _may_go_on(now: Situation) -> bool:
    """Whether a whole turn is still the same player's."""
    return now.turn.next is None and not now.turn.by_button

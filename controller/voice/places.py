"""One place, for whoever puts a finger on it: what lies there, and what may be done with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from controller.games.game import Cell
from controller.table.situation import Phase, Role, Situation
from controller.tracking.seen import Seen
from controller.voice.ear import for_the_ear
from controller.voice.holding import held_at
from controller.words.speech import Said, joined, listed, name, say

#: What a place is for, as it is said of it; what is not here is said of none.
_SAID = {
    Role.LIFT: "voice.place-lift",
    Role.PUT: "voice.place-put",
    Role.GOAL: "voice.place-goal",
    Role.PATH: "voice.place-path",
    Role.SOW: "voice.place-sow",
    Role.CAPTURE: "voice.place-capture",
    Role.SWEEP: "voice.place-sweep",
    Role.FEWER: "voice.place-fewer",
    Role.MORE: "voice.place-more",
    Role.ASKED: "voice.place-asked",
    Role.CHOSEN: "voice.place-asked",
    Role.HIT: "voice.place-hit",
    Role.MISS: "voice.place-miss",
}
_AT_WORK = (Phase.IN_HAND, Phase.COMPLETE, Phase.WRONG, Phase.CONDONABLE, Phase.ASKED)


def walked(now: Situation) -> list[Cell]:
    """The places in the order of travel."""
    return [cell for cell in now.aloud if cell in now.holds]


def told_place(now: Situation, cell: Cell, seen: Seen) -> Said:
    """What lies in a place, as it looks just now, and what may be done there."""
    lies = say("voice.place", holds=held_at(now, cell, _what(now, cell, seen)))
    return for_the_ear(joined(lies, _may(now, cell)))


def told_home(now: Situation, home: Cell, looks: Mapping[Cell, Seen]) -> Said:
    """The score: what lies in every store or tray, that of the mover first; and what is to be done
    in this one."""
    homes = {seat.home for seat in now.seats}
    held = [
        held_at(now, cell, _what(now, cell, looks[cell])) for cell in walked(now) if cell in homes
    ]
    score = say("voice.place", holds=listed(held, "; "))
    return for_the_ear(joined(score, _may(now, home) if home in now.places else {}))


def is_home(now: Situation, cells: Collection[Cell]) -> bool:
    """Whether these are the stores of all sides, or some of them; pieces that are whole have a
    field to reach there, and no score."""
    return not now.solid and {*cells} <= {seat.home for seat in now.seats}


def _may(now: Situation, cell: Cell) -> Said:
    """What may be done there; nothing is said where this table does not tell it."""
    place = now.places.get(cell)
    if place is None or place.role not in _SAID:
        return say("voice.place-nothing") if now.places else {}
    return say(_SAID[place.role], n=place.count) if place.count else _unnumbered(place.role)


def _unnumbered(role: Role) -> Said:
    """The same of no number: something is to be taken away, or brought."""
    key = {Role.FEWER: "voice.place-away", Role.MORE: "voice.place-bring"}.get(role, _SAID[role])
    return say(key, n=1)


def _what(now: Situation, cell: Cell, seen: Seen) -> Said | int:
    """What lies there: so many by the written position, or as the sensor counts them now; whose
    they are is left out where nobody can know."""
    written = now.holds[cell]
    if seen.allows(written):
        return written if _is_sure(now, written) else name(str(abs(written)))
    if not seen.exact:
        return say("voice.something")
    if not seen.lo or now.solid or not now.owned:
        return seen.lo
    mine = written and (written > 0) == (now.mover == 0)
    return (seen.lo if written > 0 else -seen.lo) if mine else name(str(seen.lo))


def _is_sure(now: Situation, written: int) -> bool:
    """Whether what looks as before is the same: a checker that was hit may have been exchanged."""
    blot = now.owned and abs(written) == 1 and (written > 0) != (now.mover == 0)
    return not (blot and now.phase in _AT_WORK)

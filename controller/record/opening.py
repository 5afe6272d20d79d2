"""How a game was opened, read from its event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.record.facts import BrokenError, Facts
from controller.record.steps import MatchFacts, Opening
from controller.table.events import Event


def read_opening(event: Event) -> Opening:
    """The opening that an event tells; `BrokenError` where it tells none."""
    facts = Facts(event.data)
    opening = Opening(
        game=facts.text("game"),
        options=facts.mapping("options"),
        players=facts.texts("players"),
        seats=facts.numbers("seats"),
        position=facts.text("position"),
        house=facts.mapping("house"),
        at=event.at,
        match=_read_match(Facts(facts.mapping("match"))) if facts.says("match") else None,
        origin=_read_origin(Facts(facts.mapping("origin"))) if facts.says("origin") else {},
        clock_left=facts.spans_if_said("clock_left"),
    )
    _check_seats(opening.players, opening.seats)
    _check_clock(opening)
    return opening


def _read_match(facts: Facts) -> MatchFacts:
    match = MatchFacts(
        facts.number("length"),
        facts.numbers("score"),
        facts.number("number"),
        facts.flag("crawford"),
        facts.number("first"),
    )
    if len(match.score) != 2 or min(match.length, match.first, *match.score) < 0:
        raise BrokenError(f"'match' has length {match.length} and score {list(match.score)}")
    if (match.number == 1) != (match.first == 0) or match.number < 1:
        raise BrokenError(
            f"'match' makes this game {match.number}, and game {match.first} of the record its"
            " first; the first game of a match is number 1 and names no other"
        )
    return match


def _read_origin(facts: Facts) -> dict[str, Any]:
    """Where the position came from: somebody gave it, or a game of the record."""
    if facts.says("position"):
        return {"position": facts.text("position")}
    return {"game": facts.number("game"), "ply": facts.number("ply")}


def _check_seats(players: Sequence[str], seats: Sequence[int]) -> None:
    if sorted(seats) != list(range(len(players))):
        raise BrokenError(f"seats {list(seats)} do not seat each of {len(players)} players once")


def _check_clock(opening: Opening) -> None:
    """Time is left over only from an earlier game of the match, and to each player."""
    left, match = opening.clock_left, opening.match
    if left and (match is None or match.number == 1):
        raise BrokenError(f"'clock_left' is {list(left)}, but no game of its match came before it")
    if left and len(left) != len(opening.players):
        raise BrokenError(f"'clock_left' has {len(left)} times for {len(opening.players)} players")

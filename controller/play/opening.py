"""How a game was opened, read from its event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.play.facts import BrokenError, Facts
from controller.play.happenings import GameOpened
from controller.play.steps import MatchFacts, Opening


def opening_of(told: GameOpened, at: float) -> Opening:
    """The opening that an event tells; `BrokenError` where it tells none."""
    opening = Opening(
        game=told.game,
        options=told.options or {},
        players=told.players,
        seats=told.seats,
        position=told.position,
        house=told.house or {},
        at=at,
        match=_match(Facts(told.match)) if told.match is not None else None,
        origin=_origin(told.origin) if told.origin is not None else {},
        clock_left=tuple(map(float, told.clock_left or ())),
        played_by=told.played_by or (),
    )
    _check_seats(opening.players, opening.seats)
    _check_players(opening.players, opening.played_by)
    _check_clock(opening)
    return opening


def _match(facts: Facts) -> MatchFacts:
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


def _origin(data: Mapping[str, Any]) -> dict[str, Any]:
    """Where the position came from: somebody gave it, or a game of the record."""
    facts = Facts(data)
    if facts.says("position"):
        return {"position": facts.text("position")}
    return {"game": facts.number("game"), "ply": facts.number("ply")}


def _check_seats(players: Sequence[str], seats: Sequence[int]) -> None:
    if sorted(seats) != list(range(len(players))):
        raise BrokenError(f"seats {list(seats)} do not seat each of {len(players)} players once")


def _check_players(players: Sequence[str], played_by: Sequence[str]) -> None:
    if played_by and len(played_by) != len(players):
        raise BrokenError(f"'played_by' has {len(played_by)} for {len(players)} players")


def _check_clock(opening: Opening) -> None:
    """Time is left over only from an earlier game of the match, and to each player."""
    left, match = opening.clock_left, opening.match
    if left and (match is None or match.number == 1):
        raise BrokenError(f"'clock_left' is {list(left)}, but no game of its match came before it")
    if left and len(left) != len(opening.players):
        raise BrokenError(f"'clock_left' has {len(left)} times for {len(opening.players)} players")

"""Games of short nardy that were set up, for the tests of files for other programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from controller.games.nardy import Position
from controller.record.matches import MatchWalk
from controller.record.transcriber import Transcriber
from tests.record.matches import PLAYERS, match_walk

#: A bear-off race with the cube at 2 on White's side, 2-3 in a match to 7; White is on roll.
RACE = "XGID=-BB--------------------bb-:1:1:1:00:2:3:0:7:10"
#: After 31: 8/5 6/5, Black is on roll, nothing at stake but the game.
REPLY = "sGfwATDgc/ABMA:cAkAAAAAAAAE"
#: The ordinary start, but Black has been named to begin.
NAMED = "4HPwATDgc/ABMA:cAkAAAAAAAAE"


def stray(scribe: Transcriber, dice: tuple[int, int], turn: str) -> None:
    """The turn as if these dice had been rolled, and nobody minded."""
    instead = scribe.position._replace(dice=dice)
    scribe.condone(scribe.game.play(instead, scribe.game.read_turn(instead, turn)))


def set_up(
    position: str, *said: tuple[Any, ...], options: Mapping[str, Any] | None = None
) -> MatchWalk:
    """A game from this position, and what was done in it: `("roll", (3, 1))` and the like."""
    plain = Transcriber("short", options or {}, PLAYERS, by="hands")
    start: Position = plain.game.read_position(position)
    assert plain.game.stakes is not None
    agreed = {**(options or {}), **plain.game.stakes.options_in(start)}
    scribe = Transcriber("short", agreed, PLAYERS, by="hands", house={"illegal": "condone"})
    scribe.open(plain.game.stakes.match_in(start), scribe.game.read_position(position))
    acts: dict[str, Callable[..., None]] = {
        "roll": scribe.roll,
        "play": scribe.play,
        "say": scribe.decide,
        "stray": partial(stray, scribe),
    }
    for kind, *facts in said:
        acts[kind](*facts)
    if scribe.over:
        scribe.end()
    return match_walk(scribe.events)


def dropped() -> MatchWalk:
    """The cube is offered at once, and declined."""
    return set_up(RACE, ("say", 0, "double"), ("say", 1, "drop"))


def borne_off() -> MatchWalk:
    """Double six ends the race in one turn."""
    return set_up(RACE, ("roll", (6, 6)), ("play", "2/off(2) 1/off(2)"))


def named() -> MatchWalk:
    """Black was named to begin, and rolls equal dice."""
    return set_up(NAMED, ("roll", (3, 3)), ("play", "24/21(2) 13/10(2)"), ("roll", (6, 5)))


def replied() -> MatchWalk:
    """Black plays on, and resigns."""
    turns = (("roll", (6, 4)), ("play", "24/14"), ("roll", (5, 5)))
    return set_up(REPLY, *turns, ("say", 1, "resign 2"), ("say", 0, "accept"))


def offered() -> MatchWalk:
    """The raise lay on the table when the game was set up."""
    race = RACE.replace(":00:", ":D:")
    return set_up(race, ("say", 1, "take"), ("roll", (2, 1)), ("play", "2/off 1/off"))

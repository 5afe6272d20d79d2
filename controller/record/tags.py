"""The tags of a game: who, where, when, by which rules, and how it ended."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.told import Told
from controller.play.line import Line
from controller.play.moments import rules_of
from controller.play.steps import LETTING, Opening, Part, Result
from controller.record.clocks import clocks_of
from controller.record.errors import RecordError

Tags = tuple[tuple[str, str], ...]

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
UNFINISHED = "*"
NOBODY = "none"
#: What a timed game of a match tells besides: for what its time is, and what a flag loses.
_OF_MATCHES = {"clock_scope": "ClockScope", "flag": "Flag"}


def tags_of(line: Line, extra: Mapping[str, str] | None = None) -> Tags:
    """The tags of a game, in their order; `extra` tags (Event, Site, Round ...) are joined in."""
    given = dict(extra or {})
    place = (("Event", given.pop("Event", "?")), ("Site", given.pop("Site", "?")))
    game = rules_of(line.opening)
    own = (("Game", game.name), *place, *_opening_tags(line, game), *_result_tags(line, game))
    _check_extra(given, dict(own))
    return (*own, *given.items())


def _check_extra(extra: Mapping[str, str], own: Mapping[str, str]) -> None:
    for name in extra:
        if name in own or not NAME.fullmatch(name):
            raise RecordError(
                Told(
                    "tag {name!r} cannot be added: a tag is a word of letters and digits,"
                    " and {own} are there already",
                    name=name,
                    own=", ".join(own),
                )
            )


def _opening_tags(line: Line, game: AnyGame) -> Iterator[tuple[str, str]]:
    opening = line.opening
    yield from _when(opening.at)
    yield "Number", str(line.number)
    for side, seat in zip(game.sides, opening.seats, strict=True):
        yield side.replace(" ", ""), opening.players[seat]
    yield "Options", write_options(opening.options)
    yield from _match_tags(opening)
    if opening.position != game.write_position(game.open()):
        yield "Position", opening.position
    clock = opening.house.get("clock", "none")
    if opening.origin:
        yield "Origin", _origin(opening.origin)
    if opening.house.get("illegal") in LETTING:
        yield "Illegal", opening.house["illegal"]
    if clock != "none":
        yield "Clock", f"{clock} {opening.house.get('minutes')}+{opening.house.get('extra')}"
        yield "ClockLeft", " ".join(f"{seconds:.1f}" for seconds in clocks_of(line))
    for key, tag in _OF_MATCHES.items():
        if key in opening.house:
            yield tag, str(opening.house[key])


def _origin(origin: Mapping[str, Any]) -> str:
    """Where the position was taken from."""
    return origin.get("position") or f"game {origin['game']}, turn {origin['ply']}"


def _match_tags(opening: Opening) -> Iterator[tuple[str, str]]:
    match = opening.match
    if match is None:
        return
    yield "Match", str(match.length)
    yield "MatchGame", str(match.number)
    yield "Score", "-".join(map(str, match.score))
    if match.crawford:
        yield "Crawford", "true"


def _promise_tags(line: Line) -> Iterator[tuple[str, str]]:
    """The board's dice: what was promised, and the seed that lets everybody draw them again."""
    if line.promise:
        yield "Commitment", line.promise.commitment
        if line.promise.bound:
            yield "Added", " ".join(_part(part) for part in line.promise.parts)
        if line.promise.seed is not None:
            yield "Seed", line.promise.seed


def _part(part: Part) -> str:
    return f"{'-' if part.side is None else part.side}:{json.dumps(part.number)}"


def _hidden_tags(line: Line) -> Iterator[tuple[str, str]]:
    """The seal of what lay beneath the board and, once it is shown, all that it was made from."""
    if line.hidden:
        yield "Hidden", line.hidden.seal
        for name, value in (line.hidden.shown or {}).items():
            yield f"Hidden{name.title()}", str(value)


def _when(at: float) -> Iterator[tuple[str, str]]:
    try:
        moment = datetime.fromtimestamp(at, UTC)
    except (ValueError, OverflowError, OSError):
        return  # a clock that was never set: better no date than a wrong one
    yield "Date", f"{moment:%Y.%m.%d}"
    yield "UTCTime", f"{moment:%H:%M:%S}"


def _result_tags(line: Line, game: AnyGame) -> Iterator[tuple[str, str]]:
    result = line.result
    yield "Result", write_result(result)
    if result:
        yield "Winner", winner_of(game, result.winner)
        if result.winner is not None:
            yield "WinnerName", line.players[result.winner]
        if result.shared:
            yield "Shared", sharers_of(game, result.shared)
        yield "Termination", result.reason
        if result.level is not None:
            yield "Level", str(result.level)
        if result.cube is not None:
            yield "Cube", str(result.cube)
    yield from _promise_tags(line)
    yield from _hidden_tags(line)
    yield "Seal", line.hash


def write_result(result: Result | None) -> str:
    """The scores, like 25-23; a star for a game that goes on."""
    return "-".join(str(score) for score in result.scores) if result else UNFINISHED


def winner_of(game: AnyGame, side: int | None) -> str:
    """The winning side's name; none for a draw or where nobody won."""
    return NOBODY if side is None else game.sides[side]


def sharers_of(game: AnyGame, sides: Sequence[int]) -> str:
    """The names of the sides that share a win."""
    return ", ".join(game.sides[side] for side in sides)


def write_options(options: Mapping[str, Any]) -> str:
    """Options as `stones=4 pie=true`."""
    return " ".join(f"{key}={_word(value)}" for key, value in options.items())


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

"""The tags of a game: who, where, when, by which rules, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from controller.games.catalogue import AnyGame, make_game
from controller.record.errors import RecordError
from controller.record.walk import GameWalk, Result

Tags = tuple[tuple[str, str], ...]

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
UNFINISHED = "*"
NOBODY = "none"


def tags_of(walked: GameWalk, extra: Mapping[str, str] | None = None) -> Tags:
    """The tags of a game, in their order; `extra` tags (Event, Site, Round ...) are joined in."""
    given = dict(extra or {})
    place = (("Event", given.pop("Event", "?")), ("Site", given.pop("Site", "?")))
    game = make_game(walked.opening.game, walked.opening.options)
    own = (("Game", game.name), *place, *_opening_tags(walked, game), *_result_tags(walked, game))
    _check_extra(given, dict(own))
    return (*own, *given.items())


def _check_extra(extra: Mapping[str, str], own: Mapping[str, str]) -> None:
    for name in extra:
        if name in own or not NAME.fullmatch(name):
            raise RecordError(
                f"tag {name!r} cannot be added: a tag is a word of letters and digits, and"
                f" {', '.join(own)} are there already"
            )


def _opening_tags(walked: GameWalk, game: AnyGame) -> Iterator[tuple[str, str]]:
    opening = walked.opening
    yield from _when(opening.at)
    yield "Number", str(walked.number)
    for side, seat in zip(game.sides, opening.seats, strict=True):
        yield side, opening.players[seat]
    yield "Options", write_options(opening.options)
    if opening.position != game.write_position(game.start()):
        yield "Position", opening.position
    clock = opening.house.get("clock", "none")
    if clock != "none":
        yield "Clock", f"{clock} {opening.house.get('minutes')}+{opening.house.get('extra')}"


def _when(at: float) -> Iterator[tuple[str, str]]:
    try:
        moment = datetime.fromtimestamp(at, UTC)
    except (ValueError, OverflowError, OSError):
        return  # a clock that was never set: better no date than a wrong one
    yield "Date", f"{moment:%Y.%m.%d}"
    yield "UTCTime", f"{moment:%H:%M:%S}"


def _result_tags(walked: GameWalk, game: AnyGame) -> Iterator[tuple[str, str]]:
    result = walked.result
    yield "Result", write_result(result)
    if result:
        yield "Winner", winner_of(game, result.winner)
        if result.winner is not None:
            yield "WinnerName", walked.players[result.winner]
        yield "Termination", result.reason
    yield "Seal", walked.hash


def write_result(result: Result | None) -> str:
    """The scores, like 25-23; a star for a game that goes on."""
    return "-".join(str(score) for score in result.scores) if result else UNFINISHED


def winner_of(game: AnyGame, side: int | None) -> str:
    """The winning side's name; none for a draw or where nobody won."""
    return NOBODY if side is None else game.sides[side]


def write_options(options: Mapping[str, Any]) -> str:
    """Options as `stones=4 pie=true`."""
    return " ".join(f"{key}={_word(value)}" for key, value in options.items())


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

"""A game in one line, for lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from controller.record.chain import Stored
from controller.record.walk import Result, walk


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a list of games shows of one.

    `players` are those of each side, in the order of the sides; `opened` is in UNIX seconds;
    `status` is setup, playing, paused, over, or damaged where an event cannot be right.
    """

    id: int
    game: str
    players: tuple[str, ...]
    opened: float
    turns: int
    result: Result | None
    status: str


#: The kinds of events that a line about a game needs; the rest, more than half, are not read.
KINDS = (
    "game.opened",
    "board.ready",
    "turn.made",
    "turn.condoned",
    "turn.revised",
    "turn.withdrawn",
    "turn.takeback",
    "game.paused",
    "game.resumed",
    "game.over",
)


def summarise(number: int, stored: Iterable[Stored]) -> GameSummary:
    """One game in one line, from those of its events that are of one of `KINDS`."""
    walked = walk(stored)
    return GameSummary(
        id=number,
        game=walked.opening.game,
        players=walked.players,
        opened=walked.opening.at,
        turns=len(walked.line),
        result=walked.result,
        status=walked.status,
    )

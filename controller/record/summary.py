"""A game in one line, for lists."""

from __future__ import annotations

from dataclasses import dataclass

from controller.play.happenings import (
    BoardReady,
    GameOpened,
    GameOver,
    GamePaused,
    GameResumed,
    TurnCondoned,
    TurnMade,
    TurnRevised,
    TurnsTakenBack,
    TurnWithdrawn,
)
from controller.play.line import Line
from controller.play.steps import Result


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
KINDS = tuple(
    told.kind
    for told in (
        GameOpened,
        BoardReady,
        TurnMade,
        TurnCondoned,
        TurnRevised,
        TurnWithdrawn,
        TurnsTakenBack,
        GamePaused,
        GameResumed,
        GameOver,
    )
)


def summarise(number: int, line: Line) -> GameSummary:
    """One game in one line, from those of its events that are of one of `KINDS`."""
    return GameSummary(
        id=number,
        game=line.opening.game,
        players=line.players,
        opened=line.opening.at,
        turns=len(line.plies),
        result=line.result,
        status=line.status,
    )

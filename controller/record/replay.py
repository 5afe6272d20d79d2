"""A game again, picture by picture: what to draw, what was played, what was said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from controller.play.line import Line
from controller.record.words import sentences


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: the position after `ply` turns of the final line (0 is the start).

    `time` is seconds since the game was opened, `seconds` what the turn took, `comment` whatever
    happened until the next turn.
    """

    ply: int
    position: str
    turn: str | None
    side: int | None
    time: float
    seconds: float
    comment: str


def frames(line: Line) -> Iterator[Frame]:
    """The pictures of a game from its start to its newest position."""
    opening = line.opening
    yield Frame(0, opening.position, None, None, 0.0, 0.0, "; ".join(sentences(line, 0)))
    for ply in line.plies:
        time = max(0.0, ply.at - opening.at)  # a clock set back must not rewind the replay
        comment = "; ".join(sentences(line, ply.number))
        yield Frame(ply.number, ply.position, ply.turn, ply.side, time, ply.seconds, comment)

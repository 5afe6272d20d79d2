"""One walk over the events of a game: the final line of play, and what else happened on the way.

Text, JSON, replay, the list of games, every export and verification take the same walk. It needs
no rules: whoever wants them asked at every step passes a `Visitor`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from controller.record.chain import GENESIS, Stored
from controller.record.steps import (
    Decided,
    Fault,
    Hidden,
    MatchFacts,
    Note,
    Opening,
    Ply,
    Promise,
    Result,
    Rolled,
    Ruled,
    Step,
    Visitor,
)
from controller.record.walker import Walker

__all__ = [
    "Decided",
    "Fault",
    "GameWalk",
    "Hidden",
    "MatchFacts",
    "Note",
    "Opening",
    "Ply",
    "Promise",
    "Result",
    "Rolled",
    "Ruled",
    "Step",
    "Visitor",
    "walk",
]


@dataclass(frozen=True, slots=True)
class GameWalk:
    """A game as it stands after its last event, or as it ended.

    `line` are its turns, `steps` the same with the rolls and decisions between them. `events` end
    with the end of the game. After a `fault` nothing more is believed.
    """

    number: int
    opening: Opening
    seats: tuple[int, ...]
    line: tuple[Ply, ...]
    steps: tuple[Step, ...]
    notes: tuple[Note, ...]
    promise: Promise | None
    hidden: Hidden | None
    result: Result | None
    status: str
    events: tuple[Stored, ...]
    fault: Fault | None

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits at each side now (a swap exchanges the seats)."""
        return tuple(self.opening.players[seat] for seat in self.seats)

    @property
    def position(self) -> str:
        """The newest position that a turn led to."""
        return self.line[-1].position if self.line else self.opening.position

    @property
    def hash(self) -> str:
        """The hash of the event that ended the game, or of its newest."""
        return self.events[-1].hash if self.events else GENESIS


def walk(stored: Iterable[Stored], visitor: Visitor | None = None) -> GameWalk:
    """Everything that happened in one game, from its events in order."""
    walker = Walker(visitor or Visitor())
    events = tuple(stored)
    for each in events:
        if not walker.take(each):
            break
    return _finished(walker, walker.until_the_end(events))


def _finished(walker: Walker, events: tuple[Stored, ...]) -> GameWalk:
    return GameWalk(
        number=events[0].game if events else 0,
        opening=walker.opening or Opening(),
        seats=walker.seats,
        line=tuple(walker.line),
        steps=walker.steps,
        notes=tuple(note for note in walker.notes if note.seq <= events[-1].seq),
        promise=walker.promise,
        hidden=walker.hidden,
        result=walker.result,
        status="damaged" if walker.fault else walker.status,
        events=events,
        fault=walker.fault,
    )

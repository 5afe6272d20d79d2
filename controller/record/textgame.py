"""A game as its text record tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from controller.games.catalogue import AnyGame
from controller.record.tags import Tags


@dataclass(frozen=True, slots=True)
class TextMove:
    """One turn: who was to move, the turn, where it led, how long it took, what happened then."""

    side: int
    turn: str
    position: str
    seconds: float | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextGame:
    """A whole text record; reading and writing one are inverse."""

    tags: Tags
    notes: tuple[str, ...]
    moves: tuple[TextMove, ...]
    result: str

    def tag(self, name: str) -> str | None:
        """The value of a tag, or None."""
        return dict(self.tags).get(name)


def play(game: AnyGame, position: Any, turn: str) -> tuple[Any, TextMove]:
    """The position after a turn given as text, and the turn; `RulesError` where it cannot be."""
    after = game.play(position, game.read_turn(position, turn))
    return after, TextMove(game.mover(position), turn, game.write_position(after))

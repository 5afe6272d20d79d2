"""How people carry the pieces of Gyges."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from controller.games.game import Cell
from controller.games.gyges.board import CELLS
from controller.games.gyges.position import Position
from controller.games.gyges.turns import Move, Turn
from controller.games.parts import Handling


class Pieces(Handling[Position]):
    """A piece is moved that may not be."""

    def mistake(
        self, position: Position, turns: Sequence[Turn], rng: Random
    ) -> list[tuple[Cell, int]]:
        """A piece of another line goes to a free field."""
        own = {CELLS[turn.origin] for turn in turns if isinstance(turn, Move)}
        held = dict(zip(CELLS, position.board, strict=True))
        other = [cell for cell, size in held.items() if size and cell not in own]
        free = [cell for cell, size in held.items() if not size and len(cell) == 2]
        if not own or not other:
            return []
        cell = rng.choice(other)
        return [(cell, -held[cell]), (rng.choice(free), held[cell])]

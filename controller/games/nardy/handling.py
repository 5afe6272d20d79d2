"""How people carry checkers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from controller.games.game import Cell
from controller.games.nardy.position import Position
from controller.games.parts import Handling

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy


class Checkers(Handling[Position]):
    """Checkers are slid, White's count up and Black's down; mistakes are wrong numbers."""

    slides = True

    def __init__(self, game: Nardy) -> None:
        self._game = game

    def sign(self, position: Position) -> int:
        """White's checkers count up, Black's down."""
        return -1 if position.mover else 1

    def room(self, position: Position, cells: Sequence[Cell]) -> list[Cell]:
        """Points on which no checker of the opponent's stands."""
        held, sign = self._held(position), self.sign(position)
        return [cell for cell in cells if cell.isdigit() and held[cell] * sign >= 0]

    def between(self, position: Position, origin: Cell, target: Cell) -> Sequence[Cell]:
        """The points that lie between two; nothing is slid from the bar or into the tray."""
        course = self._game.course(position.mover)
        if origin not in course or target not in course:
            return ()
        return course[course.index(origin) + 1 : course.index(target)]

    def mistake(
        self, position: Position, turns: Sequence[Any], rng: Random
    ) -> list[tuple[Cell, int]]:
        """A checker goes as far as no die says."""
        course, sign = self._game.course(position.mover), self.sign(position)
        held = self._held(position)
        steps = [step for step in range(1, 7) if step not in position.dice]
        may = [
            (origin, target)
            for at, origin in enumerate(course)
            for target in (course[at + step] for step in steps if at + step < len(course))
            if held[origin] * sign > 0 and held[target] * sign >= 0
        ]
        if not may:
            return []
        origin, target = rng.choice(may)
        return [(origin, -1), (target, 1)]

    def _held(self, position: Position) -> dict[Cell, int]:
        return dict(zip(self._game.cells, self._game.contents(position), strict=True))

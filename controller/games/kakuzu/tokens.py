"""The bag of tokens, from which one says what is looked for (Z3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from controller.games.game import Draw
from controller.games.kakuzu.position import Position
from controller.games.parts import ByChance

if TYPE_CHECKING:
    from controller.games.kakuzu.game import Kakuzu


class Tokens(ByChance[Position]):
    """Drawn by the board, or by a hand in the bag."""

    def __init__(self, game: Kakuzu) -> None:
        self._game = game
        self.drawn_by = game.options.tokens

    def draws(self, position: Position) -> Draw | None:
        """One token of those in the bag, where one is to be drawn (Z3)."""
        if not self.needs_roll(position):
            return None
        return Draw(self._game.bag(position), 1, position.mover)

    def draw(self, position: Position, values: Sequence[int]) -> Position:
        """The position with this token drawn."""
        return self._game.roll(position, values)

    def needs_roll(self, position: Position) -> bool:
        """Whether a token is to be drawn."""
        return self._game.needs_roll(position)

    def roll(self, position: Position, dice: Sequence[int]) -> Position:
        """The same; none is drawn in the set-up or before a lift."""
        return self._game.roll(position, dice)

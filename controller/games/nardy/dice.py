"""Two dice, and what they say (N2-N4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from controller.games.game import Draw
from controller.games.nardy import spoken
from controller.games.nardy.position import Position
from controller.games.parts import ByChance

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy


class Dice(ByChance[Position]):
    """Thrown for every turn, and first for who begins."""

    def __init__(self, game: Nardy) -> None:
        self._game = game
        self.shows_dice = game.shows_dice

    def draws(self, position: Position) -> Draw | None:
        """The roll that is awaited."""
        return spoken.draws(self._game, position)

    def draw(self, position: Position, values: Sequence[int]) -> Position:
        """The position with this roll, which may say who begins."""
        return spoken.draw(self._game, position, values)

    def needs_roll(self, position: Position) -> bool:
        """True until the dice are rolled, unless numbers that passed over come first (G2)."""
        return self._game.needs_roll(position)

    def roll(self, position: Position, dice: Sequence[int]) -> Position:
        """The position with these dice."""
        return self._game.roll(position, dice)

    def dice_in(self, position: Position) -> tuple[int, ...]:
        """The numbers that lie there."""
        return self._game.dice_in(position)

    def call_roll(self, dice: Sequence[int]) -> dict[str, str]:
        """As players call it (N12)."""
        return spoken.call_roll(dice)

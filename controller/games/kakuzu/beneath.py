"""What lies beneath the stones of Kakuzu: numbers, and what they decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from controller.games.kakuzu.position import Position
from controller.games.kakuzu.sheet import Sheet, unsealed
from controller.games.kakuzu.turns import Lift, Name, Turn
from controller.games.parts import Hidden

if TYPE_CHECKING:
    from controller.games.kakuzu.game import Kakuzu


class Numbers(Hidden[Position]):
    """81 numbers, known to the board or only to whoever can read the sheet."""

    def __init__(self, game: Kakuzu) -> None:
        self._game = game

    @property
    def sealed(self) -> bool:
        """Whether the board knows the sheet."""
        return bool(self._game.sheet_known)

    def open_in(self, position: Position) -> Mapping[int, int]:
        """The numbers that lie open, by their holes."""
        return position.numbers

    def agrees(self, secret: Sheet, position: Position, turn: Turn) -> bool:
        """Whether a turn uncovers what really lies there; where the sheet is unknown, a lift is a
        hit or a miss."""
        if not isinstance(turn, Lift) or self.sealed:
            return secret.agrees(turn)
        token = position.token or 0
        hit = token > 0 and secret.agrees(Lift(turn.hole, token))
        return bool(turn.number) == hit

    def unsealed(self, seal: str, shown: Mapping[str, Any]) -> Callable[[Turn], bool]:
        """Whether a lift uncovered what lies on the sheet that was shown at the end."""
        return unsealed(seal, shown).agrees

    def named_aloud(self, turn: Turn) -> bool:
        """A number that is looked for is named (Z10)."""
        return isinstance(turn, Name)

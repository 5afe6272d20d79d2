"""A game's place in its match (N10-N12, S14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from controller.games.nardy import spoken
from controller.games.nardy.agreed import options_in
from controller.games.nardy.match import Match, crawford_comes
from controller.games.nardy.position import Position
from controller.games.parts import Stakes

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy


class MatchStakes(Stakes[Position]):
    """Matches to a number of points, or evenings of single games."""

    def __init__(self, game: Nardy) -> None:
        self._game = game
        self.levels = ("level-2", game.highest)

    def begin(self, match: Mapping[str, Any]) -> Position:
        """With the opening roll, at the score."""
        return spoken.in_match(self._game, match)

    def match_in(self, position: Position) -> Mapping[str, Any]:
        """What the position's stakes tell of it."""
        return spoken.match_in(position)

    def following(self, position: Position, match: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The next game, with what this one brought."""
        return spoken.next_in_match(self._game, position, match)

    def options_in(self, position: Position) -> Mapping[str, Any]:
        """What was agreed on the stakes, as the position has it."""
        return options_in(self._game.options, position.stakes)

    def flagged(self, position: Position, side: int, *, match: bool = False) -> Position:
        """The other side wins this game, or the match (T3)."""
        return Match(self._game).given_up(position, side, match=match)

    def crawford_comes(self, length: int, before: Sequence[int], score: Sequence[int]) -> bool:
        """Whether somebody has come within one point of the match (S14)."""
        return crawford_comes(self._game.options, length, before, score)

"""A game's place in its match (N10-N12, S14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from controller.games.nardy import rulings
from controller.games.nardy.match import Match, crawford_comes, staked
from controller.games.nardy.options import ShortOptions
from controller.games.nardy.position import Position
from controller.games.parts import Stakes

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy


class MatchStakes(Stakes[Position]):
    """Matches to a number of points, or evenings of single games."""

    def __init__(self, game: Nardy) -> None:
        self._game = game
        self._match = Match(game)
        self.levels = ("level-2", game.highest)

    def begin(self, match: Mapping[str, Any]) -> Position:
        """With the opening roll, at the score (S14)."""
        white, black = match["score"]
        return staked(
            self._match.open(),
            score=(white, black),
            length=match["length"],
            crawford=match["crawford"],
        )

    def match_in(self, position: Position) -> Mapping[str, Any]:
        """What the position's stakes tell of it; length 0 is an evening of single games."""
        stakes = position.stakes
        return {
            "length": stakes.length,
            "score": list(stakes.score),
            "crawford": stakes.crawford,
        }

    def following(self, position: Position, match: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The next game, with what this one brought."""
        following = self._match.next_game(self._match.settled(position))
        if following is None:
            return None
        return {**self.match_in(following), "number": match["number"] + 1}

    def options_in(self, position: Position) -> Mapping[str, Any]:
        """The length of the match; in a single game also Jacoby (S12) and beavers (S11), neither of
        which is played in a match (S14)."""
        options, stakes = self._game.options, position.stakes
        single = not stakes.length
        said: dict[str, Any] = {"match_length": stakes.length}
        if stakes.crawford:
            said["crawford"] = True
        if isinstance(options, ShortOptions):
            said["jacoby"] = single and stakes.jacoby
            said["beaver"] = single and stakes.beaver
            said["auto_doubles"] = options.auto_doubles if single else 0
        return {name: value for name, value in said.items() if getattr(options, name) != value}

    def flagged(self, position: Position, side: int, *, match: bool = False) -> Position:
        """The other side wins this game, or the match (T3)."""
        return self._match.given_up(position, side, match=match)

    def ruled(self, position: Position, what: str, value: Any) -> Position:
        """What a director may change."""
        return rulings.ruled(self._game, position, what, value)

    def crawford_comes(self, length: int, before: Sequence[int], score: Sequence[int]) -> bool:
        """Whether somebody has come within one point of the match (S14)."""
        return crawford_comes(self._game.options, length, before, score)

"""Kakuzu in the generic suite: every variant, every number of players, sheets known and unknown."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any, ClassVar

from controller.games.catalogue import AnyGame
from controller.games.kakuzu import Kakuzu, Position
from controller.testing.games import GenericGameSuite
from tests.games.kakuzu.hands import game

VARIANTS = ("tokens", "same", "named")
PLAYERS = (2, 3, 4)


class KakuzuSuite(GenericGameSuite):
    """What Kakuzu's play-outs need: tokens from the bag, and a count that knows the players."""

    seeds: ClassVar[Sequence[int]] = range(2)
    tried: ClassVar[int] = 6

    def dice(self, game: AnyGame, position: Any, chance: random.Random) -> Sequence[int]:
        """A token from the bag, where one is to be drawn (Z3)."""
        assert isinstance(game, Kakuzu)
        return [chance.choice(game.bag(position))] if game.needs_roll(position) else []

    def pieces(self, game: AnyGame, position: Any) -> int:
        """All 81 stones: in their holes, with the players, with nobody (Z1, Z2)."""
        assert isinstance(game, Kakuzu)
        assert isinstance(position, Position)
        return position.left + sum(position.stones) + game.nobodys(position)

    def test_all_stones_are_accounted_for(self, game: AnyGame) -> None:
        """Every position of every play-out has 81 stones (Z1)."""
        for step in self.steps(game):
            assert self.pieces(game, step.result) == 81


class TestKakuzuGeneric(KakuzuSuite):
    """Every variant with two, three and four players (Z4, Z9, Z10)."""

    games = tuple(
        game(variant, players=players) for variant, players in itertools.product(VARIANTS, PLAYERS)
    )


class TestKakuzuUnknownSheetGeneric(KakuzuSuite):
    """A sheet that the board does not know: hit, miss, and numbers said to be gone."""

    games = tuple(game(variant, players=3, sheet="unknown") for variant in VARIANTS)
    seeds = range(4)


class TestKakuzuKeptGeneric(KakuzuSuite):
    """Numbers found stay out of the bag after a miss (Z5a)."""

    games = (
        game(returns="one"),
        game(returns="one", players=3, sheet="unknown"),
        game(returns="one", turn_seconds=20),
    )


class TestKakuzuTimedGeneric(KakuzuSuite):
    """A limit for each turn, which may run out (Z11)."""

    games = tuple(
        game(variant, turn_seconds=20, sheet=sheet)
        for variant, sheet in itertools.product(VARIANTS, ("known", "unknown"))
    )


class TestKakuzuEastBeginsGeneric(KakuzuSuite):
    """Whoever the lot chooses may take the first stone (Z2)."""

    games = (game(players=4), game("named", players=4))

    def begin(self, game: AnyGame, chance: random.Random) -> Any:
        """East's start."""
        return game.begin(3)

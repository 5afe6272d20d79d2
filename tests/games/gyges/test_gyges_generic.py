"""Gyges in the generic suite: from the empty board on, and from the middle of a game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from controller.games.catalogue import AnyGame
from controller.games.gyges import Gyges, GygesOptions, Position
from controller.testing.games import GenericGameSuite
from tests.games.gyges.table import scattered


class TestGygesGeneric(GenericGameSuite):
    """The whole game, also with the replacement rule, and with borders crossed again (Y9a)."""

    games: ClassVar[Sequence[AnyGame]] = (
        Gyges(),
        Gyges(GygesOptions(replace=True)),
        Gyges(GygesOptions(replace=True, crossing="direction")),
    )
    seeds = range(3)
    longest = 60
    must_end = False  # random players may walk to and fro for long

    def pieces(self, game: AnyGame, position: Any) -> int:
        """Pieces beside the board count as well while they are being set up (Y2)."""
        assert isinstance(position, Position)
        beside = sum(position.in_hand(0)) + sum(position.in_hand(1))
        return super().pieces(game, position) + beside


class TestGygesMidGameGeneric(TestGygesGeneric):
    """Games that begin with the pieces anywhere, either side to move."""

    def begin(self, game: AnyGame, chance: random.Random) -> Any:
        """All pieces somewhere on the board."""
        return scattered(chance)


class TestGygesSecondBeginsGeneric(TestGygesGeneric):
    """Games in which player 2 places first (Y3)."""

    games = (Gyges(GygesOptions(replace=True)),)

    def begin(self, game: AnyGame, chance: random.Random) -> Any:
        """Player 2's start."""
        assert isinstance(game, Gyges)
        return game.begin(1)

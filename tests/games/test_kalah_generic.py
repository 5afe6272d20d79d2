"""Kalah in the generic suite, with every option at every end of its range."""

from __future__ import annotations

import itertools
import random
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.kalah import Kalah, KalahOptions
from controller.testing.games import GenericGameSuite

_SIZES = ((6, 4), (6, 6), (1, 1), (1, 12), (2, 3), (3, 12), (4, 1), (9, 1), (9, 12))
_CAPTURES = ("opposite", "always", "none")


class TestKalahGeneric(GenericGameSuite):
    """Boards of every size with every way to capture (K1, K2, K6, K7)."""

    games = tuple(
        Kalah(KalahOptions(pits=pits, stones=stones, capture=capture))
        for (pits, stones), capture in itertools.product(_SIZES, _CAPTURES)
    )
    endings_may_coincide = True  # K8: two captures of the last pit are both swept


class TestKalahPieGeneric(GenericGameSuite):
    """The pie rule after the first move and after the first turn (K10)."""

    games = tuple(
        Kalah(KalahOptions(pits=pits, stones=stones, pie=True, pie_after=after))
        for (pits, stones), after in itertools.product(((6, 4), (1, 1), (3, 3)), ("move", "turn"))
    )
    seeds = range(12)
    endings_may_coincide = True


class TestKalahNorthBeginsGeneric(GenericGameSuite):
    """North, or whoever the lot chooses, may begin as well (K3)."""

    games = (Kalah(), Kalah(KalahOptions(pie=True)))
    endings_may_coincide = True

    def begin(self, game: AnyGame, chance: random.Random) -> Any:
        """North's start."""
        assert isinstance(game, Kalah)
        return game.begin(1)

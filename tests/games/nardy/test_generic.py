"""The four nardy games in the generic suite."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.nardy import (
    Gulbar,
    GulbarOptions,
    Long,
    LongOptions,
    MadGulbar,
    MadGulbarOptions,
    Nardy,
    Short,
    ShortOptions,
)
from controller.testing.games import GenericGameSuite


class NardySuite(GenericGameSuite):
    """Numbers that passed over are played without dice (G2), and either side may begin (N2)."""

    seeds = range(2)
    tried = 6

    def dice(self, game: AnyGame, position: Any, chance: random.Random) -> Sequence[int]:
        """A throw, or none where none is needed."""
        assert isinstance(game, Nardy)
        return super().dice(game, position, chance) if game.needs_roll(position) else ()

    def begin(self, game: AnyGame, chance: random.Random) -> Any:
        """White's start or Black's."""
        assert isinstance(game, Nardy)
        return game.begin(chance.randint(0, 1))


class TestShortGeneric(NardySuite):
    """Short nardy with every house rule (S7, S7a, S7b, S13) and in a match."""

    games = (
        Short(),
        Short(ShortOptions(hit_then_bear_off="forbidden")),
        Short(ShortOptions(hit_then_bear_off="forced", hit_and_hide=False)),
        Short(ShortOptions(hit_then_bear_off="forced", pair=True, forced_by="turn")),
        Short(ShortOptions(match_length=7)),
        Short(ShortOptions(jacoby=True, beaver=True, auto_doubles=2, raise_step="add")),
    )


class TestLongGeneric(NardySuite):
    """Long nardy with and without the block rule (L6), and clockwise (L2a)."""

    games = (
        Long(),
        Long(LongOptions(block_rule="none", home_mars=4, match_length=3)),
        Long(LongOptions(direction="clockwise", declined_raise="first", call_ones="yagan")),
    )


class TestGulbarGeneric(NardySuite):
    """Gulbar: numbers pass over (G2)."""

    games = (Gulbar(), Gulbar(GulbarOptions(block_rule="none")))


class TestMadGulbarGeneric(NardySuite):
    """Mad gulbar: upward runs (G4); the lowest doubles, with thousands of turns, are left out."""

    games = (MadGulbar(), MadGulbar(MadGulbarOptions(repeats=4)))
    tried = 4

    def dice(self, game: AnyGame, position: Any, chance: random.Random) -> Sequence[int]:
        """A throw without the doubles below 5-5."""
        dice = super().dice(game, position, chance)
        low_double = len(dice) == 2 and dice[0] == dice[1] and dice[0] < 5
        return (dice[0], 6) if low_double else dice

"""Where the board rolls: a seed is promised before it rolls, and shown once the game is over.

A game whose end is taken back goes on with a new promise: everybody has seen the first seed, and
could tell the rolls that it still holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.games.catalogue import AnyGame
from controller.games.chance import Chance
from controller.table.house_rules import HouseRules

if TYPE_CHECKING:
    from controller.table.table import Table


def board_draws(rules: AnyGame, house: HouseRules) -> bool:
    """Whether the board itself rolls the dice or draws the tokens of this game."""
    chance = rules.chance
    return chance is not None and house.dice == "board" and chance.drawn_by == "board"


def promise(table: Table) -> None:
    """Bind the board to what it will roll from now on, where it is the one that rolls."""
    table.chance = None
    if board_draws(table.state.rules, table.state.house):
        table.chance = Chance(table.seed())
        table.emit("chance.committed", commitment=table.chance.commitment)


def keep(table: Table) -> None:
    """Show what was promised, for everybody to check."""
    if table.chance:
        table.emit("chance.revealed", seed=table.chance.seed.hex())
        table.chance = None

"""What lies there to be played, asked of any game: without dice nothing does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.games.game import Game


def dice_in(game: Game[Any, Any], position: Any) -> tuple[int, ...]:
    """The dice that lie there to be played; none where they are still to be rolled."""
    return game.chance.dice_in(position) if game.chance is not None else ()


def call_roll(game: Game[Any, Any], dice: Sequence[int]) -> dict[str, str]:
    """How players call a roll, in each language; nothing where a game has no calls."""
    return game.chance.call_roll(dice) if game.chance is not None else {}

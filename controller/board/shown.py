"""What lies beside the board, as watchers may see it."""

from __future__ import annotations

from typing import Any

from controller.games.catalogue import AnyGame

#: Worked out for the players' convenience; in a tournament they count for themselves.
COUNTED = frozenset({"pips"})


def beside(game: AnyGame, position: Any, *, tournament: bool) -> dict[str, Any]:
    """Dice, cube, tokens and the like; in a tournament without what players must count."""
    shown = game.shown(position)
    return {key: shown[key] for key in shown if not (tournament and key in COUNTED)}

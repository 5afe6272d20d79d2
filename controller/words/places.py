"""What people call the cells of a board, for whoever draws it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from controller.games.catalogue import make_game
from controller.games.game import Cell, Game
from controller.words.telling import called

#: So many games are open at once in one program, at most.
_MOST = 16


def layout_of(game: Game[Any, Any]) -> dict[str, Any]:
    """The layout of a game with the `names` of its cells: for each side that may be to move those
    that differ from the cell's own, a text or one in each language."""
    return {**game.layout(), "names": list(_names(game))}


@lru_cache(maxsize=_MOST)
def _names(game: Game[Any, Any]) -> tuple[dict[str, Any], ...]:
    return tuple(_of_side(game, side) for side in range(len(game.sides)))


def _of_side(game: Game[Any, Any], side: int) -> dict[str, Any]:
    places = game.sayings.places(side).items()
    return {cell: _name(name) for cell, name in places if name != cell}


def _name(name: str) -> Any:
    return called(name) if hasattr(name, "form") else name


@lru_cache(maxsize=_MOST)
def usual_places(game: str) -> Mapping[Cell, str]:
    """What people call the cells where nothing is played yet: as the first side does."""
    return make_game(game, {}).sayings.places(0)


def turns_in_words(game: Game[Any, Any], turns: list[str]) -> dict[str, dict[str, str]]:
    """Those of these turns that people read otherwise than the notation has them."""
    told = {turn: game.sayings.turn(turn) for turn in dict.fromkeys(turns)}
    return {turn: called(words) for turn, words in told.items() if words is not turn}

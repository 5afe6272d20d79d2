"""Every game by the name it has on the command line and in records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.games.game import Game, InvalidError
from controller.games.gyges import Gyges, GygesOptions
from controller.games.kakuzu import Kakuzu, KakuzuOptions
from controller.games.kalah import Kalah, KalahOptions
from controller.games.nardy import (
    Gulbar,
    GulbarOptions,
    Long,
    LongOptions,
    MadGulbar,
    MadGulbarOptions,
    Short,
    ShortOptions,
)
from controller.games.options import read_options

AnyGame = Game[Any, Any]

#: name -> (the game's class, the class of its options)
GAMES: dict[str, tuple[Callable[[Any], AnyGame], type[Any]]] = {
    "kalah": (Kalah, KalahOptions),
    "short": (Short, ShortOptions),
    "long": (Long, LongOptions),
    "gulbar": (Gulbar, GulbarOptions),
    "mad-gulbar": (MadGulbar, MadGulbarOptions),
    "gyges": (Gyges, GygesOptions),
    "kakuzu": (Kakuzu, KakuzuOptions),
}


def make_game(name: str, given: Mapping[str, object] | None = None) -> AnyGame:
    """The game of this name with these options; `InvalidError` says what there is instead."""
    if name not in GAMES:
        raise InvalidError(f"there is no game {name!r}; there are: {', '.join(GAMES)}")
    game, options = GAMES[name]
    return game(read_options(options, given or {}))

"""Every game by the name it has on the command line and in records.

A game is loaded when it is first asked for: a table plays one, and should not wait for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.games.game import Game, InvalidError
from controller.games.options import read_options

AnyGame = Game[Any, Any]
Kind = tuple[Callable[[Any], AnyGame], type[Any]]
"""A game's class, and the class of its options."""


def _kalah() -> Kind:
    from controller.games.kalah import Kalah, KalahOptions

    return Kalah, KalahOptions


def _short() -> Kind:
    from controller.games.nardy import Short, ShortOptions

    return Short, ShortOptions


def _long() -> Kind:
    from controller.games.nardy import Long, LongOptions

    return Long, LongOptions


def _gulbar() -> Kind:
    from controller.games.nardy import Gulbar, GulbarOptions

    return Gulbar, GulbarOptions


def _mad_gulbar() -> Kind:
    from controller.games.nardy import MadGulbar, MadGulbarOptions

    return MadGulbar, MadGulbarOptions


def _gyges() -> Kind:
    from controller.games.gyges import Gyges, GygesOptions

    return Gyges, GygesOptions


def _kakuzu() -> Kind:
    from controller.games.kakuzu import Kakuzu, KakuzuOptions

    return Kakuzu, KakuzuOptions


#: name -> what loads the game
GAMES: dict[str, Callable[[], Kind]] = {
    "kalah": _kalah,
    "short": _short,
    "long": _long,
    "gulbar": _gulbar,
    "mad-gulbar": _mad_gulbar,
    "gyges": _gyges,
    "kakuzu": _kakuzu,
}


def options_of(name: str) -> type[Any]:
    """The class of a game's options."""
    return GAMES[name]()[1]


def make_game(name: str, given: Mapping[str, object] | None = None) -> AnyGame:
    """The game of this name with these options; `InvalidError` says what there is instead."""
    if name not in GAMES:
        raise InvalidError(f"there is no game {name!r}; there are: {', '.join(GAMES)}")
    game, options = GAMES[name]()
    return game(read_options(options, given or {}))

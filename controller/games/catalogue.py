"""Every game by the name it has on the command line and in records.

Lunka's own games are named here, others by the packages that bring them (entry point group
`lunka.games`). A game is loaded when it is first asked for: a table plays one, and should not wait
for the others. Which packages there are is looked up when a name is none of Lunka's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from controller.games.game import Game, InvalidError
from controller.games.kind import Kind
from controller.games.options import read_options
from controller.games.told import Told, told_by

AnyGame = Game[Any, Any]

GROUP = "lunka.games"

#: name -> where the game's `Kind` is
_OWN = {
    "kalah": "controller.games.kalah:KALAH",
    "short": "controller.games.nardy:SHORT",
    "long": "controller.games.nardy:LONG",
    "gulbar": "controller.games.nardy:GULBAR",
    "mad-gulbar": "controller.games.nardy:MAD_GULBAR",
    "gyges": "controller.games.gyges:GYGES",
    "kakuzu": "controller.games.kakuzu:KAKUZU",
}


class NotInstalledError(InvalidError):
    """A game that cannot be played here: no such package, or one that does not work."""


def names() -> tuple[str, ...]:
    """Every game there is, Lunka's own first."""
    return tuple(dict.fromkeys((*_OWN, *sorted(guests()))))


def is_installed(name: str) -> bool:
    """Whether there is a game of this name."""
    return name in _OWN or name in guests()


def guests() -> Mapping[str, EntryPoint]:
    """The games of other packages that are installed here, none of them loaded."""
    return _guests()


@cache
def _guests() -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, point)
    return found


def look_again() -> None:
    """Forget which packages there are: one was installed while this program runs."""
    _guests.cache_clear()
    _loaded.cache_clear()


def kind_of(name: str) -> Kind:
    """What is known of a game; `NotInstalledError` says what there is instead."""
    if not is_installed(name):
        raise NotInstalledError(
            Told(
                "there is no game {name!r}; there are: {names}", name=name, names=", ".join(names())
            )
        )
    return _loaded(name)


@cache
def _loaded(name: str) -> Kind:
    if name in _OWN:
        kind: Kind = EntryPoint(name, _OWN[name], GROUP).load()
        return kind
    return _welcomed(name, guests()[name])


def _welcomed(name: str, point: EntryPoint) -> Kind:
    """What a package brings; its own faults are told as such, and stop no other game."""
    try:
        return _checked(name, point.load())
    except Exception as fault:
        package = point.dist.name if point.dist else point.module
        raise NotInstalledError(
            Told(
                "the package {package} brings the game {name!r}, but it does not work"
                " here: {name2}: {reason}; install a version that fits this Lunka",
                package=package,
                name=name,
                name2=type(fault).__name__,
                reason=told_by(fault),
            )
        ) from fault


def _checked(name: str, kind: object) -> Kind:
    if not isinstance(kind, Kind):
        raise TypeError(f"{kind!r} is no controller.games.kind.Kind")
    called = kind.make(kind.options()).name
    if called != name:
        raise ValueError(f"its game calls itself {called!r}")
    return kind


def options_of(name: str) -> type[Any]:
    """The class of a game's options."""
    return kind_of(name).options


def make_game(name: str, given: Mapping[str, object] | None = None) -> AnyGame:
    """The game of this name with these options; `InvalidError` says what there is instead."""
    kind = kind_of(name)
    return kind.make(read_options(kind.options, given or {}))


def preset_options(name: str, preset: str | None) -> dict[str, Any]:
    """What a preset of a game settles; none is named: nothing. `InvalidError` says which there
    are."""
    if preset is None:
        return {}
    presets = kind_of(name).presets
    if preset not in presets:
        raise InvalidError(
            Told(
                "{name} has no preset {preset!r}; there are: {presets}",
                name=name,
                preset=preset,
                presets=", ".join(presets) or "none",
            )
        )
    return dict(presets[preset].options)

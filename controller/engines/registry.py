"""Which engine plays which game.

Lunka's own are named here, others by the packages that bring them (entry point group
`lunka.engines`, named as the game). A package's engine goes before Lunka's own. A game that nobody
brought an engine for is played by the general search.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from controller.engines.engine import Engine
from controller.games.catalogue import AnyGame
from controller.games.game import InvalidError
from controller.games.told import Told

GROUP = "lunka.engines"

#: name -> where the class of its engine is
_OWN = {
    "kalah": "controller.engines.kalah.engine:KalahEngine",
    "gyges": "controller.engines.gyges:GygesEngine",
    "kakuzu": "controller.engines.kakuzu.engine:KakuzuEngine",
    "short": "controller.engines.nardy.engine:NardyEngine",
    "long": "controller.engines.nardy.engine:LongEngine",
    "gulbar": "controller.engines.nardy.engine:LongEngine",
    "mad-gulbar": "controller.engines.nardy.engine:LongEngine",
}
_GENERAL = "controller.engines.general:GeneralEngine"
#: Programs of others that play a game where they are installed: name -> game -> class
_OTHERS = {"gnubg": {"short": "controller.engines.nardy.gnubg:GnubgEngine"}}


class NoEngineError(InvalidError):
    """An engine that cannot play here: a package that does not work."""


def engine_for(
    game: AnyGame,
    level: int = 8,
    *,
    seconds: float = 1.0,
    seed: int | None = None,
    by: str | None = None,
) -> Engine:
    """The engine that plays this game at this level, thinking at most so long for a turn; with a
    seed it always answers the same question alike. `by`: somebody else's program."""
    return kind_for(game.name, by)(game, level, seconds=seconds, seed=seed)


def kind_for(name: str, by: str | None = None) -> type[Engine]:
    """The class of the engine that plays the game of this name."""
    if by is not None:
        return _other(name, by)
    for point in entry_points(group=GROUP, name=name):
        return _welcomed(point)
    kind: type[Engine] = EntryPoint(name, _OWN.get(name, _GENERAL), GROUP).load()
    return kind


def _other(name: str, by: str) -> type[Engine]:
    """Somebody else's program, asked for by its name."""
    games = _OTHERS.get(by, {})
    if name not in games:
        able = ", ".join(f"{each} ({', '.join(played)})" for each, played in _OTHERS.items())
        raise NoEngineError(
            Told("{by!r} plays no {name}; there are: {able}", by=by, name=name, able=able)
        )
    kind: type[Engine] = EntryPoint(name, games[name], GROUP).load()
    return kind


def _welcomed(point: EntryPoint) -> type[Engine]:
    """What a package brings; its own faults are told as such."""
    package = point.dist.name if point.dist else point.module
    try:
        kind = point.load()
    except Exception as fault:
        raise NoEngineError(
            f"the package {package} brings an engine for {point.name!r}, but it does not work here:"
            f" {type(fault).__name__}: {fault}"
        ) from fault
    if not (isinstance(kind, type) and issubclass(kind, Engine)):
        raise NoEngineError(
            f"the package {package} brings {kind!r} as an engine for {point.name!r};"
            " it must be a class made from controller.engines.engine.Engine"
        )
    return kind

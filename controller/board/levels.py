"""Which level of an engine suits a player: after three games another one may be offered, never
taken without being asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final, NamedTuple

from controller.play.line import Line
from controller.play.seats import LEVELS, level_of
from controller.record.errors import RecordError
from controller.record.log import Log
from controller.table.situation import Suited
from controller.table.state import State, Status

#: So many games at one level tell whether it suits.
_GAMES: Final = 3
#: What somebody has made of them where it was too easy or too hard; a draw is half a win.
_TOO_EASY, _TOO_HARD = 2.5, 0.5
#: So many of the newest games are looked at, and no more: the board waits meanwhile.
_LOOKED_AT: Final = 12
#: Games that say nothing of who is stronger.
_VOID: Final = ("abandoned", "annulled")


class Opposed(NamedTuple):
    """One finished game of somebody with a name against an engine: what he has made of it."""

    game: str
    player: str
    level: int
    won: float


def suited(log: Log, state: State) -> Suited | None:
    """What the newest games say of the level just played; None: nothing, or too little."""
    if state.status is not Status.OVER or not state.line.opening.played_by:
        return None
    try:
        return judged(opposed(line, state.rules.sides) for line in _newest(log))
    except RecordError:
        return None  # what is the matter with the record is told elsewhere


def _newest(log: Log) -> Iterator[Line]:
    """The newest games, the last one first."""
    numbers = log.numbers()
    return (log.brief(number) for number in reversed(numbers[-_LOOKED_AT:]))


def opposed(line: Line, nobody: Collection[str]) -> Opposed | None:
    """A game that says something of a level: two sides, one engine, played from the usual start;
    who is only called after his side is `nobody`."""
    opening, result = line.opening, line.result
    if result is None or result.reason in _VOID or opening.origin:
        return None
    levels = [level_of(opening.played_by[seat]) for seat in line.seats if opening.played_by]
    if sorted(level is None for level in levels) != [False, True]:
        return None
    engine, own = (0, 1) if levels[0] is not None else (1, 0)
    level, player = levels[engine], line.players[own]
    if level is None or player in nobody:
        return None
    won = 0.5 if result.winner is None else float(result.winner == own)
    return Opposed(opening.game, player, level, won)


def judged(games: Iterable[Opposed | None]) -> Suited | None:
    """What games, the newest first, say of the level of the newest, which must be such a game."""
    games = iter(games)
    last = next(games, None)
    if last is None:
        return None
    won = [last.won]
    for each in games:
        if each is None or (each.game, each.player) != (last.game, last.player):
            continue  # others have played meanwhile, or something else
        if each.level != last.level:
            break
        won.append(each.won)
        if len(won) == _GAMES:
            return Suited(last.player, last.level, _offered(last.level, sum(won)), sum(won), _GAMES)
    return None


def _offered(level: int, won: float) -> int:
    """One up or one down, as far as there is one; else the same."""
    other = level + (won >= _TOO_EASY) - (won <= _TOO_HARD)
    return other if other in LEVELS else level

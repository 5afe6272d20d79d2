"""Proof that the games of a record are by the rules, wherever their events are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain, islice

from controller.play.event import Stored
from controller.play.facts import BrokenError
from controller.play.fold import read_line
from controller.play.happenings import GameOpened
from controller.play.line import Line
from controller.play.moments import is_stranger, rules_of
from controller.play.referee import judge
from controller.play.steps import BOARD, Ply, Rolled
from controller.record.matches import Place, misplaced, place_of

#: Where the events of a game are read.
EventsOf = Callable[[int], Iterable[Stored]]


@dataclass(frozen=True, slots=True)
class Broken:
    """The first thing that is wrong; `seq` and `game` where one event is to blame."""

    what: str
    seq: int | None = None
    game: int | None = None

    def __str__(self) -> str:
        if self.seq is None:
            return self.what
        where = f" of game {self.game}" if self.game else ""
        return f"event {self.seq}{where}: {self.what}"


@dataclass(frozen=True, slots=True)
class Proof:
    """What was found: the first thing that is wrong, and the games whose rules are not installed
    here, by their numbers. All others are by the rules."""

    broken: Broken | None
    strangers: dict[int, str]

    def words(self, events: int, games: int, head: str) -> str:
        """That a record is whole, and how far that was looked at."""
        counted = f"{events} events, {games} games"
        if not self.strangers:
            return f"is whole: {counted}, every turn by the rules; head {head}"
        unknown = "; ".join(
            f"game {number} is {name!r}, not installed here"
            for number, name in self.strangers.items()
        )
        rest = games - len(self.strangers)
        judged = f"every turn of the other {rest} by the rules; " if rest else ""
        return f"has its chain whole; {unknown}; {judged}{counted}; head {head}"


def prove(games: int, events_of: EventsOf) -> Proof:
    """What is wrong in the games of a record, first things first."""
    proof = _Proof(games, events_of)
    faults = [found for number in range(1, games + 1) if (found := proof.replay(number))]
    return Proof(min(faults, key=lambda broken: broken.seq or 0, default=None), proof.strangers)


def games_by(games: int, stored: Stored) -> int:
    """How many games there are by this event, after so many; `BrokenError` where it cannot be."""
    opens = stored.event.kind == GameOpened.kind
    games += opens
    if opens and stored.game != games:
        raise BrokenError(f"it opens game {stored.game}, but game {games} comes next")
    if not 0 <= stored.game <= games:
        raise BrokenError(f"game {stored.game} was never opened")
    return games


class _Proof:
    def __init__(self, games: int, events_of: EventsOf) -> None:
        self._games = games
        self._events_of = events_of
        #: The newest game of each match, by the number of its first game.
        self._matches: dict[int, Place] = {}
        self.strangers: dict[int, str] = {}

    def replay(self, number: int) -> Broken | None:
        events = iter(self._events_of(number))
        first = [*islice(events, 1)]
        opening = read_line(first).opening
        stranger = is_stranger(opening)
        line = read_line(chain(first, events), None if stranger else judge)
        if line.fault:
            return Broken(line.fault.what, line.fault.seq, number)
        if stranger:
            self.strangers[number] = opening.game
            return None
        return self._place(line) or self._promise(line) or self._hidden(line) or self._origin(line)

    def _place(self, line: Line) -> Broken | None:
        """Whether a game of a match goes on where the one before it ended."""
        match = line.opening.match
        if match is None:
            return None
        first, place = match.first or line.number, place_of(line)
        broken = misplaced(place, self._matches.get(first))
        self._matches[first] = place
        return Broken(str(broken), broken.seq, line.number) if broken else None

    def _origin(self, line: Line) -> Broken | None:
        """A game that was set up from a moment of another begins with that moment's position."""
        origin, first = line.opening.origin, line.events[0].seq
        if "game" not in origin:
            return None
        earlier = (
            read_line(self._events_of(origin["game"])) if origin["game"] < line.number else None
        )
        if earlier is None or not 0 <= origin["ply"] <= len(earlier.plies):
            what = f"turn {origin['ply']} of game {origin['game']}"
            return Broken(f"game.opened: it begins from {what}, which is not there", first)
        if is_stranger(earlier.opening):
            return None  # where it stood after which turn is for its own rules to say
        if line.opening.position not in _positions_at(earlier, origin["ply"]):
            return Broken("game.opened: it does not begin where it says it does", first)
        return None

    def _promise(self, line: Line) -> Broken | None:
        """A game that is over and past must have shown the seed of the board's dice."""
        drawn = any(isinstance(step, Rolled) and step.by == BOARD for step in line.steps)
        ended = line.result is not None and line.result.reason != "abandoned"
        kept = line.promise is not None and line.promise.seed is not None
        if not drawn or not ended or kept or line.number == self._games:
            return None
        return Broken(
            "game.over: the seed of the board's dice was promised and never shown, so that its"
            " rolls cannot be checked",
            line.events[-1].seq,
            line.number,
        )

    def _hidden(self, line: Line) -> Broken | None:
        """A game that is over and past must have shown what lay sealed beneath it."""
        kept = line.hidden is None or line.hidden.shown is not None
        if line.result is None or kept or line.number == self._games:
            return None
        return Broken(
            "game.over: what lies beneath the board was sealed and never shown, so that it cannot"
            " be checked",
            line.events[-1].seq,
            line.number,
        )


def _positions_at(line: Line, ply: int) -> list[str]:
    """The position after so many turns, and each that followed by what was said and rolled."""
    found = [line.plies[ply - 1].position if ply else line.opening.position]
    rules, made = rules_of(line.opening), 0
    for moment in line.moments:
        made += isinstance(moment.step, Ply)
        if made == ply and not isinstance(moment.step, Ply):
            found.append(rules.write_position(moment.after))
    return found

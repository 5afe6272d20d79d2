"""A match put together from the games of a record, for everything that shows or exports one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from controller.games.told import Told
from controller.play.event import Stored
from controller.play.facts import BrokenError
from controller.play.fold import read_line
from controller.play.line import Line
from controller.play.moments import rules_of
from controller.play.steps import MatchFacts, Opening, Result
from controller.record.assured import assured
from controller.record.clocks import carried_from
from controller.record.errors import RecordError


@dataclass(frozen=True, slots=True)
class MatchWalk:
    """The games of a match in order, each known to be by the rules; a game of its own is one too.

    `length` 0 is an evening of single games; None: the game belongs to no match.
    """

    games: tuple[Line, ...]

    @property
    def opening(self) -> Opening:
        """How the match began."""
        return self.games[0].opening

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits at each side."""
        return self.games[0].players

    @property
    def length(self) -> int | None:
        """Points that win the match."""
        return self.opening.match.length if self.opening.match else None

    @property
    def score(self) -> tuple[int, ...]:
        """The score after the newest game."""
        return score_after(self.games[-1])

    @property
    def winner(self) -> int | None:
        """The side that has reached the length of the match, if one has."""
        sides = range(len(self.score))
        return next((side for side in sides if 0 < (self.length or 0) <= self.score[side]), None)


def score_before(line: Line) -> tuple[int, ...]:
    """The score of the match before this game; nothing where it belongs to none."""
    match = line.opening.match
    return match.score if match else (0,) * len(line.opening.seats)


def score_after(line: Line) -> tuple[int, ...]:
    """The score of the match with what this game brought."""
    before = ruled_score(line)
    won = line.result.scores if line.result else (0,) * len(before)
    return tuple(map(sum, zip(before, won, strict=True)))


class Games(Protocol):
    """Where the games of a record are read: in its file, or in the store of a hub."""

    @property
    def path(self) -> object:
        """What the record is called."""

    def check_game(self, number: int) -> None:
        """`RecordError` where there is no such game."""

    def openings(self) -> Iterable[Stored]:
        """How each game was opened, oldest first."""

    def events(self, game: int) -> Iterable[Stored]:
        """The events of a game, in order."""


def match_of(log: Games, number: int) -> MatchWalk:
    """The match that a game of the record belongs to; `RecordError` where something is wrong."""
    log.check_game(number)
    games = tuple(assured(read_line(log.events(each))) for each in _numbers(log, number))
    broken = next(follows(games), None)
    if broken:
        raise RecordError(
            Told("record {path}: {reason}; run `lunka verify` on it", path=log.path, reason=broken)
        )
    return MatchWalk(games)


def _numbers(log: Games, number: int) -> list[int]:
    """The record's numbers of all games of this game's match."""
    facts = {stored.game: read_line([stored]).opening.match for stored in log.openings()}
    match = facts.get(number)
    if match is None:
        return [number]
    first = match.first or number
    return [first, *(game for game, other in facts.items() if other and other.first == first)]


@dataclass(frozen=True, slots=True)
class Place:
    """What must agree between the games of a match: kept of each game while many are checked."""

    number: int
    seq: int
    opening: Opening
    result: Result | None
    #: The score before the game, as a director may have set it during the game; and whether that
    #: made it the Crawford game.
    score: tuple[int, ...] = ()
    crawford: bool = False
    #: What each player takes to the next game, where his time is for the whole match.
    left: tuple[float, ...] = ()


def place_of(line: Line) -> Place:
    """The place of a game in its match."""
    seq = line.events[0].seq if line.events else 0
    score, crawford = ruled_score(line), _ruled_crawford(line)
    left = carried_from(line)
    return Place(line.number, seq, line.opening, line.result, score, crawford, left)


def ruled_score(line: Line) -> tuple[int, ...]:
    """The score before this game; where a director set it, the last that was set."""
    rulings = line.rulings("score")
    return tuple(rulings[-1].value) if rulings else score_before(line)


def _ruled_crawford(line: Line) -> bool:
    """Whether it was the Crawford game in the end: a score that a director sets may make it so."""
    rulings, match = line.rulings("score"), line.opening.match
    if not rulings:
        return match is not None and match.crawford
    game = rules_of(line.opening)
    position = game.read_position(rulings[-1].position)
    return game.stakes is not None and bool(game.stakes.match_in(position)["crawford"])


def follows(games: Sequence[Line]) -> Iterator[BrokenError]:
    """What is wrong between the games of one match, first things first."""
    places = [place_of(line) for line in games]
    for place, before in zip(places[1:], places, strict=False):
        broken = misplaced(place, before)
        if broken:
            yield broken


def misplaced(place: Place, before: Place | None) -> BrokenError | None:
    """Why a game cannot be the next of its match after `before`; None: it can."""
    match = place.opening.match
    if match is None or not match.first:
        return None
    if before is None or before.opening.match is None:
        return _broken(place, f"game {match.first} began no match that this could belong to")
    if match.number != before.opening.match.number + 1:
        there = before.opening.match.number
        return _broken(place, f"it is game {match.number} of its match, but game {there} was last")
    wrong = _wrong_score(place, match, before, before.opening.match)
    return wrong or _wrong_clock(place, before)


def _wrong_clock(place: Place, before: Place) -> BrokenError | None:
    """A reserve for the whole match goes on where the game before left it (T1)."""
    if place.opening.clock_left == before.left:
        return None
    told, left = place.opening.clock_left, before.left
    return _broken(
        place,
        f"its clocks begin with {_times(told)}, but game {before.number} left {_times(left)}",
    )


def _times(left: Sequence[float]) -> str:
    return " and ".join(f"{seconds:g} s" for seconds in left) or "nothing to carry over"


def _wrong_score(
    place: Place, match: MatchFacts, before: Place, last: MatchFacts
) -> BrokenError | None:
    if match.length != last.length:
        return _broken(place, f"a match to {last.length} cannot go on to {match.length}")
    won = before.result.scores if before.result else (0, 0)
    score = tuple(map(sum, zip(before.score, won, strict=True)))
    if match.score != score:
        return _broken(
            place,
            f"its match stands {_and(match.score)}, but game {before.number} left it at"
            f" {_and(score)}",
        )
    annulled = before.result is not None and before.result.reason == "annulled"
    comes = _crawford_comes(place.opening, match, before.score)
    if match.crawford != (before.crawford if annulled else comes):
        this = "is" if match.crawford else "is not"
        return _broken(place, f"it {this} called the Crawford game at {_and(score)} (S14)")
    return None


def _crawford_comes(opening: Opening, match: MatchFacts, last: Sequence[int]) -> bool:
    stakes = rules_of(opening).stakes
    return stakes is not None and stakes.crawford_comes(match.length, last, match.score)


def _broken(place: Place, why: str) -> BrokenError:
    return BrokenError(f"game.opened: {why}", seq=place.seq)


def _and(score: Sequence[int]) -> str:
    return "-".join(map(str, score))

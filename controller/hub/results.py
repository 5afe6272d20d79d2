"""What a table's record says of a meeting: who won, how high, in which games.

A single game is decided when it is over, a match when somebody has reached its length. Games that
were abandoned decide nothing, nor do games by other rules than the round's. Players are found by
their names, whichever side they sit at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.competition.commands import tidy
from controller.hub.store import Store
from controller.play.event import Stored
from controller.play.fold import read_line
from controller.play.line import Line
from controller.record.matches import score_after
from controller.table.house_rules import OF_MATCHES

#: Endings that leave the meeting as it was.
UNDECIDED = ("abandoned", "annulled")


@dataclass(frozen=True, slots=True)
class GameId:
    """A game in the hall: the table, its record and the number there."""

    table: str
    record: str
    game: int

    def __str__(self) -> str:
        return f"{self.table}/{self.record}/{self.game}"

    @staticmethod
    def read(text: str) -> GameId | None:
        """The game that this text names; None where it names none."""
        parts = text.split("/")
        if len(parts) != 3 or not (parts[2].isascii() and parts[2].isdigit()):
            return None
        return GameId(parts[0], parts[1], int(parts[2][:15]))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a meeting ended: scores and winner in the order of the players who were asked for."""

    scores: tuple[int, int]
    winner: int | None
    games: tuple[GameId, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whose games are looked for, and by which rules they must have been played."""

    players: tuple[str, ...]
    game: str
    house: Mapping[str, Any]

    def seats(self, played: Line) -> tuple[int, int] | None:
        """The sides at which the two players sit; None where this is another game."""
        opening = played.opening
        same = all(_told(opening.house, key, value) == value for key, value in self.house.items())
        told = [tidy(name).casefold() for name in played.players]
        wanted = [tidy(name).casefold() for name in self.players]
        if (
            opening.game != self.game
            or not same
            or len(told) != 2
            or sorted(told) != sorted(wanted)
        ):
            return None
        return told.index(wanted[0]), told.index(wanted[1])


def _told(house: Mapping[str, Any], key: str, wanted: object) -> object:
    """What a game says of one of its house rules; one that says nothing of those that came with the
    time for whole matches was opened before there were any."""
    return house.get(key, wanted if key in OF_MATCHES else None)


def outcomes(store: Store, table: str, heads: dict[str, int], wanted: Wanted) -> list[Outcome]:
    """Every decision of this meeting at a table since its records stood at `heads`."""
    found: list[Outcome] = []
    for line in store.records():
        if line.table == table:
            opened = store.games(table, line.record, since=heads.get(line.record, 0))
            found += _in_record(store, table, line.record, opened, wanted)
    return found


def _in_record(
    store: Store, table: str, record: str, marks: Iterable[Stored], wanted: Wanted
) -> list[Outcome]:
    found = []
    matches: dict[int, list[GameId]] = {}
    numbers = dict.fromkeys(mark.game for mark in marks if mark.event.kind == "game.opened")
    for number in numbers:
        played = read_line(store.events(table, record, game=number))
        seats = wanted.seats(played)
        if seats is None or played.result is None or played.result.reason in UNDECIDED:
            continue
        first = _first(played)
        games = matches.setdefault(first, [])
        games.append(GameId(table, record, number))
        outcome = _decided(played, seats, tuple(games))
        if outcome:
            found.append(outcome)
    return found


def _first(played: Line) -> int:
    """The first game of the match that this one belongs to; its own number where there is none."""
    match = played.opening.match
    return (match.first or played.number) if match else played.number


def _decided(played: Line, seats: tuple[int, int], games: tuple[GameId, ...]) -> Outcome | None:
    result, match = played.result, played.opening.match
    assert result is not None
    if match is None or not match.length:
        winner = None if result.winner is None else seats.index(result.winner)
        scores = result.scores
        return Outcome((scores[seats[0]], scores[seats[1]]), winner, games)
    total = score_after(played)
    one, other = total[seats[0]], total[seats[1]]
    if max(one, other) < match.length:
        return None
    return Outcome((one, other), int(other > one), games)

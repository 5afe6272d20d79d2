"""A competition as a value: its rules, players, rounds and boards. Nothing here acts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class CompetitionError(ValueError):
    """A command to a competition that cannot be carried out; the sentence says why."""


class How(Enum):
    """How a result came about."""

    PLAYED = "played"
    #: One of the two did not appear or was sent away: the other has won without a game.
    FORFEIT = "forfeit"
    #: Neither appeared.
    NOBODY = "nobody"
    #: There was no opponent.
    BYE = "bye"
    #: The player had asked to sit out, and has half of the points (T12).
    EXCUSED = "excused"


class Status(Enum):
    """What is known of a board's result."""

    OPEN = "open"
    REPORTED = "reported"
    CONFIRMED = "confirmed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Result:
    """How a board ended: the seat that won (None: drawn, or nobody) and what the table counted."""

    how: How
    winner: int | None
    scores: tuple[int, int] = (0, 0)
    games: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """Two players who meet in a round (one: a bye), by their numbers; the first sits at side 0."""

    number: int
    players: tuple[int, ...]
    #: Knockout: the match of the bracket that is played here, like "main 2.1"; else empty.
    match: str = ""
    table: str | None = None
    status: Status = Status.OPEN
    result: Result | None = None
    #: Points that each seat has before the first game, since the other came late (T10).
    penalty: tuple[int, int] = (0, 0)
    #: Breaks that were agreed on.
    breaks: int = 0

    @property
    def bye(self) -> bool:
        """Whether somebody sits out here."""
        return len(self.players) == 1

    @property
    def settled(self) -> Result | None:
        """The result that counts: nothing does before it is confirmed."""
        return self.result if self.status is Status.CONFIRMED else None

    @property
    def over(self) -> bool:
        """Whether nothing more is awaited from this board."""
        return self.status in (Status.CONFIRMED, Status.CANCELLED)

    @property
    def free(self) -> bool:
        """Whether its table can be given to others."""
        return self.status is not Status.OPEN

    def seat(self, player: int) -> int:
        """Where this player sits."""
        return self.players.index(player)

    def opponent(self, player: int) -> int | None:
        """Who sits opposite; None at a bye."""
        return None if self.bye else self.players[1 - self.seat(player)]


@dataclass(frozen=True, slots=True)
class Round:
    """The boards of one round, numbered from 1."""

    number: int
    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who takes part; the number stays when the name is corrected."""

    number: int
    name: str
    rating: int | None = None
    #: The first round that could be played: more than 1 for late entries.
    since: int = 1
    #: False from a withdrawal on.
    active: bool = True
    #: The rounds in which this player has asked to sit out.
    excused: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything agreed on before the first round."""

    title: str
    format: str
    rounds: int | None
    game: str
    options: Mapping[str, Any]
    house: Mapping[str, Any]
    tables: tuple[str, ...]
    delay: int
    seeding: str
    #: How a score group is paired: top against bottom, or upper half against lower half.
    pairing: str
    double: bool
    consolation: bool
    third: bool
    #: Points for `win`, `draw`, `loss` and `bye`.
    scoring: Mapping[str, float]
    tiebreaks: tuple[str, ...]
    #: Rules that go together, by name; "": each was chosen.
    law: str = ""
    #: Knockout: who loses in any round falls into the consolation, and out of it into a third
    #: bracket (T13).
    progressive: bool = False
    last_chance: bool = False
    #: What who comes late pays, in minutes, and how many breaks there are (T10); empty: nothing is
    #: said of it.
    lateness: Mapping[str, int] = field(default_factory=dict)
    breaks: Mapping[str, int] = field(default_factory=dict)

    @property
    def bracket(self) -> bool:
        """Whether who wins goes on, and every match needs a winner."""
        return self.format in ("knockout", "double-elimination")

    @property
    def length(self) -> int:
        """How many points a match goes to; 0: single games are played."""
        return int(self.options.get("match_length") or 0)

    def counted(self, score: int) -> int:
        """What of a score counts: a match ends at its length (T11)."""
        return min(score, self.length) if self.length else score


@dataclass(frozen=True, slots=True)
class Tournament:
    """One competition as it stands."""

    id: str
    rules: Rules
    players: Mapping[int, Player] = field(default_factory=dict)
    #: The players as seeded when round 1 was paired; late entries follow.
    order: tuple[int, ...] = ()
    rounds: tuple[Round, ...] = ()
    #: The round that was cancelled last, and who was to meet whom in it, every time.
    put_off: tuple[int, frozenset[tuple[int, ...]]] = (0, frozenset())
    closed: bool = False

    def boards(self) -> Iterator[tuple[int, Board]]:
        """Every board with the number of its round."""
        for each in self.rounds:
            for board in each.boards:
                yield each.number, board

    @property
    def active(self) -> list[int]:
        """Who can be paired now."""
        return [number for number, player in self.players.items() if player.active]

    def name(self, number: int) -> str:
        """What this player is called."""
        return self.players[number].name

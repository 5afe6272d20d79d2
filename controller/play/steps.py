"""What a game is made of, as plain values: its opening, its steps, its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.play.event import Event

#: How a roll came to be known.
BOARD, ENTERED, INFERRED = "board", "entered", "inferred"
#: Rules of a house that decide what may stand in a record: a turn against the rules may stay, and
#: a flag loses the whole match.
CONDONE, MATCH = "condone", "match"


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """Which game of which match this is.

    `length` 0 is an evening of single games; `score` is that of each side before the game;
    `number` counts the games of the match from 1; `first` is the record's number of its first game,
    0 where this is it.
    """

    length: int
    score: tuple[int, ...]
    number: int
    crawford: bool
    first: int

    def plain(self) -> dict[str, Any]:
        """The facts as an event tells them."""
        return {
            "length": self.length,
            "score": list(self.score),
            "number": self.number,
            "crawford": self.crawford,
            "first": self.first,
        }


@dataclass(frozen=True, slots=True)
class Opening:
    """How a game began: the rules chosen, who sat where, and the position."""

    game: str = "?"
    options: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    position: str = ""
    house: Mapping[str, Any] = field(default_factory=dict)
    at: float = 0.0
    match: MatchFacts | None = None
    #: Where the position was taken from that the game began with: a text, or a game and a ply.
    origin: Mapping[str, Any] = field(default_factory=dict)
    #: What each player had left of his time for the match, where earlier games used some of it.
    clock_left: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice, or a token: who rolled (None: each side one die, to begin), and who says so."""

    side: int | None
    dice: tuple[int, ...]
    by: str
    number: int
    at: float
    seq: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A double, a take, a resignation ...: what was said instead of moving."""

    side: int
    decision: str
    at: float
    seq: int


@dataclass(frozen=True, slots=True)
class Ruled:
    """A director set the position, the dice, the score or the cube: `value`, and where it led."""

    what: str
    value: Any
    position: str
    by: str
    why: str
    at: float
    seq: int


@dataclass(frozen=True, slots=True)
class Ply:
    """One turn of the final line, numbered from 1; `sealed` says by what, None if not yet.

    `dice` is the roll it was played with, where the game has one. A condoned turn was against the
    rules and the opponent let it stand (`accepted` is who, `before` the position it was made from,
    where the record says so): it has no notation, only its position. Where nobody said what was
    rolled, `rolls` are all that explain the turn (and `opening` those that made this side begin, if
    that took a roll of its own); `named`: somebody said later which of them it was.
    """

    number: int
    side: int
    turn: str
    position: str
    by: str
    seconds: float
    at: float
    seq: int
    sealed: str | None = None
    dice: tuple[int, ...] = ()
    condoned: bool = False
    rolls: tuple[tuple[int, ...], ...] = ()
    opening: tuple[tuple[int, ...], ...] = ()
    named: bool = False
    accepted: int | None = None
    before: str | None = None

    @property
    def forced(self) -> bool:
        """Whether nobody made it: with what was rolled nothing could be played (N6)."""
        return self.by == "pass" and not self.rolls


#: One step of the final line.
Step = Rolled | Decided | Ruled | Ply


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; `winner` is a side, or None for a draw, a shared win or no winner.

    `shared` are the sides that share the win, where several do.
    In nardy `level` is 1, 2 or 3 (plain, mars, koks or home mars) and `cube` what the cube showed.
    """

    winner: int | None
    scores: tuple[int, ...]
    reason: str
    at: float
    level: int | None = None
    cube: int | None = None
    shared: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Promise:
    """The board's dice: what it promised before the game, and the seed it showed after it."""

    commitment: str
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Hidden:
    """What lay hidden beneath the board: its seal, shown at the start, and itself, at the end."""

    seal: str
    shown: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened besides the final line, while it had `ply` turns."""

    ply: int
    seq: int
    event: Event


@dataclass(frozen=True, slots=True)
class Fault:
    """The first event of a game that cannot be right, and why."""

    seq: int
    what: str

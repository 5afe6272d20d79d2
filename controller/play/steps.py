"""What a game is made of, as plain values: its opening, its steps, its result."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from controller.games.acts import Drawn, Ruling, Said, Stray
from controller.play.event import Event

#: How a roll came to be known.
BOARD, ENTERED, INFERRED = "board", "entered", "inferred"
#: Rules of a house that decide what may stand in a record: a turn against the rules may stay, and
#: a flag loses the whole match.
CONDONE, MATCH = "condone", "match"
#: Tournament law: a play against the rules stands after the next valid roll (T6), and where only
#: the opponent may ask for it to be put right, he may let it stand by a word too (T7).
LEGAL, RESPONSIBLE = "legal", "responsible"
#: The house rules by which such a turn may stand.
LETTING = (CONDONE, LEGAL, RESPONSIBLE)
#: A roll that was made before the other had ended his turn (T8).
STANDS, VOID = "stands", "void"


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
    #: Who plays for each player: hands at this board, or an engine; empty: hands do.
    played_by: tuple[str, ...] = ()


class Telling:
    """What every step says of itself, so that files and reports need not know its kind."""

    __slots__ = ()
    #: What it is called where a game is told as JSON.
    kind: ClassVar[str]

    @property
    def note(self) -> str:
        """Who answers for it and why, where somebody does."""
        return ""

    @property
    def lying(self) -> tuple[int, ...] | None:
        """The dice that lie there after it, where nobody rolled them; None: it touches none."""
        return None

    @property
    def unsayable(self) -> str:
        """What it is, where no file of another program can go on after it."""
        return ""

    @property
    def lost(self) -> str:
        """What of it such a file leaves out."""
        return ""


@dataclass(frozen=True, slots=True)
class Rolled(Telling):
    """Dice, or a token: who rolled (None: each side one die, to begin), and who says so."""

    kind: ClassVar[str] = "roll"
    side: int | None
    dice: tuple[int, ...]
    by: str
    number: int
    at: float
    seq: int

    @property
    def act(self) -> Drawn:
        """What the rules make of it."""
        return Drawn(self.dice)


@dataclass(frozen=True, slots=True)
class Early:
    """A roll that was made too early and stands: it lies there once the turn has ended (T8)."""

    side: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Decided(Telling):
    """A double, a take, a resignation ...: what was said instead of moving."""

    kind: ClassVar[str] = "decision"
    side: int
    decision: str
    at: float
    seq: int

    @property
    def act(self) -> Said:
        """What the rules make of it."""
        return Said(self.decision, self.side)


@dataclass(frozen=True, slots=True)
class Ruled(Telling):
    """A director set the position, the dice, the score or the cube: `value`, and where it led."""

    kind: ClassVar[str] = "ruling"
    what: str
    value: Any
    position: str
    by: str
    why: str
    at: float
    seq: int

    @property
    def act(self) -> Ruling:
        """What the rules make of it."""
        return Ruling(self.what, self.value)

    @property
    def note(self) -> str:
        return f"{self.by}: {self.why}"

    @property
    def lying(self) -> tuple[int, ...] | None:
        if self.what == "dice":
            return tuple(self.value)
        return () if self.what == "position" else None

    @property
    def unsayable(self) -> str:
        placed = self.what in ("position", "cube")
        return f"the director's ruling on the {self.what}" if placed else ""

    @property
    def lost(self) -> str:
        told = "-".join(map(str, self.value))
        return f"that the director set the score to {told}" if self.what == "score" else ""


@dataclass(frozen=True, slots=True)
class Ply(Telling):
    """One turn of the final line, numbered from 1; `sealed` says by what, None if not yet.

    `dice` is the roll it was played with, where the game has one. A condoned turn was against the
    rules and the opponent let it stand (`accepted` is who, `before` the position it was made from,
    where the record says so): it has no notation, only its position. Where nobody said what was
    rolled, `rolls` are all that explain the turn (and `opening` those that made this side begin, if
    that took a roll of its own); `named`: somebody said later which of them it was.
    """

    kind: ClassVar[str] = "turn"
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
    def act(self) -> Stray | None:
        """What the rules make of it where it was let stand; None: only they can read its turn."""
        return Stray(self.position) if self.condoned else None

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


def seal_of(number: str) -> str:
    """What binds a number without showing it."""
    return hashlib.sha256(number.encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Part:
    """What one player added to the board's dice: a number, or the seal of one not shown yet; `side`
    None: a button of the board was pressed."""

    side: int | None
    number: str | None = None
    seal: str | None = None


@dataclass(frozen=True, slots=True)
class Promise:
    """The board's dice: what it promised before the game, and the seed it showed after it.

    `parts` are what players added in between, `bound` the digest with which seed and parts became
    one; without parts the seed alone rolls.
    """

    commitment: str
    seed: str | None = None
    parts: tuple[Part, ...] = ()
    bound: str | None = None

    @property
    def withheld(self) -> tuple[int | None, ...]:
        """The sides that have bound a number and not shown it."""
        return tuple(part.side for part in self.parts if part.number is None)

    @property
    def closed(self) -> bool:
        """Whether a player's number is known: whoever came later could choose his own by it."""
        return any(part.side is not None and part.number is not None for part in self.parts)

    @property
    def digest(self) -> str:
        """Of all that was added, in its order."""
        text = json.dumps([[each.side, each.number] for each in self.parts], separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


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

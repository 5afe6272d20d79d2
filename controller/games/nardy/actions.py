"""What players do besides moving checkers: each a small value that can be recorded and replayed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpeningRoll:
    """Each side rolls one die; the higher begins (N2)."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class VoidRoll:
    """The dice lie badly: the roll does not count and is thrown again (N3)."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The mover rolls."""

    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Play:
    """The mover plays a legal turn."""

    turn: int


@dataclass(frozen=True, slots=True)
class Double:
    """The mover offers to raise the stake before rolling (N11, S8)."""


@dataclass(frozen=True, slots=True)
class Take:
    """The raise is accepted (S8)."""


@dataclass(frozen=True, slots=True)
class Drop:
    """The raise is declined: the game is given up at the stake as it stood (S8, S11)."""


@dataclass(frozen=True, slots=True)
class Beaver:
    """Who was doubled redoubles at once and keeps the cube (S11)."""


@dataclass(frozen=True, slots=True)
class Resign:
    """A side offers to lose: 1 plain, 2 mars, 3 koks or home mars."""

    side: int
    level: int


@dataclass(frozen=True, slots=True)
class Accept:
    """The opponent accepts the resignation."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """The opponent wants more, or to play on."""


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game of the match, or of the evening, is set up."""


Action = (
    OpeningRoll
    | VoidRoll
    | Roll
    | Play
    | Double
    | Take
    | Drop
    | Beaver
    | Resign
    | Accept
    | Refuse
    | NextGame
)

#: What each is called at the table, in the order in which one thinks of them.
NAMES: dict[type[Action], str] = {
    OpeningRoll: "opening roll",
    Roll: "roll",
    VoidRoll: "void roll",
    Play: "play",
    Double: "double",
    Take: "take",
    Drop: "drop",
    Beaver: "beaver",
    Accept: "accept",
    Refuse: "refuse",
    Resign: "resign",
    NextGame: "next game",
}

"""What the follower finds out about the hands; the table decides what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Made(Generic[T]):
    """A turn was completed from the newest position."""

    turn: T


@dataclass(frozen=True, slots=True)
class Revised(Generic[T]):
    """The last turn, not yet sealed, was changed into this one."""

    turn: T


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The last turn, not yet sealed, was taken back by hand."""


@dataclass(frozen=True, slots=True)
class Touched:
    """The next turn has begun: the last one is sealed."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The hands went back to the position after `ply` turns."""

    ply: int


@dataclass(frozen=True, slots=True)
class Unclear(Generic[T]):
    """The sensors cannot tell these apart: ask. Turns first, then earlier plies, or nothing.

    `instead`: the turns would take the place of the last one; nothing of them: the next one began.
    """

    turns: tuple[T, ...] = ()
    plies: tuple[int, ...] = ()
    or_nothing: bool = False
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing has moved for a while in mid-turn: say what the board waits for."""


Finding = Made[Any] | Revised[Any] | Withdrawn | Touched | TakenBack | Unclear[Any] | Waiting

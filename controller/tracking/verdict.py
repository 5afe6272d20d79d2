"""What the tracker makes of the readings so far."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from controller.games.game import Cell
from controller.tracking.index import NONE, Turns
from controller.tracking.seen import Seen


class Kind(StrEnum):
    """The five things that can be said of a turn in progress."""

    UNTOUCHED = "untouched"
    IN_HAND = "in hand"
    COMPLETE = "complete"
    AMBIGUOUS = "ambiguous"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Repair:
    """One cell that must be put right: what is seen there and what is wanted."""

    cell: Cell
    seen: Seen
    wanted: int

    @property
    def missing(self) -> int:
        """How many pieces to add (positive) or to take away (negative)."""
        return self.seen.short_of(self.wanted)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How things stand. Turns are numbers into the list the tracker was made with.

    * `possible`: the turns that still explain everything seen (none when wrong);
    * `done`: those of them that could be finished just now;
    * `or_nothing`: the readings may also mean that nothing was played at all;
    * `certain`: nothing but the one finished turn explains the readings: no need to wait;
    * `alone`: hands may still be busy with the one finished turn, but with no other;
    * `repairs`: when wrong, what must be put right to get back to `towards` (a turn, or None for
      the position the turn began from);
    * `sure`: no other turn is as near as `towards`.
    """

    kind: Kind
    possible: Turns = NONE
    done: tuple[int, ...] = ()
    or_nothing: bool = False
    certain: bool = False
    alone: bool = False
    repairs: tuple[Repair, ...] = ()
    towards: int | None = None
    sure: bool = True


UNTOUCHED = Verdict(Kind.UNTOUCHED)

"""Hands that carry out a plan as people do: at human speed, with second thoughts and slips.

Whatever slips in between, the plan's result comes out right: a slip is always put right by the
same hands before they go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from hardware.errors import ImpossibleActError
from hardware.simulated.wood import Wood


class Verb(StrEnum):
    """What a hand does to a cell."""

    LIFT = "lift"
    DROP = "drop"
    TAKE = "take"  # from the box beside the board: no cell
    AWAY = "away"  # into that box: all that is in the hand
    # What happens to a board beside the game:
    SPILL = "spill"  # pieces fall to the floor
    FETCH = "fetch"  # what lies on the floor comes back
    JOLT = "jolt"  # the table is bumped: `count` grams, no cell
    LEAN = "lean"  # a hand rests on a cell: `count` grams, as long as it `lasts`
    PASS = "pass"  # a magnet passes a cell, as long as it `lasts`


BESIDE = frozenset({Verb.SPILL, Verb.FETCH, Verb.JOLT, Verb.LEAN, Verb.PASS})
"""What is no part of any turn."""


@dataclass(frozen=True, slots=True)
class Act:
    """One act of a plan: so many stones out of a cell, or into it.

    Where it is `solid`, they are one piece of that size, which cannot be taken apart. A `brisk` act
    is part of one movement, as when a piece is slid. With a `pause` (seconds, from and to) it comes
    so soon after the act before, whatever the hands' pace, and is done as planned.
    """

    verb: Verb
    cell: str
    count: int = 1
    solid: bool = False
    brisk: bool = False
    pause: tuple[float, float] | None = None
    lasts: float = 0.0

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ImpossibleActError(
                f"A plan cannot {self.verb} {self.count} stones at {self.cell}: allowed is 1 or "
                f"more."
            )


def lift(cell: str, count: int = 1) -> Act:
    """Plan to lift stones."""
    return Act(Verb.LIFT, cell, count)


def drop(cell: str, count: int = 1) -> Act:
    """Plan to drop stones."""
    return Act(Verb.DROP, cell, count)


def take(count: int = 1) -> Act:
    """Plan to take a piece of this size from the box beside the board."""
    return Act(Verb.TAKE, "", count, solid=True)


class Slip(StrEnum):
    """What a hand did beside the plan."""

    LOOK = "look"  # lifted, looked, put back
    DOUBLE = "double"  # dropped two, took one back
    STRAY = "stray"  # dropped into a cell too early, took it back


@dataclass(frozen=True, slots=True)
class TimedAct:
    """An act with its moment; `slip` says that it was not in the plan."""

    at: float
    act: Act
    slip: Slip | None = None

    def apply(self, wood: Wood) -> None:
        """Do it."""
        if self.act.verb is Verb.LIFT:
            wood.lift(self.act.cell, self.act.count)
        elif self.act.verb is Verb.DROP:
            wood.drop(self.act.cell, self.act.count)
        elif self.act.verb is Verb.TAKE:
            wood.take(self.act.count)
        else:
            wood.put_away()


@dataclass(frozen=True, slots=True)
class Habits:
    """How often hands do what, from 0 (never) to 1 (always), and how fast they are."""

    hesitate: float = 0.05
    look: float = 0.03
    double: float = 0.03
    stray: float = 0.02
    one_by_one: float = 0.1
    """Take stones out one at a time instead of all at once."""
    act_s: tuple[float, float] = (0.22, 0.6)
    """From one act to the next, from and to."""
    hesitate_s: tuple[float, float] = (0.8, 3.0)
    brisk_s: tuple[float, float] = (0.04, 0.15)
    """From one point to the next of a piece that is slid."""

    def without_slips(self) -> Habits:
        """The same hands on a perfect day."""
        return replace(self, look=0.0, double=0.0, stray=0.0)


FLAWLESS = Habits(hesitate=0.0, look=0.0, double=0.0, stray=0.0, one_by_one=0.0)


class Hands:
    """One player's hands; the same seed makes the same hands."""

    def __init__(self, rng: Random, habits: Habits | None = None) -> None:
        self._rng = rng
        self.habits = habits or Habits()

    def perform(self, plan: Sequence[Act], start: float) -> Iterator[TimedAct]:
        """Carry out a plan from the moment `start`, each act with its time and in order."""
        at, held = start, 0
        for step, act in enumerate(plan):
            for timed in self._one(act, plan[step + 1 :], held):
                at += self._after(act)
                yield replace(timed, at=at)
            if act.verb not in BESIDE:
                held += act.count if act.verb in (Verb.LIFT, Verb.TAKE) else -act.count

    def _after(self, act: Act) -> float:
        """How long after the act before this one is done."""
        if act.pause is not None:
            return self._rng.uniform(*act.pause)
        return self._rng.uniform(*self.habits.brisk_s) if act.brisk else self._pause()

    def _one(self, act: Act, rest: Sequence[Act], held: int) -> Iterator[TimedAct]:
        if act.brisk or act.pause is not None:
            yield TimedAct(0.0, act)
        elif act.verb is Verb.LIFT:
            yield from self._lifting(act)
        elif act.verb is Verb.DROP:
            yield from self._dropping(act, rest, held)
        else:
            yield TimedAct(0.0, act)

    def _lifting(self, act: Act) -> Iterator[TimedAct]:
        if self._happens(self.habits.look):
            yield TimedAct(0.0, act, Slip.LOOK)
            yield TimedAct(0.0, replace(act, verb=Verb.DROP), Slip.LOOK)
        if act.count > 1 and not act.solid and self._happens(self.habits.one_by_one):
            for _ in range(act.count):
                yield TimedAct(0.0, lift(act.cell))
        else:
            yield TimedAct(0.0, act)

    def _dropping(self, act: Act, rest: Sequence[Act], held: int) -> Iterator[TimedAct]:
        if held > act.count and not act.solid and self._happens(self.habits.double):
            yield TimedAct(0.0, drop(act.cell, act.count + 1), Slip.DOUBLE)
            yield TimedAct(0.0, lift(act.cell), Slip.DOUBLE)
            return
        free = rest and rest[0].verb is Verb.DROP and rest[0].pause is None
        if free and self._happens(self.habits.stray):
            stray = rest[0] if rest[0].solid else drop(rest[0].cell)
            yield TimedAct(0.0, stray, Slip.STRAY)
            yield TimedAct(0.0, replace(stray, verb=Verb.LIFT), Slip.STRAY)
        yield TimedAct(0.0, act)

    def _pause(self) -> float:
        pause = self._rng.uniform(*self.habits.act_s)
        if self._happens(self.habits.hesitate):
            pause += self._rng.uniform(*self.habits.hesitate_s)
        return pause

    def _happens(self, rate: float) -> bool:
        return rate > 0 and self._rng.random() < rate

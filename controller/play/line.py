"""A game from its opening to its result: the line of play, and what else happened on the way.

Whoever wants to know what happened in a game reads a `Line`. It is made by `controller.play.fold`
and needs no rules: they are asked only for the positions of its moments, when somebody wants those.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from controller.play.event import GENESIS, Stored
from controller.play.moments import Beginning, Moment
from controller.play.steps import (
    Early,
    Fault,
    Hidden,
    Note,
    Opening,
    Ply,
    Promise,
    Result,
    Rolled,
    Ruled,
    Step,
)


@dataclass(frozen=True, eq=False)
class Line:
    """A game as it stands after its last event, or as it ended.

    `moments` are its steps with their positions: turns, and the rolls, decisions and rulings
    between them. After a `fault` nothing more is believed.
    """

    number: int = 0
    opening: Opening = field(default_factory=Opening)
    beginning: Beginning | None = field(default=None, compare=False)
    #: Which player sits at each side now (a swap exchanges the seats).
    seats: tuple[int, ...] = ()
    moments: tuple[Moment, ...] = ()
    #: Where among the moments each turn stands.
    turns: tuple[int, ...] = ()
    #: Steps that were void, changed or taken back.
    dropped: tuple[Moment, ...] = ()
    #: How often chance was asked, void rolls and all.
    draws: int = 0
    #: The roll that was made too early and waits for the end of the turn.
    early: Early | None = field(default=None, compare=False)
    promise: Promise | None = None
    #: The events in which the board promised its dice and showed their seed.
    promised: tuple[Stored, ...] = ()
    #: The promised seed was lost: people roll.
    seed_lost: bool = False
    hidden: Hidden | None = None
    #: The side whose time was up.
    flagged: int | None = None
    result: Result | None = None
    over: Stored | None = None
    #: An end was taken back since the board last promised its dice.
    reopened: bool = False
    stage: str = "setup"
    #: The last event that is part of the game, once it is over.
    last: int | None = None
    #: Everything that was heard and noted, also after the end.
    heard: tuple[Stored, ...] = field(default=(), compare=False)
    noted: tuple[Note, ...] = field(default=(), compare=False)
    fault: Fault | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and self._value() == other._value()

    __hash__ = None  # type: ignore[assignment]

    def _value(self) -> tuple[object, ...]:
        own = (getattr(self, each.name) for each in fields(self) if each.compare)
        return (*own, self.events, self.notes)

    def but(self, **changes: Any) -> Line:
        """The same line but for these changes; made for every event, and so without ceremony."""
        other = object.__new__(Line)
        own = other.__dict__
        own.update(self.__dict__)
        for name in _WORKED_OUT:
            own.pop(name, None)
        own.update(changes)
        return other

    @property
    def status(self) -> str:
        """Whether it is in setup, playing, paused, over, or damaged."""
        return "damaged" if self.fault else self.stage

    @cached_property
    def events(self) -> tuple[Stored, ...]:
        """Its events; what comes after the end (a restart, hints for the next game) is not its."""
        last = self.last
        return tuple(each for each in self.heard if last is None or each.seq <= last)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """What happened besides the final line."""
        return tuple(note for note in self.noted if note.seq <= self.events[-1].seq)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The turns, with the rolls, decisions and rulings between them."""
        return tuple(moment.step for moment in self.moments)

    @cached_property
    def plies(self) -> tuple[Ply, ...]:
        """The turns."""
        return tuple(step for step in self.steps if isinstance(step, Ply))

    @property
    def turned(self) -> list[Moment]:
        """The turns with their positions."""
        return [self.moments[place] for place in self.turns]

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits at each side now."""
        return tuple(self.opening.players[seat] for seat in self.seats)

    @property
    def position(self) -> str:
        """The newest position that a turn led to, as it is told."""
        return self.plies[-1].position if self.turns else self.opening.position

    @property
    def newest(self) -> Moment | Beginning:
        """The last step, or the beginning; its `after` is the position now."""
        assert self.beginning is not None
        return self.moments[-1] if self.moments else self.beginning

    @property
    def hash(self) -> str:
        """The hash of the event that ended the game, or of its newest."""
        return self.events[-1].hash if self.events else GENESIS

    def ply(self, number: int) -> Ply:
        """This turn, counted from 1."""
        step = self.moments[self.turns[number - 1]].step
        assert isinstance(step, Ply)
        return step

    def rulings(self, what: str) -> list[Ruled]:
        """What a director has set it to."""
        return [step for step in self.steps if isinstance(step, Ruled) and step.what == what]

    def dice_before(self, place: int) -> tuple[tuple[int, ...], Any]:
        """The dice that lie there before this place among the moments, and the position before they
        were rolled; None: a director set something since."""
        ruled = False
        for earlier in range(place - 1, -1, -1):
            moment, step = self.moments[earlier], self.moments[earlier].step
            if isinstance(step, Ply):
                break
            if isinstance(step, Rolled):
                return step.dice, None if ruled else moment.before
            if step.lying is not None:
                return step.lying, None
            ruled = ruled or bool(step.note)
        return (), None


#: What is worked out from the rest when somebody first asks.
_WORKED_OUT = tuple(
    name for name, value in vars(Line).items() if isinstance(value, cached_property)
)

"""What every game answers, so that one tracker, one table and one test suite serve them all.

A *position* is an immutable value. A *turn* is whatever the mover may do next, as one value the
game understands. A *cell* is a place on the wooden board that can hold pieces (a pit, a point, a
field), and its *contents* are one integer: its size is how much a sensor could count or weigh
there, its sign whose it is where a game has owners (0 is always an empty cell).
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar, overload

from controller.games.acts import Acts, Drawn, Ruling, Said, Stray
from controller.games.parts import ByChance, Drawing, Handling, Hidden, Sayings, Stakes, Talk
from controller.games.told import Term, Told

Cell = str
P = TypeVar("P")
T = TypeVar("T")


class RulesError(ValueError):
    """A question to the rules that cannot be answered; `verdict` says in which way."""

    verdict = "invalid"


class InvalidError(RulesError):
    """The text or value cannot be read at all."""

    verdict = "invalid"


class IllegalError(RulesError):
    """It was understood, and it is against the rules; `rule` is why, in one clause, for whoever has
    the position before him."""

    verdict = "illegal"

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule


class AmbiguousError(RulesError):
    """It was understood in more than one legal way: more must be said."""

    verdict = "ambiguous"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the game is over, which side won (None: nobody, or a draw) and each side's score."""

    over: bool
    winner: int | None
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of a turn that a player carries out by hand, named for the lights and the voice.

    `goal` holds what the cells it touches show once this part is done.
    """

    name: str
    goal: Mapping[Cell, int]


class LateStages(Sequence[Stage]):
    """Stages that are worked out when somebody asks for them."""

    def __init__(self, work_out: Callable[[], Sequence[Stage]]) -> None:
        self._work_out = work_out
        self._stages: tuple[Stage, ...] | None = None

    def _known(self) -> tuple[Stage, ...]:
        if self._stages is None:
            self._stages = tuple(self._work_out())
        return self._stages

    @overload
    def __getitem__(self, at: int) -> Stage: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Stage, ...]: ...
    def __getitem__(self, at: int | slice) -> Stage | tuple[Stage, ...]:
        return self._known()[at]

    def __len__(self) -> int:
        return len(self._known())


@dataclass(frozen=True, slots=True)
class Trace:
    """How a turn looks to somebody who only sees the cells.

    `during[cell]` is everything that cell may show while the turn is made, `after[cell]` what it
    shows when it is done. Cells that are not named keep what they had.
    """

    during: Mapping[Cell, frozenset[int]]
    after: Mapping[Cell, int]
    stages: Sequence[Stage]

    @property
    def moves_nothing(self) -> bool:
        """True for turns that no sensor can see (a pass, a swap of seats): they are declared."""
        return not self.during


def trace_of(start: Mapping[Cell, int], stages: Iterable[Stage]) -> Trace:
    """The trace of a turn carried out stage by stage, pieces moving one by one in any order.

    Between two stages a cell may show everything from what it had to what it gets, since hands
    take and put pieces one at a time.
    """
    kept = tuple(stages)
    shown: dict[Cell, set[int]] = {}
    now: dict[Cell, int] = {}
    for stage in kept:
        for cell, goal in stage.goal.items():
            here = now.get(cell, start[cell])
            shown.setdefault(cell, {here}).update(range(min(here, goal), max(here, goal) + 1))
            now[cell] = goal
    return Trace({cell: frozenset(seen) for cell, seen in shown.items()}, now, kept)


class Touched(NamedTuple):
    """The cells that have changed since no piece was in the hand, and since the turn began."""

    of_late: Collection[Cell]
    ever: Collection[Cell]


@dataclass(frozen=True, slots=True)
class Ahead:
    """What hands may do next in a turn that is carried out piece by piece.

    * `lift`: where a piece may be taken, when none is in the hand;
    * `put`: where a piece in the hand may go;
    * `hit`: those of these cells that wait for a piece that was hit;
    * `spent`: for each die that lies there whether all it brings is played, beyond doubt;
    * `left`: the numbers still to be played, where that is beyond doubt.
    """

    lift: frozenset[Cell]
    put: frozenset[Cell]
    hit: frozenset[Cell]
    spent: tuple[bool, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """What chance brings: so many values, each one of the choices, all as likely.

    `side` is who rolls or draws; None: both, one value each (an opening roll). What is `thrown`
    may lie badly: then it is void and thrown again (N3).
    """

    choices: tuple[int, ...]
    count: int
    side: int | None
    thrown: bool = False


def without_dice(game: str, dice: Sequence[int]) -> str:
    """Why dice cannot be rolled in a game that has none."""
    return f"{game} is played without dice, but dice {list(dice)} were given"


class Game(ABC, Generic[P, T]):
    """The rules of one game with its options chosen. Sides are numbered from 0."""

    #: The name on the command line and in records: "kalah", "short", "gyges" ...
    name: str
    #: The options it was made with (a frozen dataclass).
    options: Any
    #: How the sides are called, in order.
    sides: tuple[str, ...]
    #: Every cell of the board, in the order that `contents` uses.
    cells: tuple[Cell, ...]
    #: The cell whose light says "it is this side's turn", for each side.
    homes: tuple[Cell, ...]
    #: True where a cell holds one piece at most, and its contents are that piece's size.
    solid: bool = False
    #: True where a piece that left its cell is played: a turn made by hand stays made.
    touch_move: bool = False
    #: True where a hand may carry pieces over several parts of a turn at once: what would lie there
    #: in between need never be seen.
    carried: bool = False
    #: No turn changes more cells than this.
    most_touched: int = sys.maxsize
    #: What it is played with, for the words.
    pieces: str = "stones"
    #: How long a finished turn must lie, in seconds, before it counts: until then it can be undone
    #: by hand and was never made. For turns that cannot be unsaid.
    settle: float = 0.0
    #: True where hands that rest on a finished turn may well go on with it.
    hesitant: bool = False
    #: The turn, in notation, after which the players exchange their seats; None: they never do.
    swap_turn: str | None = None
    #: The turn, in notation, of whoever cannot move; None: that never happens.
    pass_turn: str | None = None
    #: The forms of other programs in which it can be written: keys of `controller.formats.names`.
    forms: frozenset[str] = frozenset()

    @property
    def chance(self) -> ByChance[P] | None:
        """Its dice or tokens; None: nothing is left to chance."""
        return None

    @property
    def talk(self) -> Talk[P] | None:
        """What may be said instead of moving; None: nothing but that a side gives up."""
        return None

    @property
    def drawing(self) -> Drawing[P] | None:
        """How it is shown in reports; None: its positions are told as text."""
        return None

    @property
    def handling(self) -> Handling[P] | None:
        """How simulated people carry out its turns; None: piece by piece, and nothing else."""
        return None

    @property
    def stakes(self) -> Stakes[P] | None:
        """Its matches; None: every game is for itself."""
        return None

    @property
    def hidden(self) -> Hidden[P] | None:
        """What lies hidden; None: nothing does."""
        return None

    @property
    def sayings(self) -> Sayings[P]:
        """What it says to people: its names of places, and what hands and heads have to know."""
        return Sayings(self)

    @abstractmethod
    def start(self) -> P:
        """The position a game begins with."""

    def begin(self, side: int) -> P:
        """The start with this side to begin, where the game lets that be chosen."""
        if side:
            raise InvalidError(
                Told("{sides} always begins {name}", sides=self.sides[0], name=self.name)
            )
        return self.start()

    def open(self) -> P:
        """The position in which players sit down: the start, or the rolls that say who begins."""
        return self.begin(0)

    @abstractmethod
    def mover(self, position: P) -> int:
        """The side that is to move."""

    @abstractmethod
    def turns(self, position: P) -> Sequence[T]:
        """Every legal turn, one for each distinct result. Empty when the game is over."""

    def turns_to_follow(self, position: P) -> Sequence[T]:
        """The legal turns for whoever follows hands: `OpenTurns` where there are too many to list
        while somebody waits."""
        return self.turns(position)

    @abstractmethod
    def play(self, position: P, turn: T) -> P:
        """The position after a legal turn; `IllegalError` for any other."""

    def acts(self, position: P) -> Acts:
        """What may happen now beside the turns: what chance must bring, what may be said."""
        return Acts(self, position)

    def apply(self, position: P, act: Any) -> P:
        """The position after an act, whatever its kind; `RulesError` where it cannot be."""
        if isinstance(act, Drawn):
            return self._drawn(position, act)
        if isinstance(act, Said):
            return self._said(position, act)
        if isinstance(act, Ruling):
            return self._ruled(position, act)
        if isinstance(act, Stray):
            from controller.games.straying import read_stray

            return read_stray(self, position, act.position)  # type: ignore[no-any-return]
        return self.play(position, act)

    def _drawn(self, position: P, act: Drawn) -> P:
        if self.chance is None:
            raise InvalidError(without_dice(self.name, act.values))
        return self.chance.draw(position, act.values)

    def _said(self, position: P, act: Said) -> P:
        """Only who may say a word says it, and only when it may be said."""
        if self.talk is None:
            raise IllegalError(
                Told("{word!r} cannot be decided in {name}", word=act.word, name=self.name)
            )
        if act.word not in self.talk.words:
            raise InvalidError(
                Told(
                    "decision {word!r} is unknown; allowed now: {decisions}",
                    word=act.word,
                    decisions=tuple(Term("decision", word) for word in self.talk.now(position)),
                )
            )
        saying = self.acts(position).saying(act.word)
        if saying is None:
            raise IllegalError(self.talk.why_not(position, act.word))
        side = saying.sides[0] if act.side is None else act.side
        if side not in saying.sides:
            said, whose = Term("decision", act.word), Term("side", self.sides[saying.sides[0]])
            raise IllegalError(
                Told("'{decision}' is for {speaker} to say", decision=said, speaker=whose)
            )
        return self.talk.say(position, act.word, side)

    def _ruled(self, position: P, act: Ruling) -> P:
        if self.stakes is not None:
            return self.stakes.ruled(position, act.what, act.value)
        if act.what != "position":
            raise IllegalError(
                Told("{name} has no {what} that could be set", name=self.name, what=act.what)
            )
        return self.read_position(act.value)

    @abstractmethod
    def outcome(self, position: P) -> Outcome:
        """Whether it is over, and how it stands."""

    @abstractmethod
    def contents(self, position: P) -> tuple[int, ...]:
        """What stands in each of `cells`."""

    @abstractmethod
    def stages(self, position: P, turn: T) -> Sequence[Stage]:
        """The parts of a turn as hands carry it out; none for a turn that moves nothing."""

    @abstractmethod
    def write_position(self, position: P) -> str:
        """The position as text; `read_position` is its inverse."""

    @abstractmethod
    def read_position(self, text: str) -> P:
        """The position a text stands for; `InvalidError` names what is wrong with it."""

    @abstractmethod
    def write_turn(self, position: P, turn: T) -> str:
        """The turn in the game's notation; `read_turn` is its inverse."""

    @abstractmethod
    def read_turn(self, position: P, text: str) -> T:
        """The legal turn a text stands for: `InvalidError`, `IllegalError` or `AmbiguousError`."""

    def layout(self) -> dict[str, Any]:
        """How the cells lie on the board, for whoever draws it; `kind` names the drawing."""
        return {"kind": self.name, "cells": list(self.cells)}

    def write_result(self, asked: str, result: P) -> str:
        """A position that follows from the one `asked` about, told as fully as that one was."""
        return self.write_position(result)

    def must_pass(self, position: P) -> bool:
        """Whether the only turn there is moves nothing, and then it is another's."""
        turns = self.turns(position)
        return (
            len(turns) == 1
            and self.trace(position, turns[0]).moves_nothing
            and self.passes(position, turns[0])
        )

    def passes(self, position: P, turn: T) -> bool:
        """Whether another is to move after this turn: who only says something goes on (Z10)."""
        return self.mover(self.play(position, turn)) != self.mover(position)

    def ending(self, position: P) -> dict[str, Any]:
        """How a finished game ended, beside winner and scores: the `reason`, and its worth."""
        return {"reason": "played"}

    def call_turn(self, position: P, turn: T) -> str:
        """The turn as it is spoken of before it is made: nothing in it is still hidden."""
        return self.write_turn(position, turn)

    def most_listed(self, position: P) -> int:
        """Up to how many legal turns are listed by name: more would help nobody, and take time."""
        return 100

    def turn_limit(self, position: P) -> float | None:
        """The seconds that the mover has for the whole turn; None: as long as one likes."""
        return None

    def timeout_turn(self, position: P) -> T | None:
        """The turn that is made for a mover whose time ran out."""
        return None

    def shown(self, position: P) -> dict[str, Any]:
        """What lies open beside the pieces (a token, numbers), as plain JSON for the page."""
        return {}

    def display(self, position: P) -> Mapping[Cell, str]:
        """What the lights show of this position to its mover, by the names of meanings.

        Where it is empty, the lights show what may be lifted.
        """
        return {}

    def figure(self, position: P, number: int) -> Sequence[Cell]:
        """The cells that show a number which somebody dials: as many as it says."""
        return self.cells[:number]

    def marks(self, before: P, written: str) -> Mapping[Cell, str]:
        """What the lights show of a turn just made and written so, by the names of meanings."""
        return {}

    def strays(self, position: P, counts: Mapping[Cell, Collection[int]]) -> Iterable[P]:
        """The positions, whole and well-formed, that the mover can have left whatever the rules
        say, with as many pieces in each cell as `counts` allows; none: the game knows of none."""
        return ()

    def near(self, cell: Cell) -> Sequence[Cell]:
        """The cells where a hand that misses this one puts its piece."""
        at = self.cells.index(cell)
        return [self.cells[near] for near in (at - 1, at + 1) if 0 <= near < len(self.cells)]

    def path(self, position: P, turn: T) -> tuple[Cell, ...]:
        """The way of the moving piece, cell by cell, where a game shows one on the board."""
        return ()

    def ways(self, position: P, turn: T) -> Sequence[T]:
        """Everything that leads to the same position as this turn, itself among it: hands may carry
        it out in any of these ways."""
        return (turn,)

    def goes_on(self, position: P, turn: T, others: Iterable[T]) -> bool:
        """Whether one of `others`, half made and with no piece in the hand, may look to sensors
        that only count as `turn` does when done: then hands that seem to be ready may go on."""
        return True

    def may_hold(self, position: P, turn: T, least: Mapping[Cell, int]) -> bool:
        """Whether at some moment of this turn every cell may hold so many pieces or more."""
        return True

    def origins(self, position: P, turns: Sequence[T]) -> Iterable[Cell] | None:
        """The cells from which these legal turns may begin; None: their traces tell."""
        return None

    def ahead(
        self,
        position: P,
        seen: Mapping[Cell, tuple[int, int]],
        touched: Touched,
        possible: Callable[[T], bool],
    ) -> Ahead | None:
        """What may come next in a turn of which so much is seen (`seen`: from how many pieces to
        how many stand in each cell; `touched`: what changed) and which may still become any
        `possible` one; None: the turns' stages tell."""
        return None

    def traces(self, position: P, turns: Sequence[T]) -> Sequence[Trace]:
        """How each of these legal turns looks; where there are many, perhaps more coarsely."""
        return [self.trace(position, turn) for turn in turns]

    def outlines(self, positions: Sequence[P], turns: Sequence[T]) -> Sequence[Trace]:
        """How each of these turns looks, legal from the position of the same number, told as far as
        possible from what it leaves. The positions differ in nothing but what was rolled."""
        return [self.trace(*each) for each in zip(positions, turns, strict=True)]

    def trace(self, position: P, turn: T) -> Trace:
        """How this turn looks to the board's sensors."""
        start = dict(zip(self.cells, self.contents(position), strict=True))
        return trace_of(start, self.stages(position, turn))

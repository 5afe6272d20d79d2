"""Dice that nobody entered, worked out from the play.

Players roll real dice and move; the board sees only where the pieces went. `guesses` lists, for a
position in which somebody is to roll, everything that may happen next: each distinct result once,
with all rolls that explain it. `Inferring` offers them as the turns of the game, so that whoever
follows hands needs to know nothing of it.

One roll in 21 is tried after another, so a turn costs 21 times what it costs with known dice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, groupby, product
from typing import Any

from controller.games.acts import Drawn
from controller.games.game import (
    AmbiguousError,
    Cell,
    Draw,
    Game,
    IllegalError,
    Outcome,
    Stage,
    Trace,
)
from controller.games.parts import ByChance
from controller.games.told import Told

Roll = tuple[int, ...]
Rules = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class Guess:
    """One thing that the mover may have done, and every roll that explains it.

    `opening` are the rolls that made this side begin, where that takes a roll of its own (N2).
    `turn` is legal from `before`, the position with the first of the rolls.
    """

    opening: tuple[Roll, ...]
    rolls: tuple[Roll, ...]
    before: Any
    turn: Any
    after: Any


def guesses(rules: Rules, position: Any) -> list[Guess]:
    """Everything that may follow where a roll is awaited, each distinct result once."""
    found: dict[tuple[tuple[Roll, ...], Any], Guess] = {}
    for opening, roll, before in _rolled(rules, position):
        for turn in rules.turns(before):
            after = rules.play(before, turn)
            known = found.get((opening, after))
            if known is None:
                found[opening, after] = Guess(opening, (roll,), before, turn, after)
            elif roll not in known.rolls:
                found[opening, after] = replace(known, rolls=(*known.rolls, roll))
    return list(found.values())


def _rolled(rules: Rules, position: Any) -> Iterator[tuple[tuple[Roll, ...], Roll, Any]]:
    """Every roll with the position it leads to, after the rolls that say who begins."""
    openings: dict[Any, list[Roll]] = {}
    for roll, after in _draws(rules, position):
        following = rules.acts(after).draw
        if following is None:
            yield (), roll, after
        elif following.side is not None:  # equal dice say nobody who begins (N2)
            openings.setdefault(after, []).append(roll)
    for begun, rolls in openings.items():
        for roll, after in _draws(rules, begun):
            yield tuple(rolls), roll, after


def _draws(rules: Rules, position: Any) -> Iterator[tuple[Roll, Any]]:
    draw = rules.acts(position).draw
    if draw is not None:
        for roll in _possible(draw):
            yield roll, rules.apply(position, Drawn(roll))


def _possible(draw: Draw) -> Iterable[Roll]:
    """All rolls: whose die is whose matters only in the opening."""
    if draw.side is None:
        return product(draw.choices, repeat=draw.count)
    downward = sorted(draw.choices, reverse=True)
    return combinations_with_replacement(downward, draw.count)


def write_rolls(rolls: Iterable[Roll], *, opening: bool = False) -> str:
    """The rolls as a record writes them: `31|21`, in the opening `3-1|2-1`."""
    return "|".join(("-" if opening else "").join(map(str, roll)) for roll in rolls)


def lying(rules: Rules, position: Any, opening: Sequence[Roll], rolls: Sequence[Roll]) -> Any:
    """The position with the first of these rolls, from which an inferred turn can be read."""
    for roll in (*opening[:1], *rolls[:1]):
        position = rules.apply(position, Drawn(roll))
    return position


def turn_to(rules: Rules, before: Any, text: str, after: str) -> Any:
    """The turn of this text that leads to that position; or, spelt otherwise, the one that does."""
    try:
        turn = rules.read_turn(before, text)
        if rules.write_position(rules.play(before, turn)) == after:
            return turn
    except (IllegalError, AmbiguousError):
        pass  # another roll explains the play as well, and with it the turn is spelt so
    for turn in rules.turns(before):
        if rules.write_position(rules.play(before, turn)) == after:
            return turn
    here = rules.write_position(before)
    raise IllegalError(
        Told(
            "{text!r} does not lead from {here!r} to {after!r} by any legal turn",
            text=text,
            here=here,
            after=after,
        )
    )


class Inferring(Game[Any, Any]):
    """A game at a table where nobody says what was rolled. Its turns are guesses until one does."""

    #: Hands that rest may still have a number to play that nobody knows of.
    hesitant = True

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.name, self.options, self.sides = rules.name, rules.options, rules.sides
        self.cells, self.homes, self.solid = rules.cells, rules.homes, rules.solid
        self.settle = rules.settle
        self._latest: tuple[Any, list[Guess]] = (None, [])

    @property
    def chance(self) -> ByChance[Any] | None:
        return self.rules.chance

    def guesses(self, position: Any) -> list[Guess]:
        """What may follow here; what was asked last is remembered."""
        if self._latest[0] != position:
            self._latest = (position, guesses(self.rules, position))
        return self._latest[1]

    def awaits(self, position: Any) -> bool:
        """Whether a roll is awaited that will not be told."""
        return self.rules.acts(position).draw is not None and not self.rules.outcome(position).over

    def turns(self, position: Any) -> Sequence[Any]:
        return self.guesses(position) if self.awaits(position) else self.rules.turns(position)

    def turns_to_follow(self, position: Any) -> Sequence[Any]:
        if self.awaits(position):
            return self.guesses(position)
        return self.rules.turns_to_follow(position)

    def play(self, position: Any, turn: Any) -> Any:
        return turn.after if isinstance(turn, Guess) else self.rules.play(position, turn)

    def write_turn(self, position: Any, turn: Any) -> str:
        """A guess is named with its rolls: `31|21: 8/5`."""
        if not isinstance(turn, Guess):
            return self.rules.write_turn(position, turn)
        draw = self.rules.acts(position).draw
        opening = draw is not None and draw.side is None and not turn.opening
        rolls = write_rolls(turn.rolls, opening=opening)
        if turn.opening:  # the dice do not say whose they are
            rolls = f"{self.sides[self.rules.mover(turn.before)]} {rolls}"
        return f"{rolls}: {self.rules.write_turn(turn.before, turn.turn)}"

    def read_turn(self, position: Any, text: str) -> Any:
        """The guess of this name, or the only one that can be meant without its rolls."""
        if not self.awaits(position):
            return self.rules.read_turn(position, text)
        if ":" in text:
            found = list(self._told(position, text))
        else:
            found = list(self._meant(position, text))
        if len(found) == 1:
            return found[0]
        if not found:
            raise IllegalError(Told("turn {text!r} is legal with no roll here", text=text[:80]))
        names = " or ".join(self.write_turn(position, guess) for guess in found[:8])
        raise AmbiguousError(
            Told("turn {text!r} can mean {names}: say what was rolled", text=text[:80], names=names)
        )

    def _told(self, position: Any, text: str) -> Iterator[Guess]:
        """The guesses of this name; those with other rolls need not be written to know better."""
        rolls = text.partition(":")[0].rpartition(" ")[2].replace("-", "")
        for guess in self.guesses(position):
            if write_rolls(guess.rolls) == rolls and self.write_turn(position, guess) == text:
                yield guess

    def _meant(self, position: Any, text: str) -> Iterator[Guess]:
        afters = set()
        for opening, _, before in _rolled(self.rules, position):
            try:
                turn = self.rules.read_turn(before, text)
            except (IllegalError, AmbiguousError):
                continue
            afters.add((opening, self.rules.play(before, turn)))
        every = self.guesses(position)
        return (guess for guess in every if (guess.opening, guess.after) in afters)

    def stages(self, position: Any, turn: Any) -> Sequence[Stage]:
        if isinstance(turn, Guess):
            return self.rules.stages(turn.before, turn.turn)
        return self.rules.stages(position, turn)

    def traces(self, position: Any, turns: Sequence[Any]) -> Sequence[Trace]:
        """All rolls that explain a result look alike when only the result is looked at."""
        if not any(isinstance(turn, Guess) for turn in turns):
            return self.rules.traces(position, turns)
        traces: list[Trace] = []
        groups = [[*each] for _, each in groupby(turns, key=self._mover)]
        if len(groups) == 1:
            return self._outlines(groups[0])
        for group in groups:  # in the opening either side may begin
            traces += self._outlines(group)
        return traces

    def _mover(self, guess: Guess) -> int:
        return self.rules.mover(guess.before)

    def _outlines(self, guesses: Sequence[Guess]) -> Sequence[Trace]:
        """How guesses of one side look: whatever was rolled, it stands on one board."""
        befores, turns = [each.before for each in guesses], [each.turn for each in guesses]
        return self.rules.outlines(befores, turns)

    def goes_on(self, position: Any, turn: Any, others: Iterable[Any]) -> bool:
        return isinstance(turn, Guess) or self.rules.goes_on(position, turn, others)

    def may_hold(self, position: Any, turn: Any, least: Mapping[Cell, int]) -> bool:
        return isinstance(turn, Guess) or self.rules.may_hold(position, turn, least)

    def origins(self, position: Any, turns: Sequence[Any]) -> Iterable[Cell] | None:
        if not any(isinstance(turn, Guess) for turn in turns):
            return self.rules.origins(position, turns)
        cells: set[Cell] = set()
        for before, group in groupby(turns, key=lambda guess: guess.before):
            told = self.rules.origins(before, [guess.turn for guess in group])
            if told is None:
                return None
            cells |= set(told)
        return cells

    # What dice do not change

    def start(self) -> Any:
        return self.rules.start()

    def mover(self, position: Any) -> int:
        return self.rules.mover(position)

    def outcome(self, position: Any) -> Outcome:
        return self.rules.outcome(position)

    def contents(self, position: Any) -> tuple[int, ...]:
        return self.rules.contents(position)

    def write_position(self, position: Any) -> str:
        return self.rules.write_position(position)

    def read_position(self, text: str) -> Any:
        return self.rules.read_position(text)

    def strays(self, position: Any, counts: Mapping[Cell, Collection[int]]) -> Iterable[Any]:
        return self.rules.strays(position, counts)

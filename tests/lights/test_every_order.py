"""In every order of hands: what is lit after each part of a turn is exactly what may come next.

The truth is brute force from the rule sheet (`brute.py`), first compared with the rules' own turns.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

import pytest

from controller.games.nardy import Long, LongOptions, Nardy, Position, Short
from controller.games.nardy.board import BLACK, WHITE, halves, pack
from controller.lights.meanings import TOGETHER
from controller.lights.scene import scene
from controller.table.survey import survey
from controller.words.moment import moment
from tests.games.nardy.boards import random_long, random_short
from tests.lights.brute import BAR, FOE_BAR, OFF, Act, Everything, Expected, Look, Sheet
from tests.table.dicing import DiceSeat

SHORT_GAME = Short()
#: Without L6, which looks at the whole board: its own tests do.
LONG_OPTIONS = {"block_rule": "none"}
LONG_GAME = Long(LongOptions(block_rule="none"))
_NAMES = ("white", "black")


class Table(DiceSeat):
    """Somebody who carries out scripts, from the mover's side of the board."""

    def __init__(self, game: Nardy, at: Position, dice: tuple[int, int], **options: Any) -> None:
        super().__init__(game.name, options)
        self.game, self.side = game, at.mover
        self.begin(position=game.write_position(at))
        self.say("roll", dice=list(dice))

    def cell(self, place: int) -> str:
        """The cell of one of the mover's places."""
        if place in (BAR, OFF):
            return f"{'bar' if place == BAR else 'off'}-{_NAMES[self.side]}"
        if place == FOE_BAR:
            return f"bar-{_NAMES[1 - self.side]}"
        return str(place if self.side == WHITE else self.game.variant.across(place))

    def do(self, act: Act) -> None:
        """A hand takes a checker or puts one down."""
        cell = self.cell(act.place)
        self.put({cell: abs(self.held[cell]) + (1 if act.do == "put" else -1)})

    def lit(self) -> tuple[set[str], set[str]]:
        """What may be taken, and where what is in the hand may go; all of it is also said."""
        glows = scene(survey(self.table))
        meanings = {glow.meaning for glow in glows.values()}
        assert any(meanings <= together for together in TOGETHER), meanings
        assert all(moment(survey(self.table)).values())
        found = [{c for c, g in glows.items() if g.meaning == m} for m in ("may-lift", "may-put")]
        return found[0], found[1]


def facing(game: Nardy, foe: tuple[int, ...]) -> tuple[int, ...]:
    """The opponent's checkers by the mover's places; its bar is 25 and its tray 0."""
    points = (foe[game.variant.across(point)] for point in range(1, 25))
    return (foe[OFF], *points, foe[BAR])


def random_position(game: Nardy, chance: Random) -> Position:
    """Any position, either side to move."""
    scatter = random_short if game is SHORT_GAME else random_long
    white, black = scatter(chance, game.variant)
    mover = chance.choice((WHITE, BLACK))
    if mover == BLACK:
        white, black = black, white
    return game.begin(mover)._replace(board=pack(white, black))


class Trial:
    """One position and roll with everything that hands may do in it."""

    def __init__(self, game: Nardy, at: Position, dice: tuple[int, int], **options: Any) -> None:
        self.game, self.at, self.dice, self.options = game, at, dice, options
        own, foe = halves(at.board, at.mover)
        self.own, self.foe = tuple(own), facing(game, tuple(foe))
        self.ways = Sheet(hits=game.variant.hits).ways(self.own, self.foe, dice)

    @cached_property
    def every(self) -> Everything:
        """Every script there is."""
        hits = self.game.variant.hits
        lone = {point for point in range(1, 25) if self.foe[point] == 1 and hits}
        return Everything(self.own, self.foe, self.ways, lone)

    def agrees_with_the_rules(self) -> bool:
        """Whether brute force comes to the same results as the rules' own turns."""
        rolled = self.game.roll(self.at, self.dice)
        after = (self.game.play(rolled, turn) for turn in self.game.turns(rolled))
        theirs = {bytes(halves(each.board, self.at.mover)[0]) for each in after}
        return theirs == {bytes(self._end(way)) for way in self.ways}

    def _end(self, way: Any) -> list[int]:
        own = list(self.own)
        for step in way:
            own[step.origin] -= 1
            own[step.target] += 1
        return own

    def differences(self, script: tuple[Act, ...]) -> list[str]:
        """What is lit otherwise than it should be while this script is carried out."""
        table, found = Table(self.game, self.at, self.dice, **self.options), list[str]()
        looks = list(self.every.looks(script[:-1]))
        for at, act in enumerate(script[:-1], 1):
            table.do(act)
            if table.turns:
                break  # it was whole, and is made
            found += self._compared(table, looks[at], script[:at])
        return found

    def _compared(self, table: Table, look: Look, done: tuple[Act, ...]) -> list[str]:
        """Everything is lit that may come next, and nothing else that could not."""
        sure, any_ = (self._cells(table, each) for each in self.every.expected(look))
        lit = table.lit()
        any_[1].update(table.cell(place) for place in lifted_again(done))
        if all(one <= two <= three for one, two, three in zip(sure, lit, any_, strict=True)):
            return []
        acts = ", ".join(f"{act.do} {table.cell(act.place)}" for act in done)
        where = f"{self.game.write_position(self.at)} {self.dice} after {acts}"
        return [f"{where}: lit {lit}, but {sure} up to {any_} may come next"]

    @staticmethod
    def _cells(table: Table, expected: Expected) -> tuple[set[str], set[str]]:
        take, put = expected.lit
        return {table.cell(place) for place in take}, {table.cell(place) for place in put}


def lifted_again(done: tuple[Act, ...]) -> set[int]:
    """Where checkers were put down and taken up again: there they may also stay."""
    put, again = set[int](), set[int]()
    for act in done:
        if act.do == "put":
            put.add(act.place)
        elif act.place in put:
            again.add(act.place)
    return again


def trials(game: Nardy, seed: int, count: int, **options: Any) -> list[Trial]:
    """So many random positions with a roll that can be played."""
    chance, found = Random(seed), list[Trial]()
    while len(found) < count:
        at = random_position(game, chance)
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        few = sum(halves(at.board, at.mover)[0][1:]) <= 4
        if game.outcome(at).over or (dice[0] == dice[1] and not few):
            continue
        trial = Trial(game, at, dice, **options)
        if any(trial.ways):
            found.append(trial)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_short_nardy_in_every_order(seed: int) -> None:
    """S4: after each part of a turn of short nardy, exactly what may come next is lit."""
    chance, found = Random(seed), list[str]()
    for trial in trials(SHORT_GAME, seed, 12):
        assert trial.agrees_with_the_rules()
        for script in chance.sample(list(trial.every.scripts), min(4, len(trial.every.scripts))):
            found += trial.differences(script)
    assert not found, "\n".join(found[:5])


@pytest.mark.parametrize("seed", range(2))
def test_long_nardy_in_every_order(seed: int) -> None:
    """L3, L5: after each part of a turn of long nardy, exactly what may come next is lit."""
    chance, found = Random(seed), list[str]()
    for trial in trials(LONG_GAME, seed, 10, **LONG_OPTIONS):
        assert trial.agrees_with_the_rules()
        for script in chance.sample(list(trial.every.scripts), min(4, len(trial.every.scripts))):
            found += trial.differences(script)
    assert not found, "\n".join(found[:5])

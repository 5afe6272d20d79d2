"""Nardy in every order of hands: what is lit after each part is exactly what may come next.

The truth is brute force from the rule sheet (`brute.py`), first compared with the rules' own turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

import pytest

from controller.games.catalogue import make_game
from controller.games.nardy import Gulbar, Long, MadGulbar, Nardy, Position, Short
from controller.games.nardy.board import BLACK, WHITE, halves, pack
from controller.games.nardy.variants import MOVES
from tests.games.nardy.boards import first_turns, random_long, random_short
from tests.lights.brute import (
    BAR,
    FOE_BAR,
    OFF,
    Act,
    Everything,
    LongSheet,
    Look,
    Sheet,
    Step,
    scripts,
)
from tests.lights.watching import LEVELS, Tally, Watched

GAMES: tuple[Nardy, ...] = (Short(), Long(), Gulbar(), MadGulbar())
_NAMES = ("white", "black")
#: Of more ways not every script can be told here.
_MOST_WAYS = 150
#: Of a double with more than a few checkers so many scripts can be told, of runs up to this length.
_FEW, _MOST_SCRIPTS, _LONGEST_RUN = 4, 9000, MOVES
Places = tuple[set[str], set[str]]


class Table(Watched):
    """Somebody who carries out scripts, from the mover's side of the board."""

    def __init__(self, game: Nardy, at: Position) -> None:
        super().__init__(game)
        self.nardy, self.side = game, at.mover
        self.begin(game.write_position(at._replace(dice=())))
        if at.dice:
            self.say("roll", dice=list(at.dice))

    def cell(self, place: int) -> str:
        """The cell of one of the mover's places."""
        if place in (BAR, OFF):
            return f"{'bar' if place == BAR else 'off'}-{_NAMES[self.side]}"
        if place == FOE_BAR:
            return f"bar-{_NAMES[1 - self.side]}"
        return self.nardy.course(self.side)[24 - place]

    def do(self, act: Act) -> None:
        """A hand takes a checker or puts one down."""
        cell = self.cell(act.place)
        self.put({cell: self.held[cell] + (1 if act.do == "put" else -1)})

    def places(self, level: str) -> Places:
        """What may be taken, and where what is in the hand may go; beside that it is only told
        whose turn it is."""
        lit = self.lit(level)
        found = [{c for c, (meaning, _) in lit.items() if meaning == m} for m in _MEANINGS]
        home, rest = self.cell(OFF), {c: m for c, (m, _) in lit.items() if m not in _MEANINGS}
        assert rest == ({} if home in found[1] else {home: "turn"}), lit
        return found[0], found[1]


_MEANINGS = ("may-lift", "may-put")


class Trial:
    """One position and roll with everything that hands may do in it."""

    def __init__(self, game: Nardy, at: Position) -> None:
        self.game, self.at = game, at
        own, foe = halves(at.board, at.mover)
        self.own = tuple(own)
        points = (foe[game.variant.across(point)] for point in range(1, 25))
        self.foe = (foe[OFF], *points, foe[BAR])
        numbers, blocks = game.numbers(at), game.rules.block_rule
        hits = game.variant.hits
        sheet = (
            Sheet(self.own, self.foe)
            if hits
            else LongSheet(self.own, self.foe, numbers, block_rule=blocks)
        )
        self.ways = sheet.ways(numbers)

    @cached_property
    def every(self) -> Everything:
        """Every script there is."""
        hits = self.game.variant.hits
        lone = {point for point in range(1, 25) if self.foe[point] == 1 and hits}
        return Everything(self.own, self.foe, self.ways, lone)

    def scripts_up_to(self, most: int) -> bool:
        """Whether there are so many scripts at most."""
        every = (script for way in self.ways for script in scripts(way, self.own))
        return next(islice(every, most, None), None) is None

    def agrees_with_the_rules(self) -> bool:
        """Whether brute force comes to the same results as the rules' own turns."""
        after = (self.game.play(self.at, turn) for turn in self.game.turns(self.at))
        theirs = {bytes(halves(each.board, self.at.mover)[0]) for each in after}
        return theirs == {bytes(self._end(way)) for way in self.ways}

    def _end(self, way: Any) -> list[int]:
        own = list(self.own)
        for step in way:
            own[step.origin] -= 1
            own[step.target] += 1
        return own

    def carry_out(self, script: tuple[Act, ...], tally: Tally) -> None:
        """One script, looked at before it and after each part."""
        table, looks = Table(self.game, self.at), list(self.every.looks(script[:-1]))
        tally.orders += 1
        for at, look in enumerate(looks):
            if at:
                table.do(script[at - 1])
            if table.made:
                break  # it was whole, and is made
            for level in LEVELS:
                self._compare(table, look, script[:at], level, tally)

    def bounds(
        self, table: Table, look: Look, done: tuple[Act, ...], level: str
    ) -> tuple[Places, Places]:
        """What must be lit, and what may be besides."""
        sure, any_ = self.every.expected(look)
        upper = _cells(table, any_.lit(level))
        lower = _cells(table, sure.lit(level)) if any_.is_duty == sure.is_duty else (set(), set())
        lower[1].update(table.cell(place) for place, hit in sure.put if hit)
        for may, must in zip(upper, _cells(table, sure.lit(level)), strict=True):
            may.update(must)
        if level == "full":
            for place in lifted_again(done):  # it may stay there, and the others go on
                upper[1].add(table.cell(place))
                upper[1].update(_cells(table, self.every.if_put_back(look, place).lit(level))[1])
            if upper[1]:
                upper[1].update(map(table.cell, self.every.finishing(look)))
                upper[1].update(map(table.cell, self.every.on_the_way(look)))
        return lower, upper

    def _compare(
        self, table: Table, look: Look, done: tuple[Act, ...], level: str, tally: Tally
    ) -> None:
        """Everything is lit that may come next, and nothing else that could not."""
        lower, upper = self.bounds(table, look, done, level)
        lit = table.places(level)
        tally.looks += 1
        acts = ", ".join(f"{act.do} {table.cell(act.place)}" for act in done)
        where = f"{self.game.name} {self.game.write_position(self.at)} {level} after {acts}"
        where += f": lit {lit}, but {lower} up to {upper} may come next"
        if not all(one <= two for one, two in zip(lower, lit, strict=True)):
            tally.dark.append(where)
        if not all(one <= two for one, two in zip(lit, upper, strict=True)):
            tally.wrong.append(where)


def _cells(table: Table, places: tuple[set[int], set[int]]) -> Places:
    take, put = ({table.cell(place) for place in each} for each in places)
    return take, put


def lifted_again(done: tuple[Act, ...]) -> set[int]:
    """Where checkers were put down and taken up again: there they may also stay."""
    put, again = set[int](), set[int]()
    for act in done:
        if act.do == "put":
            put.add(act.place)
        elif act.place in put:
            again.add(act.place)
    return again


def scattered(game: Nardy, chance: Random) -> Position:
    """Any position, either side to move, a roll or numbers that passed over (G2)."""
    if game.variant.hits:
        white, black = random_short(chance, game.variant)
    elif chance.random() < 0.15:
        white, black = first_turns(chance)
    else:
        white, black = random_long(chance, game.variant)
    if chance.random() < 0.4:
        thin(white, chance)
    mover = chance.choice((WHITE, BLACK))
    if mover == BLACK:
        white, black = black, white
    return game.begin(mover)._replace(board=pack(white, black))


def thin(half: list[int], chance: Random) -> None:
    """All but a few are off: then every order of a double can be told."""
    while sum(half[1:]) > 4 or (sum(half[1:]) > 1 and chance.random() < 0.4):
        place = chance.choice([place for place in range(1, 26) if half[place]])
        half[place] -= 1
        half[OFF] += 1


def reached(game: Nardy, chance: Random) -> Position:
    """A position that random play comes to, before a roll or with numbers that passed over."""
    at = game.begin(chance.choice((WHITE, BLACK)))
    for _ in range(chance.randint(0, 120)):
        after = at if at.passed else game.roll(at, _roll(chance, doubles=False))
        turns = game.turns(after)
        after = game.play(after, chance.choice(turns))
        if game.outcome(after).over:
            break
        at = after
    return at


def _roll(chance: Random, *, doubles: bool) -> tuple[int, int]:
    one, two = chance.randint(1, 6), chance.randint(1, 6)
    return (max(one, two), min(one, two)) if doubles or one != two else (6, 5)


#: Where positions to be tried come from.
Draw = Callable[[Nardy, Random], Iterator[Trial]]


def trials(game: Nardy, chance: Random) -> Iterator[Trial]:
    """Random positions with a roll that can be played, doubles where few checkers are left."""
    while True:
        at = (reached if chance.random() < 0.4 else scattered)(game, chance)
        if game.outcome(at).over:
            continue
        if not at.passed:
            at = game.roll(at, _roll(chance, doubles=True))
        numbers, own = game.numbers(at), halves(at.board, at.mover)[0]
        if len(numbers) > 2 and sum(own[1:]) > (_FEW if len(numbers) < 5 else 2):
            continue
        trial = Trial(game, at)
        if any(trial.ways) and len(trial.ways) <= _MOST_WAYS:
            yield trial


def full_doubles(game: Nardy, chance: Random) -> Iterator[Trial]:
    """Random positions with many checkers and a double, which most often has hundreds of ways."""
    while True:
        at = (reached if chance.random() < 0.4 else scattered)(game, chance)
        if game.outcome(at).over or at.passed:
            continue
        at = game.roll(at, (number := chance.randint(1, 6), number))
        if sum(halves(at.board, at.mover)[0][1:]) <= _FEW or len(game.numbers(at)) > _LONGEST_RUN:
            continue
        trial = Trial(game, at)
        if any(trial.ways) and trial.scripts_up_to(_MOST_SCRIPTS):
            yield trial


def tried(game: Nardy, seed: int, positions: int, orders: int, *, drawn: Draw = trials) -> Tally:
    """So many positions, each with so many scripts."""
    chance, tally = Random(seed), Tally()
    for trial in drawn(game, chance):
        assert trial.agrees_with_the_rules(), game.write_position(trial.at)
        tally.positions, tally.turns = tally.positions + 1, tally.turns + len(trial.ways)
        ordered = sorted(trial.every.scripts)
        for script in chance.sample(ordered, min(orders, len(ordered))):
            trial.carry_out(script, tally)
        if tally.positions == positions:
            break
    return tally


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_order_of_nardy(game: Nardy) -> None:
    """N4-N8, S3-S5, L3-L6, G2-G5: after each part exactly what may come next is lit."""
    tried(game, 1, 10, 3).check()


def test_no_script_takes_a_checker_that_does_not_stand_there() -> None:
    """The proof's own: with one checker on 6, that is not taken twice before another comes."""
    own = tuple(1 if place in (4, 6, 9) else 0 for place in range(26))
    way = (Step(4, 1, False), Step(6, 3, False), Step(9, 6, False), Step(6, 3, False))
    told = list(scripts(way, own))
    assert told
    for script in told:
        held = list(own)
        for act in script:
            held[act.place] += 1 if act.do == "put" else -1
            assert held[act.place] >= 0, script


def test_every_order_clockwise() -> None:
    """L2a: the same on a board that runs the other way round."""
    game = make_game("long", {"direction": "clockwise"})
    assert isinstance(game, Nardy)
    tried(game, 31, 8, 3).check()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_doubles_with_many_checkers(game: Nardy) -> None:
    """N5, G4: the four of a double, the run of mad gulbar."""
    tried(game, 2, 2, 4, drawn=full_doubles).check()


@pytest.mark.parametrize(
    ("game", "seed", "positions", "orders"),
    [(MadGulbar(), 1008, 2, 6), (Short(), 1014, 2, 6), (MadGulbar(), 501, 4, 8)],
)
def test_three_in_the_hand(game: Nardy, seed: int, positions: int, orders: int) -> None:
    """N5, G4: where hands hold more than two own checkers at once, or take the next before the last
    but one is down, what may come is lit, and nothing that could not."""
    tried(game, seed, positions, orders, drawn=full_doubles).check()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_proof_leaves_little_room(game: Nardy) -> None:
    """Of what the proof would let pass, less than one place in five need not be lit: a light
    that lies is found out."""
    chance, must, may = Random(5), 0, 0
    for trial in islice(trials(game, chance), 8):
        for script in chance.choices(sorted(trial.every.scripts), k=2):
            table = Table(game, trial.at)
            for at, look in enumerate(trial.every.looks(script[:-1])):
                if at:
                    table.do(script[at - 1])
                if table.made:
                    break
                lower, upper = trial.bounds(table, look, script[:at], "full")
                must += sum(map(len, lower))
                may += sum(map(len, upper))
    assert 0 < must <= may < must + must / 5

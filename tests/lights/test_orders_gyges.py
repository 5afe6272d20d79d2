"""Gyges in every order of hands: after each part what is lit is exactly what may come next.

The truth is the plain second implementation of the rules (`tests/games/gyges/plain.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from controller.games.catalogue import AnyGame
from controller.games.gyges import Position
from hardware.readings import Sense
from tests.games.gyges.plain import GOAL, Field, Key, keys, plain_board
from tests.games.gyges.table import scattered
from tests.lights.watching import LEVELS, Lit, Tally, Watched, made, played

HOMES = ("goal1", "goal2")


class Act(NamedTuple):
    """One thing a hand does: the field then shows so much."""

    cell: str
    shows: int
    puts: bool


Script = tuple[Act, ...]
#: The changes that sensors have seen, in order.
Seen = tuple[tuple[str, int], ...]


def cell(field: Field, side: int) -> str:
    """The name of a field; the goal is the one beyond the opponent's line (Y11)."""
    return HOMES[1 - side] if field == GOAL else f"{'abcdef'[field[0]]}{field[1] + 1}"


def scripts(key: Key, board: dict[Field, int], side: int) -> Iterator[Script]:
    """The orders in which hands may carry out a move, the moving piece first (Y12): the other one
    is taken before it comes, or from below it, and put down before or after."""
    origin, target, size = cell(key[0], side), cell(key[1], side), board[key[0]]
    lift, down = Act(origin, 0, puts=False), Act(target, size, puts=True)
    if len(key) == 2:
        yield lift, down
        return
    other = board[key[1]]
    take, away = Act(target, 0, puts=False), Act(cell(key[2], side), other, puts=True)
    yield lift, take, down, away
    yield lift, take, away, down
    yield lift, down._replace(shows=size + other), down._replace(puts=False), away


def placements(game: AnyGame, position: Position) -> set[Script]:
    """Y2: any piece still in hand comes onto a free field of the own first line."""
    line = "16"[position.mover]
    stands = dict(zip(game.cells, game.contents(position), strict=True))
    mine = [stands[f"{file}{line}"] for file in "abcdef"]
    sizes = {size for size in (1, 2, 3) if mine.count(size) < 2}
    free = [f"{file}{line}" for file in "abcdef" if not stands[f"{file}{line}"]]
    return {(Act(each, size, puts=True),) for each in free for size in sizes}


class Everything:
    """All scripts of a position."""

    def __init__(self, game: AnyGame, position: Position, sense: Sense) -> None:
        self._reeds = sense is Sense.PRESENCE
        self.side, board = position.mover, plain_board(position)
        self._held = dict(zip(game.cells, game.contents(position), strict=True))
        if position.in_setup:
            self.scripts = placements(game, position)
        else:
            moves = keys(self.side, board, replace=game.options.replace)
            found = (each for key in moves for each in scripts(key, board, self.side))
            self.scripts = {each for each in found if len(self._seen(each)) == len(each)}
        self._after = dict[Seen, set[Act]]()
        self._looks = dict[frozenset[tuple[str, int]], set[Act]]()
        for script in self.scripts:
            for at, act in enumerate(script):
                seen = self._seen(script[:at])
                self._after.setdefault(seen, set()).add(act)
                self._looks.setdefault(self._look(seen), set()).add(act)

    def _seen(self, done: Script) -> Seen:
        """What is seen of this, act by act: a reed does not see a piece come onto another."""
        now, seen = (
            {each: self._sensed(n) for each, n in self._held.items()},
            list[tuple[str, int]](),
        )
        for act in done:
            if now[act.cell] != self._sensed(act.shows):
                now[act.cell] = self._sensed(act.shows)
                seen.append((act.cell, now[act.cell]))
        return tuple(seen)

    def _sensed(self, size: int) -> int:
        return min(size, 1) if self._reeds else size

    def _look(self, seen: Seen) -> frozenset[tuple[str, int]]:
        """How the board looks then, where it is not as before."""
        shown = dict(seen)
        return frozenset(
            (each, n) for each, n in shown.items() if self._sensed(self._held[each]) != n
        )

    def following(self, done: Script) -> tuple[set[Act], set[Act]]:
        """What comes next in any script of which so much was seen; and in any that looks like this:
        two pieces of one size cannot be told apart, and hands may change their mind."""
        seen = self._seen(done)
        return self._after.get(seen, set()), self._looks[self._look(seen)]

    def expected(self, done: Script, acts: set[Act], level: str) -> Lit:
        """What is lit for these acts: where the piece in the hand may go, also where it takes
        another's place; with an empty hand what may be lifted, or placed from beside (Y2)."""
        home, in_hand = {HOMES[self.side]: ("turn", 0)}, sum(-1 if act.puts else 1 for act in done)
        if level == "off" or (level == "legal" and in_hand):
            return home
        return home | {act.cell: (_meaning(act, in_hand), 0) for act in acts}


def _meaning(act: Act, in_hand: int) -> str:
    if not act.puts and not in_hand:
        return "may-lift"
    return "goal" if act.cell in HOMES else "may-put"


def of_no_number(lit: Lit) -> Lit:
    """A piece is whole: numbers do not matter."""
    return {each: (meaning, 0) for each, (meaning, _) in lit.items()}


class Trial:
    """One position, carried out and looked at."""

    def __init__(self, game: AnyGame, position: Position, sense: Sense, tally: Tally) -> None:
        self.game, self.sense, self.tally = game, sense, tally
        self.every, self.text = Everything(game, position, sense), game.write_position(position)

    def carry_out(self, script: Script) -> None:
        """One move in one order, looked at after each part."""
        table = Watched(self.game, sense=self.sense)
        self.tally.orders += 1
        table.begin(self.text)
        for at, act in enumerate(script):
            for level in LEVELS:
                self._look(table, script[:at], level)
            table.put({act.cell: act.shows})
            if table.made or table.table.verdict.done:
                break  # it is whole, or looks so: whether it goes on is the follower's matter

    def _look(self, table: Watched, done: Script, level: str) -> None:
        lit = of_no_number(table.lit(level))
        following = self.every.following(done)
        sure, any_ = (self.every.expected(done, acts, level) for acts in following)
        way = {each for each, (meaning, _) in lit.items() if meaning == "path"}
        if way:  # it stands as still as whose turn it is, and says it, too
            assert level == "full" and (done[0].cell in way or done[0].cell in sure), (done, lit)
            lit = {each: told for each, told in lit.items() if each not in way}
            sure = {each: told for each, told in sure.items() if told[0] != "turn"}
        extra = {each: told for each, told in any_.items() if lit.get(each) == told}
        extra = {each: told for each, told in extra.items() if told[0] != "turn"}
        acts = " ".join(f"{act.cell}={act.shows}" for act in done)
        where = f"replace {self.game.options.replace}: {self.text} {level} after {acts}"
        self.tally.compare(lit, extra | sure, where)


def random_positions(game: AnyGame, chance: Random, count: int) -> Iterator[Position]:
    """Positions of random games with their set-up, and scattered pieces."""
    for at in range(count):
        past = played(game, chance, 40)
        yield chance.choice(past) if at % 2 else scattered(chance)


def tried(seed: int, positions: int, orders: int, sense: Sense = Sense.WEIGHT) -> Tally:
    """So many positions with and without replacing, each with so many scripts."""
    chance, tally = Random(seed), Tally()
    for replace in (False, True):
        game = made("gyges", replace=replace)
        for position in random_positions(game, chance, positions):
            if game.outcome(position).over:
                continue
            trial = Trial(game, position, sense, tally)
            able = sorted(trial.every.scripts)
            tally.positions, tally.turns = tally.positions + 1, tally.turns + len(able)
            for script in chance.sample(able, min(orders, len(able))):
                trial.carry_out(script)
    return tally


def test_every_piece_and_field() -> None:
    """Y2-Y12: exactly what may be lifted, and then where it may go, is lit, at its level."""
    tried(1, 7, 3).check()


def test_pieces_seen_by_reeds() -> None:
    """Y2-Y12: the same where it is only seen that a piece is there, as far as anybody can know."""
    tried(2, 4, 3, Sense.PRESENCE).check()

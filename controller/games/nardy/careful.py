"""Legal turns found move by move, for whatever depends on the way a result is reached.

Used where the rules look at every single checker move (L6, S7, S13), and to tell how a result
comes about. It is slower than the other finders and knows all the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from controller.games.nardy.board import (
    HIT,
    HITTER,
    LEFT,
    MATE,
    ONE,
    POINTS,
    TURN_MASK,
    Board,
    halves,
    hitters,
    mates,
    own_after,
    standing,
)
from controller.games.nardy.rules import Rules
from controller.games.nardy.variants import BAR, HEAD, OFF, Half

_LEFT_SHIFT = LEFT[1].bit_length() - 1
_BAR_ONLY = (BAR,)


class Move(NamedTuple):
    """One checker's move by one number: from, to, the turn so far, and whether it hit."""

    origin: int
    target: int
    state: int
    hit: bool

    def noting(self, marks: int) -> Move:
        """The same move with these marks of hitters and their mates added to the state."""
        return Move(self.origin, self.target, self.state + marks, self.hit)


class Walk:
    """The single moves of one turn: everything that does not change while the turn is made."""

    def __init__(self, rules: Rules, board: Board, side: int, numbers: Sequence[int]) -> None:
        self.rules = rules = _judged(rules, board, side, numbers)
        self.numbers = tuple(numbers)
        own, foe = halves(board, side)
        self.start = standing(own)
        self._facing = rules.variant.facing(foe)
        self._head_floor = rules.head_floor(own, self._facing, numbers)
        self._foremost = rules.foremost(foe) if rules.block_rule else 0
        self.watches_hitters = rules.watches_hitters
        self._pairs = rules.pair and rules.hit_then_bear_off != "allowed"
        self._closed_at = rules.variant.closed_at

    def is_open(self, place: int) -> bool:
        """Whether a checker may come to this place (S3, L5); off the board it always may."""
        return place == OFF or self._facing[place] < self._closed_at

    @property
    def any_order(self) -> bool:
        """The same moves of equal numbers are legal in one order just as in another."""
        equal = self.numbers[0] == self.numbers[-1]
        return equal and self._foremost <= 6 and not self.watches_hitters

    def orders(self) -> tuple[tuple[int, ...], ...]:
        """The orders in which the numbers may be played: free for two dice (N4), upward else."""
        if len(self.numbers) == 2 and self.numbers[0] > self.numbers[1]:
            return self.numbers, self.numbers[::-1]
        return (self.numbers,)

    def moves(self, state: int, number: int, among: Iterable[int] = POINTS) -> list[Move]:
        """Every legal move of one checker by this number, from the furthest to the nearest.

        `among` are the points of which moves are wanted, where not all are.
        """
        own = own_after(state)
        found = []
        for origin, target in self._ways(own, number, among):
            after = state - ONE[origin] + ONE[target]
            hit = bool(target and self._facing[target] and not state & HIT[target])
            if hit:
                after += HIT[target]
            if self._foremost <= 6 or not self.rules.shuts_in(own_after(after), self._foremost):
                found.append(Move(origin, target, after, hit))
        return self._house_rules(own, state, found) if self.watches_hitters else found

    def _ways(self, own: Half, number: int, among: Iterable[int]) -> Iterator[tuple[int, int]]:
        """From where to where the number goes, as far as points, bar and head decide it."""
        facing, closed_at = self._facing, self._closed_at
        home = not any(own[7:])
        for origin in _BAR_ONLY if own[BAR] else among:  # S5: the bar first
            if not own[origin] or (origin == HEAD and own[HEAD] <= self._head_floor):
                continue
            target = origin - number
            if target > 0:
                if facing[target] < closed_at:
                    yield origin, target
            elif home and (target == 0 or not any(own[origin + 1 : 7])):  # N8
                yield origin, OFF

    def _house_rules(self, own: Half, state: int, moves: Iterable[Move]) -> list[Move]:
        """The moves with their hitters noted, without those that S7 and S13 forbid.

        Checkers on one point look alike: where a hitter and another stand together, either of
        them may be the one that moves.
        """
        free: list[Move] = []
        barred: list[Move] = []
        hit, paired = hitters(state), mates(state)
        for move in moves:
            at, kept = _home(move.origin), barred if move.target == OFF else free
            if own[move.origin] > hit[at] + paired[at]:
                free.append(self._of_another(own, hit, move))
            if hit[at] and self._may_hide(own, move):
                lone = own[move.target] == 1 and not hit[move.target] + paired[move.target]
                kept.append(self._of_hitter(move, lone=lone))
            if paired[at]:
                kept.append(_of_mate(move))
        if self.rules.hit_then_bear_off == "allowed":
            return free + barred
        if self.rules.hit_then_bear_off == "forced" and not free:
            return barred
        return free

    def _may_hide(self, own: Half, move: Move) -> bool:
        """Whether a checker that hit may go there: not to another own one, by house rule (S13)."""
        return self.rules.hit_and_hide or move.target == OFF or not own[move.target]

    def _of_another(self, own: Half, hit: Sequence[int], move: Move) -> Move:
        """The move of a checker without a mark: it hits, or makes a pair with a hitter that stood
        alone (S7a)."""
        target = _home(move.target)
        pairs = self._pairs and target != OFF and hit[target] == own[target] == 1
        return move.noting(HITTER[target] if move.hit else MATE[target] if pairs else 0)

    def _of_hitter(self, move: Move, *, lone: bool) -> Move:
        """The move of a checker that hit, and so did wherever it goes: it makes a pair with a
        `lone` one (S7a)."""
        origin, target = move.origin, move.target
        pairs = self._pairs and target != OFF and lone
        return move.noting(HITTER[target] - HITTER[origin] + (MATE[target] if pairs else 0))


def _of_mate(move: Move) -> Move:
    """The move of a checker that made a pair with a hitter: it did wherever it goes (S7a)."""
    marks = HITTER if move.hit else MATE
    return move.noting(marks[move.target] - MATE[move.origin])


def _home(place: int) -> int:
    """A place of the home, where hitters are noted; 0 stands for all others."""
    return place if place <= 6 else OFF


def _judged(rules: Rules, board: Board, side: int, numbers: Sequence[int]) -> Rules:
    """The rules with S7's "forced" decided for this whole turn, where the house has it so (S7b):
    bearing a hitter off is forbidden if that takes no number away (N7), else allowed."""
    if rules.hit_then_bear_off != "forced" or rules.forced_by != "turn":
        return rules
    forbidding = replace(rules, hit_then_bear_off="forbidden")
    allowing = replace(rules, hit_then_bear_off="allowed")
    avoiding = find_carefully(forbidding, board, side, numbers)
    free = find_carefully(allowing, board, side, numbers)
    larger = _larger(numbers)
    return forbidding if _rank(avoiding[0], larger) == _rank(free[0], larger) else allowing


def find_carefully(rules: Rules, board: Board, side: int, numbers: Sequence[int]) -> list[int]:
    """Every legal turn with these numbers, each with the numbers it leaves unplayed."""
    walk = Walk(rules, board, side, numbers)
    found: set[int] = set()
    for order in walk.orders():
        found |= _ends(walk, order)
    return fullest(found, numbers)


def _ends(walk: Walk, order: Sequence[int]) -> set[int]:
    """Where playing the numbers in this order leads; a number is left only if it must be (N6)."""
    states = {walk.start}
    for number in order:
        following: set[int] = set()
        for state in states:
            moves = walk.moves(state, number)
            following.update([move.state for move in moves] or (state + LEFT[number],))
        states = following
    return {state & TURN_MASK for state in states}


def fullest(turns: Iterable[int], numbers: Sequence[int]) -> list[int]:
    """Those turns that play as many numbers as any; one of two dice: the larger (N7)."""
    larger = _larger(numbers)
    ranks = {turn: _rank(turn, larger) for turn in turns}
    best = min(ranks.values())
    return [turn for turn, rank in ranks.items() if rank == best]


def _larger(numbers: Sequence[int]) -> int:
    """The die that goes before the other where only one can be played; 0: it does not matter."""
    return max(numbers) if len(numbers) == 2 else 0


def _rank(turn: int, larger: int) -> tuple[int, int]:
    left = (turn >> _LEFT_SHIFT).to_bytes(6, "little")
    return sum(left), left[larger - 1] if larger else 0

"""A variant with the options that decide which moves are legal, and the numbers a roll gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.games.nardy.variants import CHECKERS, HEAD, Half, Variant

#: Doubles on which a single head checker can be stopped by the opponent's head (L4).
_SECOND_HEAD = (3, 4, 6)
_SIX = bytes(6)
_EMPTY_IS_ONE = bytes([1]) + bytes(255)


@dataclass(frozen=True, slots=True)
class Rules:
    """Which moves are legal at this table."""

    variant: Variant
    hit_then_bear_off: str = "allowed"  # S7
    pair: bool = False  # S7a
    forced_by: str = "number"  # S7b
    hit_and_hide: bool = True  # S13
    block_rule: bool = False  # L6
    repeats: int = 4  # N5, G4

    @property
    def watches_hitters(self) -> bool:
        """A house rule looks at what a checker does after it hit (S7, S13)."""
        return self.hit_then_bear_off != "allowed" or not self.hit_and_hide

    def numbers(self, dice: Sequence[int]) -> tuple[int, ...]:
        """The numbers a roll gives, in the order in which they are written (N4, N5, G4)."""
        larger, smaller = max(dice), min(dice)
        if larger != smaller:
            return larger, smaller
        last = 6 if self.variant.runs_upward else larger
        return tuple(number for number in range(larger, last + 1) for _ in range(self.repeats))

    def head_floor(self, own: Half, facing: Half, numbers: Sequence[int]) -> int:
        """How many checkers must stay on the head this turn (L3, L4)."""
        if not self.variant.head_rule:
            return 0
        second = own[HEAD] == CHECKERS and _second_may_leave(facing, numbers)
        return max(own[HEAD] - 1 - second, 0)

    def foremost(self, foe: Half) -> int:
        """The point, in its own numbers, of the opposing checker that has come furthest."""
        return next((point for point in range(1, 26) if foe[point]), 0)

    def shuts_in(self, own: Half, foremost: int) -> bool:
        """Six own points in a row stand ahead of every opposing checker (L6).

        The row is looked for on the opponent's course, which ends with its home: points before its
        head and behind its home do not make one row.
        """
        held = self.variant.facing(own)[1:foremost].translate(_EMPTY_IS_ONE)
        return _SIX in held

    def may_shut_in(self, own: Half, foe: Half, moves: int) -> bool:
        """So many moves could make six points in a row ahead of all opposing checkers."""
        foremost = self.foremost(foe)
        if foremost <= 6:
            return False
        gaps = self.variant.facing(own)[1:foremost].translate(_EMPTY_IS_ONE)
        if foremost - 1 - sum(gaps) + moves < 6:
            return False
        return any(sum(gaps[at : at + 6]) <= moves for at in range(foremost - 6))


def _second_may_leave(facing: Half, numbers: Sequence[int]) -> bool:
    """One head checker alone would be stopped by the opponent's head, and by nothing else (L4)."""
    if numbers[0] not in _SECOND_HEAD or len(numbers) < 2 or numbers[0] != numbers[1]:
        return False
    at = HEAD
    for number in numbers:
        at -= number
        if at < 1 or facing[at]:
            return at == HEAD - 12
    return False

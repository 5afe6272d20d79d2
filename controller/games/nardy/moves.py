"""Every legal turn of a roll, one for each distinct result: what the lights wait for."""

from __future__ import annotations

from collections.abc import Sequence

from controller.games.nardy.board import BAR, BOARD_BYTES, BOARD_MASK, HEAD, PLACES, Half, leaving
from controller.games.nardy.careful import find_carefully
from controller.games.nardy.equals import find_equals
from controller.games.nardy.pairs import find_entering, find_near_home, find_sums
from controller.games.nardy.rules import Rules
from controller.games.nardy.steps import Steps, View


class TurnFinder:
    """Finds the legal turns of one game with its options chosen.

    A turn is its result: the board it leaves and, where numbers pass over, the numbers it leaves.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._opposed = rules.variant.opposed
        self._head_rule = rules.variant.head_rule
        self._passes_over = rules.variant.passes_over
        self._block_rule = rules.block_rule
        self._watches_hitters = rules.watches_hitters
        self._steps = (Steps(rules.variant, 0), Steps(rules.variant, 1))

    def find(self, board: int, side: int, numbers: Sequence[int]) -> list[int]:
        """Every legal turn with these numbers."""
        cells = board.to_bytes(BOARD_BYTES, "little")
        own, foe = (cells[PLACES:], cells[:PLACES]) if side else (cells[:PLACES], cells[PLACES:])
        a, b = numbers[0], numbers[-1]
        if a < b or self._depends_on_the_way(own, foe, len(numbers)):
            return self._carefully(board, side, numbers)
        facing = foe[25:0:-1] if self._opposed else foe[12:25] + foe[1:13]
        steps, view = self._steps[side], View(board, own, facing)
        if a == b:
            floor = self._rules.head_floor(own, facing, numbers) if self._head_rule else 0
            found = find_equals(steps, view, numbers, floor)
        elif own[BAR]:
            found = find_entering(steps, view, numbers)
        elif sum(own[7:]) < 2:
            found = find_near_home(steps, view, numbers)
        else:
            if self._head_rule and own[HEAD]:
                view = View(board, own[:HEAD] + b"\1\0", facing)  # L3: only one may leave
            found = find_sums(steps, view, numbers)
        return self._with_left(*found) if self._passes_over else found[0]

    def _depends_on_the_way(self, own: Half, foe: Half, moves: int) -> bool:
        """The rules look at single moves and not at the result alone (S7, S13, L6)."""
        if self._block_rule:
            return self._rules.may_shut_in(own, foe, moves)
        return self._watches_hitters

    def _carefully(self, board: int, side: int, numbers: Sequence[int]) -> list[int]:
        turns = find_carefully(self._rules, board, side, numbers)
        if self._passes_over:
            return turns
        return list({turn & BOARD_MASK for turn in turns})

    def _with_left(self, turns: list[int], left: Sequence[int]) -> list[int]:
        """The turns with the numbers that pass over (G2)."""
        passed = leaving(left)
        return [turn + passed for turn in turns] if passed else turns

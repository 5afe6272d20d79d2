"""Every legal turn of a roll, one for each distinct result: what the lights wait for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from controller.games.nardy.board import PLAYED_MASK, Board, leaving
from controller.games.nardy.careful import find_carefully
from controller.games.nardy.equals import find_equals
from controller.games.nardy.pairs import find_entering, find_near_home, find_sums
from controller.games.nardy.patience import Patience, TooManyError
from controller.games.nardy.rules import Rules
from controller.games.nardy.runs import find_run
from controller.games.nardy.steps import Found, Steps
from controller.games.nardy.variants import BAR, HEAD, PLACES, Half

#: So many states of a run are quickly passed.
_MOST_LISTED = 2_500


class TurnFinder:
    """Finds the legal turns of one game with its options chosen."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._opposed = rules.variant.opposed
        self._head_rule = rules.variant.head_rule
        self._passes_over = rules.variant.passes_over
        self._block_rule = rules.block_rule
        self._watches_hitters = rules.watches_hitters
        self._steps = Steps(rules.variant)
        # Upward runs take much work, and are wanted again when one of them is played.
        self._find_run = lru_cache(maxsize=1)(partial(find_run, rules))
        self._find_few = lru_cache(maxsize=4)(self._few)

    def find(self, board: Board, side: int, numbers: Sequence[int]) -> list[int]:
        """Every legal turn with these numbers; where numbers pass over, with those it leaves."""
        own, foe = (board[PLACES:], board[:PLACES]) if side else (board[:PLACES], board[PLACES:])
        if numbers[0] < numbers[-1]:
            run = (board, side, tuple(numbers))
            return self._find_few(*run) or self._find_run(*run)
        if self._watches_hitters or (
            self._block_rule and self._rules.may_shut_in(own, foe, len(numbers))
        ):
            return self._carefully(board, side, numbers)
        facing = foe[25:0:-1] if self._opposed else foe[12:25] + foe[1:13]
        turns, left = self._find(own, facing, numbers)
        if self._passes_over and left:  # G2
            passed = leaving(left)
            return [turn + passed for turn in turns]
        return turns

    def has_many(self, board: Board, side: int, numbers: Sequence[int]) -> bool:
        """Whether there are more legal turns than are quickly listed: only runs may have them."""
        return numbers[0] < numbers[-1] and not self._find_few(board, side, tuple(numbers))

    def _few(self, board: Board, side: int, numbers: tuple[int, ...]) -> list[int]:
        """The turns of a run; none where there are too many to list them quickly."""
        try:
            return find_run(self._rules, board, side, numbers, Patience(_MOST_LISTED))
        except TooManyError:
            return []

    def _find(self, own: Half, facing: Half, numbers: Sequence[int]) -> Found:
        """The turns where the way does not matter, by what can happen on it."""
        steps = self._steps
        view = (int.from_bytes(own, "little"), list(own), list(facing))
        if numbers[0] == numbers[-1]:
            floor = self._rules.head_floor(own, facing, numbers) if self._head_rule else 0
            return find_equals(steps, view, numbers, floor)
        if own[BAR]:
            return find_entering(steps, view, numbers)
        if sum(own[7:]) < 2:
            return find_near_home(steps, view, numbers)
        if self._head_rule and own[HEAD]:
            view[1][HEAD] = 1  # L3: only one may leave
        return find_sums(steps, view, numbers)

    def _carefully(self, board: Board, side: int, numbers: Sequence[int]) -> list[int]:
        """The turns where the rules look at every single move (S7, S13, L6)."""
        turns = find_carefully(self._rules, board, side, numbers)
        if self._passes_over:
            return turns
        return list({turn & PLAYED_MASK for turn in turns})

"""Kakuzu: lifts the stone beneath which the number most likely lies, as far as it remembers what
lies open."""

from __future__ import annotations

from math import exp
from typing import Any, Final

from controller.engines.engine import Engine, Judged, lead
from controller.engines.kakuzu.grids import Grids, Likely
from controller.games.kakuzu.board import NUMBERS
from controller.games.kakuzu.position import STONE, Position

#: How much of what lies open each level takes in.
_MEMORY: Final = (0.15, 0.3, 0.45, 0.6, 0.72, 0.84, 0.93, 1.0)
#: How many grids are drawn at most, where they cannot be counted.
_DRAWN: Final = (10, 15, 20, 30, 50, 80, 120, 2_000)


class KakuzuEngine(Engine):
    """Decides from what lies open alone: what is covered is nowhere in a position."""

    work_of_a_second = 150

    def judge(self, position: Position) -> list[Judged]:
        game = self.game
        timeout = game.timeout_turn(position)
        turns = [turn for turn in game.turns(position) if turn != timeout]
        if not turns:
            return []
        lifts = {
            turn.hole: turn
            for turn in reversed(turns)
            if not game.trace(position, turn).moves_nothing
        }
        if lifts:
            hits = self._hits(position, [*lifts])
            judged = [self._judged(position, lifts[hole], hits[hole]) for hole in lifts]
        else:
            judged = self._said(position, turns)
        self._random.shuffle(judged)  # of equals any may come first
        return sorted(judged, key=lambda each: -each.value)

    def _said(self, position: Position, turns: list[Any]) -> list[Judged]:
        """A number is named that some stone most likely covers (Z10); or the turn is over (Z6)."""
        assert self.game.hidden is not None
        named = [turn for turn in turns if self.game.hidden.named_aloud(turn)]
        if not named:
            return [self._judged(position, turn, 0.0) for turn in turns]
        likely = self.likely(position)
        surest = {n: max((each[n] for each in likely.values()), default=0.0) for n in NUMBERS}
        return [self._judged(position, turn, surest[turn.number]) for turn in named]

    def _hits(self, position: Position, holes: list[int]) -> dict[int, float]:
        """How likely each stone covers what is looked for; in the set-up nothing is (Z2)."""
        if not position.token:
            return dict.fromkeys(holes, 0.5)
        likely = self.likely(position)
        return {hole: likely[hole][position.token] for hole in holes}

    def likely(self, position: Position) -> Likely:
        """How likely each number is beneath each stone, by what this level remembers."""
        memory = _MEMORY[self.level - 1]
        numbers = {
            hole: number
            for hole, number in position.numbers.items()
            if memory == 1 or self._random.random() < memory
        }
        covered = [hole for hole, look in enumerate(position.holes) if look == STONE]
        grids = Grids(numbers, covered, position.gone)
        spent, most = self.budget().spent, _DRAWN[self.level - 1]
        return grids.likely(self._random, spent, most)[1]

    def _judged(self, position: Position, turn: Any, hit: float) -> Judged:
        """A hit is a stone for the mover, a miss one for the player on the left (Z4, Z5)."""
        ahead = lead(position.stones, position.mover) + 2 * hit - 1
        scale = 0.6 * max(1, position.left) ** 0.5
        return Judged(turn, ahead, 1 / (1 + exp(-max(-60.0, min(60.0, ahead / scale)))))

"""Gyges: looks for a win in one, for turns that leave none, then as deep as there is time."""

from __future__ import annotations

from typing import ClassVar, Final, cast

from controller.engines.engine import Budget, Engine, Judged
from controller.games.catalogue import AnyGame
from controller.games.gyges.board import ROUTES, goal_of, lines_from
from controller.games.gyges.choices import find_choices
from controller.games.gyges.game import Gyges
from controller.games.gyges.position import Position
from controller.games.gyges.tracing import board_after
from controller.games.gyges.trails import path, targets, walks
from controller.games.gyges.turns import Move, Turn

#: How many turns each level looks ahead; the first two are looked at whatever the time.
_DEPTHS: Final = (1, 2, 2, 2, 2, 3, 3, 12)
_SURE: Final = 2
#: How often each level overlooks what the other side may answer. Turns are so many that a blurred
#: judgement alone finds a safe one nearly always.
_OVERLOOKS: Final = (1.0, 0.8, 0.5, 0.25, 0.1, 0.03, 0.0, 0.0)
#: Deeper than that, so many turns of a position are looked at.
_WIDTH: Final = 40
#: What each further turn to a win takes from it, and what each turn one may choose from is worth.
_LATER: Final = 0.01
_CHOICE: Final = 0.004


class _OutOfTimeError(Exception):
    pass


class GygesEngine(Engine):
    """A win is worth 1. Blurred judgement overlooks one now and then; lower levels overlook
    answers, too."""

    work_of_a_second = 300
    blur: ClassVar[tuple[float, ...]] = (0.8, 0.5, 0.3, 0.15, 0.08, 0.03, 0.0, 0.0)
    _budget: Budget
    _work: int

    def __init__(
        self, game: AnyGame, level: int = 8, *, seconds: float = 1.0, seed: int | None = None
    ) -> None:
        super().__init__(game, level, seconds=seconds, seed=seed)
        options = cast(Gyges, game).options
        self._replace: bool = options.replace
        self._crossing: str = options.crossing
        self._routes = ROUTES[options.crossing]

    def judge(self, position: Position) -> list[Judged]:
        if self.game.outcome(position).over:
            return []
        self._budget, self._work = self.budget(), 0
        values = self._set_up(position) if position.in_setup else self._looked_ahead(position)
        judged = [Judged(turn, value, (1 + value) / 2) for turn, value in values.items()]
        return sorted(judged, key=lambda each: -each.value)

    def _set_up(self, position: Position) -> dict[Turn, float]:
        """Any placement will do, but the last should leave no win in one."""
        values: dict[Turn, float] = {}
        for turn in self.game.turns(position):
            after = self.game.play(position, turn)
            loses = not after.in_setup and self.wins(after)
            values[turn] = self._random.uniform(-0.01, 0.01) - loses
        return values

    def _looked_ahead(self, position: Position) -> dict[Turn, float]:
        goal = goal_of(position.mover)
        turns = self._turns(position)
        won = [turn for turn in turns if turn.target == goal]
        # Of equals any may come first: who always plays the same is soon known.
        values: dict[Turn, float] = {turn: self._random.uniform(0, 1e-6) for turn in turns}
        if won:
            return values | dict.fromkeys(won, 1.0)
        if self._random.random() < _OVERLOOKS[self.level - 1]:
            return values
        after = {turn: _after(position, turn) for turn in turns}
        try:
            for depth in range(2, _DEPTHS[self.level - 1] + 1):
                values = self._deeper(after, values, depth)
                if max(values.values()) <= -1 + depth * _LATER:
                    break  # lost, whatever is played: the longest way is known
        except _OutOfTimeError:
            pass
        return values

    def _deeper(
        self, after: dict[Move, Position], before: dict[Turn, float], depth: int
    ) -> dict[Turn, float]:
        """The values one turn deeper; those known as lost need no further look."""
        values, best = dict(before), -2.0
        for turn in sorted(after, key=lambda each: -before[each]):
            if depth > _SURE and before[turn] <= -1 + depth * _LATER:
                continue
            floor = -2.0 if depth <= _SURE or self.blur[self.level - 1] else best
            values[turn] = -self._value(after[turn], -2.0, -floor, depth - 1, depth > _SURE)
            values[turn] += before[turn] * 1e-6
            best = max(best, values[turn])
        return values

    def _value(
        self, position: Position, alpha: float, beta: float, depth: int, timed: bool
    ) -> float:
        """What a position is worth to its mover."""
        self._work += 1
        if timed and self._budget.spent(self._work):
            raise _OutOfTimeError
        if self.wins(position):
            return 1.0 - _LATER
        if depth == 1 and not timed:
            return 0.0
        turns = self._turns(position)
        if not turns:
            return -1.0
        if depth == 1:
            return min(0.5, _CHOICE * len(turns))
        best = -2.0
        for turn in turns[:_WIDTH]:
            worth = -self._value(_after(position, turn), -beta, -max(alpha, best), depth - 1, timed)
            best = max(best, worth - _LATER if worth > 0.5 else worth)
            if best >= beta:
                break
        return best

    def _turns(self, position: Position) -> tuple[Move, ...]:
        return find_choices(position, replace=self._replace, crossing=self._crossing).turns

    def wins(self, position: Position) -> bool:
        """Whether the mover can reach the goal in one turn."""
        board, side = position.board, position.mover
        goal, routes = goal_of(side), self._routes
        for line in lines_from(side):
            standing = [at for at in line if board[at]]
            if any(path(routes, board, side, at, goal) for at in standing):
                return True
            if any(walks(routes, board, side, at) for at in standing):
                return False
            if any(targets(routes, board, side, at, landings=self._replace) for at in standing):
                return False
        return False


def _after(position: Position, move: Move) -> Position:
    return Position(1 - position.mover, board_after(position.board, move))

"""An engine for any game there is, by nothing but its rules: a guest's, or one of our own that has
none yet.

It looks ahead by what the sides have scored, and where that tells nothing apart it plays on at
random, many times.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import exp
from typing import Any, ClassVar, Final

from controller.engines.engine import Budget, Engine, Judged, lead, turns_of
from controller.games.acts import Drawn

#: How many turns each level looks ahead.
_DEPTHS: Final = (1, 1, 2, 2, 3, 4, 6, 60)
#: How many games are played on at random, at most, and how far.
_PLAYED_ON: Final = (0, 10, 20, 40, 80, 160, 320, 5_000)
_FAR: Final = 60
#: Beyond so many turns of one position, or results of one draw, some stand for all.
_MOST_TURNS: Final = 60
_MOST_DRAWS: Final = 36
_WON: Final = 1_000.0


class _OutOfTimeError(Exception):
    pass


class GeneralEngine(Engine):
    """Its blur is a share of how much the turns differ, since it knows nothing of the points."""

    work_of_a_second = 4_000
    blur: ClassVar[tuple[float, ...]] = (0.9, 0.6, 0.4, 0.25, 0.15, 0.1, 0.05, 0.0)
    _budget: Budget
    _work: int

    def best(self, position: Any) -> list[Judged]:
        self.prepare(position)
        judged = self.judge(position)
        spread = max((each.value for each in judged), default=0) - min(
            (each.value for each in judged), default=0
        )
        blur = self.blur[self.level - 1] * spread
        if not blur:
            return judged
        seen = [replace(each, value=each.value + self._random.gauss(0, blur)) for each in judged]
        return sorted(seen, key=lambda each: -each.value)

    def judge(self, position: Any) -> list[Judged]:
        turns = turns_of(self.game, position)
        timeout = self.game.timeout_turn(position)
        turns = [turn for turn in turns if turn != timeout] or turns
        if not turns:
            return []
        self._budget, self._work = self.budget(), 0
        side = self.game.mover(position)
        values = self._looked_ahead(position, side, self._some(turns))
        values = self._played_on(position, side, values)
        judged = [Judged(turn, value, _chance(value)) for turn, value in values]
        return sorted(judged, key=lambda each: -each.value)

    # -- looking ahead ---------------------------------------------------------------------------

    def _looked_ahead(self, position: Any, side: int, turns: list[Any]) -> list[tuple[Any, float]]:
        after = [self.game.play(position, turn) for turn in turns]
        values = [float(self._standing(each, side)) for each in after]
        # Half of the time: the other half is for playing on.
        budget, self._budget = self._budget, Budget(self.seconds / 2, self._half_work())
        try:
            for depth in range(1, _DEPTHS[self.level - 1]):
                values = [self._value(each, side, depth) for each in after]
        except _OutOfTimeError:
            pass
        self._budget = budget
        return [*zip(turns, values, strict=True)]

    def _half_work(self) -> int | None:
        return None if self.seed is None else int(self.seconds * self.work_of_a_second / 2)

    def _value(self, position: Any, side: int, depth: int) -> float:
        """What a position is worth to a side: every side takes what is best for itself, chance
        brings everything as likely."""
        self._work += 1
        if self._budget.spent(self._work):
            raise _OutOfTimeError
        if depth == 0 or self.game.outcome(position).over:
            return self._standing(position, side)
        draw = self.game.acts(position).draw
        if draw is not None:
            draws = self._some([*product(draw.choices, repeat=draw.count)], _MOST_DRAWS)
            drawn = [self.game.apply(position, Drawn(values)) for values in draws]
            return sum(self._value(each, side, depth) for each in drawn) / len(drawn)
        turns = self._some(turns_of(self.game, position))
        if not turns:
            return self._standing(position, side)
        mover = self.game.mover(position)
        after = (self.game.play(position, turn) for turn in turns)
        values = (self._value(each, side, depth - 1) for each in after)
        return max(values) if mover == side else min(values)

    def _standing(self, position: Any, side: int) -> float:
        outcome = self.game.outcome(position)
        ahead = float(lead(outcome.scores, side))
        if not outcome.over or outcome.winner is None:
            return ahead
        return ahead + (_WON if outcome.winner == side else -_WON)

    def _some(self, choices: list[Any], most: int = _MOST_TURNS) -> list[Any]:
        return choices if len(choices) <= most else self._random.sample(choices, most)

    # -- playing on ------------------------------------------------------------------------------

    def _played_on(
        self, position: Any, side: int, values: list[tuple[Any, float]]
    ) -> list[tuple[Any, float]]:
        """Those that look best, told apart by games that are played on at random from there."""
        best = max(value for _, value in values)
        equal = [turn for turn, value in values if value == best]
        if len(equal) < 2 or abs(best) >= _WON / 2:
            return values
        sums = [[0.0, 0] for _ in equal]
        for number in range(_PLAYED_ON[self.level - 1] * len(equal)):
            if self._budget.spent(self._work):
                break
            tally = sums[number % len(equal)]
            tally[0] += self._at_random(self.game.play(position, equal[number % len(equal)]), side)
            tally[1] += 1
        nudges = {
            id(turn): won / times for turn, (won, times) in zip(equal, sums, strict=True) if times
        }
        return [(turn, value + 0.9 * nudges.get(id(turn), 0.0)) for turn, value in values]

    def _at_random(self, position: Any, side: int) -> float:
        """1: this side has won, or is ahead after many turns; -1: the other."""
        game = self.game
        for _ in range(_FAR):
            self._work += 1
            if game.outcome(position).over:
                break
            acts = game.acts(position)
            if acts.draw is not None:
                values = [self._random.choice(acts.draw.choices) for _ in range(acts.draw.count)]
                position = game.apply(position, Drawn(values))
                continue
            turns = turns_of(game, position)
            if not turns:
                break
            position = game.play(position, self._random.choice(turns))
        ahead = self._standing(position, side)
        return (ahead > 0) - (ahead < 0)


def _chance(value: float) -> float:
    if abs(value) >= _WON / 2:
        return float(value > 0)
    return 1 / (1 + exp(-value / 3))

"""What every engine answers: how good each legal turn is, and which word it would say.

An engine gets the rules with their options chosen, a level and the seconds it may think. It keeps
nothing but what makes it faster: every question is answered from its position alone.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Final

from controller.games.acts import Said, Saying
from controller.games.catalogue import AnyGame
from controller.games.openturns import OpenTurns

#: From one that a child beats to the strongest there is.
LEVELS: Final = range(1, 9)


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn, with what it is worth to the mover: the points that are expected (as the game counts
    them), and the chance to win."""

    turn: Any
    value: float
    chance: float


class Budget:
    """How long may be thought: so many seconds, or, so that it can be repeated, so much work."""

    def __init__(self, seconds: float, work: int | None = None) -> None:
        #: When it is time to answer, by the clock that only goes on.
        self.end = time.monotonic() + seconds
        #: After how much work; None: the clock tells.
        self.work = work

    def spent(self, work: int) -> bool:
        """Whether it is time to answer, after so much work."""
        if self.work is not None:
            return work >= self.work
        return time.monotonic() >= self.end


class Engine(ABC):
    """Plays one game with its options chosen."""

    #: How much work counts as a second, where thinking must be repeatable.
    work_of_a_second = 20_000
    #: How far off its judgement of a turn is at each level, in points: people misjudge most what
    #: differs least. The last entries are 0: the engine means what it says.
    blur: ClassVar[tuple[float, ...]] = (0.0,) * len(LEVELS)

    def __init__(
        self, game: AnyGame, level: int = 8, *, seconds: float = 1.0, seed: int | None = None
    ) -> None:
        if level not in LEVELS:
            raise ValueError(f"level {level} is not allowed; 1 to 8 is")
        self.game = game
        self.level = level
        self.seconds = seconds
        self.seed = seed
        self._random = Random()

    @abstractmethod
    def judge(self, position: Any) -> list[Judged]:
        """Every legal turn that is worth naming, best first; empty when there is none."""

    def best(self, position: Any) -> list[Judged]:
        """The turns as this level sees them, best first: the lower, the less clearly."""
        self.prepare(position)
        judged = self.judge(position)
        blur = self.blur[self.level - 1]
        if not blur or len(judged) < 2:
            return judged
        seen = [(each.value + self._random.gauss(0, blur), each) for each in judged]
        seen.sort(key=lambda pair: -pair[0])
        return [replace(each, value=value) for value, each in seen]

    def word(self, position: Any) -> str | None:
        """What it says now instead of moving; None: nothing."""
        self.prepare(position)
        answers = [each for each in self.game.acts(position).words if each.answers]
        if answers:
            return max(answers, key=lambda each: self._worth(position, each)).word
        return self._said_as_a_turn(position)

    def prepare(self, position: Any) -> None:
        """With a seed the same question always finds the same dice in the head."""
        if self.seed is not None:
            self._random.seed(f"{self.seed} {self.game.write_position(position)}")

    def budget(self) -> Budget:
        """The time for one answer; most of it, so that the answer is there in time."""
        work = None if self.seed is None else int(self.seconds * self.work_of_a_second)
        return Budget(0.92 * self.seconds, work)

    def _worth(self, position: Any, saying: Saying) -> float:
        """What an answer leads to, for who gives it."""
        side = saying.sides[0]
        after = self.game.apply(position, Said(saying.word, side))
        outcome = self.game.outcome(after)
        judged = [] if outcome.over else self.judge(after)
        if not judged:
            return float(lead(outcome.scores, side))
        value = judged[0].value
        return value if self.game.mover(after) == side else -value

    def _said_as_a_turn(self, position: Any) -> str | None:
        """A turn that is made by saying it (swapping the seats, naming a number), if it is best."""
        game = self.game
        if game.swap_turn is None and game.hidden is None:
            return None
        if not any(is_said(game, position, turn) for turn in game.turns(position)):
            return None
        best = self.best(position)[0].turn
        return game.write_turn(position, best) if is_said(game, position, best) else None


def is_said(game: AnyGame, position: Any, turn: Any) -> bool:
    """Whether a turn is made by saying it."""
    if game.hidden is not None and game.hidden.named_aloud(turn):
        return True
    return game.swap_turn is not None and game.write_turn(position, turn) == game.swap_turn


def turns_of(game: AnyGame, position: Any) -> list[Any]:
    """The legal turns; where there are too many to list, those that are at hand."""
    turns = game.turns_to_follow(position)
    return [*turns.met] if isinstance(turns, OpenTurns) else [*turns]


def lead(scores: tuple[int, ...], side: int) -> int:
    """By how much a side is ahead of the best of the others."""
    return scores[side] - max(score for other, score in enumerate(scores) if other != side)

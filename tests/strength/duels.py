"""Players against players: the same openings, dice, tokens and sheets for both, seats exchanged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from controller.engines.engine import Engine, turns_of
from controller.engines.registry import engine_for
from controller.games.acts import Drawn
from controller.games.catalogue import AnyGame
from tests.engines.test_kakuzu import sheet

#: Chooses a turn of a position.
Player = Callable[[Any], Any]

#: No game takes longer: it counts as drawn.
LONGEST = 600
#: How many turns at random begin a game in which nothing else differs.
OPENING = {"kalah": 3}


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player made of a number of games, and the points of each pair with seats exchanged."""

    wins: float
    games: int
    pairs: tuple[float, ...]

    @property
    def share(self) -> float:
        """The share of games won, a draw being half."""
        return self.wins / self.games

    @property
    def spread(self) -> float:
        """Half of the 95 % interval of the share (Wilson's, taken as even)."""
        n, p, z = self.games, self.share, 1.96
        return z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))

    @property
    def points(self) -> float:
        """Points a game."""
        return sum(self.pairs) / len(self.pairs)

    @property
    def points_spread(self) -> float:
        """Half of the 95 % interval of the points a game."""
        n, mean = len(self.pairs), self.points
        return 1.96 * sqrt(sum((each - mean) ** 2 for each in self.pairs) / max(1, n - 1) / n)

    def __str__(self) -> str:
        share = f"{100 * self.share:.0f} % ± {100 * self.spread:.0f} of {self.games} games"
        return f"{share}, {self.points:+.2f} ± {self.points_spread:.2f} points a game"


def engine_player(engine: Engine) -> Player:
    """Plays as an engine says."""
    return lambda position: engine.best(position)[0].turn


def level_player(game: AnyGame, level: int, seconds: float, seed: int) -> Player:
    """Plays as a level of Lunka's own engine does."""
    engine = engine_for(game, level, seconds=seconds)
    engine._random.seed(seed)
    return engine_player(engine)


def duel(game: AnyGame, one: Player, other: Player, pairs: int, seed: int = 0) -> Tally:
    """The games of one player against another, each beginning played from both sides."""
    wins, points = 0.0, []
    for number in range(pairs):
        both = 0.0
        for first in (0, 1):
            players = (one, other) if first == 0 else (other, one)
            won, by = _game(game, players, Random(seed * 100_003 + number))
            wins += 0.5 if won is None else won == first
            both += by if first == 0 else -by
        points.append(both / 2)
    return Tally(wins, 2 * pairs, tuple(points))


def _game(game: AnyGame, players: tuple[Player, Player], rng: Random) -> tuple[int | None, float]:
    """Who won, and by how many points of side 0."""
    beneath = sheet(rng) if game.hidden is not None else []
    position, left = game.begin(0), OPENING.get(game.name, 0)
    for _ in range(LONGEST):
        if game.outcome(position).over:
            break
        acts = game.acts(position)
        if acts.draw is not None:
            values = [rng.choice(acts.draw.choices) for _ in range(acts.draw.count)]
            position = game.apply(position, Drawn(values))
            continue
        turns = turns_of(game, position)
        if not turns:
            break
        if left:
            left -= 1
            position = game.play(position, rng.choice(turns))
            continue
        turn = turns[0] if len(turns) == 1 else players[game.mover(position)](position)
        position = game.play(position, _uncovered(position, turn, turns, beneath))
    outcome = game.outcome(position)
    by = outcome.scores[0] - outcome.scores[1] if outcome.over else 0
    return outcome.winner, float(by)


def _uncovered(position: Any, turn: Any, turns: list[Any], beneath: list[int]) -> Any:
    """The turn with what really lies beneath the stone that it lifts."""
    if not beneath or not hasattr(turn, "hole"):
        return turn
    hole: int = turn.hole
    return next(
        each for each in turns if getattr(each, "hole", -1) == hole and each.number == beneath[hole]
    )

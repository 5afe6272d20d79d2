"""What chances are worth: points in single games, and in a match what brings it nearer (N10, S12,
S14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from controller.engines.nardy.net import Chances
from controller.games.nardy.position import Stakes

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy

#: What winning (above 0) or losing so many points is worth to a side.
Worth = Callable[[float], float]


def match_chance(away: float, other: float) -> float:
    """The chance to win a match in which one side lacks so many points and the other so many, by
    Janowski's rule of thumb."""
    if away <= 0:
        return 1.0
    if other <= 0:
        return 0.0
    chance = 0.5 + 0.85 * (other - away) / (max(away, other) + 6)
    return max(0.005, min(0.995, chance))


def worth_to(stakes: Stakes, side: int) -> Worth:
    """How this side looks at points: as such, or by what they make of the match."""
    if not stakes.length:
        return lambda points: points
    mine, theirs = (stakes.length - stakes.score[each] for each in (side, 1 - side))

    def in_match(points: float) -> float:
        return match_chance(mine - max(points, 0), theirs - max(-points, 0))

    return in_match


def multipliers(game: Nardy, stakes: Stakes) -> tuple[int, int]:
    """What a mars and the highest win count; with Jacoby no more than a plain one until the cube is
    turned (S12)."""
    if stakes.jacoby and not stakes.length and stakes.owner is None:
        return 1, 1
    return 2, game.third


def expected(game: Nardy, stakes: Stakes, chances: Chances, worth: Worth, cube: int) -> float:
    """What these chances are worth with the cube at so much."""
    second, third = multipliers(game, stakes)
    lost = 1 - chances.win
    shares = (
        (chances.win - chances.mars, cube),
        (chances.mars - chances.third, second * cube),
        (chances.third, third * cube),
        (lost - chances.lost_mars, -cube),
        (chances.lost_mars - chances.lost_third, -second * cube),
        (chances.lost_third, -third * cube),
    )
    return sum(share * worth(points) for share, points in shares)


def as_points(value: float, worth: Worth, cube: int) -> float:
    """A worth told in points: a plain win at this cube is so many, a plain loss as many less."""
    best, worst = worth(cube), worth(-cube)
    middle, reach = (best + worst) / 2, (best - worst) / 2
    return cube * (value - middle) / reach if reach else 0.0

"""What a director may change in a nardy game: the checkers, the dice, the cube, the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from controller.games.game import IllegalError, InvalidError
from controller.games.nardy.match import crawford_comes, staked
from controller.games.nardy.options import LONGEST_MATCH
from controller.games.nardy.position import Position, Stakes, State
from controller.games.nardy.stakes import MOST_RAISES, raises, stake
from controller.games.told import Told

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy


def ruled(game: Nardy, position: Position, what: str, value: Any) -> Position:
    """The position after a director has set something."""
    if what == "dice":
        return rolled(game, position, value)
    if what == "cube":
        return turned(game, position, *value)
    if what == "score":
        return scored(game, position, value)
    if what == "position":
        return placed(game, position, value)
    raise IllegalError(Told("{name} has no {what} that could be set", name=game.name, what=what))


def placed(game: Nardy, position: Position, text: str) -> Position:
    """The checkers and the mover of this text; cube, match and score stay as they are."""
    set_up = game.read_position(text)
    stakes = replace(
        position.stakes, state=State.PLAYING, doubled=False, resigned=0, answering=None
    )
    return set_up._replace(dice=(), stakes=stakes)


def rolled(game: Nardy, position: Position, dice: Sequence[int]) -> Position:
    """These dice lie on the table; none: what was rolled does not count."""
    if position.stakes.state is State.OPENING:
        if not dice:
            raise IllegalError(Told("nothing was rolled that could be made void"))
        return game.chance.draw(position, dice)
    if not dice and not position.dice:
        raise IllegalError(Told("nothing was rolled that could be made void"))
    unrolled = position._replace(dice=())
    return game.roll(unrolled, dice) if dice else unrolled


def turned(game: Nardy, position: Position, cube: int, owner: int | None) -> Position:
    """The cube shows this and belongs to this side, or to both."""
    step = game.options.raise_step
    times = raises(cube, step) if cube > 0 else -1
    if not 0 <= times <= MOST_RAISES or stake(times, step) != cube:
        raise InvalidError(
            Told(
                "the cube cannot show {cube}; 1, {stake}, {stake2} ...",
                cube=cube,
                stake=stake(1, step),
                stake2=stake(2, step),
            )
        )
    if owner not in (None, 0, 1):
        raise InvalidError(
            Told("the cube cannot belong to side {owner}; 0, 1 or null (both) it can", owner=owner)
        )
    _check_unasked(position.stakes)
    if position.stakes.crawford and (cube, owner) != (1, None):
        raise IllegalError(Told("this is the Crawford game: the cube stays at 1, nobody's (S14)"))
    return position._replace(stakes=replace(position.stakes, cube=cube, owner=owner))


def scored(game: Nardy, position: Position, score: Sequence[Any]) -> Position:
    """The score of the match before this game, which makes it the Crawford game or not (S14)."""
    stakes = position.stakes
    most = stakes.length - 1 if stakes.length else LONGEST_MATCH
    if len(score) != 2 or not all(type(n) is int and 0 <= n <= most for n in score):
        raise InvalidError(
            Told(
                "score {score}: two numbers from 0 to {most} are needed",
                score=str(list(score)),
                most=most,
            )
        )
    _check_unasked(stakes)
    stays = stakes.crawford and max(score) == most
    comes = crawford_comes(game.options, stakes.length, stakes.score, score)
    if comes:
        _check_unturned(stakes, score)
    return staked(position, score=(score[0], score[1]), crawford=stays or comes)


def _check_unasked(stakes: Stakes) -> None:
    """A raise was offered at the stake and the score as they were."""
    if stakes.doubled:
        raise IllegalError(Told("a raise waits for its answer: that comes first"))


def _check_unturned(stakes: Stakes, score: Sequence[int]) -> None:
    """Nobody raises in the Crawford game, so nobody can have raised in it (S14)."""
    if stakes.turned:
        raise IllegalError(
            Told(
                "at {score}-{score2} this is the Crawford game, in which nobody raises"
                " (S14), but the cube shows {cube}: set it to 1 first, nobody's, or"
                " annul the game",
                score=score[0],
                score2=score[1],
                cube=stakes.cube,
            )
        )

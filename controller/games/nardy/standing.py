"""Whether match, score and cube of a position can stand together, as after any play they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.games.nardy.match import Match
from controller.games.nardy.position import Position, Stakes, State
from controller.games.nardy.stakes import MOST_RAISES, raises, stake

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy


def why_impossible(game: Nardy, position: Position) -> str:
    """What cannot be, and what could; empty if everything can."""
    stakes = position.stakes
    if wrong := _wrong_cube(stakes, game.options.raise_step):
        return wrong
    if stakes.length and (wrong := _wrong_score(stakes)):
        return wrong
    if stakes.crawford and (wrong := _wrong_crawford(stakes)):
        return wrong
    return _wrong_raise(game, position) if stakes.doubled else ""


def _wrong_cube(stakes: Stakes, step: str) -> str:
    """Where raises go by steps, the highest cube is a low one (N11)."""
    if raises(stakes.cube, step) <= MOST_RAISES:
        return ""
    most = stake(MOST_RAISES, step)
    return f"the cube shows {stakes.cube}; with raise_step = {step} it shows {most} at most"


def _wrong_score(stakes: Stakes) -> str:
    """While a game is played nobody has won the match; after it one side may have."""
    won = sum(points >= stakes.length for points in stakes.score)
    if won <= (0 if _going_on(stakes) else 1):
        return ""
    return (
        f"the score is {_and(stakes)} in a match to {stakes.length}, which is won; 0 to"
        f" {stakes.length - 1} points are allowed"
    )


def _wrong_crawford(stakes: Stakes) -> str:
    """The Crawford game is played at one point from the end, without the cube (S14)."""
    if _going_on(stakes) and max(stakes.score) != stakes.length - 1:
        return (
            f"it is called the Crawford game at {_and(stakes)} in a match to {stakes.length}; only"
            f" a game at {stakes.length - 1} points of a side can be (S14)"
        )
    if stakes.doubled:
        return "a raise is offered in the Crawford game, in which nobody may raise (S14)"
    if stakes.turned:
        return f"the cube shows {stakes.cube} in the Crawford game; it stays at 1, nobody's (S14)"
    return ""


def _wrong_raise(game: Nardy, position: Position) -> str:
    """A raise is offered by who may; where its raiser is to answer, it is a beaver (S11)."""
    stakes, mover = position.stakes, position.mover
    if stakes.answering != mover:
        why = Match(game).why_no_double(position)
        return f"{game.sides[mover]} offers a raise, but {why}" if why else ""
    if stakes.length:
        return "a beaver waits for its answer in a match; beavers are for single games (S11)"
    return ""


def _going_on(stakes: Stakes) -> bool:
    return stakes.state in (State.OPENING, State.PLAYING)


def _and(stakes: Stakes) -> str:
    return "-".join(map(str, stakes.score))

"""What a game is worth: the cube's steps, and the points of a win (N10, N11, S8-S12, L9)."""

from __future__ import annotations

from typing import Any, Final

from controller.games.nardy.board import Board, halves
from controller.games.nardy.position import Position, Stakes, State
from controller.games.nardy.variants import BAR, CHECKERS, OFF, PLACES, Variant

#: Levels of a win: what is offered when resigning, and what the position says at the end.
PLAIN: Final = 1
MARS: Final = 2
#: The highest level: koks in short nardy (S9), home mars in long nardy (L9).
THIRD: Final = 3
LEVELS: Final = (PLAIN, MARS, THIRD)
#: What every game is agreed at before anything is rolled or raised (S8).
FIRST_STAKE: Final = 1
#: How often the cube can be turned: as far as a Match ID can say it.
MOST_RAISES: Final = 15


def stake(raises: int, step: str) -> int:
    """What the cube shows after so many raises, by doubling or by adding one (N11)."""
    return 1 + raises if step == "add" else 1 << raises


def raises(cube: int, step: str) -> int:
    """How often a cube that shows this has been raised."""
    return cube - 1 if step == "add" else doublings(cube)


def doublings(cube: int) -> int:
    """How often a stake of one was doubled to reach this cube."""
    return cube.bit_length() - 1


def raised(cube: int, step: str) -> int:
    """What the cube shows after one more raise."""
    return stake(raises(cube, step) + 1, step)


def played_out(board: Board) -> int | None:
    """The side that has borne off all its checkers, if one has (N9)."""
    if board[OFF] == CHECKERS:
        return 0
    return 1 if board[PLACES + OFF] == CHECKERS else None


def level(variant: Variant, board: Board, winner: int) -> int:
    """How high a played-out game was won: 1 plain, 2 mars, 3 koks or home mars (S9, L9)."""
    _, lost = halves(board, winner)
    if lost[OFF]:
        return PLAIN
    if variant.hits:
        in_winners_home = any(variant.facing(lost)[1:7])
        return THIRD if lost[BAR] or in_winners_home else MARS
    return MARS if any(lost[7:]) else THIRD


def winner(position: Position) -> int | None:
    """Who has won, by bearing off or because the other gave up; None: nobody yet."""
    stakes = position.stakes
    if stakes.state is State.DROPPED and stakes.answering is not None:
        return 1 - stakes.answering
    if stakes.state is State.RESIGNED:
        return stakes.answering
    return played_out(position.board)


def points(variant: Variant, position: Position, home_mars: int) -> int:
    """What the winner of a game gets that was played out or resigned: the level's multiplier times
    the cube (N10)."""
    stakes, won_by = position.stakes, winner(position)
    if won_by is None:
        return 0
    if stakes.award:
        return stakes.award
    won = (
        stakes.resigned
        if stakes.state is State.RESIGNED
        else level(variant, position.board, won_by)
    )
    return stakes.cube * multiplier(stakes, won, third=3 if variant.hits else home_mars)


def multiplier(stakes: Stakes, won: int, third: int) -> int:
    """How much a level counts; with Jacoby only a turned cube makes more than plain (S12)."""
    if stakes.jacoby and not stakes.length and stakes.owner is None:
        return 1
    return (1, 2, third)[won - 1]


_REASONS: Final = {State.DROPPED: "dropped", State.RESIGNED: "resigned"}


def ending(variant: Variant, position: Position) -> dict[str, Any]:
    """Why it ended, at which level (1 plain, 2 mars, 3 koks or home mars), and the cube."""
    stakes, won_by = position.stakes, winner(position)
    reached = stakes.resigned
    if stakes.state in (State.PLAYING, State.OVER) and won_by is not None:
        reached = level(variant, position.board, won_by)
    reason = _REASONS.get(stakes.state, "played")
    return {"reason": reason, "level": reached or 1, "cube": stakes.cube}

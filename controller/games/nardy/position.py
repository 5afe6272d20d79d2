"""A nardy position: who moves, what stands where, what was rolled, and what is at stake."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from controller.games.nardy.board import Board


class State(IntEnum):
    """How far a game has come, numbered as in a Match ID."""

    OPENING = 0  # the dice have not yet said who begins (N2)
    PLAYING = 1
    OVER = 2  # played out (N9)
    RESIGNED = 3  # given up at an agreed level
    DROPPED = 4  # given up by declining a raise (N11, S8)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is at stake: the cube, what was offered, the match and its score."""

    cube: int = 1
    #: Who may raise next; None: both, the cube stands in the middle and was not turned.
    owner: int | None = None
    score: tuple[int, int] = (0, 0)
    #: Points that win the match; 0: single games.
    length: int = 0
    #: This is the Crawford game: nobody may raise (S14).
    crawford: bool = False
    jacoby: bool = False
    beaver: bool = False
    state: State = State.PLAYING
    #: A raise is offered; `answering` says whose answer is awaited (after a beaver: the raiser's).
    doubled: bool = False
    #: The level of an offered or accepted resignation: 1 plain, 2 mars, 3 koks or home mars.
    resigned: int = 0
    #: Who must answer, or gave the answer that ended the game; None: the mover simply plays.
    answering: int | None = None
    #: The points that a lost match gave the other side, whatever the game was worth (T3).
    award: int = 0

    @property
    def turned(self) -> bool:
        """Whether the cube is no longer at one in the middle."""
        return self.cube != 1 or self.owner is not None


class Position(NamedTuple):
    """One position, hashable and cheap to make.

    `dice` is empty until rolled. `passed` are the numbers the opponent could not play (G2): they
    are played before rolling. Two different dice of one roll stand larger first; what is left of
    an upward run (G4) stands lowest first, the order in which it must be played.
    """

    mover: int
    board: Board
    dice: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    stakes: Stakes = Stakes()

"""A Gyges position: who moves and what stands where, from the empty board to the win."""

from __future__ import annotations

from typing import Final, NamedTuple

from controller.games.gyges.board import CELLS, GOALS, HOME_LINES, SIZES

#: How many pieces of each size there are (Y1), and how many of them each side sets up (Y2).
OF_EACH_SIZE: Final = 4
OF_EACH_SIZE_TO_PLACE: Final = 2
PIECES: Final = OF_EACH_SIZE * len(SIZES)


class Position(NamedTuple):
    """One position, hashable and cheap to make. `board` holds a size (0: empty) for each cell."""

    mover: int
    board: tuple[int, ...]

    @property
    def in_setup(self) -> bool:
        """Whether pieces are still to be placed (Y2)."""
        return self.board.count(0) > len(self.board) - PIECES

    @property
    def winner(self) -> int | None:
        """The side that brought a piece onto the opponent's goal (Y11), or None."""
        for side, goal in enumerate(reversed(GOALS)):
            if self.board[goal]:
                return side
        return None

    def in_hand(self, side: int) -> tuple[int, ...]:
        """The sizes this side has still to place, smallest first (Y2)."""
        if not self.in_setup:
            return ()
        standing = [self.board[field] for field in HOME_LINES[side]]
        return tuple(
            size for size in SIZES for _ in range(OF_EACH_SIZE_TO_PLACE - standing.count(size))
        )


def empty_board(first: int) -> Position:
    """The start: nothing stands yet and this side places first (Y2, Y3)."""
    return Position(first, (0,) * len(CELLS))

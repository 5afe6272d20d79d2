"""Who sits at side 0: sides are shared out evenly over the rounds."""

from __future__ import annotations

from collections.abc import Iterable

from controller.competition.values import Status, Tournament


class Seats:
    """The sides everybody has had so far."""

    def __init__(self, it: Tournament) -> None:
        self.balance = dict.fromkeys(it.players, 0)
        self.last = dict.fromkeys(it.players, 0)
        for _, board in it.boards():
            if not board.bye and board.status is not Status.CANCELLED:
                for player, side in zip(board.players, (1, -1), strict=True):
                    self.balance[player] += side
                    self.last[player] = side

    def seat(self, pair: Iterable[int], board: int) -> tuple[int, ...]:
        """The pair with the one first who had side 0 less often, else less lately.

        Where that tells nothing, the one named first begins on odd boards.
        """
        one, *others = pair
        if not others:
            return (one,)
        other = others[0]
        mine, theirs = ((self.balance[who], self.last[who]) for who in (one, other))
        if mine == theirs:
            return (one, other) if board % 2 else (other, one)
        return (one, other) if mine < theirs else (other, one)

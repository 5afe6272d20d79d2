"""Solves small Kalah boards exactly, with nothing but the rules under test.

The value of a position is how many more of the stones still in its pits the mover gets than the
opponent, when both play perfectly. Stones in a store never return (K11), and the board turned round
is the same game, so a value depends on nothing but the pits as the mover sees them.
"""

from __future__ import annotations

from controller.games.kalah import Kalah, Position

#: The mover's pits and then the opponent's; bytes, since the table holds a million of them.
Pits = bytes


#: What a turn leads to: how promising it looks (extra moves near the store, then what wins most),
#: whether the mover moves again (K5), the stones won less those the opponent sweeps (K8), the pits
#: as the next mover sees them, and the stones still in them.
Child = tuple[int, bool, int, Pits, int]


class Solver:
    """Alpha-beta over zero-width windows with a table of bounds (MTD)."""

    def __init__(self, game: Kalah) -> None:
        self.game = game
        self.pits = game.options.pits
        self.most: int = 2 * self.pits * game.options.stones
        self.bounds: dict[Pits, tuple[int, int]] = {}

    def margin(self, near: int = 0) -> int:
        """By how many stones the first player wins; the search is shortest if it is `near`."""
        pits = bytes([self.game.options.stones] * 2 * self.pits)
        low, high, limit = -self.most, self.most, near - 1
        while low < high:
            value = self._search(pits, limit, self.most)
            low, high = (value, high) if value > limit else (low, value)
            limit = low if value > limit else high - 1
        return low

    def _search(self, pits: Pits, limit: int, stones: int) -> int:
        """A bound of the value that shows whether it exceeds the limit."""
        low, high = self.bounds.get(pits) or (-stones, stones)
        if low > limit:
            return low
        if high <= limit:
            return high
        value = self._best(self._children(pits), limit)
        self.bounds[pits] = (max(low, value), high) if value > limit else (low, min(high, value))
        return value

    def _best(self, children: list[Child], limit: int) -> int:
        """The best child's bound; the first that exceeds the limit is good enough."""
        undecided, best = [], -self.most
        for child in children:  # what the table knows may do
            _, again, gain, pits, left = child
            low, high = self.bounds.get(pits) or (-left, left)
            least, most = (gain + low, gain + high) if again else (gain - high, gain - low)
            if least > limit:
                return least
            if most > limit:
                undecided.append(child)
            elif most > best:
                best = most
        for _, again, gain, pits, left in undecided:
            if again:
                value = gain + self._search(pits, limit - gain, left)
            else:
                value = gain - self._search(pits, gain - limit - 1, left)
            if value > limit:
                return value
            best = max(best, value)
        return best

    def _children(self, pits: Pits) -> list[Child]:
        """Where the turns lead, the most promising first."""
        width = self.pits
        position = Position(0, (*pits[:width], 0, *pits[width:], 0))
        children = []
        for turn in self.game.turns(position):
            mover, seeds, _ = self.game.play(position, turn)
            own, other = seeds[:width], seeds[width + 1 : -1]
            gain, again = seeds[width] - seeds[-1], mover == 0
            rank = self.most * width + turn if again else gain * width - turn
            after = bytes(own + other if again else other + own)
            children.append((rank, again, gain, after, sum(after)))
        children.sort(reverse=True)
        return children


def perft(game: Kalah, depth: int) -> int:
    """How many sequences of so many sowings there are; a finished game counts once."""
    return _count(game, game.start(), depth)


def _count(game: Kalah, position: Position, depth: int) -> int:
    turns = game.turns(position)
    if not depth or not turns:
        return 1
    return sum(_count(game, game.play(position, turn), depth - 1) for turn in turns)

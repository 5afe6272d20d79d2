"""The best sowing: deeper and deeper, with a table of what is known of each position.

The value of a position is how many more of the stones still in its pits the mover gets than the
opponent, sixteen to the stone. Where a search nowhere met its horizon the value is exact, and
stays in the table as such: endings are solved once.
"""

from __future__ import annotations

from typing import Final

from controller.engines.engine import Budget
from controller.engines.kalah.sowing import Tables

#: One stone.
STONE: Final = 16
#: The depth at which an exact value is kept: it is as good as any depth.
EXACT: Final = 1_000
#: How many positions are remembered: about 60 MB.
_MOST_KEPT: Final = 250_000
#: What a stone that still lies on one's own side is worth beyond those in the stores, and to be on
#: the move; found by playing weights against each other.
_ON_SIDE: Final = 4
_TO_MOVE: Final = 24


#: A sowing: its place in the order, the pit, the pits after it, what it gains, whether the mover
#: moves again, whether the game is over.
Way = tuple[int, int, int, int, bool, bool]
#: A value, and the pit that has it.
Found = tuple[int, int]


class OutOfTimeError(Exception):
    """The time is up; what was found before counts."""


class Search:
    """Alpha-beta with a table of bounds, for one size and its options."""

    #: So many positions are looked at in a second, more or less.
    work_of_a_second = 25_000

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        #: How long may be searched; each question has one of its own.
        self.budget: Budget | None = None
        self.nodes = 0
        #: Whether the last search met its horizon somewhere.
        self.cut = False
        #: pits -> depth, least, most, best pit
        self.known: dict[int, tuple[int, int, int, int]] = {}

    def forget(self) -> None:
        """Know nothing."""
        self.known.clear()

    def forget_some(self) -> None:
        """Keep the table within its bounds: the older half goes, but what is exact last."""
        if len(self.known) > _MOST_KEPT:
            exact = {state: entry for state, entry in self.known.items() if entry[0] >= EXACT}
            self.known = exact if len(exact) < _MOST_KEPT // 2 else {}

    def value(self, state: int, alpha: int, beta: int, depth: int) -> int:
        """What the position is worth to its mover: a bound where it lies outside the window."""
        self.nodes += 1
        if not self.nodes & 511 and self.budget and self.budget.spent(self.nodes):
            raise OutOfTimeError
        known, first = self.known.get(state), -1
        least = most = None
        if known is not None:
            kept, least, most, first = known
            if kept >= depth:
                if least >= beta or least == most:
                    self.cut = self.cut or kept < EXACT
                    return least
                if most <= alpha:
                    self.cut = self.cut or kept < EXACT
                    return most
        row = state.to_bytes(2 * self.tables.pits, "little")
        if depth <= 0:
            self.cut = True
            return self._looks(row)
        before, self.cut = self.cut, False
        best, pit = self._best(self.moves(state, row, first), alpha, beta, depth)
        self._keep(state, (best, pit), (alpha, beta), depth)
        self.cut = self.cut or before
        return best

    def _keep(self, state: int, found: Found, window: tuple[int, int], depth: int) -> None:
        """Remember what a search in this window tells of a position."""
        (best, pit), (alpha, beta) = found, window
        kept = depth if self.cut else EXACT
        known = self.known.get(state)
        if known is None and len(self.known) >= 2 * _MOST_KEPT:
            return
        least, most = -(1 << 20), 1 << 20
        if known is not None and known[0] == kept:
            least, most = known[1], known[2]
        elif known is not None and known[0] > kept:
            return
        if best > alpha:
            least = max(least, best)
        if best < beta:
            most = min(most, best)
        self.known[state] = (kept, least, most, pit)

    def _best(self, moves: list[Way], alpha: int, beta: int, depth: int) -> Found:
        """The best of these sowings; the first that reaches beta is good enough."""
        best, chosen = -(1 << 20), -1
        for _, pit, after, gain, again, over in moves:
            worth = gain * STONE
            if not over:
                floor = max(alpha, best)
                if again:
                    worth += self.value(after, floor - worth, beta - worth, depth - 1)
                elif chosen < 0:
                    worth -= self.value(after, worth - beta, worth - floor, depth - 1)
                else:  # it will hardly be better than the first: just ask whether it is
                    tried = worth - self.value(after, worth - floor - 1, worth - floor, depth - 1)
                    if floor < tried < beta:
                        tried = worth - self.value(after, worth - beta, worth - floor, depth - 1)
                    worth = tried
            if worth > best:
                best, chosen = worth, pit
                if best >= beta:
                    break
        return best, chosen

    def moves(self, state: int, row: bytes, first: int) -> list[Way]:
        """Every sowing with what it leads to, the most promising first: what was best before, extra
        moves near the store, then what brings most. Pits are turned round where the other moves."""
        tables = self.tables
        pits, half, low = tables.pits, tables.half_bits, tables.low
        found = []
        for pit in range(pits):
            if not row[pit]:
                continue
            change, gain, last = tables.sown[pit][row[pit]]
            after = state + change
            if last >= 0:
                if last < pits and after >> 8 * last & 255 == 1:
                    after, won = tables.captured(after, last)
                    gain += won
                order = -gain
            else:
                order = -pit - 100
            if pit == first:
                order = -1_000
            if not (after & low and after >> half):
                left = after.to_bytes(2 * pits, "little")
                gain += sum(left[:pits]) - sum(left[pits:])
                found.append((order, pit, 0, gain, last < 0, True))
            elif last < 0:
                found.append((order, pit, after, gain, True, False))
            else:
                turned = after >> half | (after & low) << half
                found.append((order, pit, turned, gain, False, False))
        found.sort()
        return found

    def _looks(self, row: bytes) -> int:
        """What a position seems to be worth where nothing more is looked at."""
        pits = self.tables.pits
        return _ON_SIDE * (sum(row[:pits]) - sum(row[pits:])) + _TO_MOVE

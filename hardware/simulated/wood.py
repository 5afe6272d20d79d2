"""The wooden board itself: stones in pits, a hand that holds some, and a floor they may fall to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from hardware.errors import ImpossibleActError, UnknownCellError
from hardware.profile.words import found_text

MOST = 1000
"""How many stones there can be: no profile names more pieces."""

Watcher = Callable[[str, bool], None]
"""Told which cell changed, and whether fingers were in it."""


class Wood:
    """Stones, each with a weight of its own; they are only ever moved, never made or lost.

    A piece that is bigger than others is so many stones, moved together. What a game begins
    without lies in a box beside the board: as many stones as anybody wants, up to `MOST` in all.
    """

    def __init__(
        self,
        cells: Sequence[str],
        grams: float = 5.0,
        spread: float = 0.0,
        rng: Random | None = None,
    ) -> None:
        self._rng = rng or Random(0)
        self._grams, self._spread = grams, spread
        self._cells: dict[str, list[float]] = {cell: [] for cell in cells}
        self._hand: list[float] = []
        self._floor: list[float] = []
        self._watchers: list[Watcher] = []
        self.revision = 0

    @property
    def cells(self) -> tuple[str, ...]:
        """The board's cells."""
        return tuple(self._cells)

    @property
    def hand(self) -> int:
        """How many stones the hand holds."""
        return len(self._hand)

    @property
    def floor(self) -> int:
        """How many stones lie on the floor."""
        return len(self._floor)

    def count(self, cell: str) -> int:
        """How many stones lie in a cell."""
        return len(self._stones(cell))

    def counts(self) -> dict[str, int]:
        """How many stones lie in each cell."""
        return {cell: len(stones) for cell, stones in self._cells.items()}

    def grams(self, cell: str) -> float:
        """What the stones in a cell weigh together."""
        return sum(self._stones(cell))

    def total(self) -> int:
        """All stones there are: on the board, in the hand, on the floor."""
        return sum(map(len, self._cells.values())) + len(self._hand) + len(self._floor)

    def watch(self, watcher: Watcher) -> None:
        """Be told of every change."""
        self._watchers.append(watcher)

    def set_up(self, counts: Mapping[str, int]) -> None:
        """Lay the board out anew with fresh stones: cells that are not named are empty."""
        for cell, count in counts.items():
            self._stones(cell)
            self._check_count(count, f"lay out {cell}", at_least=0)
        self._check_room(sum(counts.values()), "lay out", 0)
        self._hand.clear()
        self._floor.clear()
        for cell in self._cells:
            self._cells[cell] = [self._stone() for _ in range(counts.get(cell, 0))]
            self._changed(cell, touched=False)

    def lift(self, cell: str, count: int | None = None) -> int:
        """Take stones out of a cell into the hand, all of them by default; says how many."""
        stones = self._stones(cell)
        count = len(stones) if count is None else count
        self._check_count(count, f"lift from {cell}", at_least=0 if not stones else 1)
        if not stones or count > len(stones):
            wanted = found_text(count) if count else "anything"
            raise ImpossibleActError(
                f"The hand cannot lift {wanted} from {cell}: it holds {len(stones)} "
                f"stones. Lift at most that many."
            )
        for _ in range(count):
            self._hand.append(stones.pop(self._rng.randrange(len(stones))))
        self._changed(cell, touched=True)
        return count

    def drop(self, cell: str, count: int = 1) -> None:
        """Drop stones from the hand into a cell."""
        stones = self._stones(cell)
        self._check_count(count, f"drop into {cell}")
        if count > len(self._hand):
            raise ImpossibleActError(
                f"The hand cannot drop {found_text(count)} into {cell}: it holds "
                f"{len(self._hand)} stones. Lift some first."
            )
        for _ in range(count):
            stones.append(self._hand.pop())
        self._changed(cell, touched=True)

    def take(self, count: int = 1) -> None:
        """Take stones from the box beside the board into the hand."""
        self._check_count(count, "take from the box")
        self._check_room(count, "take", self.total())
        self._hand += [self._stone() for _ in range(count)]
        self.revision += 1

    def put_away(self) -> int:
        """Put everything in the hand into the box beside the board; says how many stones."""
        put = len(self._hand)
        self._hand.clear()
        self.revision += bool(put)
        return put

    def spill(self, cell: str) -> None:
        """A stone jumps out of a cell and rolls under the table."""
        stones = self._stones(cell)
        if not stones:
            raise ImpossibleActError(f"No stone can fall out of {cell}: it is empty.")
        self._floor.append(stones.pop())
        self._changed(cell, touched=False)

    def pick_up_floor(self) -> int:
        """Take everything from the floor into the hand; says how many stones that were."""
        found = len(self._floor)
        self._hand += self._floor
        self._floor.clear()
        self.revision += bool(found)
        return found

    def _stone(self) -> float:
        if not self._spread:
            return self._grams
        # No stone is lighter than a quarter of its fellows, however wide the spread.
        return max(self._grams / 4, self._rng.gauss(self._grams, self._grams * self._spread))

    def _stones(self, cell: str) -> list[float]:
        try:
            return self._cells[cell]
        except (KeyError, TypeError):
            raise UnknownCellError(
                f"The board has no cell {cell!r}. It has {', '.join(self._cells)}."
            ) from None

    def _check_count(self, count: object, act: str, at_least: int = 1) -> None:
        if type(count) is not int or count < at_least:
            raise ImpossibleActError(
                f"The hand cannot {act} with a count of {found_text(count)}: allowed is a whole "
                f"number from {at_least} up."
            )

    def _check_room(self, count: int, act: str, there: int) -> None:
        """A slip of the finger in a number must not bury the table in stones."""
        if there + count > MOST:
            raise ImpossibleActError(
                f"The hand cannot {act} {found_text(count)} stones: there are {there}, and a board "
                f"has {MOST} at most. Allowed here is up to {max(0, MOST - there)}."
            )

    def _changed(self, cell: str, touched: bool) -> None:
        self.revision += 1
        for watcher in self._watchers:
            watcher(cell, touched)

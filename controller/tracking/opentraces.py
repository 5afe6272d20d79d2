"""How turns look that nobody has listed: what is common to all, and those met by their ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from controller.games.game import Cell, Trace
from controller.games.openturns import OpenTurns
from controller.tracking.seen import Seen


class OpenTraces(Sequence[Trace]):
    """Every number stands for any turn, until hands leave the board as a turn would."""

    def __init__(
        self,
        turns: OpenTurns,
        start: Mapping[Cell, int],
        looks: Callable[[], Mapping[Cell, Seen]],
    ) -> None:
        """`looks` tells how the whole board looks now."""
        self._turns, self._start, self._looks = turns, start, looks
        self._any = Trace(turns.reach, {}, ())
        self._judged: tuple[tuple[tuple[Cell, Seen], ...], bool] = ((), True)

    def __len__(self) -> int:
        return len(self._turns)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        turn = self._turns[at]
        return self._any if turn is None else self._turns.trace(turn)

    @property
    def touched(self) -> Mapping[Cell, frozenset[int]]:
        """The cells in which some turn does something."""
        return self._any.during

    def allow(self, cell: Cell, seen: Seen) -> bool:
        """Whether this cell may look like this in some turn, the board looking as it does."""
        held = self._start[cell]
        if not any(map(seen.allows, self.touched.get(cell, (held,)))):
            return False
        return seen.allows(held) or self._look()

    def after(self, cell: Cell, seen: Seen) -> int:
        """Those of the turns met, as a set, that leave the cell looking like this."""
        self._look()
        return sum(1 << number for number, held in self._left(cell) if seen.allows(held))

    def left(self, turns: int, cell: Cell) -> Iterator[int]:
        """What those turns of a set that were met leave in a cell."""
        return (held for number, held in self._left(cell) if turns >> number & 1)

    def _left(self, cell: Cell) -> Iterator[tuple[int, int]]:
        for number, turn in enumerate(self._turns.met):
            yield number, self._turns.trace(turn).after.get(cell, self._start[cell])

    def _look(self) -> bool:
        """Meet the turns that end as the board looks now; gives whether hands may be at any."""
        looks = self._looks()
        now = tuple(looks.items())
        if self._judged[0] != now:
            self._turns.meet(looks)
            self._judged = (now, self._turns.allows(looks))
        return self._judged[1]

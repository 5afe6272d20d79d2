"""More than there can be: a weight that came though no piece left anywhere is a hand or a sleeve.

Pieces only ever move. If the cells show more of them than the game has, one cell lies, and nobody
knows which: each that grew since the turn began is doubted until the surplus has gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from controller.games.game import Cell
from controller.tracking.seen import SWINGING, Seen
from controller.tracking.station import Station

#: What rests for a shorter time need not be told: a finger that helped a stone, a passing sleeve.
_TOLD_AFTER = 0.6
#: Of so many turns is looked at how many pieces they bring; where there are more, none brings any.
_MOST_TURNS = 60


def _grown(
    looks: Mapping[Cell, Seen], here: Station[Any, Any], before: Station[Any, Any] | None
) -> frozenset[Cell]:
    """The cells on which something may rest that is no piece; none if the pieces add up."""
    lying = sum(seen.lo for seen in looks.values())
    total = sum(map(abs, here.contents.values()))
    if lying <= total or lying <= total + _most_brought(here):
        return frozenset()
    first = (before or here).contents
    return frozenset(
        cell
        for cell, seen in looks.items()
        if not seen.tells_nothing and seen.lo > min(abs(first[cell]), abs(here.contents[cell]))
    )


def _most_brought(here: Station[Any, Any]) -> int:
    """How many pieces one turn may bring onto the board."""
    if len(here.turns) > _MOST_TURNS:
        return 0
    lying = here.contents
    brought = (
        sum(abs(held) - abs(lying[cell]) for cell, held in trace.after.items())
        for trace in here.traces
    )
    return max(0, max(brought, default=0))


class Surplus:
    """The cells that show more than there can be, as long as they do."""

    def __init__(self) -> None:
        self.cells: frozenset[Cell] = frozenset()
        #: After a restart it is pieces that lie wrong, until everything has added up once.
        self.added_up = False

    def forget(self) -> None:
        """Nobody plays: what lies there is not counted."""
        self.cells = frozenset()

    def judge(
        self,
        weighed: Mapping[Cell, Seen],
        here: Station[Any, Any],
        before: Station[Any, Any] | None,
        *,
        heard: bool,
    ) -> dict[Cell, Seen]:
        """The looks to be taken otherwise, now that the scales show this: what grew tells nothing,
        and what no longer lies shows again; `heard`: every cell has been heard of."""
        past, grown = self.cells, _grown(weighed, here, before)
        self.added_up |= heard and not grown
        self.cells = grown if self.added_up else frozenset()
        known = {cell: weighed[cell] for cell in past if cell in weighed}
        return {**known, **dict.fromkeys(self.cells, SWINGING)}


class Resting:
    """Since when something rests on which cells that is no piece."""

    def __init__(self) -> None:
        self._since: dict[Cell, float] = {}

    def note(self, cells: Iterable[Cell], now: float) -> None:
        """Something rests on these, and on no others."""
        self._since = {cell: self._since.get(cell, now) for cell in cells}

    def told(self, now: float) -> frozenset[Cell]:
        """Where it has rested so long that somebody should be told."""
        return frozenset(cell for cell, due in self._due().items() if due <= now)

    def next(self, now: float) -> float | None:
        """When there will be more to tell."""
        return min((due for due in self._due().values() if due > now), default=None)

    def _due(self) -> dict[Cell, float]:
        return {cell: since + _TOLD_AFTER for cell, since in self._since.items()}

"""More than there can be: a weight that came though no piece left anywhere is a hand or a sleeve.

Pieces only ever move. If the cells show more of them than the game has, one cell lies, and nobody
knows which: each that grew since the turn began is doubted until one of them has become lighter.
That a piece is lifted elsewhere makes the sum right, but no sleeve a piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from controller.games.game import Cell
from controller.tracking.early import Early
from controller.tracking.seen import SWINGING, Seen, exactly
from controller.tracking.station import Station

#: What rests for a shorter time need not be told: a finger that helped a stone, a passing sleeve.
_TOLD_AFTER = 0.6
#: Of so many turns is looked at how many pieces they bring; where there are more, none brings any.
_MOST_TURNS = 60
#: So many pieces may lie in a cell beside what turns bring there: in passing, by a slip, or (where
#: there are too many turns to look at) by a turn.
_BESIDE_A_TURN = 4


def _excess(looks: Mapping[Cell, Seen], here: Station[Any, Any]) -> int:
    """How many pieces more lie on the board than there can be."""
    more = sum(seen.lo for seen in looks.values()) - sum(map(abs, here.contents.values()))
    return more if more > 0 and more > _most_brought(here) else 0


def _grown(
    looks: Mapping[Cell, Seen],
    here: Station[Any, Any],
    before: Station[Any, Any] | None,
    excess: int,
) -> frozenset[Cell]:
    """The cells on which something may rest that is no piece."""
    grown = {
        cell: seen.lo
        for cell, seen in looks.items()
        if not seen.tells_nothing and seen.lo > _fewest(cell, here, before)
    }
    # A whole piece shows its size: one of another size than what is too much is no sleeve.
    alike = [cell for cell, size in grown.items() if here.solid and size == excess]
    return frozenset(alike or grown)


def _fewest(cell: Cell, here: Station[Any, Any], before: Station[Any, Any] | None) -> int:
    """How few pieces a cell held at the least since the last turn began."""
    held = abs(here.contents[cell]), abs((before or here).contents[cell])
    return min(*held, *(seen.hi for seen in here.tracker.shown.get(cell, ())))


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


def _under_fingers(
    weighed: Mapping[Cell, Seen],
    here: Station[Any, Any],
    before: Station[Any, Any] | None,
    pressed: frozenset[Cell],
) -> frozenset[Cell]:
    """The places that are pressed by what is no piece: no turn brings so many there."""
    return frozenset(
        cell
        for cell in pressed & weighed.keys()
        if weighed[cell].lo > _most_there(cell, here, before) + _BESIDE_A_TURN
    )


def _most_there(cell: Cell, here: Station[Any, Any], before: Station[Any, Any] | None) -> int:
    """How many pieces lie in a cell, lay there before the last turn, or will after the next."""
    lies = max(abs(here.contents[cell]), abs((before or here).contents[cell]))
    if len(here.turns) > _MOST_TURNS:
        return lies
    return max(lies, *(abs(trace.after.get(cell, 0)) for trace in here.traces), 0)


class Surplus:
    """The cells that show more than there can be, as long as they do."""

    def __init__(self) -> None:
        self.cells: frozenset[Cell] = frozenset()
        self._early = Early()
        #: The cells that were doubted last because more lay on the board than there are pieces, by
        #: how many, and where a sleeve may lie besides in place of a piece.
        self._doubted: frozenset[Cell] = frozenset()
        self._besides: frozenset[Cell] = frozenset()
        self._excess = 0
        #: After a restart it is pieces that lie wrong, until everything has added up once.
        self.added_up = False

    def forget(self) -> None:
        """Nobody plays: what lies there is not counted."""
        self.cells, self._early = frozenset(), Early()
        self._doubted, self._excess = frozenset(), 0

    def judge(
        self,
        weighed: Mapping[Cell, Seen],
        here: Station[Any, Any],
        before: Station[Any, Any] | None,
        now: float,
        *,
        heard: bool,
        pressed: frozenset[Cell] = frozenset(),
    ) -> dict[Cell, Seen]:
        """The looks to be taken otherwise, now that the scales show this: what grew tells nothing,
        and what no longer lies shows again; `heard`: every cell has been heard of; `pressed`: on
        these there may be a finger, and nobody else is doubted for what it weighs."""
        if fingers := _under_fingers(weighed, here, before, pressed):
            weighed = {**weighed, **dict.fromkeys(fingers, SWINGING)}
        self._early.judge(weighed, here, now)
        past, early = self.cells, self._early.cells
        # What is no piece beyond doubt stays so: nobody else need be doubted for it.
        others = {**weighed, **{cell: exactly(weight.beside) for cell, weight in early.items()}}
        excess = _excess(others, here)
        self._doubted -= self._early.walked
        if not self._lasts(others, here):
            self._doubted, self._excess = frozenset(), 0
        if excess > self._excess:
            rest = {cell: seen for cell, seen in others.items() if cell not in self._doubted}
            self._doubted |= _grown(rest, here, before, excess - self._excess)
            self._besides, self._excess = self._early.reached, excess
        self.added_up |= heard and not excess
        self.cells = frozenset((*self._doubted, *early)) if self.added_up else frozenset()
        self.cells |= fingers
        known = {cell: weighed[cell] for cell in past if cell in weighed}
        return {**known, **dict.fromkeys(self.cells, SWINGING)}

    def _lasts(self, weighed: Mapping[Cell, Seen], here: Station[Any, Any]) -> bool:
        """Whether what was too much still lies: nothing became lighter where it may lie. That
        another piece is in the air meanwhile, or was walked on, makes none of it."""
        if (self._early.lighter - self._early.walked) & (self._doubted | self._besides):
            return False
        return any(
            not weighed[cell].allows(here.contents[cell]) or weighed[cell] == SWINGING
            for cell in self._doubted
        )


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

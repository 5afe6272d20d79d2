"""Cells that contradict the game and do not even change: perhaps only a sensor that lies.

A turn that was told (declared, answered) leaves the board looking otherwise where a sensor sticks.
What such a cell goes on showing must not be built upon: a later turn would seem to end there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from controller.games.game import Cell, Trace
from controller.tracking.seen import Seen

Looks = Mapping[Cell, Seen]

#: More sensors than this do not break in one turn.
_MOST = 2


class Liars:
    """The cells not to be believed before they change again."""

    def __init__(self) -> None:
        self._shown: dict[Cell, Seen] = {}
        #: The cells that changed since the newest position was reached, by when they last did.
        self._changed: dict[Cell, int] = {}

    def changed(self, cells: Iterable[Cell]) -> None:
        """These cells show something else now: a sensor that changes is alive."""
        at = len(self._changed) and max(self._changed.values()) + 1
        for cell in cells:
            self._changed[cell] = at
            self._shown.pop(cell, None)

    def clear(self) -> None:
        """A turn begins: what changes from now on belongs to it."""
        self._changed = {}

    def told(
        self, contents: Mapping[Cell, int], looks: Looks, trace: Trace, *, begun: bool
    ) -> None:
        """A turn was told that leaves these contents: who contradicts it without having changed,
        or where it moves nothing, the next one not having begun there?"""
        moved = set(self._changed.keys() & trace.during.keys())
        if begun and moved:  # after the turn that was told
            first = min(self._changed[cell] for cell in moved)
            moved |= {cell for cell, at in self._changed.items() if at > first}
        off = {cell: seen for cell, seen in looks.items() if not seen.allows(contents[cell])}
        if len(off) <= _MOST:  # more sensors do not lie at once: that is the next turn
            self._shown |= {cell: seen for cell, seen in off.items() if cell not in moved}

    def reached(self, contents: Mapping[Cell, int]) -> None:
        """A position was reached: whoever agrees with it is believed again."""
        kept = self._shown.items()
        self._shown = {cell: seen for cell, seen in kept if not seen.allows(contents[cell])}

    def believe(self, cells: Iterable[Cell]) -> None:
        """These sensors are left out: they tell nothing any more, so they tell no lies."""
        for cell in cells:
            self._shown.pop(cell, None)

    def look_again(self, looks: Looks) -> None:
        """The sensors are understood otherwise: only who shows the same still counts."""
        self._shown = {cell: seen for cell, seen in self._shown.items() if looks.get(cell) == seen}

    def carry(self, trace: Trace, contents: Mapping[Cell, int]) -> bool:
        """Whether a turn looks finished only by what one of them showed all along."""
        return any(
            cell in self._shown and held != contents[cell] for cell, held in trace.after.items()
        )

    def __bool__(self) -> bool:
        return bool(self._shown)

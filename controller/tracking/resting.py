"""Weights that are no pieces: a hand or a sleeve that rests on a cell.

Pieces only ever move: a cell that grows heavier without another growing lighter carries something
else. Nothing that it weighs then tells how many pieces lie there, until that has gone again.
"""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.game import Cell

#: How long the pieces must add up again, with nothing moving, before a weight that stays counts as
#: pieces after all.
STILL = 2.0
#: How far a weight that leaves may differ from what came, of itself: no hand lies quite still.
_SWAY = 0.1


@dataclass(slots=True)
class _Load:
    """What a cell weighed before something came to rest on it, and weighs with it."""

    light: float
    heavy: float


class Resting:
    """The cells on which something rests that is no piece."""

    def __init__(self, clear: float) -> None:
        #: Weights this near each other are the same.
        self._clear = clear
        self._loads: dict[Cell, _Load] = {}
        #: What each cell weighed last when nothing rested there.
        self._calm: dict[Cell, float] = {}
        self._even_since: float | None = None

    def __contains__(self, cell: Cell) -> bool:
        return cell in self._loads

    def __bool__(self) -> bool:
        return bool(self._loads)

    @property
    def cells(self) -> list[Cell]:
        """Where something rests."""
        return sorted(self._loads)

    @property
    def deadline(self) -> float | None:
        """When everything has added up long enough."""
        return self._even_since + STILL if self._loads and self._even_since is not None else None

    def weighed(self, cell: Cell, grams: float, *, surplus: bool) -> None:
        """A cell has come to rest at this weight, with which there are too many pieces or not."""
        load, calm = self._loads.get(cell), self._calm.get(cell)
        if load is not None and not self._has_left(load, grams):
            load.light += grams - load.heavy
            load.heavy = grams
        elif load is None and surplus and calm is not None and grams > calm:
            self._loads[cell] = _Load(calm, grams)
        else:
            self.forget(cell)
            self._calm[cell] = grams

    def counted(self, now: float, *, even: bool) -> None:
        """Everything was weighed: do the pieces add up, not one too many and none in the air?"""
        if not even:
            self._even_since = None
        elif self._even_since is None:
            self._even_since = now

    def forget(self, cell: Cell) -> None:
        """Nothing rests here any more."""
        self._loads.pop(cell, None)

    def clear(self) -> None:
        """What rests anywhere is pieces after all."""
        self._loads.clear()

    def _has_left(self, load: _Load, grams: float) -> bool:
        """Whether the cell grew lighter by what had come, or weighs less than without it."""
        slack = max(self._clear, _SWAY * (load.heavy - load.light))
        return grams <= load.light + slack

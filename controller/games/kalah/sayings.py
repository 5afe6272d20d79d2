"""What Kalah says to people: its stores are called so, and each side counts on from its own row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from controller.games.game import Cell
from controller.games.kalah.position import Position
from controller.games.parts import Sayings
from controller.games.told import Told

if TYPE_CHECKING:
    from controller.games.kalah.game import Kalah


class KalahSayings(Sayings[Position]):
    """Pits by their letters and numbers, in the order in which they are sown."""

    def __init__(self, game: Kalah) -> None:
        super().__init__(game)
        self._kalah = game

    def places(self, side: int) -> Mapping[Cell, str]:
        """From the side's own first pit all the way round (K4)."""
        cells, homes = self.game.cells, self.game.homes
        first = self._kalah.rows[side].start
        return {
            cell: Told("store {letter}", letter=cell) if cell in homes else cell
            for cell in (*cells[first:], *cells[:first])
        }

    def aloud(self, side: int) -> Mapping[Cell, str]:
        """The mover's row by its numbers, then the far one by the numbers of who sits there."""
        row, store = self._kalah.rows[side], self.game.homes[side]
        near = frozenset({store, *(self.game.cells[pit] for pit in row)})
        return _aloud(tuple(self.places(side)), near)

    def refuses(self, position: Position, seen: Mapping[Cell, tuple[int, int]]) -> str | None:
        """A store that lost stones, a pit of the other side, or two pits at once."""
        held = dict(zip(self.game.cells, position.seeds, strict=True))
        fewer = [cell for cell in held if cell in seen and seen[cell][1] < held[cell]]
        more = any(seen[cell][0] > held[cell] for cell in held if cell in seen)
        if any(cell in self.game.homes for cell in fewer):
            return Told("stones in a store never return to play (K11)")
        if more or not fewer:
            return None
        own = {self.game.cells[pit] for pit in self._kalah.rows[position.mover]}
        if not own.intersection(fewer):
            return Told("only pits of the own row are sown (K4)")
        return Told("one pit at a time is sown (K4)") if len(own.intersection(fewer)) > 1 else None


@cache
def _aloud(cells: tuple[Cell, ...], near: frozenset[Cell]) -> Mapping[Cell, str]:
    return {cell: _said(cell, near=cell in near) for cell in cells}


def _said(cell: Cell, *, near: bool) -> str:
    """A pit or a store as it is said, from where the mover sits."""
    number = cell[1:]
    if not number:
        return Told("the near store") if near else Told("the far store")
    return Told("pit {n}", n=int(number)) if near else Told("far pit {n}", n=int(number))

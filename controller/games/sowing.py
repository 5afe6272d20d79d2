"""How people sow: for every game whose layout is of the kind `pits`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from controller.games.game import Cell, Game
from controller.games.parts import Handling

#: Nobody sows more stones than this from the wrong side before he notices.
_MANY = 8


class Sowing(Handling[Any]):
    """Stones that belong to nobody; who forgets the rules sows the opponent's."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def mistake(self, position: Any, turns: Sequence[Any], rng: Random) -> list[tuple[Cell, int]]:
        """The opponent's stones are sown, into every cell that comes."""
        game, cells = self._game, self._game.cells
        held = dict(zip(cells, game.contents(position), strict=True))
        row = game.layout()["rows"][1 - game.mover(position)]
        pits = [cell for cell in cells if cell in row and 0 < held[cell] <= _MANY]
        if not pits:
            return []
        pit = rng.choice(pits)
        count, at = held[pit], cells.index(pit)
        sown = [(cells[(at + step) % len(cells)], 1) for step in range(1, count + 1)]
        return [(pit, -count), *sown]

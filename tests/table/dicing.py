"""A nardy table for the tests: checkers are a dictionary, dice are said, time is a number."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from controller.games.catalogue import make_game
from controller.record.log import Log
from controller.record.verify import verify
from controller.table.house_rules import HouseRules
from controller.table.table import Table
from tests.table.board import Seat


class DiceSeat(Seat):
    """Somebody at a nardy table; every checker is counted, or up to six of a point."""

    def __init__(
        self,
        game: str = "short",
        options: dict[str, Any] | None = None,
        *,
        capacity: int = 99,
        seats: Sequence[str] = (),
        **house: Any,
    ) -> None:
        super().__init__(capacity=capacity)
        rules = HouseRules(**{"dice": "entered", **house})
        cells = make_game(game).cells
        self.table = Table(cells, game=game, options=options, house=rules, seats=seats)

    def move(self, *hops: str) -> list[str]:
        """Checkers go from cell to cell: `8-5`; the counts of both cells follow."""
        changed: dict[str, int] = {}
        for hop in hops:
            origin, target = hop.split(">")
            for cell, by in ((origin, -1), (target, 1)):
                changed[cell] = changed.get(cell, abs(self.held[cell])) + by
        return self.put(changed)

    def verified(self, path: Path) -> str:
        """What `lunka verify` says of the record of everything that happened so far."""
        with Log(path) as log:
            log.append(self.events)
        return str(verify(path))


def seated(*dice: int, game: str = "short", **settings: Any) -> DiceSeat:
    """A game begun; White has won the opening with these dice."""
    seat = DiceSeat(game, **settings)
    seat.begin()
    if dice:
        seat.say("roll", dice=list(dice))
    return seat

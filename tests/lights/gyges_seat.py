"""A Gyges table for tests of what is lit and said: cells change, time passes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from controller.games.game import Cell
from controller.games.gyges import Gyges
from controller.lights.meanings import TOGETHER
from controller.lights.scene import scene
from controller.table.survey import survey
from controller.table.table import Table
from controller.words.moment import moment
from hardware.readings import Reading, Sense


class GygesSeat:
    """A Gyges table whose cells are seen by reeds or by weight."""

    def __init__(self, *, sense: Sense = Sense.WEIGHT, **house: Any) -> None:
        self.table = Table(Gyges.cells, game="gyges", epoch=0.0)
        self.sense, self.now = sense, 0.0
        self.house = house
        self.held: dict[Cell, int] = dict.fromkeys(Gyges.cells, 0)

    def begin(self, position: str | None = None, **options: Any) -> GygesSeat:
        """Begin a game, the board set up as it should be."""
        command: dict[str, Any] = {"do": "new", "options": options, "house": self.house}
        self.table.command(command | ({"position": position} if position else {}), self.now)
        state = self.table.state
        contents = state.rules.contents(state.position)
        self.show(dict(zip(Gyges.cells, contents, strict=True)))
        return self

    def show(self, held: Mapping[Cell, int]) -> GygesSeat:
        """These cells now hold this."""
        self.held |= held
        self.now += 0.4
        self.table.take(self.readings(held), self.now)
        return self

    def readings(self, cells: Iterable[Cell]) -> list[Reading]:
        """What the sensors of these cells report."""
        return [self._reading(cell) for cell in cells]

    def _reading(self, cell: Cell) -> Reading:
        size = self.held[cell]
        value = size * 5.0 if self.sense is Sense.WEIGHT else float(bool(size))
        return Reading(cell, self.sense, value, self.now)

    def silence(self, cell: Cell) -> GygesSeat:
        """The sensor of this cell gives no answer any more."""
        broken = replace(self._reading(cell), fault="it gives no answer")
        self.table.take([broken], self.now)
        return self

    def rest(self, seconds: float = 20.0) -> GygesSeat:
        """Nothing moves for a while."""
        self.now += seconds
        self.table.tick(self.now)
        return self

    @property
    def lit(self) -> dict[str, set[Cell]]:
        """The cells of each meaning; nothing is lit that may not be lit together."""
        glows = scene(survey(self.table))
        assert any({glow.meaning for glow in glows.values()} <= each for each in TOGETHER)
        found: dict[str, set[Cell]] = {}
        for cell, glow in glows.items():
            found.setdefault(glow.meaning.value, set()).add(cell)
        return found

    @property
    def says(self) -> str:
        """The sentence of the moment."""
        said = moment(survey(self.table))
        assert said["ru"]
        return said["en"]

    @property
    def turns(self) -> list[str]:
        """What was recorded."""
        return [ply.turn for ply in self.table.state.plies]

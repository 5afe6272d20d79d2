"""Kalah: sow, capture, move again, sweep (K1-K11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from controller.games.game import Cell, Game, IllegalError, Outcome, Stage
from controller.games.kalah import notation
from controller.games.kalah.options import KalahOptions
from controller.games.kalah.position import NORTH, SOUTH, Pie, Position

#: The turn that takes the first move over (K10); all other turns are the index of the pit lifted.
SWAP: Final = -1


class Kalah(Game[Position, int]):
    """Kalah with its options. A turn is one sowing: an extra move (K5) is a turn of its own."""

    name = "kalah"
    sides = ("South", "North")

    def __init__(self, options: KalahOptions | None = None) -> None:
        self.options = options or KalahOptions()
        pits = self.options.pits
        self.stores = (pits, 2 * pits + 1)
        self.rows = (range(pits), range(pits + 1, 2 * pits + 1))
        self.cells = notation.cell_names(pits)
        self._lanes = tuple(self._lane(pit) for pit in range(2 * pits + 2))
        self._captures = self.options.capture != "none"
        self._captures_nothing = self.options.capture == "always"

    def _lane(self, origin: int) -> tuple[int, ...]:
        """Where the stones of a pit fall, one after another, as many as it can hold (K4)."""
        ring = 2 * self.options.pits + 2
        skipped = self.stores[SOUTH if origin > self.stores[SOUTH] else NORTH]
        lap = [(origin + step) % ring for step in range(1, ring + 1)]
        lap.remove(skipped)
        laps = 2 * self.options.pits * self.options.stones // len(lap) + 1
        return tuple(lap * laps)

    def start(self) -> Position:
        row = (self.options.stones,) * self.options.pits + (0,)
        return Position(SOUTH, row + row, Pie.WAITING if self.options.pie else Pie.OFF)

    def starting(self, side: int) -> Position:
        """The start with this side to begin (K3)."""
        return self.start()._replace(mover=side)

    def mover(self, position: Position) -> int:
        return position.mover

    def turns(self, position: Position) -> Sequence[int]:
        seeds = position.seeds
        south, north = self.rows
        if position.pie is Pie.OPEN and not self._over(seeds):
            return [*(pit for pit in self.rows[position.mover] if seeds[pit]), SWAP]
        if position.mover == SOUTH:
            own = [pit for pit in south if seeds[pit]]
            return own if own and any(seeds[north.start : north.stop]) else []
        own = [pit for pit in north if seeds[pit]]
        return own if own and any(seeds[: south.stop]) else []

    def play(self, position: Position, turn: int) -> Position:
        mover, before, pie = position
        if turn == SWAP and pie is Pie.OPEN:
            return Position(mover, before)
        if turn not in self.rows[mover] or not before[turn] or self._over(before):
            raise IllegalError(self._why_not(position, turn))
        store = self.stores[mover]
        seeds = list(before)
        last = self._sow(seeds, turn)
        if self._captures and seeds[last] == 1 and last in self.rows[mover]:
            self._capture(seeds, last, store)
        if self._over(seeds):
            self._sweep(seeds)
        following = mover if last == store else 1 - mover
        if pie is not Pie.OFF:
            pie = self._pie_after(pie, passed=following != mover)
        return Position(following, tuple(seeds), pie)

    def _sow(self, seeds: list[int], pit: int) -> int:
        """Lift a pit, sow it, and say where the last stone fell (K4)."""
        hand = seeds[pit]
        seeds[pit] = 0
        lane = self._lanes[pit]
        for place in lane[:hand]:
            seeds[place] += 1
        return lane[hand - 1]

    def _capture(self, seeds: list[int], last: int, store: int) -> None:
        """A last stone in an own empty pit takes the opposite pit with it (K6, K7)."""
        opposite = 2 * self.options.pits - last
        if seeds[opposite] or self._captures_nothing:
            seeds[store] += seeds[opposite] + 1
            seeds[opposite] = seeds[last] = 0

    def _over(self, seeds: Sequence[int]) -> bool:
        """One row is empty, whoever's turn it is (K8)."""
        south, north = self.rows
        return not any(seeds[: south.stop]) or not any(seeds[north.start : north.stop])

    def _sweep(self, seeds: list[int]) -> None:
        """What is left in a row goes to that row's store (K8)."""
        for row, store in zip(self.rows, self.stores, strict=True):
            for pit in row:
                seeds[store] += seeds[pit]
                seeds[pit] = 0

    def _pie_after(self, pie: Pie, *, passed: bool) -> Pie:
        if pie is Pie.OPEN:
            return Pie.OFF
        return Pie.OPEN if passed or self.options.pie_after == "move" else Pie.WAITING

    def outcome(self, position: Position) -> Outcome:
        seeds = position.seeds
        over = self._over(seeds)
        if over:
            swept = list(seeds)
            self._sweep(swept)
            seeds = tuple(swept)
        scores = (seeds[self.stores[SOUTH]], seeds[self.stores[NORTH]])
        if not over or scores[SOUTH] == scores[NORTH]:
            return Outcome(over, None, scores)
        return Outcome(over, SOUTH if scores[SOUTH] > scores[NORTH] else NORTH, scores)

    def contents(self, position: Position) -> tuple[int, ...]:
        return position.seeds

    def stages(self, position: Position, turn: int) -> Sequence[Stage]:
        if turn == SWAP:
            return ()
        store = self.stores[position.mover]
        seeds = list(position.seeds)
        hand = seeds[turn]
        stages = [Stage("lift", {self.cells[turn]: 0})]
        last = self._sow(seeds, turn)
        touched = dict.fromkeys(self._lanes[turn][:hand])
        stages.append(Stage("sow", self._shown(seeds, touched)))
        if self._captures and seeds[last] == 1 and last in self.rows[position.mover]:
            opposite = 2 * self.options.pits - last
            self._capture(seeds, last, store)
            if not seeds[last]:
                stages.append(Stage("capture", self._shown(seeds, (last, opposite, store))))
        if self._over(seeds):
            full = [pit for row in self.rows for pit in row if seeds[pit]]
            self._sweep(seeds)
            if full:
                stages.append(Stage("sweep", self._shown(seeds, (*full, *self.stores))))
        return stages

    def _shown(
        self, seeds: Sequence[int], places: Sequence[int] | Mapping[int, None]
    ) -> dict[Cell, int]:
        return {self.cells[place]: seeds[place] for place in places}

    def write_position(self, position: Position) -> str:
        return notation.write_position(self, position)

    def read_position(self, text: str) -> Position:
        return notation.read_position(self, text)

    def write_turn(self, position: Position, turn: int) -> str:
        return "swap" if turn == SWAP else self.cells[turn]

    def read_turn(self, position: Position, text: str) -> int:
        turn = notation.read_turn(self, text)
        if turn not in self.turns(position):
            raise IllegalError(self._why_not(position, turn))
        return turn

    def _why_not(self, position: Position, turn: int) -> str:
        """Why a turn is illegal, with the turns that are not."""
        here = self.write_position(position)
        legal = ", ".join(self.write_turn(position, each) for each in self.turns(position))
        if self._over(position.seeds):
            return f"the game is over in {here}: no turn can be played"
        if turn == SWAP:
            return f"the seats cannot be swapped now in {here}; legal: {legal}"
        if turn in self.stores or not 0 <= turn < len(self.cells):
            return f"turn {turn!r} lifts no pit of {here}; legal: {legal}"
        what = "is empty" if not position.seeds[turn] else f"is not {self.sides[position.mover]}'s"
        return f"pit {self.cells[turn]} {what} in {here}; legal: {legal}"

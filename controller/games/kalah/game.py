"""Kalah: sow, capture, move again, sweep (K1-K11)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from controller.games.game import Cell, Game, IllegalError, Outcome, Stage
from controller.games.kalah import notation
from controller.games.kalah.options import KalahOptions
from controller.games.kalah.position import NORTH, SOUTH, Pie, Position
from controller.games.kalah.sayings import KalahSayings
from controller.games.parts import Drawing, Handling
from controller.games.sowing import Sowing
from controller.games.straying import fillings

#: The turn that takes the first move over (K10); all other turns are the index of the pit lifted.
SWAP: Final = -1


class Kalah(Game[Position, int]):
    """Kalah with its options. A turn is one sowing: an extra move (K5) is a turn of its own."""

    name = "kalah"
    sides = ("South", "North")
    homes = ("A", "B")
    swap_turn = "swap"

    def __init__(self, options: KalahOptions | None = None) -> None:
        self.options = options or KalahOptions()
        pits = self.options.pits
        self.stores = (pits, 2 * pits + 1)
        self.rows = (range(pits), range(pits + 1, 2 * pits + 1))
        self.cells = notation.cell_names(pits)

    @property
    def drawing(self) -> Drawing[Position]:
        from controller.drawing.pits import PitsDrawing

        return PitsDrawing(self)

    @property
    def handling(self) -> Handling[Position]:
        return Sowing(self)

    @property
    def sayings(self) -> KalahSayings:
        return KalahSayings(self)

    def start(self) -> Position:
        row = (self.options.stones,) * self.options.pits + (0,)
        return Position(SOUTH, row + row, Pie.WAITING if self.options.pie else Pie.OFF)

    def begin(self, side: int) -> Position:
        """The start with this side to begin (K3)."""
        return self.start()._replace(mover=side)

    def mover(self, position: Position) -> int:
        return position.mover

    def turns(self, position: Position) -> Sequence[int]:
        if self._over(position.seeds):
            return ()
        pits = [pit for pit in self.rows[position.mover] if position.seeds[pit]]
        return [*pits, SWAP] if position.pie is Pie.OPEN else pits

    def play(self, position: Position, turn: int) -> Position:
        if turn not in self.turns(position):
            raise IllegalError(self._why_not(position, turn))
        mover = position.mover
        if turn == SWAP:  # K10
            return Position(mover, position.seeds)
        seeds, path = self._sow(position.seeds, turn)
        self._capture(seeds, path[-1], mover)
        again = path[-1] == self.stores[mover]  # K5
        after = self._swept(seeds) if self._over(seeds) else tuple(seeds)
        pie = self._pie_after(position.pie, passed=not again)
        return Position(mover if again else 1 - mover, after, pie)

    def _sow(self, seeds: Sequence[int], pit: int) -> tuple[list[int], list[int]]:
        """The stones of a pit fall one by one counter-clockwise, never into the opponent's store
        (K4): what then lies where, and where each has fallen."""
        sown, path, place = [*seeds], list[int](), pit
        passed_over = self.stores[NORTH if pit in self.rows[SOUTH] else SOUTH]
        sown[pit] = 0
        while len(path) < seeds[pit]:
            place = (place + 1) % len(sown)
            if place != passed_over:
                sown[place] += 1
                path.append(place)
        return sown, path

    def _capture(self, seeds: list[int], last: int, mover: int) -> Sequence[int]:
        """A last stone in an own empty pit goes to the own store with all that lies opposite (K6);
        where nothing does, it stays, or goes all the same (K7). Which pits were emptied."""
        opposite = 2 * self.options.pits - last
        if last not in self.rows[mover] or seeds[last] != 1 or self.options.capture == "none":
            return ()
        if not seeds[opposite] and self.options.capture != "always":
            return ()
        seeds[self.stores[mover]] += seeds[opposite] + seeds[last]
        seeds[opposite] = seeds[last] = 0
        return last, opposite

    def _over(self, seeds: Sequence[int]) -> bool:
        """One row is empty, whoever's turn it is (K8)."""
        return not all(any(seeds[row.start : row.stop]) for row in self.rows)

    def _swept(self, seeds: Sequence[int]) -> tuple[int, ...]:
        """What is left in a row is moved to that row's store (K8)."""
        half, bare = self.options.pits + 1, (0,) * self.options.pits
        return (*bare, sum(seeds[:half]), *bare, sum(seeds[half:]))

    def _pie_after(self, pie: Pie, *, passed: bool) -> Pie:
        """The swap is offered after the first move, or the first turn, and only then (K10)."""
        if pie is not Pie.WAITING:
            return Pie.OFF
        return Pie.OPEN if passed or self.options.pie_after == "move" else Pie.WAITING

    def outcome(self, position: Position) -> Outcome:
        seeds = position.seeds
        over = self._over(seeds)
        if over:
            seeds = self._swept(seeds)
        scores = (seeds[self.stores[SOUTH]], seeds[self.stores[NORTH]])
        if not over or scores[SOUTH] == scores[NORTH]:
            return Outcome(over, None, scores)
        return Outcome(over, SOUTH if scores[SOUTH] > scores[NORTH] else NORTH, scores)

    def contents(self, position: Position) -> tuple[int, ...]:
        return position.seeds

    def strays(
        self, position: Position, counts: Mapping[Cell, Collection[int]]
    ) -> Iterator[Position]:
        """Every stone is still somewhere, and the other side is to move."""
        for seeds in fillings([counts[cell] for cell in self.cells], sum(position.seeds)):
            yield Position(1 - position.mover, seeds)

    def stages(self, position: Position, turn: int) -> Sequence[Stage]:
        if turn == SWAP:
            return ()
        seeds, path = self._sow(position.seeds, turn)
        stages = [Stage("lift", {self.cells[turn]: 0}), Stage("sow", self._shown(seeds, path))]
        if emptied := self._capture(seeds, path[-1], position.mover):
            store = self.stores[position.mover]
            stages.append(Stage("capture", self._shown(seeds, (*emptied, store))))
        if self._over(seeds) and any(seeds[pit] for row in self.rows for pit in row):
            stages.append(self._sweep(seeds))
        return stages

    def _sweep(self, left: Sequence[int]) -> Stage:
        """Moving what is left at the end (K8): the full pits and both stores."""
        full = [pit for row in self.rows for pit in row if left[pit]]
        return Stage("sweep", self._shown(self._swept(left), (*full, *self.stores)))

    def _shown(self, seeds: Sequence[int], places: Sequence[int]) -> dict[Cell, int]:
        return {self.cells[place]: seeds[place] for place in places}

    def layout(self) -> dict[str, Any]:
        rows = [[self.cells[pit] for pit in row] for row in self.rows]
        return {"kind": "pits", "rows": rows, "stores": list(self.homes)}

    def write_position(self, position: Position) -> str:
        return notation.write_position(self, position)

    def read_position(self, text: str) -> Position:
        return notation.read_position(self, text)

    def write_turn(self, position: Position, turn: int) -> str:
        return self.swap_turn if turn == SWAP else self.cells[turn]

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

"""Kalah: sow, capture, move again, sweep (K1-K11)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from controller.games.game import Cell, Game, IllegalError, Outcome, Stage
from controller.games.kalah import notation
from controller.games.kalah.options import KalahOptions
from controller.games.kalah.position import NORTH, SOUTH, Pie, Position
from controller.games.parts import Drawing, Handling
from controller.games.sowing import Sowing
from controller.games.straying import fillings

#: The turn that takes the first move over (K10); all other turns are the index of the pit lifted.
SWAP: Final = -1

#: Makes a Position without the detour through its own `__new__`, for `play`.
_new = tuple.__new__


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
        south, north = (slice(row.start, row.stop) for row in self.rows)
        paths = [{pit: self._paths(pit) for pit in row} for row in self.rows]
        one, two = (row.start for row in self.rows)
        #: As each side sees it: the paths from its pits, both rows, its store. Beside each row the
        #: first of its pits: while that holds stones nobody has to look at the whole row.
        self._views = (
            (paths[SOUTH], one, south, two, north, self.stores[SOUTH]),
            (paths[NORTH], two, north, one, south, self.stores[NORTH]),
        )
        #: The same for `turns`: the pits of each side and the row that must not be empty.
        self._choices = (
            (tuple(self.rows[SOUTH]), two, north),
            (tuple(self.rows[NORTH]), one, south),
        )
        self._bare = (0,) * pits
        #: Opposite pits add up to this.
        self._end = 2 * pits
        self._captures = self.options.capture != "none"
        self._captures_nothing = self.options.capture == "always"

    def _paths(self, origin: int) -> tuple[tuple[int, ...], ...]:
        """Where the stones of a pit fall, for every number of stones it can hold (K4)."""
        ring = 2 * self.options.pits + 2
        lap = [(origin + step) % ring for step in range(1, ring + 1)]
        lap.remove(self.stores[SOUTH if origin > self.stores[SOUTH] else NORTH])
        stones = 2 * self.options.pits * self.options.stones
        lane = tuple(lap * (stones // len(lap) + 1))
        return tuple(lane[:hand] for hand in range(stones + 1))

    @property
    def drawing(self) -> Drawing[Position]:
        from controller.drawing.pits import PitsDrawing

        return PitsDrawing(self)

    @property
    def handling(self) -> Handling[Position]:
        return Sowing(self)

    def start(self) -> Position:
        row = (self.options.stones,) * self.options.pits + (0,)
        return Position(SOUTH, row + row, Pie.WAITING if self.options.pie else Pie.OFF)

    def begin(self, side: int) -> Position:
        """The start with this side to begin (K3)."""
        return self.start()._replace(mover=side)

    def mover(self, position: Position) -> int:
        return position.mover

    def turns(self, position: Position) -> Sequence[int]:
        mover, seeds, pie = position
        pits, first, other = self._choices[mover]
        turns: list[int] = []
        if seeds[first] or seeds[other] != self._bare:
            for pit in pits:  # a plain loop: faster here than a comprehension
                if seeds[pit]:
                    turns.append(pit)
            if pie and pie is Pie.OPEN and turns:
                turns.append(SWAP)
        return turns

    def play(self, position: Position, turn: int) -> Position:
        mover, before, pie = position
        paths, mine, own, theirs, other, store = self._views[mover]
        try:
            path = paths[turn][before[turn]]
        except KeyError:
            return self._swap(position, turn)
        if not path or (not before[theirs] and before[other] == self._bare):
            return self._swap(position, turn)
        seeds = [*before]
        seeds[turn] = last = 0
        for last in path:
            seeds[last] += 1
        following = 1 - mover
        # A row can only be emptied where the last stone does not stay in the own one.
        emptied = True
        if last in paths:
            emptied = seeds[last] == 1 and self._capture(seeds, last, store)
        elif last == store:
            following = mover  # K5
        after = tuple(seeds)
        if emptied and (
            (not after[mine] and after[own] == self._bare)
            or (not after[theirs] and after[other] == self._bare)
        ):
            after = self._swept(after)
        if pie:
            pie = self._pie_after(pie, passed=following != mover)
        return _new(Position, (following, after, pie))

    def _swap(self, position: Position, turn: int) -> Position:
        """The same position with the seats exchanged, if that is the turn and it is legal (K10)."""
        if turn != SWAP or turn not in self.turns(position):
            raise IllegalError(self._why_not(position, turn))
        return Position(position.mover, position.seeds)

    def _capture(self, seeds: list[int], last: int, store: int) -> bool:
        """A last stone in an own empty pit takes the opposite pit with it (K6, K7); did it?"""
        opposite = self._end - last
        if not self._captures or not (seeds[opposite] or self._captures_nothing):
            return False
        seeds[store] += seeds[opposite] + 1
        seeds[opposite] = seeds[last] = 0
        return True

    def _over(self, seeds: tuple[int, ...]) -> bool:
        """One row is empty, whoever's turn it is (K8)."""
        _, _, south, _, north, _ = self._views[SOUTH]
        return self._bare in (seeds[south], seeds[north])

    def _swept(self, seeds: tuple[int, ...]) -> tuple[int, ...]:
        """What is left in a row is moved to that row's store (K8)."""
        half = self.options.pits + 1
        return (*self._bare, sum(seeds[:half]), *self._bare, sum(seeds[half:]))

    def _pie_after(self, pie: Pie, *, passed: bool) -> Pie:
        if pie is Pie.OPEN:
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
        paths, _, _, _, _, store = self._views[position.mover]
        seeds = list(position.seeds)
        path, seeds[turn] = paths[turn][seeds[turn]], 0
        for place in path:
            seeds[place] += 1
        stages = [Stage("lift", {self.cells[turn]: 0}), Stage("sow", self._shown(seeds, path))]
        last = path[-1]
        if seeds[last] == 1 and last in paths:
            opposite = self._end - last
            if self._capture(seeds, last, store):
                stages.append(Stage("capture", self._shown(seeds, (last, opposite, store))))
        left = tuple(seeds)
        if self._over(left) and any(left[pit] for row in self.rows for pit in row):
            stages.append(self._sweep(left))
        return stages

    def _sweep(self, left: tuple[int, ...]) -> Stage:
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

"""Oware by the Abapa rules: sow, take twos and threes, feed, share (W1-W8)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from controller.drawing.pits import PitsDrawing
from controller.games.game import Cell, Game, IllegalError, Outcome, Stage
from controller.games.parts import Drawing, Handling
from controller.games.straying import fillings
from lunka_oware import notation
from lunka_oware.handling import OwareHands
from lunka_oware.options import OwareOptions
from lunka_oware.position import NORTH, SOUTH, Position, Talk
from lunka_oware.sharing import Sharing

#: How many seeds in a house of the opponent's are taken (W4).
TAKEN = (2, 3)


class Oware(Game[Position, int]):
    """Oware with its options. A turn is the index of the house that is sown."""

    name = "oware"
    sides = ("South", "North")
    homes = ("A", "B")

    def __init__(self, options: OwareOptions | None = None) -> None:
        self.options = options or OwareOptions()
        self.houses: int = self.options.houses
        self.total: int = 2 * self.houses * self.options.seeds
        self.cells = notation.cell_names(self.houses)
        self.rows = (range(self.houses), range(self.houses + 1, 2 * self.houses + 1))
        self.stores = (self.houses, 2 * self.houses + 1)
        self._round = (*self.rows[SOUTH], *self.rows[NORTH])

    @property
    def drawing(self) -> Drawing[Position]:
        return PitsDrawing(self)

    @property
    def talk(self) -> Sharing:
        return Sharing(self)

    @property
    def handling(self) -> Handling[Position]:
        return OwareHands(self)

    # The rules

    def start(self) -> Position:
        row = (self.options.seeds,) * self.houses + (0,)
        return Position(SOUTH, row + row)

    def begin(self, side: int) -> Position:
        """The start with this side to begin."""
        return self.start()._replace(mover=side)

    def mover(self, position: Position) -> int:
        return position.mover

    def turns(self, position: Position) -> Sequence[int]:
        if position.talk is Talk.AGREED or self._decided(position.seeds):
            return ()
        return [
            house
            for house in self.rows[position.mover]
            if position.seeds[house] and self._allowed(position, house)
        ]

    def _allowed(self, position: Position, house: int) -> bool:
        """Whoever faces an empty row must feed it (W6); a grand slam may be forbidden (W5)."""
        side = position.mover
        sown, path = self._sow(position.seeds, house)
        fed = any(position.seeds[each] for each in self.rows[1 - side])
        if not fed and not any(sown[each] for each in self.rows[1 - side]):
            return False
        slam = self.options.grand_slam == "forbidden"
        return not (slam and self._takes_all(sown, self._chain(sown, path[-1], side), side))

    def _sow(self, seeds: Sequence[int], house: int) -> tuple[list[int], list[int]]:
        """The seeds after sowing a house, and where each fell: never into the house itself (W3)."""
        at, sown = self._round.index(house), list(seeds)
        lap = [*self._round[at + 1 :], *self._round[:at]]
        path = [lap[step % len(lap)] for step in range(seeds[house])]
        sown[house] = 0
        for each in path:
            sown[each] += 1
        return sown, path

    def _chain(self, sown: Sequence[int], last: int, side: int) -> list[int]:
        """The houses of the opponent's that hold two or three, back from the last seed (W4)."""
        row, chain = self.rows[1 - side], []
        while last in row and sown[last] in TAKEN:
            chain.append(last)
            last -= 1
        return chain

    def _takes_all(self, sown: Sequence[int], chain: Collection[int], side: int) -> bool:
        """Whether that would take every seed the opponent has (W5)."""
        row = self.rows[1 - side]
        return bool(chain) and not any(sown[each] for each in row if each not in chain)

    def _captured(self, sown: Sequence[int], last: int, side: int) -> list[int]:
        """The houses that are really taken."""
        chain = self._chain(sown, last, side)
        keeps = self.options.grand_slam == "nothing"
        return [] if keeps and self._takes_all(sown, chain, side) else chain

    def play(self, position: Position, turn: int) -> Position:
        if turn not in self.turns(position):
            raise IllegalError(self._why_not(position, turn))
        taken = self._taken(position, turn)
        return Position(1 - position.mover, self._ended(1 - position.mover, taken))

    def _taken(self, position: Position, turn: int) -> tuple[int, ...]:
        """The seeds after sowing and capture."""
        seeds, path = self._sow(position.seeds, turn)
        for house in self._captured(seeds, path[-1], position.mover):
            seeds[self.stores[position.mover]] += seeds[house]
            seeds[house] = 0
        return tuple(seeds)

    def _ended(self, mover: int, seeds: tuple[int, ...]) -> tuple[int, ...]:
        """Where nobody can move any more, each side takes what lies there (W7)."""
        if self._decided(seeds) or self.turns(Position(mover, seeds)):
            return seeds
        return self._swept(seeds)

    def _swept(self, seeds: Sequence[int]) -> tuple[int, ...]:
        half = self.houses + 1
        bare = (0,) * self.houses
        return (*bare, sum(seeds[:half]), *bare, sum(seeds[half:]))

    def _decided(self, seeds: Sequence[int]) -> bool:
        """Somebody has more than half of all seeds (W7)."""
        return any(2 * seeds[store] > self.total for store in self.stores)

    def outcome(self, position: Position) -> Outcome:
        over = not self.turns(position)
        shared = over and not self._decided(position.seeds)
        seeds = self._swept(position.seeds) if shared else position.seeds
        scores = (seeds[self.stores[SOUTH]], seeds[self.stores[NORTH]])
        if not over or scores[SOUTH] == scores[NORTH]:
            return Outcome(over, None, scores)
        return Outcome(over, SOUTH if scores[SOUTH] > scores[NORTH] else NORTH, scores)

    # The board

    def contents(self, position: Position) -> tuple[int, ...]:
        return position.seeds

    def stages(self, position: Position, turn: int) -> Sequence[Stage]:
        seeds, path = self._sow(position.seeds, turn)
        captured = self._captured(seeds, path[-1], position.mover)
        stages = [Stage("lift", {self.cells[turn]: 0}), Stage("sow", self._shown(seeds, path))]
        taken = self._taken(position, turn)
        if captured:
            store = self.stores[position.mover]
            stages.append(Stage("capture", self._shown(taken, (*captured, store))))
        ended = self._ended(1 - position.mover, taken)
        if ended != taken:
            full = [house for row in self.rows for house in row if taken[house]]
            stages.append(Stage("sweep", self._shown(ended, (*full, *self.stores))))
        return stages

    def _shown(self, seeds: Sequence[int], places: Sequence[int]) -> dict[Cell, int]:
        return {self.cells[place]: seeds[place] for place in places}

    def strays(
        self, position: Position, counts: Mapping[Cell, Collection[int]]
    ) -> Iterator[Position]:
        """Every seed is still somewhere, and the other side is to move."""
        for seeds in fillings([counts[cell] for cell in self.cells], self.total):
            yield Position(1 - position.mover, seeds)

    def layout(self) -> dict[str, Any]:
        rows = [[self.cells[house] for house in row] for row in self.rows]
        return {"kind": "pits", "rows": rows, "stores": list(self.homes)}

    # Text

    def write_position(self, position: Position) -> str:
        return notation.write_position(self, position)

    def read_position(self, text: str) -> Position:
        return notation.read_position(self, text)

    def write_turn(self, position: Position, turn: int) -> str:
        return self.cells[turn]

    def read_turn(self, position: Position, text: str) -> int:
        turn = notation.read_turn(self, text)
        if turn not in self.turns(position):
            raise IllegalError(self._why_not(position, turn))
        return turn

    def _why_not(self, position: Position, turn: int) -> str:
        """Why a house cannot be sown, with those that can."""
        here, turns = self.write_position(position), self.turns(position)
        if not turns:
            return f"the game is over in {here}: nothing can be sown"
        legal = ", ".join(self.cells[each] for each in turns)
        if turn not in self.rows[position.mover]:
            return f"turn {turn!r} is no house of {self.sides[position.mover]}; legal: {legal}"
        if not position.seeds[turn]:
            return f"house {self.cells[turn]} is empty in {here}; legal: {legal}"
        return f"house {self.cells[turn]} would leave the opponent nothing; legal: {legal}"

"""What a turn looks like on the wood: cells, their contents, and what each may show meanwhile.

The cells are the points "1" to "24" as White counts them (in clockwise games as White would if they
ran the other way: the wood stays as it is), the bars where there are any, and the trays of those
borne off. White's checkers count positive, Black's negative.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from controller.games.game import Cell, Stage, Trace
from controller.games.nardy.board import BLACK, WHITE, Board, halves, hits_of, own_after
from controller.games.nardy.careful import Move
from controller.games.nardy.variants import BAR, OFF, Variant
from controller.games.nardy.ways import Way

_NAMES = ("white", "black")
_SIGNS = (1, -1)


class Shown(NamedTuple):
    """What a cell may show while a turn is made, and what it shows afterwards."""

    cell: Cell
    during: frozenset[int]
    after: int


class Outline(Protocol):
    """Tells what one of the mover's places shows; None: nothing happens there."""

    def __call__(self, place: int, coming: int, left: int, *, hit: bool) -> Shown | None: ...


class Cells:
    """The cells of one game's board."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._names = tuple(
            tuple(self._name(side, place) for place in range(26)) for side in (WHITE, BLACK)
        )
        points = self._names[WHITE][1:BAR]
        bars = (self._names[WHITE][BAR], self._names[BLACK][BAR]) if variant.hits else ()
        self.trays = (self._names[WHITE][OFF], self._names[BLACK][OFF])
        self.all = (*points, *bars, *self.trays)

    def _name(self, side: int, place: int) -> Cell:
        if place == OFF:
            return f"off-{_NAMES[side]}"
        if place == BAR:
            return f"bar-{_NAMES[side]}"
        point = place if side == WHITE else self._variant.across(place)
        return str(self._variant.on_wood(point))

    def name(self, side: int, place: int) -> Cell:
        """The cell of one of a side's places."""
        return self._names[side][place]

    def contents(self, board: Board) -> tuple[int, ...]:
        """What stands in each of the cells."""
        white, black = halves(board, WHITE)
        facing = self._variant.facing(black)
        points = [white[point] - facing[point] for point in range(1, BAR)]
        bars = (white[BAR], -black[BAR]) if self._variant.hits else ()
        return (*points, *bars, white[OFF], -black[OFF])

    def stages(self, board: Board, side: int, moves: tuple[Move, ...]) -> Iterator[Stage]:
        """A turn move by move: enter, move, hit, bear off."""
        names, sign = self._names[side], _SIGNS[side]
        own, foe = halves(board, side)
        counts, barred = list(own), foe[BAR]
        for move in moves:
            counts[move.origin] -= 1
            counts[move.target] += 1
            touched = (move.origin, move.target)
            goal = {names[place]: sign * counts[place] for place in touched}
            if move.hit:
                barred += 1
                goal[self._names[1 - side][BAR]] = -sign * barred
            yield Stage(_stage_name(move), goal)

    def trace(self, board: Board, side: int, way: Way) -> Trace:
        """Everything the cells may show while hands make this turn in any of its ways."""
        own, foe = halves(board, side)
        facing, names, sign = self._variant.facing(foe), self._names[side], _SIGNS[side]
        during: dict[Cell, frozenset[int]] = {}
        after: dict[Cell, int] = {}
        for place in {**way.lifted, **way.placed, **way.slid}:
            there = facing[place] if 0 < place < BAR else 0
            during[names[place]] = _seen(own[place], there, place, way, sign)
            after[names[place]] = sign * (own[place] - there)
        if hits := sum(move.hit for move in way.moves):
            bar = self._names[1 - side][BAR]
            during[bar] = _between(-sign * foe[BAR], -sign * (foe[BAR] + hits))
        stages = tuple(self.stages(board, side, way.moves))
        for stage in stages:
            after.update(stage.goal)
        return Trace(during, after, stages)

    def coarse(self, board: Board, side: int, turn: int, stages: Sequence[Stage]) -> Trace:
        """Everything the cells may show, told from the result alone: a little more than `trace`."""
        own, _ = halves(board, side)
        show, left, hits = self.outline(board, side), own_after(turn), hits_of(turn)
        during: dict[Cell, frozenset[int]] = {}
        after: dict[Cell, int] = {}
        coming = 0
        for place in range(BAR, OFF - 1, -1):
            if shown := show(place, coming, left[place], hit=place in hits):
                during[shown.cell], after[shown.cell] = shown.during, shown.after
            coming += own[place] - left[place]
        if hits:
            shown = self.barred(board, side, len(hits))
            during[shown.cell], after[shown.cell] = shown.during, shown.after
        return Trace(during, after, stages)

    def outline(self, board: Board, side: int) -> Outline:
        """Tells what a place shows with so many checkers that come by, left on it, and a hit.

        So many checkers leave the points from here on as are missing there afterwards; no more
        than that can be lifted here, put here or slid across.
        """
        own, foe = halves(board, side)
        facing, names, sign = self._variant.facing(foe), self._names[side], _SIGNS[side]

        def show(place: int, coming: int, left: int, *, hit: bool) -> Shown | None:
            going = coming + own[place] - left
            if not coming and not going:
                return None
            there = facing[place] if 0 < place < BAR else 0
            most = sign * (own[place] + coming + hit)
            if there:
                least = -sign * (there + coming)
                most = most if hit else -sign * there
            else:
                least = sign * max(own[place] - going, 0)
            after = sign * (left - (0 if hit else there))
            return Shown(names[place], _between(least, most), after)

        return show

    def barred(self, board: Board, side: int, hits: int) -> Shown:
        """What the opponent's bar shows when so many are hit."""
        _, foe = halves(board, side)
        before, after = (-_SIGNS[side] * (foe[BAR] + more) for more in (0, hits))
        return Shown(self._names[1 - side][BAR], _between(before, after), after)


def _stage_name(move: Move) -> str:
    if move.hit:
        return "hit"
    if move.origin == BAR:
        return "enter"
    return "bear off" if move.target == OFF else "move"


def _seen(own: int, there: int, place: int, way: Way, sign: int) -> frozenset[int]:
    """What a place may show, the mover's checkers with this sign, the opponent's with the other.

    A checker that slides across counts for a moment with those that stand there. One that hits
    may come down before the hit one is taken away, and the hit one may lie beside the point.
    """
    passing = way.slid.get(place, 0)
    least = max(own - way.lifted.get(place, 0), 0)
    most = own + way.placed.get(place, 0) + passing
    if not there:
        return _between(sign * least, sign * most)
    most_there = -sign * (there + passing)
    return _between(most_there, sign * (most + 1) if place in way.placed else -sign * there)


@cache
def _between(one: int, other: int) -> frozenset[int]:
    """All contents from one to the other: there are few such sets, and every trace needs some."""
    return frozenset(range(min(one, other), max(one, other) + 1))

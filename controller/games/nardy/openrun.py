"""A run with too many turns to list (G4): asked by what hands do, never listed.

Where all its numbers can be played there may be hundreds of thousands of turns, and every one of
them plays them all (N7). So any way that plays them is legal, and it ends as many points further
as the numbers make.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import islice

from controller.games.game import Cell, LateStages, Stage, Trace
from controller.games.nardy.board import Board, halves, own_after, pips, standing
from controller.games.nardy.careful import Move, Walk
from controller.games.nardy.patience import Patience, TooManyError
from controller.games.nardy.retrace import Retrace
from controller.games.nardy.tracing import Cells
from controller.games.nardy.variants import CHECKERS, HEAD, OFF, Half
from controller.games.nardy.ways import one_way
from controller.games.openturns import Looks, OpenTurns
from controller.games.straying import fillings

#: How many states are looked at for one answer.
_FOR_AN_END = 600
_FOR_A_START = 600
#: With more counts than this that may stand on the board, none of them is tried.
_MOST_COUNTS = 50


class OpenRun(OpenTurns):
    """The turns of one position and one run of numbers, all of which can be played."""

    def __init__(self, walk: Walk, cells: Cells, board: Board, side: int, known: int) -> None:
        super().__init__(known)
        self._walk, self._cells, self._board, self._side = walk, cells, board, side
        self._own, foe = halves(board, side)
        self._facing = walk.rules.variant.facing(foe)
        self._retraces: dict[int, Retrace] = {}
        self._ways: dict[int, tuple[Move, ...]] = {}
        self._traces: dict[int, Trace] = {}

    # -- single turns ----------------------------------------------------------------------------

    def __contains__(self, turn: object) -> bool:
        return isinstance(turn, int) and self._plays_all(turn) and bool(self._retraced(turn))

    def _plays_all(self, turn: int) -> bool:
        """Whether a turn goes as far as the numbers do, or bears off with larger ones."""
        if turn < 0 or turn.bit_length() > 8 * len(self._own):
            return False
        after = own_after(turn)
        gone, due = pips(self._own) - pips(after), sum(self._walk.numbers)
        borne_off = after[OFF] > self._own[OFF]
        return sum(after) == CHECKERS and (gone == due or (borne_off and gone < due))

    def _retraced(self, turn: int, patience: Patience | None = None) -> tuple[Move, ...] | None:
        if turn not in self._retraces:
            self._retraces[turn] = Retrace(self._walk, turn)
        return self._retraces[turn].moves(patience)

    def way(self, turn: int) -> tuple[Move, ...]:
        """One way to make a legal turn."""
        if turn not in self._ways:
            self._ways[turn] = one_way(self._walk, turn, self._retraces.get(turn))
        return self._ways[turn]

    def trace(self, turn: int) -> Trace:
        if turn not in self._traces:
            stages = LateStages(partial(self._stages, turn))
            self._traces[turn] = self._cells.coarse(self._board, self._side, turn, stages)
        return self._traces[turn]

    def _stages(self, turn: int) -> Sequence[Stage]:
        return tuple(self._cells.stages(self._board, self._side, self.way(turn)))

    def goes_on(self, turn: int) -> bool:
        """No turn goes further than the numbers do; only one that bears off may go less far."""
        return pips(self._own) - pips(own_after(turn)) != sum(self._walk.numbers)

    # -- all of them -----------------------------------------------------------------------------

    @cached_property
    def origins(self) -> frozenset[int]:
        """The places where a turn may begin; one for which that is not soon known is among them."""
        search = PlayedOut(self._walk, Patience(_FOR_A_START))
        moves = self._walk.moves(self._walk.start, self._walk.numbers[0])
        return frozenset(move.origin for move in moves if search.may_be(move.state, 1))

    @cached_property
    def reach(self) -> Mapping[Cell, frozenset[int]]:
        show, numbers = self._cells.outline(self._board, self._side), len(self._walk.numbers)
        behind, found = 0, {}
        for place in range(HEAD, OFF - 1, -1):
            coming = min(behind, numbers)
            least = max(self._own[place] + coming - numbers, 0)
            if shown := show(place, coming, least, hit=False):
                found[shown.cell] = shown.during
            behind += self._own[place]
        return found

    def allows(self, looks: Looks) -> bool:
        """Where every checker is counted, hands have gone no further than the numbers do; and just
        as far only to the end of a turn."""
        counts = [*self._counts(looks, 2)]
        if len(counts) != 1:
            return True
        gone, due = pips(self._own) - pips(counts[0]), sum(self._walk.numbers)
        return gone < due or (gone == due and self._may_end(standing(_half(counts[0]))))

    def _may_end(self, turn: int) -> bool:
        """Whether a turn may end like this, as far as is soon known."""
        try:
            return self._retraced(turn, Patience(_FOR_AN_END)) is not None
        except TooManyError:
            return True

    def ending(self, looks: Looks) -> Iterator[int]:
        patience = Patience(_FOR_AN_END)
        counts = [*self._counts(looks, _MOST_COUNTS + 1)]
        turns = [standing(_half(each)) for each in counts if len(counts) <= _MOST_COUNTS]
        for turn in filter(self._plays_all, turns):
            with suppress(TooManyError):  # asked again, it is looked for further
                if self._retraced(turn, patience):
                    yield turn

    def _counts(self, looks: Looks, most: int) -> Iterator[tuple[int, ...]]:
        """How the mover's checkers may stand for the board to look so, up to so many ways: all of
        them are on it, and the opponent's where they were."""
        options = []
        for place in range(HEAD + 1):
            least, most_there = looks[self._cells.name(self._side, place)]
            there = self._facing[place] if place else 0
            if there and not least <= there <= most_there:
                return
            options.append((0,) if there else range(least, min(most_there, CHECKERS) + 1))
        yield from islice(fillings(options, CHECKERS), most)


def _half(counts: Sequence[int]) -> Half:
    """Counts of the places from 0 to the head as a half of the board: nobody is on a bar."""
    return bytes((*counts, 0))


class PlayedOut:
    """Looks for ways to play all numbers of a run."""

    def __init__(self, walk: Walk, patience: Patience) -> None:
        self._walk, self._patience = walk, patience
        self._known_not: set[tuple[int, int]] = set()

    def may_be(self, state: int, played: int) -> bool:
        """Whether the rest can be played from here, as far as is soon known."""
        try:
            return self.end(state, played) is not None
        except TooManyError:
            return True

    def end(self, state: int, played: int = 0) -> int | None:
        """Where a way that plays the rest ends; None: there is none."""
        if played == len(self._walk.numbers):
            return state
        if (state, played) not in self._known_not:
            self._patience.spend()
            for move in self._walk.moves(state, self._walk.numbers[played]):
                end = self.end(move.state, played + 1)
                if end is not None:
                    return end
            self._known_not.add((state, played))
        return None

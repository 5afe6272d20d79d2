"""Kalah: all sizes and options, searched as deep as the level and the time allow."""

from __future__ import annotations

from math import exp
from typing import ClassVar, Final, cast

from controller.engines.engine import Engine, Judged
from controller.engines.kalah.compiled import search_for
from controller.engines.kalah.search import EXACT, STONE, OutOfTimeError
from controller.engines.kalah.sowing import Tables
from controller.games.catalogue import AnyGame
from controller.games.kalah.game import SWAP, Kalah
from controller.games.kalah.position import Pie, Position

#: How many sowings each level looks ahead.
_DEPTHS: Final = (1, 1, 2, 3, 4, 6, 9, EXACT)
#: A lead that is expected, in stones, by which the chance to win is about 73 %.
_PLAIN_LEAD: Final = 3.0
_FAR: Final = 1 << 19


class KalahEngine(Engine):
    """Looks ahead; its judgement is blurred at the lower levels, by stones."""

    blur: ClassVar[tuple[float, ...]] = (4.0, 2.0, 1.5, 1.0, 0.6, 0.3, 0.0, 0.0)

    def __init__(
        self, game: AnyGame, level: int = 8, *, seconds: float = 1.0, seed: int | None = None
    ) -> None:
        super().__init__(game, level, seconds=seconds, seed=seed)
        self._kalah = cast(Kalah, game)
        options = self._kalah.options
        self._tables = Tables(options.pits, options.stones, options.capture)
        self._search = search_for(self._tables)
        #: In C far more is seen in the same time.
        self.work_of_a_second = self._search.work_of_a_second

    def judge(self, position: Position) -> list[Judged]:
        turns = self._kalah.turns(position)
        if not turns:
            return []
        row, ahead = self._kalah.rows[position.mover], self._ahead(position)
        pits = [turn - row.start for turn in turns if turn != SWAP]
        exact, values = self._sowings(position, pits)
        leads = {pit + row.start: ahead + value / STONE for pit, value in values.items()}
        if position.pie is Pie.WAITING:
            leads = {turn: self._shared(position, turn, worth) for turn, worth in leads.items()}
        if SWAP in turns:
            # The mover's side stays on the move, the players change (K10).
            leads[SWAP] = -max(leads.values())
        judged = [Judged(turn, worth, _chance(worth, exact)) for turn, worth in leads.items()]
        return sorted(judged, key=lambda each: -each.value)

    def _shared(self, position: Position, turn: int, worth: float) -> float:
        """What a first turn is worth where whoever is then to move takes the better side (K10)."""
        after = self._kalah.play(position, turn)
        if after.pie is not Pie.OPEN:
            return worth
        return abs(worth) if after.mover == position.mover else -abs(worth)

    def _ahead(self, position: Position) -> int:
        """How many more stones lie in the mover's store than in the other."""
        scores: list[int] = [position.seeds[store] for store in self._kalah.stores]
        return scores[position.mover] - scores[1 - position.mover]

    def _sowings(self, position: Position, pits: list[int]) -> tuple[bool, dict[int, int]]:
        """What each sowing is worth, and whether the best is known exactly."""
        own, foe = (
            tuple(position.seeds[pit] for pit in self._kalah.rows[side])
            for side in (position.mover, 1 - position.mover)
        )
        search, state = self._search, self._tables.packed(own, foe)
        search.budget, search.nodes = self.budget(), 0
        if self.seed is not None:
            search.forget()
        search.forget_some()
        every = self.blur[self.level - 1] > 0 or position.pie is Pie.WAITING
        values, deeper = dict.fromkeys(pits, 0), dict[int, int]()
        for depth in range(1, _DEPTHS[self.level - 1] + 1):
            deeper = {}
            try:
                self._deepen(state, depth, values, deeper, every=every)
            except OutOfTimeError:
                return False, self._joined(values, deeper)
            values = deeper
            if not search.cut:
                return True, values
        return False, values

    @staticmethod
    def _joined(values: dict[int, int], deeper: dict[int, int]) -> dict[int, int]:
        """What was found deeper before the time was up goes before what was not."""
        if not deeper:
            return values
        most = min(deeper.values())
        return deeper | {pit: min(values[pit], most) for pit in values if pit not in deeper}

    def _deepen(
        self,
        state: int,
        depth: int,
        before: dict[int, int],
        values: dict[int, int],
        *,
        every: bool,
    ) -> None:
        """Find the values one sowing deeper, the best so far first. Where not every one is wanted,
        it is only found out of the others that they are no better than the best."""
        search = self._search
        row = state.to_bytes(2 * self._tables.pits, "little")
        moves = {move[1]: move for move in search.moves(state, row, -1)}
        search.cut = False
        for pit in sorted(before, key=lambda each: -before[each]):
            _, _, after, gain, again, over = moves[pit]
            floor = -_FAR if every else max(values.values(), default=-_FAR)
            worth = gain * STONE
            if not over and again:
                worth += search.value(after, floor - worth, _FAR, depth - 1)
            elif not over:
                worth -= search.value(after, -_FAR, worth - floor, depth - 1)
            values[pit] = worth


def _chance(lead: float, exact: bool) -> float:
    """The chance to win with this lead expected; a draw is half a win."""
    if exact:
        return 0.5 if lead == 0 else float(lead > 0)
    return 1 / (1 + exp(-lead / _PLAIN_LEAD))

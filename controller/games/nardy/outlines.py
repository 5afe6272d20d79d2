"""How all turns of a roll look, told from what they leave: a run may have tens of thousands (G4).

What is the same for every turn is done for all at once. The turns lie below each other as rows of
bytes; a place is a column, and a column is one long number with a byte for every turn, so that
adding two columns adds them for each turn. No byte ever passes 15: there are no more checkers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from controller.games.game import Stage, Trace
from controller.games.nardy.board import HIT, STATE_BYTES, Board, halves
from controller.games.nardy.tracing import Cells
from controller.games.nardy.variants import BAR, OFF
from controller.games.traces import Alike, ManyTraces


class Outlines(ManyTraces):
    """The traces of these turns, each a little coarser than walking all its ways would show it."""

    def __init__(
        self,
        cells: Cells,
        board: Board,
        side: int,
        turns: Sequence[int],
        stages: Callable[[int], Sequence[Stage]],
    ) -> None:
        super().__init__(len(turns))
        self._cells, self._board, self._side = cells, board, side
        self._turns, self._stages = turns, stages

    def work_out(self, number: int) -> Trace:
        turn = self._turns[number]
        return self._cells.coarse(self._board, self._side, turn, self._stages(number))

    def alike(self) -> Iterator[Alike]:
        count = len(self._turns)
        rows = b"".join(turn.to_bytes(STATE_BYTES, "little") for turn in self._turns)
        show = self._cells.outline(self._board, self._side)
        own, _ = halves(self._board, self._side)
        every = int.from_bytes(b"\1" * count, "little")
        coming, hits = 0, {0: (1 << count) - 1}  # by how many a turn hits
        for place in range(BAR, OFF - 1, -1):
            left = int.from_bytes(rows[place::STATE_BYTES], "little")
            looks = (16 * coming + left).to_bytes(count, "big")
            coming += own[place] * every - left
            hitting = _hitting(rows, place)
            hits = _one_more(hits, hitting)
            for look in set(looks):
                alike = _where(looks, look)
                for hit, turns in ((False, alike & ~hitting), (True, alike & hitting)):
                    shown = show(place, look >> 4, look & 15, hit=hit) if turns else None
                    if shown:
                        yield Alike(*shown, turns)
        for number, turns in hits.items():
            if number and turns:
                yield Alike(*self._cells.barred(self._board, self._side, number), turns)


def _hitting(rows: bytes, place: int) -> int:
    """The turns that hit here."""
    byte, bit = divmod(HIT[place].bit_length() - 1, 8)
    if not HIT[place] or not any(column := rows[byte::STATE_BYTES][::-1]):
        return 0
    return int(column.translate(_ones(1 << bit)), 2)


def _one_more(hits: dict[int, int], hitting: int) -> dict[int, int]:
    """The turns by how many they hit, those that hit here counted."""
    if not hitting:
        return hits
    counted = {number: turns & ~hitting for number, turns in hits.items()}
    for number, turns in hits.items():
        counted[number + 1] = counted.get(number + 1, 0) | turns & hitting
    return counted


def _where(looks: bytes, look: int) -> int:
    """The turns with this look; the first turn is the last byte and the lowest bit."""
    return int(looks.translate(_only(look)), 2)


@cache
def _only(value: int) -> bytes:
    """Turns this value into the digit 1 and all others into 0."""
    return bytes(b"01"[each == value] for each in range(256))


@cache
def _ones(bit: int) -> bytes:
    """Turns values with this bit into the digit 1 and all others into 0."""
    return bytes(b"01"[bool(each & bit)] for each in range(256))

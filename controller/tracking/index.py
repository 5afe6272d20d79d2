"""The legal turns of one position, indexed so that a reading costs the same for 20 and for 2,000.

Turns are numbered; a set of turns is one integer whose bits are the turns. For each cell and each
contents there is one such integer: the turns during which (or after which) the cell may hold that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import overload

from controller.games.game import Cell, Trace
from controller.games.traces import Alike, ManyTraces
from controller.tracking.opentraces import OpenTraces
from controller.tracking.seen import Seen


class TurnIndex:
    """Which turns allow a cell to look like this, while they are made and when they are done."""

    def __init__(self, start: Mapping[Cell, int], traces: Sequence[Trace]) -> None:
        self.start = start
        self.traces = traces
        self.everyone = (1 << len(traces)) - 1
        #: The turns that some sensor can see.
        self.visible = 0
        #: Turns that were never listed are asked, not indexed.
        self._open = traces if isinstance(traces, OpenTraces) else None
        self._during = {cell: {held: self.everyone} for cell, held in start.items()}
        self._after = {cell: {held: self.everyone} for cell, held in start.items()}
        self._touching = dict.fromkeys(start, 0)
        self._stopping = dict.fromkeys(start, 0)
        for alike in _told(traces):
            self._enter(*alike)
        if self._open:
            self.visible = self.everyone
            self._touching |= dict.fromkeys(self._open.touched, self.everyone)
            stops = (
                cell for cell, during in self._open.touched.items() if self._may_stop(cell, during)
            )
            self._stopping |= dict.fromkeys(stops, self.everyone)
        self._during_seen: dict[tuple[Cell, Seen], int] = {}
        self._after_seen: dict[tuple[Cell, Seen], int] = {}

    def _enter(self, cell: Cell, during: frozenset[int], after: int, turns: int) -> None:
        self.visible |= turns
        self._touching[cell] |= turns
        if after != self.start[cell] or self._may_stop(cell, during):
            self._stopping[cell] |= turns
        masks = self._during[cell]
        for contents in during:
            masks[contents] = masks.get(contents, 0) | turns
        masks = self._after[cell]
        masks[self.start[cell]] &= ~turns
        masks[after] = masks.get(after, 0) | turns

    def _may_stop(self, cell: Cell, during: frozenset[int]) -> bool:
        """Whether this cell may show more than pieces carried across those that lie there."""
        held = abs(self.start[cell])
        return not held or any(abs(contents) < held for contents in during)

    def during(self, cell: Cell, seen: Seen) -> int:
        """The turns in which this cell may look like this at some moment."""
        if self._open:
            return self.everyone if self._open.allow(cell, seen) else 0
        key = (cell, seen)
        if key not in self._during_seen:
            self._during_seen[key] = _union(self._during[cell], seen)
        return self._during_seen[key]

    def after(self, cell: Cell, seen: Seen) -> int:
        """The turns after which this cell may look like this."""
        if self._open:
            return self._open.after(cell, seen)
        key = (cell, seen)
        if key not in self._after_seen:
            self._after_seen[key] = _union(self._after[cell], seen)
        return self._after_seen[key]

    def touching(self, cells: Iterable[Cell]) -> int:
        """The turns that do something in one of these cells."""
        mask = 0
        for cell in cells:
            mask |= self._touching[cell]
        return mask

    def stopping(self, cell: Cell) -> int:
        """The turns that may put a piece down in this cell or take one, not only carry it across:
        nobody stops where the other side's pieces lie."""
        return self._stopping[cell]

    def fills(self, turns: Turns, cell: Cell, seen: Seen) -> bool:
        """Whether some of these turns leaves this cell with more than can be there now."""
        return any(abs(contents) > seen.hi for contents in self._left(turns, cell))

    def empties(self, turns: Turns, cell: Cell, seen: Seen) -> bool:
        """Whether some of these turns leaves this cell with less than must be there now."""
        return any(abs(contents) < seen.lo for contents in self._left(turns, cell))

    def takes_over(self, turns: Turns, cell: Cell) -> bool:
        """Whether some of these turns leaves this cell to the other side than it belonged to."""
        return any(contents * self.start[cell] < 0 for contents in self._left(turns, cell))

    def _left(self, turns: Turns, cell: Cell) -> Iterator[int]:
        """What these turns leave in a cell."""
        if self._open:
            return self._open.left(turns.mask, cell)
        return (contents for contents, mask in self._after[cell].items() if mask & turns.mask)


def _told(traces: Sequence[Trace]) -> Iterable[Alike]:
    """How all listed turns look, cell by cell."""
    if isinstance(traces, OpenTraces):
        return ()
    return traces.alike() if isinstance(traces, ManyTraces) else _alike(traces)


def _alike(traces: Sequence[Trace]) -> Iterator[Alike]:
    """The cells that turns touch, with all turns that look the same there."""
    looks: dict[tuple[Cell, frozenset[int], int], list[int]] = {}
    for number, trace in enumerate(traces):
        for cell, during in trace.during.items():
            looks.setdefault((cell, during, trace.after[cell]), []).append(number)
    for look, numbers in looks.items():
        yield Alike(*look, _mask(numbers))


def _mask(numbers: list[int]) -> int:
    """The set of these turns, the highest of which comes last."""
    row = bytearray(numbers[-1] // 8 + 1)
    for number in numbers:
        row[number // 8] |= 1 << number % 8
    return int.from_bytes(row, "little")


def _union(masks: Mapping[int, int], seen: Seen) -> int:
    union = 0
    for contents, mask in masks.items():
        if seen.allows(contents):
            union |= mask
    return union


class Turns(Sequence[int]):
    """A set of turns by their numbers, lowest first; counting them out waits until it is needed."""

    __slots__ = ("mask",)

    def __init__(self, mask: int = 0) -> None:
        self.mask = mask

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[int]:
        return iter(bits(self.mask))

    def __contains__(self, turn: object) -> bool:
        return isinstance(turn, int) and bool(self.mask >> turn & 1)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: int | slice) -> int | list[int]:
        return bits(self.mask)[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Turns) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __repr__(self) -> str:
        return f"Turns({bits(self.mask)})"


NONE = Turns()


def bits(mask: int) -> list[int]:
    """The numbers of the turns in a set: as quick with few of very many as with all of few."""
    digits, numbers = f"{mask:b}"[::-1], []
    at = digits.find("1")
    while at >= 0:
        numbers.append(at)
        at = digits.find("1", at + 1)
    return numbers

"""The legal turns of one position, indexed so that a reading costs the same for 20 and for 2,000.

Turns are numbered; a set of turns is one integer whose bits are the turns. For each cell and each
contents there is one such integer: the turns during which (or after which) the cell may hold that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import overload

from controller.games.game import Cell, Trace
from controller.tracking.seen import Seen


class TurnIndex:
    """Which turns allow a cell to look like this, while they are made and when they are done."""

    def __init__(self, start: Mapping[Cell, int], traces: Sequence[Trace]) -> None:
        self.start = start
        self.traces = traces
        self.everyone = (1 << len(traces)) - 1
        self._during = {cell: {held: self.everyone} for cell, held in start.items()}
        self._after = {cell: {held: self.everyone} for cell, held in start.items()}
        for number, trace in enumerate(traces):
            self._enter(1 << number, trace)
        self._during_seen: dict[tuple[Cell, Seen], int] = {}
        self._after_seen: dict[tuple[Cell, Seen], int] = {}

    def _enter(self, bit: int, trace: Trace) -> None:
        for cell, shown in trace.during.items():
            masks = self._during[cell]
            for contents in shown:
                masks[contents] = masks.get(contents, 0) | bit
        for cell, contents in trace.after.items():
            masks = self._after[cell]
            masks[self.start[cell]] &= ~bit
            masks[contents] = masks.get(contents, 0) | bit

    def during(self, cell: Cell, seen: Seen) -> int:
        """The turns in which this cell may look like this at some moment."""
        key = (cell, seen)
        if key not in self._during_seen:
            self._during_seen[key] = _union(self._during[cell], seen)
        return self._during_seen[key]

    def after(self, cell: Cell, seen: Seen) -> int:
        """The turns after which this cell may look like this."""
        key = (cell, seen)
        if key not in self._after_seen:
            self._after_seen[key] = _union(self._after[cell], seen)
        return self._after_seen[key]


def _union(masks: Mapping[int, int], seen: Seen) -> int:
    union = 0
    for contents, mask in masks.items():
        if seen.allows(contents):
            union |= mask
    return union


class Turns(Sequence[int]):
    """A set of turns by their numbers, lowest first; counting them out waits until it is needed."""

    __slots__ = ("_mask",)

    def __init__(self, mask: int = 0) -> None:
        self._mask = mask

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __iter__(self) -> Iterator[int]:
        return iter(bits(self._mask))

    def __contains__(self, turn: object) -> bool:
        return isinstance(turn, int) and bool(self._mask >> turn & 1)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: int | slice) -> int | list[int]:
        return bits(self._mask)[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Turns) and self._mask == other._mask

    def __hash__(self) -> int:
        return hash(self._mask)

    def __repr__(self) -> str:
        return f"Turns({bits(self._mask)})"


NONE = Turns()


def bits(mask: int) -> list[int]:
    """The numbers of the turns in a set."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers

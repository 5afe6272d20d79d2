"""How very many turns look: each worked out when it is asked for, all of them cell by cell."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from controller.games.game import Cell, Trace


class Alike(NamedTuple):
    """Turns that look the same in a cell, while they are made and when they are done.

    `turns` is a set of them as one integer: bit 0 is the first.
    """

    cell: Cell
    during: frozenset[int]
    after: int
    turns: int


class ManyTraces(Sequence[Trace]):
    """The traces of tens of thousands of turns, of which hardly any is ever looked at alone."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._known: dict[int, Trace] = {}

    @abstractmethod
    def alike(self) -> Iterator[Alike]:
        """Every cell that a turn touches with all turns that look the same there."""

    @abstractmethod
    def work_out(self, number: int) -> Trace:
        """The trace of one turn."""

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Trace: ...
    @overload
    def __getitem__(self, at: slice) -> list[Trace]: ...
    def __getitem__(self, at: int | slice) -> Trace | list[Trace]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(self._count))]
        number = range(self._count)[at]
        if number not in self._known:
            self._known[number] = self.work_out(number)
        return self._known[number]

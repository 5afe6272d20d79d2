"""The legal turns of a position that has too many to list.

Nobody needs them all: what may be lifted, whether hands can be at one of them, and which of them
end as the board looks, is told without. A turn gets a number when hands first leave the board as it
would; the numbers that none has yet stand for all the others.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from controller.games.game import Cell, Trace

#: How many turns of one position can be met. Hands that leave it in more ways than this, one after
#: the other, must say which of them they mean.
NUMBERS: Final = 64

#: From how many pieces to how many stand in each cell.
Looks = Mapping[Cell, tuple[int, int]]


class OpenTurns(Sequence[Any]):
    """As many legal turns as anybody has met, of very many."""

    def __init__(self, known: Any) -> None:
        """`known` is any one of them."""
        self._met = [known]

    @property
    def met(self) -> Sequence[Any]:
        """The turns that have a number, in the order of these."""
        return self._met

    def meet(self, looks: Looks) -> None:
        """Give a number to every turn that may leave the board looking like this."""
        for turn in self.ending(looks):
            self._number(turn)

    def _number(self, turn: Any) -> None:
        if turn not in self._met and len(self._met) < NUMBERS:
            self._met.append(turn)

    def __len__(self) -> int:
        return NUMBERS

    def __getitem__(self, at: Any) -> Any:
        """The turn of this number, None where no turn has it yet; of a slice those that do."""
        if isinstance(at, slice):
            return self._met[at]
        return self._met[at] if range(NUMBERS)[at] < len(self._met) else None

    def index(self, turn: Any, start: int = 0, stop: int = NUMBERS) -> int:
        """The number of this turn; a legal one gets it now."""
        if turn in self:
            self._number(turn)
        return self._met.index(turn, start, stop)

    @abstractmethod
    def __contains__(self, turn: object) -> bool:
        """Whether this turn is legal."""

    @property
    @abstractmethod
    def reach(self) -> Mapping[Cell, frozenset[int]]:
        """Everything that the cells may show while any of the turns is made; the others stay."""

    @abstractmethod
    def allows(self, looks: Looks) -> bool:
        """Whether hands at one of the turns may leave the board looking so, as far as is known."""

    @abstractmethod
    def ending(self, looks: Looks) -> Iterable[Any]:
        """The turns that may leave the board looking so, as far as they are soon found."""

    @abstractmethod
    def trace(self, turn: Any) -> Trace:
        """How one of them looks."""

    @abstractmethod
    def goes_on(self, turn: Any) -> bool:
        """Whether hands that have made this turn may still be on their way with another."""

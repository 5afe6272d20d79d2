"""A Kakuzu position: what everybody at the table can see, and nothing that is still covered."""

from __future__ import annotations

from typing import Final, NamedTuple

#: How a hole looks: a stone in it, a number laid open, or one that the board was not told.
STONE: Final = "*"
UNKNOWN: Final = "?"
#: The look of a hole by the number in it; 0 stands for a number that the board was not told.
LOOKS: Final = f"{UNKNOWN}123456789"
#: One stone of every square belongs to nobody (Z2).
NOBODYS: Final = 9


class Position(NamedTuple):
    """One position, hashable and cheap to make.

    `holes` shows the 81 holes row by row. `token` is what the mover looks for: drawn, or named in
    the variant without tokens; None: yet to be drawn or named; 0: the turn is lost (Z6). `found`
    are the numbers found in this turn, their tokens out of the bag, in order of size. `gone` are
    the numbers of which all nine lie open (Z7). `kept` are those found in earlier turns whose
    tokens did not go back, by house rule (Z5a).
    """

    mover: int
    holes: str
    stones: tuple[int, ...]
    token: int | None = None
    found: tuple[int, ...] = ()
    gone: frozenset[int] = frozenset()
    kept: tuple[int, ...] = ()

    @property
    def numbers(self) -> dict[int, int]:
        """The numbers that lie open and are known, by hole."""
        return {hole: int(look) for hole, look in enumerate(self.holes) if look.isdigit()}

    @property
    def left(self) -> int:
        """How many stones are still in their holes."""
        return self.holes.count(STONE)

    @property
    def setting_up(self) -> bool:
        """Whether stones are still to be taken for nobody (Z2)."""
        return self.left > 81 - NOBODYS

    @property
    def over(self) -> bool:
        """Whether all stones are gone (Z8)."""
        return STONE not in self.holes

"""What tells the four games apart, as data: set-up, courses, and which rules are in force."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

OFF: Final = 0
HEAD: Final = 24
BAR: Final = 25
PLACES: Final = 26
CHECKERS: Final = 15
#: How many numbers a double brings (N5). Only a run has more (G4), and far too many ways to look at
#: all of them.
MOVES: Final = 4

#: How many checkers of one side stand on its places 0 to 25.
Half = bytes


def _half(stacks: dict[int, int]) -> tuple[int, ...]:
    return tuple(stacks.get(place, 0) for place in range(PLACES))


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the games, before its options are chosen."""

    name: str
    #: How many checkers of each side stand on its places 0 to 25 at the start (S2, L1).
    setup: tuple[int, ...]
    #: The sides run against each other (S1); else the same way round, 12 points apart (L1, L2).
    opposed: bool
    #: A point with this many opposing checkers is closed: 2 (S3) or 1 (L5).
    closed_at: int
    #: The two opening dice are the starter's first roll (N2).
    opening_is_first_roll: bool
    #: How a win without any checker of the loser borne off is called (S9, L9).
    wins: tuple[str, str, str]
    #: What cannot be played passes over to the opponent (G2, G5).
    passes_over: bool = False
    #: Who played all four of a double rolls again (G3).
    rolls_again: bool = False
    #: A double is played upward to double six (G4).
    runs_upward: bool = False
    #: Both sides run clockwise, by house rule (L2a).
    clockwise: bool = False

    @property
    def hits(self) -> bool:
        """Lone checkers can be hit, so there is a bar (S4); else even one closes a point (L5)."""
        return self.closed_at > 1

    @property
    def head_rule(self) -> bool:
        """Leaving the head is limited (L3): wherever all fifteen start on it."""
        return self.setup[HEAD] == CHECKERS

    def facing(self, half: Half) -> Half:
        """The opponent's counts in the order of one's own points: index 7 is on one's own 7.

        Index 0 stands for no point.
        """
        return half[25:0:-1] if self.opposed else half[12:25] + half[1:13]

    def on_wood(self, point: int) -> int:
        """The number that a point of White's has on the wood, where numbers fall counter-clockwise:
        who runs clockwise plays on its mirror image (L2a)."""
        if not self.clockwise:
            return point
        return 13 - point if point <= 12 else 37 - point

    def number(self, side: int, on_wood: int) -> int:
        """The number that a side has for a point of the wood (S1, L2, L2a)."""
        white = self.on_wood(on_wood)  # a mirror image of a mirror image is the thing itself
        return self.across(white) if side else white

    def across(self, point: int) -> int:
        """The number the opponent has for a point of one's own (S1, L1)."""
        if self.opposed:
            return 25 - point
        return point + 12 if point <= 12 else point - 12


_LONG_SETUP: Final = _half({HEAD: CHECKERS})
_LONG_WINS: Final = ("plain", "mars", "home mars")

SHORT: Final = Variant(
    name="short",
    setup=_half({24: 2, 13: 5, 8: 3, 6: 5}),
    opposed=True,
    closed_at=2,
    opening_is_first_roll=True,
    wins=("plain", "mars", "koks"),
)
LONG: Final = Variant(
    name="long",
    setup=_LONG_SETUP,
    opposed=False,
    closed_at=1,
    opening_is_first_roll=False,
    wins=_LONG_WINS,
)
GULBAR: Final = Variant(
    name="gulbar",
    setup=_LONG_SETUP,
    opposed=False,
    closed_at=1,
    opening_is_first_roll=False,
    wins=_LONG_WINS,
    passes_over=True,
    rolls_again=True,
)
MAD_GULBAR: Final = Variant(
    name="mad-gulbar",
    setup=_LONG_SETUP,
    opposed=False,
    closed_at=1,
    opening_is_first_roll=False,
    wins=_LONG_WINS,
    passes_over=True,
    runs_upward=True,
)

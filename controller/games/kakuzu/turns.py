"""What a player may do in Kakuzu: lift a stone, name a number, say that one is all open, rest."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.games.game import Stage, Trace
from controller.games.kakuzu.board import CELLS


@dataclass(frozen=True, slots=True)
class Lift:
    """A stone is lifted and a number lies open (Z2-Z5).

    `number` 0: the board was not told which; in play that is a miss.
    """

    hole: int
    number: int


@dataclass(frozen=True, slots=True)
class Name:
    """The number looked for is named (Z10)."""

    number: int


@dataclass(frozen=True, slots=True)
class Gone:
    """The players say that all nine of a number lie open, where the board cannot count (Z7)."""

    number: int


class Rest(Enum):
    """A turn that ends with nothing lifted."""

    PASS = "pass"  # a 0 was drawn (Z6)
    TIME = "time"  # the time for the turn ran out (Z11)


Turn = Lift | Name | Gone | Rest

#: Every lift there is, by hole and number: values that `turns` need not make anew.
LIFTS: Final = tuple(tuple(Lift(hole, number) for number in range(10)) for hole in range(81))
#: How lifting the stone of a hole looks: the same whatever number it uncovers.
TRACES: Final = tuple(
    Trace({cell: frozenset((0, 1))}, {cell: 0}, (Stage("lift", {cell: 0}),)) for cell in CELLS
)
#: How a turn looks that is only said.
UNSEEN: Final = Trace({}, {}, ())

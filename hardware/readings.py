"""What the board tells: readings of cells and presses of buttons; and what it is told to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

RGB = tuple[int, int, int]
"""One pixel's colour, each channel 0 to 255."""

Frame = Mapping[str, Sequence[RGB]]
"""A picture for the board: for each lit cell one colour a pixel; cells left out stay dark."""


class Sense(StrEnum):
    """What kind of thing a sensor can tell about its cell."""

    PRESENCE = "presence"  # something is here, or nothing
    SLOTS = "slots"  # how many of the cell's slots are taken
    WEIGHT = "weight"  # how many grams lie here


@dataclass(frozen=True, slots=True)
class Reading:
    """What one cell's sensor says, and when it began to say so.

    `value` is 0 or 1 for PRESENCE, the number of closed slots for SLOTS (`capacity` of them means
    "that many or more"), and tared, scaled grams for WEIGHT. `steady` is False while the cell is
    still moving. A `fault` is a sentence why the sensor cannot be believed; the value then means
    nothing.
    """

    cell: str
    sense: Sense
    value: float
    at: float
    steady: bool = True
    fault: str | None = None
    capacity: int = 1


@dataclass(frozen=True, slots=True)
class Press:
    """A button that was pressed, and when."""

    button: str
    at: float

"""What every sensor driver can do; the board knows its drivers by nothing else."""

from __future__ import annotations

from typing import Protocol

from hardware.readings import Reading, Sense
from hardware.told import Told, Wording

NOT_READ_YET = "not read yet"

FAULTS = {NOT_READ_YET: Wording("{cell} has not been read yet.")}
"""What can be wrong with any sensor, in a sentence for the builder."""


class Driver(Protocol):
    """Reads some of the board's cells."""

    looked_at: float
    """When the sensors were last truly read."""

    def poll(self) -> list[Reading]:
        """What changed since the last call; cheap to call too early."""
        ...

    def delay(self) -> float:
        """Seconds until the next call is worth making."""
        ...

    def sharp(self) -> bool:
        """Whether the next call should come on the dot: a hand waits for what it will say."""
        ...

    def snapshot(self) -> list[Reading]:
        """The latest reading of each of its cells."""
        ...

    def settled(self) -> bool:
        """Whether every cell has been reported and none is moving: nothing is about to be said."""
        ...

    def close(self) -> None:
        """Let go of the wires; may be called twice."""
        ...


def not_read_yet(cell: str, sense: Sense, at: float, capacity: int = 1) -> Reading:
    """What is known of a cell before its sensor has spoken: nothing."""
    return Reading(
        cell,
        sense,
        0.0,
        at,
        steady=False,
        fault=Told(FAULTS[NOT_READ_YET], cell=cell),
        capacity=capacity,
    )

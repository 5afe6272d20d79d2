"""What comes from the drivers, whatever senses a cell."""

from __future__ import annotations

from typing import Protocol


class SensorReading(Protocol):
    """What a driver reports of one cell (`hardware.readings.Reading` is one)."""

    @property
    def cell(self) -> str: ...
    @property
    def sense(self) -> str: ...
    @property
    def value(self) -> float: ...
    @property
    def steady(self) -> bool: ...
    @property
    def fault(self) -> str | None: ...
    @property
    def capacity(self) -> int: ...

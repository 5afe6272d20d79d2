"""What the firmware asks of the chip it runs on; for the type checker, never copied to a Pico.

The real one is lunka/pico.py; the simulated board has one of its own in hardware/simulated.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, Protocol

Output = Callable[[int], Any]
"""A pin that is driven: call it with 0 or 1."""


class Chip(Protocol):
    """Pins, time and identity of a microcontroller."""

    def ticks_us(self) -> int:
        """Microseconds, counted round and round."""

    def ticks_diff(self, later: int, earlier: int) -> int:
        """Microseconds from one tick to another, minus when it is the other way round."""

    def ticks_add(self, ticks: int, delta: int) -> int:
        """The tick so many microseconds later."""

    def sleep_us(self, us: int) -> None:
        """Do nothing for a moment."""

    def output(self, pin: int, value: int) -> Output:
        """Drive a pin, at first to this value."""

    def listen(self, pin: int, pull_up: bool) -> None:
        """Read a pin, pulled up or down."""

    def port(self) -> int:
        """The levels of all pins at one moment, the bit of pin n is 1 << n."""

    def clock_in(self, clock: Output, words: array[int], pulses: int) -> None:
        """24 pulses with the port's levels after each, the gain pulses, and the levels then."""

    def shift_out(self, pin: Output, data: bytearray) -> None:
        """Send bytes to a strip of NeoPixels."""

    def identity(self) -> bytes:
        """Eight bytes that only this chip has."""

    def boot_number(self) -> int:
        """Another number after every start."""


class Port(Protocol):
    """The serial line to the host."""

    def read(self) -> bytes:
        """What has arrived; nothing if nothing has. Never waits."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

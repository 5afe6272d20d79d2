"""A chip without a board, for tests of the firmware's half alone, in this Python."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable
from typing import Any

from firmware.chip import Output
from firmware.lunka.frames import Splitter
from firmware.lunka.protocol import TICKS


class PlainChip:
    """Pins that lead nowhere: levels are set by the test, what is shifted out is kept."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self.levels = 0
        self.shown: list[bytes] = []
        self.driven: dict[int, list[int]] = {}

    def wiring(self, pixels: int = 0, most: int = 10_000, **changes: Any) -> bytes:
        """A configuration with nothing but these parts."""
        strip = {"pin": 17, "count": pixels, "channels": 3, "most": most} if pixels else None
        spec: dict[str, Any] = {"reeds": [], "load": [], "pixels": strip, "buttons": [], "wide": 0}
        spec["watchdog_ms"] = 3000
        return json.dumps(spec | changes).encode()

    def ticks_us(self) -> int:
        """The time the test has set."""
        return self.now % TICKS

    def ticks_diff(self, later: int, earlier: int) -> int:
        """Microseconds from one tick to another."""
        return (later - earlier + TICKS // 2) % TICKS - TICKS // 2

    def ticks_add(self, ticks: int, delta: int) -> int:
        """The tick so many microseconds later."""
        return (ticks + delta) % TICKS

    def sleep_us(self, us: int) -> None:
        """No time passes."""

    def output(self, pin: int, value: int) -> Output:
        """Remember what a pin is driven to."""
        self.driven[pin] = [value]
        drive: Callable[[int], Any] = self.driven[pin].append
        return drive

    def listen(self, pin: int, pull_up: bool) -> None:
        """Read a pin."""
        if not 0 <= pin < 30:
            raise ValueError(f"no pin {pin}")

    def port(self) -> int:
        """The levels the test has set."""
        return self.levels

    def clock_in(self, clock: Output, words: array[int], pulses: int) -> None:
        """A sample of the levels the test has set."""
        for number in range(len(words)):
            words[number] = self.levels

    def shift_out(self, pin: Output, data: bytearray) -> None:
        """Keep it."""
        self.shown.append(bytes(data))

    def identity(self) -> bytes:
        """Eight bytes."""
        return b"plainpln"

    def boot_number(self) -> int:
        """A number."""
        return 4711


class Wire:
    """The serial line between a test and the firmware."""

    def __init__(self) -> None:
        self._in, self._out = bytearray(), bytearray()
        self._splitter = Splitter()

    def give(self, data: bytes) -> None:
        """Send to the firmware."""
        self._in += data

    def read(self) -> bytes:
        """For the firmware."""
        data = bytes(self._in)
        self._in.clear()
        return data

    def write(self, data: bytes) -> None:
        """For the firmware."""
        self._out += data

    def taken(self) -> bytes:
        """The bytes the firmware has sent since the last call."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def frames(self) -> list[tuple[int, int, int, bytes]]:
        """What the firmware has said since the last call."""
        return self._splitter.feed(self.taken())

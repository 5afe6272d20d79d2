"""A simulated Raspberry Pi Pico: the real firmware, on simulated pins and in the board's time.

Only the chip is replaced (firmware/lunka/pico.py): rows and columns lead to simulated reeds, clock
and data lines to simulated HX711s, and what is shifted out to the strip is caught.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from math import ceil, inf
from random import Random
from typing import Protocol

from firmware.chip import Output
from firmware.lunka.app import App
from firmware.lunka.protocol import BITS, TICKS
from hardware.simulated.copper import Copper, Level, PicoClock


def _leads_nowhere(value: int) -> None:
    """A pin that is driven, and nothing on it that we simulate."""


class SimulatedChip:
    """Stands in for firmware/lunka/pico.py."""

    def __init__(self, copper: Copper, rng: Random) -> None:
        self._copper, self._rng = copper, rng
        self._listening: dict[int, Level] = {}

    def ticks_us(self) -> int:
        """Microseconds, counted round and round."""
        return ceil(self._copper.clock.now() * 1e6) % TICKS

    def ticks_diff(self, later: int, earlier: int) -> int:
        """Microseconds from one tick to another."""
        return (later - earlier + TICKS // 2) % TICKS - TICKS // 2

    def ticks_add(self, ticks: int, delta: int) -> int:
        """The tick so many microseconds later."""
        return (ticks + delta) % TICKS

    def sleep_us(self, us: int) -> None:
        """A moment too short to matter here."""

    def output(self, pin: int, value: int) -> Output:
        """Drive a pin."""
        drive = self._copper.outputs.get(pin, _leads_nowhere)
        if value:
            drive(value)
        return drive

    def listen(self, pin: int, pull_up: bool) -> None:
        """Read a pin; one that leads nowhere follows its pull."""
        self._listening[pin] = self._copper.levels.get(pin, lambda: pull_up)

    def port(self) -> int:
        """The levels of all pins at one moment."""
        levels = 0
        for pin, level in self._listening.items():
            if level():
                levels |= 1 << pin
        return levels

    def clock_in(self, clock: Output, words: array[int], pulses: int) -> None:
        """Clock a bank of HX711."""
        for number in range(BITS):
            clock(1)
            clock(0)
            words[number] = self.port()
        for _ in range(pulses - BITS):
            clock(1)
            clock(0)
        words[BITS] = self.port()

    def shift_out(self, pin: Output, data: bytearray) -> None:  # noqa: ARG002 - there is one strip
        """Catch the bytes for the strip."""
        if self._copper.line is not None:
            self._copper.line.receive(bytes(data))

    def identity(self) -> bytes:
        """Eight bytes that only simulated Picos have."""
        return b"simulate"

    def boot_number(self) -> int:
        """Another number after every start."""
        return self._rng.getrandbits(30)


class Runner(Protocol):
    """What runs the firmware: this Python, or a MicroPython somewhere else."""

    def boot(self) -> None:
        """Power on."""

    def run(self, times: tuple[float, float], skip: bool, arrived: bytes) -> tuple[float, bytes]:
        """Run from the moment it wants to until now; gives when it wants next, and what it says.

        With `skip` nothing moves at the board, and one look at the end does for all of them.
        """

    def close(self) -> None:
        """Power off."""


class LocalRunner:
    """Runs the firmware right here."""

    def __init__(self, copper: Copper, clock: PicoClock, rng: Random) -> None:
        self._copper, self._clock, self._rng = copper, clock, rng
        self._in, self._out = bytearray(), bytearray()
        self._app: App | None = None

    def boot(self) -> None:
        """Begin anew, with nothing on the line."""
        self._in.clear()
        self._out.clear()
        self._app = App(SimulatedChip(self._copper, self._rng), self)

    def read(self) -> bytes:
        """For the firmware: what the host has sent."""
        data = bytes(self._in)
        self._in.clear()
        return data

    def write(self, data: bytes) -> None:
        """For the firmware: send to the host."""
        self._out += data

    def run(self, times: tuple[float, float], skip: bool, arrived: bytes) -> tuple[float, bytes]:
        """Step through the time that has passed."""
        due, end = times
        if skip and due < end:
            due = end
        while due <= end:
            due += self._step(due)
        if arrived:
            self._in += arrived
            due = end + self._step(end)
        out = bytes(self._out)
        self._out.clear()
        return due, out

    def close(self) -> None:
        """Nothing to switch off."""

    def _step(self, at: float) -> float:
        assert self._app is not None
        self._clock.at = at
        wait = self._app.step()
        self._clock.at = None
        return max(wait, 20) * 1e-6


class SimulatedPico:
    """A Pico in the board's time, and the port that leads to it."""

    def __init__(self, runner: Runner, copper: Copper, clock: PicoClock) -> None:
        self._runner, self.copper, self._clock = runner, copper, clock
        self.still_from: Callable[[], float] = lambda: inf  # nobody has told us yet
        self._arrived, self._said = bytearray(), bytearray()
        self._due = clock.now()
        self._powered = False
        clock.catch_up = self.catch_up

    def open(self) -> SimulatedPico:
        """Plug it in; what was on the line is gone, as pyserial does it."""
        if not self._powered:
            self._powered, self._due = True, self._clock.now()
            self._runner.boot()
        self.catch_up()
        self._arrived.clear()
        self._said.clear()
        return self

    def cut_power(self) -> None:
        """The cable was its supply, too."""
        self._powered = False

    def catch_up(self) -> None:
        """Let the Pico live until now."""
        now = self._clock.now()
        if not self._powered or (self._due > now and not self._arrived):
            return
        skip = self.still_from() < self._due
        arrived = bytes(self._arrived)
        self._arrived.clear()
        self._due, said = self._runner.run((self._due, now), skip, arrived)
        self._said += said

    def read(self) -> bytes:
        """What it has said until now."""
        self.catch_up()
        said = bytes(self._said)
        self._said.clear()
        return said

    def write(self, data: bytes) -> None:
        """Send to it."""
        self._arrived += data

    def close(self) -> None:
        """Let it hear what was last said, and let go."""
        self.catch_up()

    def power_off(self) -> None:
        """The evening is over."""
        self.catch_up()
        self._powered = False
        self._runner.close()

    def press(self, pin: int) -> None:
        """Press a button at the board."""
        self.catch_up()
        self.copper.press(pin)

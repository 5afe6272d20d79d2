"""The two libraries beneath gpiozero's real pins, played by modules that behave as theirs do.

`Lgpio` follows lgpio 0.2.2 (its lgGpio.c): a line belongs to one request at a time, a claim of a
line that already is an input changes nothing, groups are known by their leader, and bit x of a
group's levels is the line claimed as its x-th. `RpiGpio` follows RPi.GPIO 0.7.1. What lies on the
wires is told by `Wires`.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import RLock
from types import ModuleType
from typing import Any

import pytest
from gpiozero.pins.local import LocalPiFactory

PI4, PI5 = 0xC03114, 0xD04170


class Wires:
    """The copper: lines driven by the Pi, and reeds with diodes between rows and columns."""

    def __init__(self) -> None:
        self.driven: dict[int, int] = {}
        self.pulls: dict[int, str] = {}
        self.closed: set[tuple[int, int]] = set()
        self.grounded: set[int] = set()

    def drive(self, line: int, level: int) -> None:
        """The Pi drives a line."""
        self.driven[line] = level

    def level(self, line: int) -> int:
        """What an input reads: low through a closed reed or a pressed button, else its pull."""
        if line in self.driven:
            return self.driven[line]
        low = any(self.driven.get(row) == 0 for row, column in self.closed if column == line)
        return 0 if low or line in self.grounded else int(self.pulls.get(line) == "up")


INPUT, OUTPUT, ALERT, GROUP = 1, 2, 4, 8
BUSY, NOT_ALLOCATED, NOT_LEADER, NOT_OUTPUT, NO_CHIP, BAD_READ = -79, -80, -87, -104, -78, -76
WORDS = {
    BUSY: "GPIO busy",
    NOT_ALLOCATED: "GPIO not allocated",
    NOT_LEADER: "GPIO not the group leader",
    NOT_OUTPUT: "GPIO not set as an output",
    NO_CHIP: "can not open gpiochip",
    BAD_READ: "bad GPIO read",
}


@dataclass
class Request:
    """What the kernel gave for one claim: some lines, in the order asked for."""

    lines: tuple[int, ...]
    mode: int
    flags: int = 0


class LgpioError(Exception):
    """As lgpio's own: neither an OSError nor anything else, its words in quotes."""

    def __str__(self) -> str:
        return repr(self.args[0])


class Lgpio(ModuleType):
    """The module `lgpio`."""

    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    error = LgpioError

    def __init__(self, wires: Wires, chips: Sequence[int] = (0,)) -> None:
        super().__init__("lgpio")
        self.wires, self.chips, self.exceptions = wires, chips, True
        self.opened: list[int] = []
        self.held: dict[int, Request] = {}
        self.strangers: set[int] = set()
        self.broken: dict[str, int] = {}
        self.calls: list[tuple[Any, ...]] = []
        self.callbacks: dict[int, Callable[..., None]] = {}

    def error_text(self, status: int) -> str:
        return WORDS[status]

    def gpiochip_open(self, chip: int) -> int:
        self.calls.append(("gpiochip_open", chip))
        if chip not in self.chips:
            return self._status(NO_CHIP)
        self.opened.append(chip)
        return chip << 16

    def gpiochip_close(self, handle: int) -> int:
        self.calls.append(("gpiochip_close",))
        self.opened.remove(handle >> 16)
        self.held.clear()
        return 0

    def gpio_get_mode(self, handle: int, line: int) -> int:
        self.calls.append(("gpio_get_mode", line))
        request = self.held.get(line)
        if request is None:
            return 0
        return 1 | (2 if request.mode & OUTPUT else 0) | request.flags | request.mode << 8

    def gpio_claim_input(self, handle: int, line: int, flags: int = 0) -> int:
        self.calls.append(("gpio_claim_input", line, flags))
        return self._status(self._input((line,), flags))

    def gpio_claim_output(self, handle: int, line: int, level: int = 0, flags: int = 0) -> int:
        self.calls.append(("gpio_claim_output", line, level))
        if self._mode(line) & OUTPUT:
            return 0
        status = self._claim((line,), OUTPUT, flags)
        if status == 0:
            self.wires.driven[line] = level
        return self._status(status)

    def gpio_claim_alert(self, handle: int, line: int, edges: int, flags: int = 0) -> int:
        self.calls.append(("gpio_claim_alert", line, flags))
        return self._status(self._claim((line,), ALERT, flags))

    def group_claim_input(self, handle: int, lines: list[int], flags: int = 0) -> int:
        self.calls.append(("group_claim_input", tuple(lines), flags))
        if "group_claim_input" in self.broken:
            return self._status(self.broken["group_claim_input"])
        return self._status(self._input(tuple(lines), flags))

    def gpio_free(self, handle: int, line: int) -> int:
        self.calls.append(("gpio_free", line))
        return self._status(self._free(line))

    def group_free(self, handle: int, line: int) -> int:
        self.calls.append(("group_free", line))
        return self._status(self._free(line))

    def gpio_read(self, handle: int, line: int) -> int:
        self.calls.append(("gpio_read", line))
        assert line in self.held
        return self.wires.level(line)

    def gpio_write(self, handle: int, line: int, level: int) -> int:
        self.calls.append(("gpio_write", line, int(level)))
        if not self._mode(line) & OUTPUT:
            return self._status(NOT_OUTPUT)
        self.wires.drive(line, int(level))
        return 0

    def group_read(self, handle: int, line: int) -> list[int]:
        self.calls.append(("group_read", line))
        request = self.held.get(line)
        status = len(request.lines) if request else NOT_ALLOCATED
        if request and request.lines[0] != line:
            status = NOT_LEADER
        status = self.broken.get("group_read", status)
        lines = request.lines if request else ()
        levels = sum(self.wires.level(each) << place for place, each in enumerate(lines))
        return [self._status(status), levels]

    def gpio_set_debounce_micros(self, handle: int, line: int, micros: int) -> int:
        return 0

    def callback(self, handle: int, line: int, edges: int, func: Callable[..., None]) -> Any:
        self.callbacks[line] = func
        return _Callback(self, line)

    def edge(self, line: int) -> None:
        """The kernel tells of an edge."""
        self.callbacks[line](0, line, self.wires.level(line), 5_000_000_000)

    def counted(self) -> dict[str, int]:
        """How often each function was called since the last count."""
        counts: dict[str, int] = defaultdict(int)
        for name, *_ in self.calls:
            counts[name] += 1
        self.calls.clear()
        return dict(counts)

    def _status(self, status: int) -> int:
        if status < 0 and self.exceptions:
            raise LgpioError(WORDS[status])
        return status

    def _mode(self, line: int) -> int:
        return self.held[line].mode if line in self.held else 0

    def _input(self, lines: tuple[int, ...], flags: int) -> int:
        if len(lines) == 1 and self._mode(lines[0]) & INPUT:
            return 0  # nothing to do, and the flags stay as they were
        return self._claim(lines, INPUT | (GROUP if len(lines) > 1 else 0), flags)

    def _claim(self, lines: tuple[int, ...], mode: int, flags: int) -> int:
        if len(lines) == 1 and not self._mode(lines[0]) & GROUP:
            self._free(lines[0])
        if any(line in self.held or line in self.strangers for line in lines):
            return BUSY
        for line in lines:
            self.held[line] = Request(lines, mode, flags)
            self.wires.driven.pop(line, None)
            self.wires.pulls[line] = "up" if flags & self.SET_PULL_UP else "none"
        return 0

    def _free(self, line: int) -> int:
        request = self.held.get(line)
        if request is None:
            return NOT_ALLOCATED
        if request.lines[0] != line:
            return NOT_LEADER
        for each in request.lines:
            del self.held[each]
            self.wires.driven.pop(each, None)
        return 0


@dataclass
class _Callback:
    lgpio: Lgpio
    line: int

    def cancel(self) -> None:
        self.lgpio.callbacks.pop(self.line, None)


@dataclass
class _Setting:
    function: int
    pull: int


@dataclass
class _Detect:
    func: Callable[[int], None] | None = field(default=None)


class RpiGpio(ModuleType):
    """The module `RPi.GPIO`."""

    BCM, OUT, IN, SERIAL, SPI, I2C, HARD_PWM, UNKNOWN = 11, 0, 1, 40, 41, 42, 43, -1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33

    def __init__(self, wires: Wires) -> None:
        super().__init__("RPi.GPIO")
        self.wires = wires
        self.mode: int | None = None
        self.set: dict[int, _Setting] = {}
        self.detects: dict[int, _Detect] = {}

    def setmode(self, mode: int) -> None:
        self.mode = mode

    def setwarnings(self, on: bool) -> None:
        pass

    def setup(self, pin: int, way: int, pull: int = PUD_OFF, initial: int | None = None) -> None:
        assert self.mode == self.BCM, "Please set pin numbering mode"
        self.set[pin] = _Setting(way, pull)
        self.wires.pulls[pin] = "up" if pull == self.PUD_UP else "none"
        self.wires.driven.pop(pin, None)
        if way == self.OUT:
            self.wires.driven[pin] = int(initial or 0)

    def gpio_function(self, pin: int) -> int:
        return self.set[pin].function if pin in self.set else self.IN

    def output(self, pin: int, level: int) -> None:
        if self.gpio_function(pin) != self.OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self.wires.driven[pin] = int(level)

    def input(self, pin: int) -> int:
        assert pin in self.set, "You must setup() the GPIO channel first"
        return self.wires.level(pin)

    def add_event_detect(self, pin: int, edge: int, callback: Any, bouncetime: int = -666) -> None:
        self.detects[pin] = _Detect(callback)

    def remove_event_detect(self, pin: int) -> None:
        self.detects.pop(pin, None)

    def cleanup(self, pin: int | None = None) -> None:
        for each in [pin] if pin is not None else list(self.set):
            self.set.pop(each, None)
            self.wires.driven.pop(each, None)

    def edge(self, pin: int) -> None:
        """The library tells of an edge."""
        func = self.detects[pin].func
        assert func is not None
        func(pin)


@contextmanager
def installed(
    revision: int = PI4, lgpio: Lgpio | None = None, rpigpio: RpiGpio | None = None
) -> Iterator[None]:
    """A Pi of this revision with these libraries, and no other; gpiozero meets them afresh."""
    rpi = ModuleType("RPi")
    rpi.GPIO = rpigpio  # type: ignore[attr-defined]
    modules: dict[str, ModuleType | None] = {
        "lgpio": lgpio,
        "RPi": rpi if rpigpio else None,
        "RPi.GPIO": rpigpio,
    }
    fresh = ("gpiozero.pins.lgpio", "gpiozero.pins.rpigpio")
    with pytest.MonkeyPatch.context() as patch:
        for name, module in modules.items():
            patch.setitem(sys.modules, name, module)
        for name in fresh:
            patch.setitem(sys.modules, name, ModuleType(name))
            del sys.modules[name]
        patch.setattr("gpiozero.pins.local.get_pi_revision", lambda: revision)
        patch.setattr(LocalPiFactory, "pins", {})
        patch.setattr(LocalPiFactory, "_reservations", defaultdict(list))
        # A device left by a failed test may be collected, and closed, while another is opened.
        patch.setattr(LocalPiFactory, "_res_lock", RLock())
        patch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
        yield

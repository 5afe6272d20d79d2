"""HX711 chips over lgpio: the same samples in fewer calls, and pulses short enough."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.clock import ManualClock
from hardware.errors import PinsUnavailableError
from hardware.hx711 import BITS, LINE_LOW, HX711Pins
from hardware.loadgroup import HX711Group, load_wire
from hardware.wires import pin_factory
from tests.hardware.backends import BAD_READ, Lgpio, Wires, installed

CLOCK, DATA = 11, [7, 4, 9]
WORDS = {7: 0x123456, 4: 0xFFFFFE, 9: 0x000001}


class Chips(Wires):
    """HX711 chips after their datasheet: a bit a rising edge, high when all is told."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self.clock, self.call_s = clock, 0.0
        self.pulses, self.words, self.dead = 0, dict(WORDS), set[int]()

    def drive(self, line: int, level: int) -> None:
        """A rising edge of the clock shifts; each call of the kernel takes its time."""
        self.clock.advance(self.call_s)
        self.pulses += line == CLOCK and level == 1 and self.driven.get(line) == 0
        super().drive(line, level)

    def level(self, line: int) -> int:
        """DOUT: low when ready, then the bits, then high; of a shorted line always low."""
        if line not in self.words or line in self.dead:
            return 0 if line in self.dead else super().level(line)
        if self.pulses == 0:
            return 0
        return 1 if self.pulses > BITS else self.words[line] >> (BITS - self.pulses) & 1


@pytest.fixture
def clock() -> ManualClock:
    """A clock turned by hand."""
    return ManualClock()


@pytest.fixture
def chips(clock: ManualClock) -> Chips:
    """Three chips on one clock line."""
    return Chips(clock)


@pytest.fixture
def lgpio(chips: Chips) -> Iterator[Lgpio]:
    """A Pi 4 with lgpio alone."""
    fake = Lgpio(chips)
    with installed(lgpio=fake):
        yield fake


def test_the_samples_are_those_of_single_pins(
    lgpio: Lgpio, chips: Chips, clock: ManualClock
) -> None:
    """Signed words, in the chips' order, whatever the pins' numbers are."""
    factory = pin_factory("lgpio")
    wire = load_wire(CLOCK, DATA, factory, clock)
    assert isinstance(wire, HX711Group)
    assert wire.ready() == 0b111
    together = wire.read(25)
    assert chips.pulses == 25
    wire.close()
    chips.pulses = 0
    single = HX711Pins(CLOCK, DATA, factory, clock)
    assert single.read(25) == together == [0x123456, -2, 1]
    single.close()


def test_a_shorted_line_is_no_chip(lgpio: Lgpio, chips: Chips, clock: ManualClock) -> None:
    """The others are read all the same."""
    wire = load_wire(CLOCK, DATA, pin_factory("lgpio"), clock)
    chips.dead = {4}
    assert wire.read(25) == [0x123456, LINE_LOW, 1]


def test_fourteen_chips_cost_76_calls_instead_of_464(lgpio: Lgpio, clock: ManualClock) -> None:
    """What the module promises."""
    data = [4, 5, 6, 7, 8, 9, 10, 12, 13, 16, 17, 19, 20, 21]
    factory = pin_factory("lgpio")
    single = HX711Pins(CLOCK, data, factory, clock)
    lgpio.calls.clear()
    single.read(25)
    assert sum(lgpio.counted().values()) == 464
    single.close()
    wire = load_wire(CLOCK, data, factory, clock)
    lgpio.calls.clear()
    wire.read(25)
    assert lgpio.counted() == {"gpio_write": 50, "group_read": 26}


def test_slow_pulses_spoil_the_sample(lgpio: Lgpio, chips: Chips, clock: ManualClock) -> None:
    """Twenty microseconds a call are fine, forty are not: the chips are put to sleep and woken."""
    wire = load_wire(CLOCK, DATA, pin_factory("lgpio"), clock)
    chips.call_s = 20e-6
    assert wire.read(25) == [0x123456, -2, 1]
    chips.call_s, chips.pulses = 40e-6, 0
    assert wire.read(25) is None
    assert chips.driven[CLOCK] == 1
    assert wire.ready() == 0
    assert chips.driven[CLOCK] == 0


def test_a_failed_call_never_becomes_a_sample(
    lgpio: Lgpio, chips: Chips, clock: ManualClock
) -> None:
    """It is told, and the chips are reset: none may go on in the middle of a word."""
    wire = load_wire(CLOCK, DATA, pin_factory("lgpio"), clock)
    lgpio.broken["group_read"] = BAD_READ
    with pytest.raises(PinsUnavailableError, match=r"GPIO 7: group_read failed: bad GPIO read"):
        wire.read(25)
    assert chips.driven[CLOCK] == 1
    del lgpio.broken["group_read"]
    assert wire.ready() == 0
    chips.pulses = 0
    assert wire.read(25) == [0x123456, -2, 1]


def test_closing_gives_the_pins_back(lgpio: Lgpio, chips: Chips, clock: ManualClock) -> None:
    """Every pin a lone input, nothing driven, and the chip closed with the factory."""
    factory = pin_factory("lgpio")
    load_wire(CLOCK, DATA, factory, clock).close()
    assert {line: request.lines for line, request in lgpio.held.items()} == {
        line: (line,) for line in [CLOCK, *DATA]
    }
    assert chips.driven == {}
    factory.close()
    assert (lgpio.held, lgpio.opened) == ({}, [])


def test_other_backends_read_one_by_one(clock: ManualClock) -> None:
    """On the mock nothing changes."""
    assert isinstance(load_wire(CLOCK, DATA, pin_factory("mock"), clock), HX711Pins)

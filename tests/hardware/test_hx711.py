"""HX711 chips on pins: bits, pulses, and the 50 microseconds."""

from __future__ import annotations

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.clock import ManualClock
from hardware.hx711 import BITS, HIGHEST, LINE_LOW, LOWEST, PULSES, TORN, HX711Pins, sample, signed
from hardware.simulated.chips import WirePin


class Chip:
    """A chip that shifts out one fixed word: the datasheet, not our simulation."""

    def __init__(self) -> None:
        self.word = 0
        self.pulses = 0
        self.busy = False

    def level(self) -> bool:
        """DOUT: low when ready, then the bits, then high."""
        if self.pulses == 0:
            return self.busy
        return self.pulses > BITS or bool(self.word >> (BITS - self.pulses) & 1)


class DataPin(WirePin):
    """The chip's data line."""

    chip: Chip

    def _get_state(self) -> bool:
        return self.chip.level()


class ClockPin(WirePin):
    """The chip's clock line; `hold` makes the n-th pulse take a while."""

    chip: Chip
    clock: ManualClock
    hold: tuple[int, float] = (0, 0.0)

    def _change_state(self, value: bool) -> bool:
        changed = super()._change_state(value)
        if changed and value:
            self.chip.pulses += 1
            if self.chip.pulses == self.hold[0]:
                self.clock.advance(self.hold[1])
        return changed


class Rig:
    """One chip on two mock pins under the real wire code."""

    def __init__(self) -> None:
        self.chip, self.clock = Chip(), ManualClock()
        factory = MockFactory(revision="c03114")
        self.sck = factory.pin(11, pin_class=ClockPin)
        self.sck.chip, self.sck.clock = self.chip, self.clock
        factory.pin(4, pin_class=DataPin).chip = self.chip
        self.wire = HX711Pins(11, [4], factory, self.clock)

    def read(self, word: int, pulses: int = 25) -> list[int] | None:
        """Read one word as the driver would."""
        self.chip.word, self.chip.pulses = word, 0
        return self.wire.read(pulses)


@settings(max_examples=300)
@given(st.integers(LOWEST, HIGHEST))
def test_every_24_bit_number_comes_through(number: int) -> None:
    """Whatever number the chip says, negative or not, is the number that is read."""
    assert Rig().read(number & 0xFFFFFF) == [number]


@pytest.mark.parametrize(("word", "number"), [(0, 0), (0x7FFFFF, 8388607), (0x800000, -8388608)])
def test_signed_is_twos_complement(word: int, number: int) -> None:
    """The ends of the 24-bit range are where the datasheet has them."""
    assert signed(word) == number
    assert signed(0xFFFFFF) == -1


@pytest.mark.parametrize(("gain", "pulses"), [(128, 25), (32, 26), (64, 27)])
def test_gain_is_chosen_by_the_number_of_pulses(gain: int, pulses: int) -> None:
    """Each gain gets exactly its number of clock pulses, and the clock rests low."""
    rig = Rig()
    rig.read(0x123456, PULSES[gain])
    assert rig.chip.pulses == pulses
    assert not rig.sck.state


def test_ready_is_data_low() -> None:
    """A chip is ready when its data line is low, and not before."""
    rig = Rig()
    rig.chip.busy = True
    assert rig.wire.ready() == 0
    rig.chip.busy = False
    assert rig.wire.ready() == 1


@pytest.mark.parametrize("pulse", [1, 12, 24, 25])
def test_an_overlong_pulse_spoils_the_sample(pulse: int) -> None:
    """The datasheet allows 50 microseconds: a sample with a longer pulse is thrown away."""
    rig = Rig()
    rig.sck.hold = (pulse, 51e-6)
    assert rig.read(0x123456) is None
    assert rig.sck.state  # left high, so that every chip surely sleeps
    assert rig.wire.ready() == 0  # and is woken by the next look
    assert not rig.sck.state


def test_a_pulse_just_short_enough_is_fine() -> None:
    """Fifty microseconds high are allowed."""
    rig = Rig()
    rig.sck.hold = (12, 50e-6)
    assert rig.read(0x123456) == [0x123456]


def test_a_line_that_stays_low_is_no_chip() -> None:
    """A data line shorted to ground reads as "no chip", not as zero grams."""
    rig = Rig()
    rig.chip.level = lambda: False  # type: ignore[method-assign]
    assert rig.read(0) == [LINE_LOW]


def test_a_chip_that_went_busy_between_two_looks_is_not_believed() -> None:
    """Its line was low when all were ready and high before the first pulse: a conversion ended."""
    rig = Rig()
    assert rig.wire.ready() == 1
    rig.chip.busy = True
    assert rig.read(0x123456) == [TORN]


def test_a_word_that_does_not_come_to_its_end_is_not_believed() -> None:
    """A line that is low after the last pulse, with bits before, is a word begun anew."""
    assert sample(0x123456, before=False, after=False) == TORN
    assert sample(0, before=False, after=False) == LINE_LOW

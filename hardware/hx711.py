"""HX711 load-cell amplifiers on one shared clock line.

Wiring: every HX711's PD_SCK goes to the one clock pin, each DOUT to a pin of its own; RATE tied
high gives 80 samples a second, low 10. DOUT low says "a sample is ready"; each clock pulse then
brings the next of 24 bits, highest first, and 1 to 3 further pulses choose the gain of the sample
after it: 25 pulses in all for 128, 26 for 32 (channel B), 27 for 64. The clock may stay low as
long as it likes, but high for 50 microseconds at most: from 60 on the chip powers down and resets.

Chips keep their own time, 70 to 95 samples a second instead of 80: one may end its next conversion
while its word is read, and the word is then part old, part new. Such a word is not believed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol

from hardware.clock import Clock
from hardware.wires import PinFactory

PULSES = {128: 25, 32: 26, 64: 27}
BITS = 24
HIGHEST, LOWEST = 0x7FFFFF, -0x800000
LONGEST_PULSE_S = 50e-6
"""What the datasheet allows a pulse; a longer one spoils the sample."""
POWER_DOWN_S = 60e-6
"""After this long high a chip is surely asleep."""
RESET_S = 0.001  # high for this long, the clock line has surely put every chip to sleep

LINE_LOW = 1 << 30
"""In place of a sample: the data line never went high again, so no chip is talking on it."""

TORN = 1 << 29
"""In place of a sample: a conversion ended while it was read, so it is nobody's weight."""


class LoadWire(Protocol):
    """Where raw samples come from: pins, or a simulation one layer above them."""

    def ready(self) -> int:
        """The chips with a sample waiting, as bits."""
        ...

    def read(self, pulses: int) -> Sequence[int] | None:
        """One sample of every chip, or None when a clock pulse was too long to trust any."""
        ...

    def close(self) -> None:
        """Let go of the wires."""
        ...


def signed(word: int) -> int:
    """The number in 24 bits of two's complement."""
    return word - (1 << BITS) if word >> (BITS - 1) else word


def sample(word: int, before: bool, after: bool) -> int:
    """The number in a word, if its line was low before the first pulse and high after the last.

    Low after the last pulse and not one bit set is a short to ground; with bits, the chip began its
    word anew in the middle and has not come to its end.
    """
    if not after:
        return TORN if word else LINE_LOW
    return TORN if before else signed(word)


def begun_anew(word: int, last: int, slack: int) -> bool:
    """Whether this may be the head of the last word and then, from its top bit on, a new one."""
    whole = (1 << BITS) - 1
    word, last = word & whole, last & whole
    for bits in range(1, BITS):
        head = last >> (BITS - bits) << (BITS - bits)
        if abs(word - (head | last >> bits)) <= (slack >> bits) + 1:
            return True
    return False


class HX711Wire(ABC):
    """Clocks samples out of the chips, whoever drives the lines."""

    def __init__(self, chips: int, time: Clock) -> None:
        self._chips, self._time = chips, time
        self._asleep = False

    def ready(self) -> int:
        """The chips whose data line is low; chips put to sleep are woken, and ready later."""
        if self._asleep:
            self._asleep = False
            self._drive(0)
            return 0
        mask, bit = 0, 1
        for level in self._levels():
            if not level:
                mask |= bit
            bit <<= 1
        return mask

    def read(self, pulses: int) -> list[int] | None:
        """Clock 24 bits and the gain pulses; None if any pulse lasted over 50 microseconds."""
        words = [0] * self._chips
        # The second look: a chip that was ready and is not any more has just ended a conversion.
        busy = self._levels()
        for _ in range(BITS):
            if not self._pulse():
                self._sleep()
                return None
            words = [word << 1 | bit for word, bit in zip(words, self._levels(), strict=True)]
        if not all(self._pulse() for _ in range(pulses - BITS)):
            self._sleep()
            return None
        return [
            sample(word, bool(before), bool(after))
            for word, before, after in zip(words, busy, self._levels(), strict=True)
        ]

    @abstractmethod
    def close(self) -> None:
        """Give the pins back as inputs."""

    @abstractmethod
    def _drive(self, level: int) -> None:
        """Put the clock line high or low."""

    @abstractmethod
    def _levels(self) -> list[int]:
        """The data lines now, in the chips' order."""

    def _sleep(self) -> None:
        """Leave the clock high until the next look: some chips may have reset, now all will."""
        self._asleep = True
        self._drive(1)

    def _pulse(self) -> bool:
        """One clock pulse; False if it was long enough to reset the chips."""
        began = self._time.now()
        self._drive(1)
        self._drive(0)
        return self._time.now() - began <= LONGEST_PULSE_S


class HX711Pins(HX711Wire):
    """The chips over gpiozero pins."""

    def __init__(
        self, clock_pin: int, data: Sequence[int], factory: PinFactory, time: Clock
    ) -> None:
        from gpiozero import InputDevice, OutputDevice

        super().__init__(len(data), time)
        self._devices = [OutputDevice(clock_pin, initial_value=False, pin_factory=factory)]
        self._sck = self._devices[0].pin
        # Pulled up, a data line whose cable fell off reads "not ready" instead of noise.
        inputs = [InputDevice(pin, pull_up=True, pin_factory=factory) for pin in data]
        self._data = [device.pin for device in inputs]
        self._devices += inputs

    def close(self) -> None:
        """Give the pins back as inputs."""
        for device in self._devices:
            device.close()

    def _drive(self, level: int) -> None:
        self._sck.state = level

    def _levels(self) -> list[int]:
        return [pin.state for pin in self._data]

"""A Raspberry Pi Pico's pins and clock: the only module that touches the chip.

Pins are named by their GPIO number (GP2 is 2). All levels are read at once from the register
GPIO_IN, which has the same address on the RP2040 and the RP2350; an RP2350B has a second one for
its pins from 32 on. MicroPython gives a register as a signed number: one whose bit 31 is set is
negative, and would set every bit above it.
"""

import random
import time
from array import array

from machine import Pin, bitstream, disable_irq, enable_irq, mem32, unique_id

from .protocol import BITS

GPIO_IN = 0xD0000004
GPIO_HI_IN = 0xD0000008
HIGH_PINS = 0xFFFF
"""GP32 to GP47; above them GPIO_HI_IN has the lines of USB and of the flash memory."""
WS2812 = (400, 850, 800, 450)
"""Nanoseconds: high and low of a 0, high and low of a 1."""


class Pico:
    """Pins, time and identity of the Pico this runs on."""

    def __init__(self) -> None:
        self.ticks_us = time.ticks_us  # type: ignore[attr-defined]  # MicroPython has it
        self.ticks_diff = time.ticks_diff  # type: ignore[attr-defined]
        self.ticks_add = time.ticks_add  # type: ignore[attr-defined]
        self.sleep_us = time.sleep_us  # type: ignore[attr-defined]
        self._wide = False

    def output(self, pin: int, value: int) -> "Pin":
        """Drive a pin, at first to this value."""
        return Pin(pin, Pin.OUT, value=value)

    def listen(self, pin: int, pull_up: bool) -> None:
        """Read a pin, pulled up or down."""
        self._wide = self._wide or pin > 31
        Pin(pin, Pin.IN, Pin.PULL_UP if pull_up else Pin.PULL_DOWN)

    def port(self) -> int:
        """The levels of all pins at one moment."""
        levels: int = mem32[GPIO_IN]
        if levels < 0:  # asked first, because a number this long would be made anew in each scan
            levels &= 0xFFFFFFFF
        if self._wide:
            levels |= (mem32[GPIO_HI_IN] & HIGH_PINS) << 32
        return levels

    def clock_in(self, clock: "Pin", words: "array[int]", pulses: int) -> None:
        """Clock a bank of HX711; nothing may interrupt a pulse, or it could reset the chips."""
        port = self.port
        state = disable_irq()
        for number in range(BITS):
            clock(1)
            clock(0)
            words[number] = port()
        for _ in range(pulses - BITS):
            clock(1)
            clock(0)
        enable_irq(state)
        words[BITS] = port()

    def shift_out(self, pin: "Pin", data: bytearray) -> None:
        """Send bytes to a strip of NeoPixels."""
        bitstream(pin, 0, WS2812, data)

    def identity(self) -> bytes:
        """Eight bytes that only this Pico has."""
        found: bytes = unique_id()
        return found

    def boot_number(self) -> int:
        """Another number after every start."""
        return random.getrandbits(30)

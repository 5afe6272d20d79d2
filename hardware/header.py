"""What a Raspberry Pi itself uses the pins of its header for: the one table of it.

A pin can serve a board as long as nothing of this is switched on there. The names of the pins are
the same on every Pi with 40 pins; what differs is told where it differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.pi import Pi

HEADER_PINS = range(28)
"""The GPIO numbers a Raspberry Pi's 40-pin header carries."""

SPI_PIN = 10
"""The pin that SPI drives, for which nobody needs to be root."""


@dataclass(frozen=True, slots=True)
class Use:
    """Something of the Pi's own: its name, its pins by what each is called, and how it ends."""

    name: str
    pins: Mapping[int, str]
    off: str

    def __str__(self) -> str:
        return f"{self.name} (GPIO {', '.join(map(str, sorted(self.pins)))})"


ID_EEPROM = Use(
    "the ID chip of add-on boards",
    {0: "ID_SD", 1: "ID_SC"},
    "the Pi asks there while it boots, which nothing switches off",
)
I2C = Use("I2C", {2: "SDA", 3: "SCL"}, "dtparam=i2c_arm=off")
ONE_WIRE = Use("1-Wire", {4: "its data"}, "remove dtoverlay=w1-gpio")
SPI = Use(
    "SPI",
    {7: "CE1", 8: "CE0", 9: "MISO", SPI_PIN: "MOSI", 11: "SCLK"},
    "dtparam=spi=off",
)
SPI_THREE_PINS = Use("SPI", {9: "MISO", SPI_PIN: "MOSI", 11: "SCLK"}, "remove dtoverlay=spi0-0cs")
SPI_TWO_PINS = Use("SPI", {SPI_PIN: "MOSI", 11: "SCLK"}, "remove dtoverlay=spi0-0cs,no_miso")
PWM = Use("PWM", {12: "PWM0", 13: "PWM1", 18: "PWM0", 19: "PWM1"}, "remove dtoverlay=pwm")
UART = Use("the serial console", {14: "TXD", 15: "RXD"}, "enable_uart=0")
PCM = Use("PCM (I2S sound)", {18: "CLK", 19: "FS", 20: "DIN", 21: "DOUT"}, "dtparam=i2s=off")

USES = (ID_EEPROM, I2C, ONE_WIRE, SPI, PWM, UART, PCM)
"""Everything that may take pins of the header; SPI takes two or five."""

PIXEL_PINS = {SPI_PIN: SPI, 12: PWM, 18: PWM, 21: PCM}
"""Pins whose peripherals can time a NeoPixel's bits, and which does; a Pico can on any pin."""

PIXEL_PIN_WORDS = "10, 12, 18 or 21"


def pixel_uses(pin: int, spi_pins: int) -> dict[int, str]:
    """The pins that pixels on this one take, and what for; PWM and PCM take none beside it."""
    if pin != SPI_PIN:
        return {pin: f"{PIXEL_PINS[pin].name}'s {PIXEL_PINS[pin].pins[pin]}"}
    bus = SPI if spi_pins == 5 else SPI_TWO_PINS
    return {each: f"SPI's {name}" for each, name in bus.pins.items()}


@dataclass(frozen=True, slots=True)
class CoreClock:
    """How a Pi's core clock wanders, in MHz, and where it is to be held for pixels by SPI."""

    highest: int
    lowest: int
    held: int


def core_clock(pi: Pi) -> CoreClock | None:
    """The clock that SPI is divided from, where it wanders; a Pi 5 has one for the bus itself.

    While it wanders a 0 can look like a 1 to the strip (raspberrypi/linux #3381): all white, which
    no budget foresees. The Pi 1 and 2 hold it at 250 MHz by themselves.
    """
    if pi.generation == 4:
        return CoreClock(500, 200, 500)
    if pi.generation == 3 or "Zero" in pi.name:
        return CoreClock(400, 250, 250)
    return None

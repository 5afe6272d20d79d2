"""The Pi's config.txt: what it switches on on this Pi, and the lines that a board needs in it.

The firmware reads it before Linux: `dtparam=` and `dtoverlay=` switch SPI, I2C or sound on, and
`core_freq` holds the clock that SPI is divided from. A line like [pi4] makes what follows it hold
on that Pi alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hardware.header import (
    I2C,
    ONE_WIRE,
    PCM,
    PWM,
    SPI,
    SPI_PIN,
    SPI_THREE_PINS,
    SPI_TWO_PINS,
    UART,
    CoreClock,
    Use,
)
from hardware.pi import Pi
from hardware.profile import Pixels, Profile

BOOT_FILES = ("boot/firmware/config.txt", "boot/config.txt")
"""Where it is, from Raspberry Pi OS Bookworm on, and before."""

BEGIN = "# Lunka, for pixels by SPI; made by `lunka board boot`, which docs/wiring.md explains"
END = "# Lunka, end"

FIVE_PINS, TWO_PINS = "dtparam=spi=on", "dtoverlay=spi0-0cs,no_miso"
"""The line with which SPI takes GPIO 7 to 11, and that with which it takes 10 and 11 only."""

_CORE = (("pi0", 250), ("pi3", 250), ("pi4", 500))
"""Where each Pi whose core clock wanders is held, so that the card may move from one to another."""

_PARAMETERS = {"spi": SPI, "i2c_arm": I2C, "i2c": I2C, "i2c1": I2C, "i2s": PCM, "uart0": UART}
_OVERLAYS = {
    "audremap": PWM,
    "i2s-mmap": PCM,
    "lunka-spi": SPI,  # the SD-card image's own (systemd/image)
    "pwm": PWM,
    "pwm-2chan": PWM,
    "spi0-1cs": SPI,
    "spi0-2cs": SPI,
    "uart0": UART,
    "w1-gpio": ONE_WIRE,
}
_SOUND_CARD = re.compile(r"(allo|audioinjector|googlevoicehat|hifiberry|iqaudio|justboom)-.*")
_OFF = {"off", "0", "false", "no"}


@dataclass(frozen=True, slots=True)
class BootConfig:
    """What a config.txt says for one Pi: its settings, and the line that switches each use on."""

    settings: dict[str, str] = field(default_factory=dict)
    uses: dict[str, tuple[Use, str]] = field(default_factory=dict)

    def core(self, usual: CoreClock) -> tuple[int, int]:
        """Between which lowest and highest MHz the core clock wanders."""
        highest = self._number("core_freq", self._number("gpu_freq", usual.highest))
        lowest = self._number("core_freq_min", self._number("gpu_freq_min", usual.lowest))
        if self._number("force_turbo", 0):
            lowest = highest
        return min(lowest, highest), highest

    def taken(self, pin: int) -> Iterator[tuple[Use, str]]:
        """What takes this pin, and the line that switches it on."""
        for use, line in self.uses.values():
            if pin in use.pins:
                yield use, line

    def _number(self, key: str, usual: int) -> int:
        found = self.settings.get(key, "")
        return int(found) if found.isdigit() else usual

    def _switch(self, use: Use, line: str, on: bool) -> None:
        if on:
            self.uses[use.name] = (use, line)
        else:
            self.uses.pop(use.name, None)

    def _take(self, line: str) -> None:
        key, _, value = line.partition("=")
        if key == "dtparam":
            self._take_parameters(line, value)
        elif key == "dtoverlay":
            self._take_overlay(line, value)
        elif key == "enable_uart":
            self._switch(UART, line, value not in _OFF)
        else:
            self.settings[key] = value

    def _take_parameters(self, line: str, value: str) -> None:
        for part in value.split(","):
            name, _, state = part.partition("=")
            use = _PARAMETERS.get(name)
            narrowed = use is SPI and self.uses.get(SPI.name, (SPI,))[0] is not SPI
            if use is not None and not (narrowed and state not in _OFF):
                self._switch(use, line, state not in _OFF)

    def _take_overlay(self, line: str, value: str) -> None:
        name, *parameters = value.split(",")
        if name == "spi0-0cs":
            narrow = SPI_TWO_PINS if "no_miso" in parameters else SPI_THREE_PINS
            self._switch(narrow, line, on=True)
        elif name in _OVERLAYS or _SOUND_CARD.fullmatch(name):
            self._switch(_OVERLAYS.get(name, PCM), line, on=True)


def read_boot_config(text: str, pi: Pi) -> BootConfig:
    """What this config.txt says for this Pi."""
    config = BootConfig()
    for line in _lines_for(text, pi):
        config._take(line)
    return config


def _lines_for(text: str, pi: Pi) -> Iterator[str]:
    """The lines that count on this Pi, without comments."""
    holds = True
    for raw in text.splitlines():
        line = raw.partition("#")[0].strip()
        if line.startswith("["):
            holds = _holds(line.strip("[]").lower(), pi)
        elif line and holds:
            yield re.sub(r"\s*=\s*", "=", line)


def _holds(name: str, pi: Pi) -> bool:
    """Whether [name] means this Pi; a filter that asks for something else is taken to hold."""
    found = re.fullmatch(r"(pi|cm)(\d)(.*)", name)
    if not found:
        return name != "none"
    if name.startswith("pi0"):
        return "Zero" in pi.name and (name != "pi02" or "Zero 2" in pi.name)
    whole_kind = found[1] == "pi" or "Compute" in pi.name
    return whole_kind and "Zero" not in pi.name and pi.generation == int(found[2])


def spi_line(pixels: Pixels) -> str:
    """The line that switches SPI on for these pixels, with the pins that the profile leaves it."""
    return FIVE_PINS if pixels.spi_pins == 5 else TWO_PINS


def boot_lines(profile: Profile) -> list[str]:
    """What config.txt must say for this board; nothing where its pixels are not on SPI."""
    pixels = profile.pixels
    if profile.link is not None or pixels is None or pixels.pin != SPI_PIN:
        return []
    core = [
        f"[{name}]\ncore_freq={held}\ncore_freq_min={held}"
        for name, held in _CORE  # a Pi 5 has a clock of its own for the bus
    ]
    return [BEGIN, "[all]", spi_line(pixels), *core, "[all]", END]


def with_lines(text: str, lines: list[str]) -> str:
    """The text of a config.txt with these lines at its end, in place of those put there before."""
    ending = "\r\n" if "\r\n" in text else "\n"
    kept = re.sub(
        rf"\n?^{re.escape(BEGIN)}$.*?^{re.escape(END)}$\n?",
        "",
        text.replace("\r\n", "\n"),
        flags=re.MULTILINE | re.DOTALL,
    )
    if lines:
        kept = kept.rstrip("\n") + "\n\n" if kept.strip() else ""
        kept += "\n".join(lines) + "\n"
    return kept.replace("\n", ending)

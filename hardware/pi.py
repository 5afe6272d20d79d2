"""Which Raspberry Pi this is, and what its pins and pixels can be driven by.

Up to the Pi 4 the pins belong to the main chip; on a Pi 5 they sit on a second one, the RP1, and
whatever wrote straight into the old chip's registers (RPi.GPIO, pigpio, rpi-ws281x) cannot work
there. Every refusal below says so, and what to use instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

MODEL_FILES = ("proc/device-tree/model", "sys/firmware/devicetree/base/model")

RP1_SINCE = 5
"""From this generation on the pins are on the RP1."""

_GENERATIONS = (
    (r"Zero 2", 3),
    (r"Zero", 1),
    (r"Compute Module (\d)", None),
    (r"Raspberry Pi (\d)00", None),
    (r"Raspberry Pi (\d)", None),
    (r"Raspberry Pi", 1),
)


@dataclass(frozen=True, slots=True)
class Pi:
    """A machine's model: its name, and which generation of Pi it is (None: not a Pi)."""

    name: str = ""
    generation: int | None = None

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi at all."""
        return self.generation is not None

    @property
    def has_rp1(self) -> bool:
        """Whether the pins are on the RP1 (Pi 5 and later)."""
        return self.generation is not None and self.generation >= RP1_SINCE

    @property
    def extra(self) -> str:
        """The extra of Lunka that brings this Pi's libraries."""
        return "pi5" if self.has_rp1 else "pi"

    def __str__(self) -> str:
        return self.name or "a machine that is no Raspberry Pi"


def this_pi(root: Path = Path("/")) -> Pi:
    """The model of the machine below `root`."""
    for name in MODEL_FILES:
        text = _read(root / name)
        if text:
            return pi_named(text)
    found = re.search(r"^Model\s*:\s*(.+)$", _read(root / "proc/cpuinfo"), re.MULTILINE)
    return pi_named(found[1]) if found else Pi()


def pi_named(name: str) -> Pi:
    """The Pi with this name, as the device tree spells it."""
    name = name.strip("\0 \n")
    if "Raspberry Pi" not in name:
        return Pi(name)
    for pattern, generation in _GENERATIONS:
        found = re.search(pattern, name)
        if found:
            return Pi(name, generation or int(found[1]))
    return Pi(name)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def pins_refusal(backend: str, pi: Pi) -> str | None:
    """Why this backend by itself cannot work on this Pi, and what to use instead."""
    if backend in {"rpigpio", "pigpio"} and pi.has_rp1:
        return (
            f"{backend} writes into the registers of a Pi 4 or older, but the pins of a {pi} are "
            f"on another chip, the RP1. Use lgpio: install Lunka with its 'pi5' extra."
        )
    return None


def pins_advice(backends: Iterable[str], pi: Pi) -> str:
    """The way out when none of these backends could open the pins."""
    if not pi.is_pi:
        return (
            f"This is {pi}: use the simulated board, or a board behind a Pico ([link] in its "
            f"profile)."
        )
    refusals = [words for name in backends if (words := pins_refusal(name, pi))]
    steps = (
        f"Install Lunka with its '{pi.extra}' extra, join the group 'gpio' and stop other programs "
        f"that use the pins; `lunka doctor` looks at each."
    )
    return " ".join([*refusals, steps])


def pixels_refusal(pin: int, pi: Pi) -> str | None:
    """Why pixels cannot be driven from any pin of this machine; None if they can."""
    if pi.is_pi:
        return None
    return (
        f"Pixels on GPIO {pin} need a Raspberry Pi, and this is {pi}. Use the simulated board, or "
        f"a board behind a Pico ([link] in its profile)."
    )


def pixels_advice(pin: int, pi: Pi) -> str:
    """What pixels on this pin need on this Pi, for the message when they could not be opened."""
    refusal = pixels_refusal(pin, pi)
    if refusal:
        return refusal
    if pin == 10:
        return (
            f"On a {pi}, GPIO 10 is driven by SPI: switch SPI on in raspi-config, join the group "
            f"'spi' and install Lunka with its extras '{pi.extra}' and 'spi'."
        )
    if pi.has_rp1:
        return (
            f"On a {pi}, pixels are driven by the RP1's PIO: install Lunka with its 'pi5' extra "
            f"(rpi-ws281x of the Pi 4 does not work here) and allow access to /dev/pio0; or wire "
            f"the strip to GPIO 10 and use SPI."
        )
    return (
        f"On a {pi}, pixels on GPIO {pin} are driven by {_peripheral(pin)}: install Lunka with its "
        f"'pi' extra and run it as root; or wire the strip to GPIO 10 and use SPI, which needs no "
        f"root."
    )


def _peripheral(pin: int) -> str:
    return "PCM" if pin == 21 else "PWM, which the analogue sound output must not use as well"

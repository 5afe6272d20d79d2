"""Be a Raspberry Pi, as far as its libraries can tell, and light a pixel on it.

Run by the Python of an environment that holds an extra's locked packages, with a Pi's name. Prints,
as JSON, how far each step came: null where it worked, else what was raised. A wire is the only
thing that is missing here, so whatever is raised must be about hardware.

    BLINKA_FORCEBOARD=RASPBERRY_PI_4B BLINKA_FORCECHIP=BCM2XXX python forced_pi.py c03114
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

COUNT = 3


def be(revision: str) -> None:
    """Say what /proc/cpuinfo says on that Pi."""
    from adafruit_platformdetect import Detector

    said = {"Revision": revision, "Hardware": "BCM2835"}
    Detector.get_cpuinfo_field = lambda _self, field: said.get(field)


def pin_map() -> None:
    """Every pin of the header by its number."""
    import board

    for number in range(28):
        assert getattr(board, f"D{number}").id == number


def by_pin() -> None:
    """The class for pixels on any pin."""
    from neopixel import NeoPixel

    assert NeoPixel


def by_spi() -> None:
    """The class for pixels on GPIO 10."""
    from neopixel_spi import NeoPixel_SPI

    assert NeoPixel_SPI


def pins() -> None:
    """Reeds, load cells and buttons, on the backend that gpiozero takes first."""
    from gpiozero.pins.lgpio import LGPIOFactory

    LGPIOFactory(chip=0)


def bits() -> None:
    """What shifts the bits out, below the class: the Pi 4's C library, or the Pi 5's."""
    from neopixel_write import neopixel_write

    neopixel_write(SimpleNamespace(_pin=SimpleNamespace(id=18)), bytearray(3 * COUNT))


def strip(pin: int) -> Callable[[], None]:
    """Our own driver, with pixels on this pin."""

    def light() -> None:
        from hardware.pixels import open_strip
        from hardware.profile import Pixels

        section = {"pin": pin, "count": COUNT, "budget_ma": 100.0, "cells": {"a1": [0]}}
        open_strip(Pixels.model_validate(section))

    return light


STEPS: dict[str, Callable[[], None]] = {
    "pin map": pin_map,
    "pins by lgpio": pins,
    "import neopixel": by_pin,
    "import neopixel_spi": by_spi,
    "bits": bits,
    "strip on GPIO 18": strip(18),
    "strip on GPIO 10": strip(10),
}


def tried(step: Callable[[], None]) -> Any:
    """None, or the kind and words of what went wrong at the bottom."""
    try:
        step()
    except Exception as trouble:  # that is the question
        while trouble.__cause__ is not None and isinstance(trouble.__cause__, Exception):
            trouble = trouble.__cause__
        return f"{type(trouble).__name__}: {trouble}"
    return None


if __name__ == "__main__":
    be(sys.argv[1])
    print(json.dumps({name: tried(step) for name, step in STEPS.items()}))

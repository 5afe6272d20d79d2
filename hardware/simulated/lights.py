"""The strip of a simulated board: its bytes are caught where the wire would begin.

Where the pixels' library is installed (an extra of a Raspberry Pi, or for development) its real
class runs, and only what touches the wire is replaced: the SPI bus on GPIO 10, and on other pins
the function that shifts bits out (`neopixel_write`) and the pin it shifts them to. Elsewhere the
same bytes come from the class that serves boards behind a Pico. The catch keeps them with their
time and can turn them into pixels.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any, NamedTuple

from hardware.clock import Clock
from hardware.errors import PixelsFailedError
from hardware.header import SPI_PIN
from hardware.pixel_bytes import PixelBytes
from hardware.pixels import PixelBuffer, new_buffer
from hardware.profile.models import Pixels
from hardware.readings import RGB
from hardware.told import Told

KEPT = 256
"""How many transmissions are remembered."""


class Sent(NamedTuple):
    """One transmission: when, and its exact bytes."""

    at: float
    data: bytes


class PixelLine:
    """The wire to the strip, with a memory."""

    def __init__(self, clock: Clock, order: str) -> None:
        self._clock, self._order = clock, order
        self.sent: deque[Sent] = deque(maxlen=KEPT)
        self.total = 0

    def receive(self, data: bytes) -> None:
        """Take what was shifted out."""
        self.total += 1
        self.sent.append(Sent(self._clock.now(), data))

    def pixels(self) -> list[RGB]:
        """What the strip shows now."""
        return decode(self.sent[-1].data, self._order) if self.sent else []


def decode(data: bytes, order: str) -> list[RGB]:
    """Turn bytes back into colours; white counts as all three."""
    step = len(order)
    places = [order.index(channel) for channel in "RGB"]
    white = order.find("W")
    colours: list[RGB] = []
    for start in range(0, len(data), step):
        extra = data[start + white] if white >= 0 else 0
        red, green, blue = (data[start + place] + extra for place in places)
        colours.append((red, green, blue))
    return colours


class _DigitalInOut:
    """Stands in for `digitalio.DigitalInOut`: an output that leads to a PixelLine."""

    def __init__(self, pin: PixelLine) -> None:
        self.pin = pin
        self.direction = "input"

    def deinit(self) -> None:
        """Nothing to release."""


def _neopixel_write(gpio: _DigitalInOut, data: bytearray) -> None:
    gpio.pin.receive(bytes(data))


class SpiBus:
    """Stands in for `board.SPI()`: what a strip on its data line makes of the pulses."""

    frequency = 6_400_000
    _ONE, _ZERO = 0b11110000, 0b11000000

    def __init__(self, line: PixelLine) -> None:
        self._line = line

    def try_lock(self) -> bool:
        """Nobody else is here."""
        return True

    def unlock(self) -> None:
        """Nobody waits."""

    def configure(self, **settings: int) -> None:
        """As you like."""

    def write(self, data: bytes) -> None:
        """Pulses, with the low before and after them that ends a picture."""
        pulses = bytes(data).strip(b"\0")
        if set(pulses) - {self._ONE, self._ZERO} or len(pulses) % 8:
            raise PixelsFailedError(Told("the strip cannot read these pulses"))
        bits = "".join("1" if pulse == self._ONE else "0" for pulse in pulses)
        self._line.receive(bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)))


def pixels_on(line: PixelLine, section: Pixels) -> PixelBuffer:
    """The pixels at the end of this line, by what a Pi drives them with on their pin."""
    by_spi = section.pin == SPI_PIN
    library = _library("neopixel_spi" if by_spi else "neopixel")
    if library is None:
        return PixelBytes(section, line.receive)
    if by_spi:
        return new_buffer(library.NeoPixel_SPI, SpiBus(line), section)
    return new_buffer(library.NeoPixel, line, section)


@cache
def _library(name: str) -> Any:
    """The pixels' real library, its wire replaced, or None; a Pi's own import is left alone."""
    spec = find_spec(name)
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    with _stand_ins():
        spec.loader.exec_module(module)
    return module


@contextmanager
def _stand_ins() -> Iterator[None]:
    """For one import: modules that would ask for a Pi are replaced by ours."""
    ours = {
        "board": _module("board"),
        "busio": _module("busio", SPI=SpiBus),
        "digitalio": _module(
            "digitalio", DigitalInOut=_DigitalInOut, Direction=_module("Direction", OUTPUT="output")
        ),
        "microcontroller": _module("microcontroller", Pin=PixelLine),
        "neopixel_write": _module("neopixel_write", neopixel_write=_neopixel_write),
    }
    before = {name: sys.modules.get(name) for name in ours}
    sys.modules.update(ours)
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


def _module(name: str, **contents: object) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update(contents)
    return module

"""A strip of NeoPixels as the bytes that go down its wire, for whoever carries them there.

Behind a Pico the link carries them; on a simulated board they are caught where the wire begins.
Wiring behind a Pico: the strip's data input through a level shifter and 330 ohms to the Pico's
pixel pin, 5 V from a supply of its own, and one common ground.
"""

from __future__ import annotations

from collections.abc import Callable

from hardware.profile.models import Pixels
from hardware.readings import RGB


class PixelBytes:
    """What `neopixel.NeoPixel` is on the Pi's own pins: set pixels, then show them."""

    def __init__(self, section: Pixels, carry: Callable[[bytes], None]) -> None:
        self._order, self._carry = section.order, carry
        self._data = bytearray(section.count * len(section.order))

    def __setitem__(self, index: int, colour: RGB) -> None:
        channels = dict(zip("RGB", colour, strict=True))
        if "W" in self._order:
            channels |= _with_white(colour)
        start = index * len(self._order)
        self._data[start : start + len(self._order)] = bytes(channels[each] for each in self._order)

    def show(self) -> None:
        """Send the picture; while a Pico is unplugged it waits."""
        self._carry(bytes(self._data))

    def deinit(self) -> None:
        """All off, for good: the link's goodbye does the same on the Pico."""
        self._data = bytearray(len(self._data))
        self.show()


def _with_white(colour: RGB) -> dict[str, int]:
    """Grey comes from the white light alone, as the Adafruit library does it."""
    red, green, blue = colour
    if red == green == blue:
        return {"R": 0, "G": 0, "B": 0, "W": red}
    return {"R": red, "G": green, "B": blue, "W": 0}

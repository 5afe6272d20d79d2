"""Reading a strip's bytes back."""

from __future__ import annotations

from typing import Any

import pytest

from hardware.pixels import new_buffer
from hardware.profile import shipped_profile
from hardware.profile.models import Pixels
from tests.kernel.strip import brightest, decode, differences

RED = "#ff0000"


class Bus:
    """An SPI bus that keeps its last message."""

    def __init__(self) -> None:
        self.sent = b""

    def write(self, message: bytes) -> None:
        """Keep it."""
        self.sent = bytes(message)

    def try_lock(self) -> bool:
        """Nobody else uses it."""
        return True

    def unlock(self) -> None:
        """Nobody else waits for it."""

    def configure(self, **_: object) -> None:
        """Any speed will do."""


@pytest.fixture
def section() -> Pixels:
    """The strip of a shipped board."""
    pixels = shipped_profile("kalah-reed").pixels
    assert pixels is not None
    return pixels


def glowing(**glows: Any) -> dict[str, Any]:
    """The cells of a view with these glows."""
    names = shipped_profile("kalah-reed").cell_names
    return {cell: {"glow": glows.get(cell)} for cell in names}


def test_what_the_library_sends_is_read_back(section: Pixels) -> None:
    """The bytes of the real SPI library decode to the colours that it was given."""
    from neopixel_spi import NeoPixel_SPI

    bus = Bus()
    strip = new_buffer(NeoPixel_SPI, bus, section)
    strip[section.cells["a2"][1]] = (200, 10, 7)
    strip.show()
    shown = decode(bus.sent, section)
    assert shown["a2"] == ((0, 0, 0), (200, 10, 7))
    assert not any(any(colour) for colour in shown["b6"])


def test_a_light_too_many_or_too_few_or_of_another_colour_is_found() -> None:
    """Whatever the strip shows otherwise than the page is named."""
    glow = {"colour": RED, "count": 1}
    red, green, dark = (200, 0, 0), (0, 200, 0), (0, 0, 0)
    agree = differences({"a1": (red, dark)}, glowing(a1=glow), 2.2)
    assert agree == []
    for shown in ((dark, dark), (red, red), (green, dark)):
        assert differences({"a1": shown}, glowing(a1=glow), 2.2)
    assert differences({"a1": (red, dark)}, glowing(), 2.2)


def test_a_breathing_light_is_taken_at_its_brightest() -> None:
    """Of several moments the one counts in which the light was on."""
    on, off = {"a1": ((9, 0, 0),)}, {"a1": ((0, 0, 0),)}
    assert brightest([off, on, off]) == on

"""The strip as bytes, for a Pico and for a board without the pixels' library."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import ManualClock
from hardware.pixel_bytes import PixelBytes
from hardware.pixels import PixelBuffer
from hardware.profile import Pixels
from hardware.readings import RGB
from hardware.simulated import lights
from hardware.simulated.lights import PixelLine, pixels_on

COUNT = 4


def section(order: str, pin: int = 18) -> Pixels:
    """Four pixels of this kind."""
    return Pixels.model_validate(
        {"pin": pin, "count": COUNT, "order": order, "budget_ma": 500.0, "cells": {}}
    )


def sent(buffer: PixelBuffer, line: PixelLine, picture: list[RGB]) -> list[bytes]:
    """Everything that goes down the line when this picture is shown and the strip closed."""
    for place, colour in enumerate(picture):
        buffer[place] = colour
    buffer.show()
    buffer.deinit()
    return [each.data for each in line.sent]


@pytest.mark.parametrize(
    ("order", "colour", "data"),
    [
        ("GRB", (1, 2, 3), bytes([2, 1, 3])),
        ("RGB", (1, 2, 3), bytes([1, 2, 3])),
        ("GRBW", (1, 2, 3), bytes([2, 1, 3, 0])),
        ("RGBW", (7, 7, 7), bytes([0, 0, 0, 7])),
    ],
)
def test_colours_go_out_in_the_strips_order(order: str, colour: RGB, data: bytes) -> None:
    """Bytes are sent as the strip wants them; grey is the white light's; at the end all is dark."""
    one = section(order).model_copy(update={"count": 1})
    line = PixelLine(ManualClock(), order)
    assert sent(PixelBytes(one, line.receive), line, [colour]) == [data, bytes(len(data))]


colours = st.tuples(*[st.integers(0, 255)] * 3)


@pytest.mark.parametrize(("pin", "name"), [(18, "NeoPixel"), (10, "NeoPixel_SPI")])
@given(
    order=st.sampled_from(["RGB", "GRB", "BGR", "RGBW", "GRBW"]),
    picture=st.lists(colours, max_size=COUNT),
)
def test_the_bytes_are_those_of_the_real_library(
    pin: int, name: str, order: str, picture: list[RGB]
) -> None:
    """Any picture on any strip goes out as Adafruit's own class sends it, by PWM and by SPI."""
    real, ours = (PixelLine(ManualClock(), order) for _ in range(2))
    library = pixels_on(real, section(order, pin))
    assert type(library).__name__ == name
    plain = PixelBytes(section(order), ours.receive)
    # A new strip of the library is all dark, as ours is.
    assert sent(library, real, picture) == sent(plain, ours, picture)


def test_a_simulated_board_does_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is not installed the same bytes are caught."""
    monkeypatch.setattr(lights, "find_spec", lambda _name: None)
    lights._library.cache_clear()
    try:
        line = PixelLine(ManualClock(), "GRB")
        buffer = pixels_on(line, section("GRB"))
        assert isinstance(buffer, PixelBytes)
        assert sent(buffer, line, [(1, 2, 3)])[0] == bytes([2, 1, 3]) + bytes(9)
    finally:
        lights._library.cache_clear()

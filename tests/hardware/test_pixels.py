"""The light strip: gamma, brightness, and a limiter that no picture gets past."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import PixelsUnavailableError
from hardware.pixels import PixelStrip, gamma_table, open_pixels
from hardware.profile import Pixels
from hardware.readings import RGB

WHITE = (255, 255, 255)


class Buffer:
    """A NeoPixel object that only remembers."""

    def __init__(self, count: int) -> None:
        self.pixels: list[RGB] = [(9, 9, 9)] * count
        self.shows = 0
        self.off = 0

    def __setitem__(self, index: int, colour: RGB) -> None:
        self.pixels[index] = colour

    def show(self) -> None:
        self.shows += 1

    def deinit(self) -> None:
        self.off += 1


def strip(**changes: object) -> tuple[PixelStrip, Buffer]:
    """Ten pixels of 60 mA, 1 mA each when dark, on one cell."""
    section = Pixels.model_validate(
        {
            "pin": 18,
            "count": 10,
            "budget_ma": 310.0,
            "gamma": 1.0,
            "cells": {"a": list(range(10))},
        }
        | changes
    )
    buffer = Buffer(section.count)
    return PixelStrip(section, buffer), buffer


def test_a_frame_within_the_budget_is_untouched() -> None:
    """Five white pixels draw 300 mA and 10 mA standby: exactly the budget, so nothing is dimmed."""
    lights, buffer = strip()
    lights.show({"a": [WHITE] * 5})
    assert lights.estimate_ma == pytest.approx(310.0)
    assert not lights.limited
    assert buffer.pixels[:6] == [WHITE] * 5 + [(0, 0, 0)]


def test_a_frame_over_the_budget_is_dimmed_alike() -> None:
    """Ten white pixels would draw 610 mA: all are halved and the estimate fits."""
    lights, buffer = strip()
    lights.show({"a": [WHITE] * 10})
    assert buffer.pixels == [(127, 127, 127)] * 10
    assert lights.limited
    assert 300 < lights.estimate_ma <= 310


colours = st.lists(st.tuples(*[st.integers(0, 255)] * 3), max_size=10)


@given(colours, st.floats(10.5, 700), st.floats(1, 4), st.floats(0.01, 1))
def test_no_picture_gets_past_the_limiter(
    picture: list[RGB], budget: float, gamma: float, brightness: float
) -> None:
    """Whatever is shown, what was sent draws no more than the budget."""
    lights, buffer = strip(budget_ma=budget, gamma=gamma, brightness=brightness)
    lights.show({"a": picture})
    drawn = sum(map(sum, buffer.pixels)) * 60 / 765 + 10
    assert drawn <= budget + 1e-9
    assert lights.estimate_ma == pytest.approx(drawn)


@given(st.floats(1, 4), st.floats(0.01, 1))
def test_gamma_only_ever_rises(gamma: float, brightness: float) -> None:
    """Black stays black, more is never darker, and full is as bright as allowed."""
    table = gamma_table(gamma, brightness)
    assert table[0] == 0
    assert list(table) == sorted(table)
    assert table[255] == round(255 * brightness)


def test_gamma_bends_the_middle() -> None:
    """With gamma 2.2 half a channel is sent as a fifth, which the eye sees as half."""
    assert gamma_table(2.2, 1.0)[128] == 56
    assert gamma_table(1.0, 1.0) == tuple(range(256))


def test_only_changes_are_sent() -> None:
    """Showing the same picture again costs nothing."""
    lights, buffer = strip()
    lights.show({"a": [WHITE]})
    shows = buffer.shows
    lights.show({"a": [WHITE]})
    lights.show({"a": [WHITE, (0, 0, 0)]})
    assert buffer.shows == shows
    lights.show({})
    assert buffer.shows == shows + 1


def test_channels_out_of_range_are_clamped() -> None:
    """A channel of 300 is full, one of -3 is dark: no wrap-around flashes."""
    lights, buffer = strip()
    lights.show({"a": [(300, -3, 7)]})
    assert buffer.pixels[0] == (255, 0, 7)


def test_a_closed_strip_is_off_for_good() -> None:
    """After closing, nothing lights up again and the pin is released once."""
    lights, buffer = strip()
    lights.close()
    lights.close()
    shows = buffer.shows
    lights.show({"a": [WHITE]})
    assert (buffer.off, buffer.shows) == (1, shows)


def test_without_a_pi_the_error_says_what_to_do() -> None:
    """Opening the real strip on another machine names the pin and the way out."""
    section = Pixels.model_validate({"pin": 18, "count": 1, "budget_ma": 100.0, "cells": {}})
    with pytest.raises(
        PixelsUnavailableError, match=r"on GPIO 18 cannot be driven here: .*no Raspberry Pi"
    ):
        open_pixels(section)

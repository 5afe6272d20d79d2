"""The light strip: gamma, brightness, and a limiter that no picture gets past."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board import open_board
from hardware.errors import HardwareError, LinkError, PixelsFailedError, PixelsUnavailableError
from hardware.pi import pi_named
from hardware.pixels import PixelStrip, gamma_table, open_strip
from hardware.profile import Pixels, parse_profile
from hardware.readings import RGB
from tests.hardware.boards import SMALL_REED

WHITE = (255, 255, 255)


class Buffer:
    """A NeoPixel object that only remembers."""

    def __init__(self, count: int) -> None:
        self.pixels: list[RGB] = [(9, 9, 9)] * count
        self.shows = 0
        self.off = 0
        self.lit: list[RGB] = []
        self.trouble: Exception | None = None

    def __setitem__(self, index: int, colour: RGB) -> None:
        self.pixels[index] = colour

    def show(self) -> None:
        if self.trouble:
            raise self.trouble
        self.shows += 1
        self.lit = list(self.pixels)

    def deinit(self) -> None:
        if self.trouble:
            raise self.trouble
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


def test_a_picture_that_failed_is_sent_again() -> None:
    """The strip answers again: the same picture is written whole, not taken for shown."""
    lights, buffer = strip()
    buffer.trouble = OSError(5, "Input/output error")
    for _ in range(2):
        with pytest.raises(PixelsFailedError):
            lights.show({"a": [WHITE]})
    buffer.trouble = None
    lights.show({"a": [WHITE]})
    assert buffer.lit == [WHITE] + [(0, 0, 0)] * 9


def test_the_picture_before_a_failure_is_sent_again() -> None:
    """What a failed write left on the strip is unknown, so even the old picture is written anew."""
    lights, buffer = strip()
    lights.show({"a": [WHITE]})
    buffer.trouble = RuntimeError("half of it")
    with pytest.raises(PixelsFailedError):
        lights.show({})
    buffer.trouble, shows = None, buffer.shows
    lights.show({"a": [WHITE]})
    assert (buffer.shows, buffer.lit[0]) == (shows + 1, WHITE)


@pytest.mark.parametrize(
    "trouble", [RuntimeError("ws2811_render failed with code -10 (DMA error)."), ValueError()]
)
def test_whatever_the_library_raises_is_an_error_of_the_board(trouble: Exception) -> None:
    """Lighting and putting out fail as hardware does, with the pin and the library's own words."""
    lights, buffer = strip()
    buffer.trouble = trouble
    told = str(trouble).rstrip(".") or "ValueError"
    with pytest.raises(HardwareError) as failed:
        lights.show({"a": [WHITE]})
    assert str(failed.value) == f"the NeoPixels on GPIO 18 cannot be lit ({told})"
    with pytest.raises(PixelsFailedError, match="cannot be put out"):
        lights.close()


def test_an_error_of_the_board_stays_what_it_is() -> None:
    """A strip behind a Pico tells what is the matter with its link."""
    lights, buffer = strip()
    buffer.trouble = LinkError("the cable is out")
    with pytest.raises(LinkError, match=r"^the cable is out$"):
        lights.show({"a": [WHITE]})


def test_without_a_pi_the_error_says_what_to_do() -> None:
    """Opening the real strip on another machine names the pin and the way out."""
    section = Pixels.model_validate({"pin": 18, "count": 1, "budget_ma": 100.0, "cells": {}})
    with pytest.raises(
        PixelsUnavailableError, match=r"on GPIO 18 cannot be driven here: .*no Raspberry Pi"
    ):
        open_strip(section)


def test_without_root_the_advice_is_about_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blinka asks for root at the first write: the advice is for pixels, not for busy pins."""

    class NeoPixel(Buffer):
        def __init__(self, pin: object, count: int, **settings: object) -> None:
            super().__init__(count)
            self.trouble = RuntimeError(
                "NeoPixel support requires running with sudo, please try again!"
            )

    for name, contents in (("board", {"D18": 18}), ("neopixel", {"NeoPixel": NeoPixel})):
        module = ModuleType(name)
        module.__dict__.update(contents)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr("hardware.pixels.this_pi", lambda: pi_named("Raspberry Pi 4 Model B"))
    with pytest.raises(PixelsUnavailableError) as refused:
        open_board(parse_profile(SMALL_REED), pins="mock")
    words = str(refused.value)
    assert "cannot be driven here: NeoPixel support requires running with sudo" in words
    assert "install Lunka with its 'pi' extra and run it as root" in words
    assert "Another program" not in words

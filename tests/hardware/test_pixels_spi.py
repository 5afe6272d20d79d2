"""Pixels by SPI: the real Adafruit class, its bytes caught on a recording bus."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from hardware.errors import PixelsFailedError, PixelsUnavailableError
from hardware.pixels import open_strip
from hardware.profile import Pixels
from hardware.simulated.lights import decode

ONE, ZERO = 0b11110000, 0b11000000
RESET_BYTES = 64
"""80 microseconds of low at 6.4 MHz, before and after every picture."""


class Bus:
    """An SPI bus that keeps what is written to it."""

    frequency = 6_400_000

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def try_lock(self) -> bool:
        """Nobody else is here."""
        return True

    def unlock(self) -> None:
        """Nobody waits."""

    def configure(self, **settings: int) -> None:
        """As you like."""

    def write(self, data: bytes) -> None:
        """Keep it."""
        self.written.append(bytes(data))

    def pixels(self, order: str) -> list[tuple[int, int, int]]:
        """What the strip shows after the last transmission."""
        sent = self.written[-1][RESET_BYTES:-RESET_BYTES]
        assert set(sent) <= {ONE, ZERO}
        bits = "".join("1" if pulse == ONE else "0" for pulse in sent)
        data = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))
        return decode(data, order)


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Bus:
    """A machine whose `board` has an SPI bus."""
    bus, board = Bus(), ModuleType("board")
    board.SPI = lambda: bus  # type: ignore[attr-defined]  # Blinka's own helper
    monkeypatch.setitem(sys.modules, "board", board)
    return bus


def section(order: str) -> Pixels:
    """Three pixels on GPIO 10."""
    return Pixels.model_validate(
        {
            "pin": 10,
            "count": 3,
            "order": order,
            "gamma": 1.0,
            "budget_ma": 300.0,
            "cells": {"a": [0, 1, 2]},
        }
    )


@pytest.mark.parametrize("order", ["GRB", "RGB"])
def test_gpio_10_is_driven_by_spi(bus: Bus, order: str) -> None:
    """A picture comes out of the bus as pulses that decode to its pixels."""
    strip = open_strip(section(order))
    strip.show({"a": [(255, 0, 1), (0, 128, 0)]})
    assert bus.pixels(order) == [(255, 0, 1), (0, 128, 0), (0, 0, 0)]
    strip.close()
    assert bus.pixels(order) == [(0, 0, 0)] * 3


def test_the_limiter_stands_before_spi_too(bus: Bus) -> None:
    """Three white pixels would draw 183 mA more than a small budget: they are dimmed alike."""
    small = section("GRB").model_copy(update={"budget_ma": 93.0})
    strip = open_strip(small)
    strip.show({"a": [(255, 255, 255)] * 3})
    assert bus.pixels("GRB") == [(127, 127, 127)] * 3


def test_without_spi_the_error_says_what_to_do() -> None:
    """On a machine that is no Pi the message names the pin and the way out."""
    with pytest.raises(PixelsUnavailableError, match=r"on GPIO 10 cannot be driven here: .*Pi"):
        open_strip(section("GRB"))


def test_a_bus_that_was_gone_is_opened_again(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is gone each try says so; when it is back, the whole picture goes out."""
    strip = open_strip(section("GRB"))
    strip.show({"a": [(255, 0, 0)]})

    def gone(_data: bytes) -> None:
        raise OSError(108, "Cannot send after transport endpoint shutdown")

    monkeypatch.setattr(bus, "write", gone)
    back = Bus()
    for _ in range(2):
        with pytest.raises(PixelsFailedError, match="cannot be lit"):
            strip.show({"a": [(0, 255, 0)]})
    sys.modules["board"].SPI = lambda: back  # type: ignore[attr-defined]
    strip.show({"a": [(0, 255, 0)]})
    assert back.pixels("GRB") == [(0, 255, 0), (0, 0, 0), (0, 0, 0)]
    assert len(back.written) == 1

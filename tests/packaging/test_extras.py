"""The extras for each Raspberry Pi: what they bring, and what never comes together."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

HOME = Path(__file__).parents[2]
PYPROJECT: dict[str, Any] = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PYPROJECT["project"]["optional-dependencies"]


def _locked(extra: str) -> dict[str, str]:
    text = (HOME / "requirements" / f"{extra}.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))


def test_every_pi_has_its_extra() -> None:
    """pi, pi5, spi and serial bring what their Pi needs."""
    assert {"pi", "pi5", "spi", "serial"} <= set(EXTRAS)
    assert {"rpi-gpio", "rpi-ws281x"} <= set(_locked("pi"))
    assert {"rpi-lgpio", "adafruit-blinka-raspberry-pi5-neopixel"} <= set(_locked("pi5"))
    assert "adafruit-circuitpython-neopixel-spi" in _locked("spi")
    assert "pyserial" in _locked("serial")


@pytest.mark.parametrize("extra", ["pi", "pi5", "spi", "serial"])
def test_the_two_rpi_gpio_never_come_together(extra: str) -> None:
    """RPi.GPIO and rpi-lgpio own the same module: no lock file has both, the extras conflict."""
    assert not {"rpi-gpio", "rpi-lgpio"} <= set(_locked(extra))
    assert [{"extra": "pi"}, {"extra": "pi5"}] in PYPROJECT["tool"]["uv"]["conflicts"]


@pytest.mark.parametrize("extra", ["pi", "pi5"])
def test_lgpio_is_pinned(extra: str) -> None:
    """An old lgpio is an empty module that pip would take silently."""
    assert "lgpio==0.2.2.0" in EXTRAS[extra]
    assert _locked(extra)["lgpio"] == "0.2.2.0"


@pytest.mark.parametrize("extra", ["pi", "pi5", "spi", "serial"])
def test_every_lock_agrees_with_the_daemon(extra: str) -> None:
    """An extra adds to what runs everywhere and changes none of it."""
    assert _locked("run").items() <= _locked(extra).items()

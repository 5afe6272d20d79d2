"""The extras of each machine: what they bring, and what never comes together."""

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


def test_every_extra_can_be_installed() -> None:
    """What pyproject offers is locked with the rest, and the installer takes it."""
    renewed = re.search(r"for extra in ([a-z0-9 ]+);", (HOME / "Makefile").read_text("utf-8"))
    taken = re.search(
        r" ([a-z0-9][a-z0-9 |]*)\) extras=", (HOME / "systemd/install.sh").read_text("utf-8")
    )
    assert renewed and set(renewed[1].split()) == set(EXTRAS)
    assert taken and set(taken[1].split(" | ")) == set(EXTRAS)


@pytest.mark.parametrize("extra", sorted(EXTRAS))
def test_every_lock_brings_what_its_extra_asks_for(extra: str) -> None:
    """Each package by its hashes, so that the installer takes no other."""
    for wanted in EXTRAS[extra]:
        name = re.split(r"[^A-Za-z0-9.-]", wanted)[0].lower().replace(".", "-")
        assert name in _locked(extra), wanted
    text = (HOME / "requirements" / f"{extra}.txt").read_text(encoding="utf-8")
    assert "--hash=sha256:" in text
    assert not re.search(r"^[a-z0-9-]+==[^\\]*$", text, re.MULTILINE), "a package without a hash"


def test_both_printers_are_the_same() -> None:
    """A table and a hub on one machine print with one fpdf2, as the developers do."""
    for package in ("fpdf2", "pillow", "fonttools", "defusedxml"):
        versions = {_locked(lock)[package] for lock in ("sheets", "hub", "dev")}
        assert len(versions) == 1, package


def test_every_pi_has_its_extra() -> None:
    """pi, pi5, spi and serial bring what their Pi needs."""
    assert {"pi", "pi5", "spi", "serial"} <= set(EXTRAS)
    assert {"rpi-gpio", "rpi-ws281x"} <= set(_locked("pi"))
    assert {"rpi-lgpio", "adafruit-blinka-raspberry-pi5-neopixel"} <= set(_locked("pi5"))
    assert "adafruit-circuitpython-neopixel-spi" in _locked("spi")
    assert "pyserial" in _locked("serial")


@pytest.mark.parametrize("extra", ["pi", "pi5", "spi"])
def test_pixels_on_pins_come_with_gpiod(extra: str) -> None:
    """Blinka opens every Pi's pins through gpiod 2 and does not ask for it."""
    assert "gpiod>=2.2.2,<3" in EXTRAS[extra]
    assert _locked(extra)["gpiod"].startswith("2.")
    assert "adafruit-blinka" in _locked(extra)


@pytest.mark.parametrize("lock", ["run", "serial", "sheets", "hub"])
def test_only_pixels_on_pins_bring_blinka(lock: str) -> None:
    """A hub, a simulated table and a board behind a Pico carry neither Blinka nor its USB tree."""
    usb = {"pyftdi", "pyusb", "binho-host-adapter", "sysv-ipc"}
    assert [name for name in _locked(lock) if name.startswith("adafruit-") or name in usb] == []


@pytest.mark.parametrize("extra", sorted(EXTRAS))
def test_every_lock_agrees_with_what_was_tested(extra: str) -> None:
    """Extras can be put together, and hold the versions that the tests ran with."""
    tested, brought = _locked("dev"), _locked(extra)
    assert {name: tested[name] for name in brought if name in tested} == {
        name: version for name, version in brought.items() if name in tested
    }
    pixels = _locked("pi5" if extra == "spi" else "spi")
    assert {pixels.get(name, version) == version for name, version in brought.items()} == {True}


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


@pytest.mark.parametrize("extra", sorted(EXTRAS))
def test_every_lock_agrees_with_the_daemon(extra: str) -> None:
    """An extra adds to what runs everywhere and changes none of it."""
    assert _locked("run").items() <= _locked(extra).items()

"""Which Pi this is, and what is said when a backend cannot work on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.pi import Pi, pi_named, pins_advice, pixels_advice, this_pi

PI4 = pi_named("Raspberry Pi 4 Model B Rev 1.4")
PI5 = pi_named("Raspberry Pi 5 Model B Rev 1.0")


@pytest.mark.parametrize(
    ("name", "generation"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0\0", 5),
        ("Raspberry Pi 4 Model B Rev 1.4\0", 4),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", 3),
        ("Raspberry Pi Zero 2 W Rev 1.0", 3),
        ("Raspberry Pi Zero W Rev 1.1", 1),
        ("Raspberry Pi 400 Rev 1.0", 4),
        ("Raspberry Pi 500 Rev 1.0", 5),
        ("Raspberry Pi Compute Module 4 Rev 1.0", 4),
        ("Raspberry Pi Model B Rev 2", 1),
        ("Some other board", None),
    ],
)
def test_models_are_told_apart(name: str, generation: int | None, tmp_path: Path) -> None:
    """The device tree's name tells the generation, whatever the model."""
    tree = tmp_path / "proc" / "device-tree"
    tree.mkdir(parents=True)
    (tree / "model").write_text(name)
    assert this_pi(tmp_path).generation == generation


def test_older_kernels_tell_it_in_cpuinfo(tmp_path: Path) -> None:
    """Without a device tree the model line of cpuinfo is read; without both it is no Pi."""
    assert this_pi(tmp_path) == Pi()
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "cpuinfo").write_text("Serial\t: 1\nModel\t\t: Raspberry Pi 3 Model B\n")
    assert this_pi(tmp_path).generation == 3


def test_rpi_gpio_on_a_pi_5_is_explained() -> None:
    """Why it cannot work there, and what to use instead."""
    words = pins_advice(["lgpio", "rpigpio"], PI5)
    assert "rpigpio writes into the registers of a Pi 4 or older" in words
    assert "the RP1. Use lgpio: install Lunka with its 'pi5' extra." in words
    assert "'pi' extra" in pins_advice(["lgpio", "rpigpio"], PI4)


def test_pixels_by_pwm_are_explained() -> None:
    """On a Pi 4 they need root and no sound, on a Pi 5 another library; SPI is offered on both."""
    assert "by PWM, which the analogue sound output must not use" in pixels_advice(18, PI4)
    assert "run it as root; or wire the strip to GPIO 10" in pixels_advice(18, PI4)
    assert "driven by PCM" in pixels_advice(21, PI4)
    assert "'pi5' extra (rpi-ws281x of the Pi 4 does not work here)" in pixels_advice(18, PI5)
    assert "extras 'pi5' and 'spi'" in pixels_advice(10, PI5)
    assert "no Raspberry Pi" in pixels_advice(18, Pi())

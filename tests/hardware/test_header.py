"""The pins that a Raspberry Pi needs itself, and boards that ask for them all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.errors import ProfileError
from hardware.header import HEADER_PINS, PIXEL_PINS, SPI_PIN, USES, core_clock, pixel_uses
from hardware.pi import pi_named
from hardware.profile import parse_profile, shipped_profile, shipped_profiles
from tests.hardware.boards import SMALL_LOAD, SMALL_REED

LOAD_ON_SPI = SMALL_LOAD.replace("pin = 18", "pin = 10")


def refused(text: str) -> list[str]:
    """What is told of a profile that cannot be used."""
    with pytest.raises(ProfileError) as told:
        parse_profile(text, "my.toml")
    return list(told.value.problems)


def test_pixels_on_spi_and_sensors_on_its_pins_are_refused() -> None:
    """File, key, pin, what has it, what is free and the other way out; one line for each pin."""
    told = refused(LOAD_ON_SPI)
    assert told[1] == (
        "my.toml: sensors.load[0].cells.b1 = 7: GPIO 7 is SPI's CE1, which pixels.pin = 10 takes. "
        "Free are 3, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27. Or set "
        "pixels.spi_pins = 2 and write dtoverlay=spi0-0cs,no_miso into config.txt: then 7, 8, 9 "
        "are free as well."
    )
    assert [line.split()[1] for line in told] == [
        "sensors.load[0].clock",
        "sensors.load[0].cells.b1",
        "sensors.load[0].cells.b2",
        "sensors.load[0].cells.B",
    ]
    assert "GPIO 11 is SPI's SCLK" in told[0] and "spi_pins" not in told[0]


def test_narrowed_to_two_pins_spi_leaves_the_others() -> None:
    """With spi_pins = 2 only the clock on GPIO 11 is in the way."""
    narrow = LOAD_ON_SPI.replace("pin = 10", "pin = 10\nspi_pins = 2")
    (told,) = refused(narrow)
    assert "sensors.load[0].clock = 11: GPIO 11 is SPI's SCLK" in told
    assert parse_profile(narrow.replace("clock = 11", "clock = 17")).pixels is not None


@pytest.mark.parametrize("pin", [12, 18, 21])
def test_pwm_and_pcm_take_no_pin_beside_their_own(pin: int) -> None:
    """Pixels by PWM or PCM leave GPIO 7 to 11 to the sensors."""
    assert parse_profile(SMALL_LOAD.replace("pin = 18", f"pin = {pin}")).pixels is not None
    assert list(pixel_uses(pin, 5)) == [pin]


def test_a_picos_pins_are_its_own() -> None:
    """Behind a Pico GPIO 7 to 11 are pins like any other."""
    text = f'{LOAD_ON_SPI}[link]\nport = "/dev/ttyACM0"\n'
    assert parse_profile(text).pixels is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SMALL_REED.replace("pin = 18", "pin = 18\nspi_pins = 2"), "only pixels on GPIO 10"),
        (LOAD_ON_SPI.replace("pin = 10", "pin = 10\nspi_pins = 3"), "allowed is 5 (SPI keeps"),
    ],
)
def test_spi_pins_is_for_pixels_by_spi(text: str, words: str) -> None:
    """The key is refused where SPI drives nothing, and with any other number."""
    assert words in " ".join(refused(text))


@pytest.mark.parametrize("name", shipped_profiles())
def test_shipped_boards_follow_our_own_advice(name: str) -> None:
    """On a Pi their pixels are on GPIO 10, so that nobody needs to be root."""
    profile = shipped_profile(name)
    assert profile.pixels is not None
    assert profile.link is not None or profile.pixels.pin == SPI_PIN


def test_the_table_is_of_the_header() -> None:
    """Every pin in it is on the header, and each pin for pixels can do what drives them."""
    for use in USES:
        assert set(use.pins) <= set(HEADER_PINS), use
    for pin, use in PIXEL_PINS.items():
        assert pin in use.pins


@pytest.mark.parametrize(
    ("model", "held"),
    [
        ("Raspberry Pi Zero W Rev 1.1", 250),
        ("Raspberry Pi Zero 2 W Rev 1.0", 250),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", 250),
        ("Raspberry Pi 4 Model B Rev 1.4", 500),
        ("Raspberry Pi 400 Rev 1.0", 500),
        ("Raspberry Pi 2 Model B Rev 1.1", None),
        ("Raspberry Pi 5 Model B Rev 1.0", None),
        ("a laptop", None),
    ],
)
def test_where_the_core_clock_wanders(model: str, held: int | None) -> None:
    """On a Pi 3, 4 and Zero it must be held for SPI pixels (raspberrypi/linux #3381)."""
    clock = core_clock(pi_named(model))
    assert (clock.held if clock else None) == held


def test_the_table_is_in_the_wiring_document() -> None:
    """Whoever solders can read there what the code goes by."""
    text = (Path(__file__).parents[2] / "docs" / "wiring.md").read_text(encoding="utf-8")
    for use in USES:
        pins = ", ".join(map(str, sorted(use.pins)))
        assert f"| {pins} | {use.name} |" in text

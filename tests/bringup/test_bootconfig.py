"""The Pi's config.txt: read as the firmware reads it, changed once and never spoilt."""

from __future__ import annotations

import errno
from pathlib import Path
from unittest.mock import Mock

import pytest

from controller.bringup.bootconfig import BEGIN, boot_lines, read_boot_config, with_lines
from hardware.header import core_clock
from hardware.pi import Pi, pi_named
from hardware.profile import parse_profile, shipped_profile
from tests.cli.running import Lunka
from tests.hardware.boards import SMALL_REED

PI3, PI4 = pi_named("Raspberry Pi 3 Model B Rev 1.2"), pi_named("Raspberry Pi 4 Model B Rev 1.4")
PI5 = pi_named("Raspberry Pi 5 Model B Rev 1.0")
ZERO2 = pi_named("Raspberry Pi Zero 2 W Rev 1.0")

RASPBERRY_PI_OS = """\
# For more options and information see
# http://rptl.io/configtxt
#dtparam=i2c_arm=on
#dtparam=spi=on
dtparam=audio=on
camera_auto_detect=1

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
"""


def taken(text: str, pi: Pi = PI4) -> dict[int, str]:
    """Which pins of the header are taken by what."""
    config = read_boot_config(text, pi)
    return {pin: use.name for pin in range(28) for use, _ in config.taken(pin)}


@pytest.mark.parametrize(
    ("text", "pins"),
    [
        (RASPBERRY_PI_OS, set()),
        ("dtparam=spi=on", {7, 8, 9, 10, 11}),
        ("dtparam=i2c_arm=on,spi=on  # both", {2, 3, 7, 8, 9, 10, 11}),
        ("dtparam = spi = on\ndtparam=spi=off", set()),
        ("dtoverlay=spi0-0cs", {9, 10, 11}),
        ("dtoverlay=spi0-0cs,no_miso", {10, 11}),
        ("dtparam=spi=on\ndtoverlay=spi0-0cs,no_miso", {10, 11}),
        ("dtoverlay=spi0-0cs,no_miso\ndtparam=spi=on", {10, 11}),
        ("dtoverlay=spi0-1cs,cs0_pin=8", {7, 8, 9, 10, 11}),
        ("enable_uart=1", {14, 15}),
        ("enable_uart=1\nenable_uart=0", set()),
        ("dtparam=i2s=on", {18, 19, 20, 21}),
        ("dtoverlay=hifiberry-dac", {18, 19, 20, 21}),
        ("dtoverlay=pwm-2chan", {12, 13, 18, 19}),
        ("dtoverlay=w1-gpio", {4}),
        ("[pi3]\ndtparam=spi=on\n[all]\ndtparam=i2c_arm=on", {2, 3}),
        ("[none]\ndtparam=spi=on", set()),
        ("[cm4]\ndtparam=spi=on", set()),
    ],
)
def test_what_the_firmware_switches_on(text: str, pins: set[int]) -> None:
    """Comments, several parameters in a line, later lines, filters by model, narrowed SPI."""
    assert set(taken(text)) == pins


@pytest.mark.parametrize(
    ("text", "pi", "wanders"),
    [
        ("", PI4, (200, 500)),
        ("core_freq=500\ncore_freq_min=500", PI4, (500, 500)),
        ("core_freq_min=500", PI4, (500, 500)),
        ("force_turbo=1", PI4, (500, 500)),
        ("[pi3]\ncore_freq_min=500", PI4, (200, 500)),
        ("", PI3, (250, 400)),
        ("core_freq=250", PI3, (250, 250)),
        ("[pi0]\ncore_freq=250\n[pi3]\ncore_freq=300", ZERO2, (250, 250)),
    ],
)
def test_how_the_core_clock_wanders(text: str, pi: Pi, wanders: tuple[int, int]) -> None:
    """Between which MHz, with what the Pi does by itself where the file says nothing."""
    usual = core_clock(pi)
    assert usual is not None
    assert read_boot_config(text, pi).core(usual) == wanders


@pytest.mark.parametrize("name", ["kalah-reed", "kalah-load", "kakuzu-reed"])
@pytest.mark.parametrize("pi", [PI3, PI4, PI5, ZERO2], ids=str)
def test_with_its_lines_a_board_has_what_it_needs(name: str, pi: Pi) -> None:
    """SPI takes what the profile leaves to it, and the clock is held, on whichever Pi."""
    profile = shipped_profile(name)
    text = with_lines(RASPBERRY_PI_OS, boot_lines(profile))
    assert profile.pixels is not None
    assert len(taken(text, pi)) == profile.pixels.spi_pins
    usual = core_clock(pi)
    if usual is not None:
        lowest, highest = read_boot_config(text, pi).core(usual)
        assert lowest == highest == usual.held


@pytest.mark.parametrize("text", ["", RASPBERRY_PI_OS, "core_freq=400", "a=1\r\n[pi4]\r\nb=2\r\n"])
def test_the_lines_are_put_once(text: str) -> None:
    """Again changes nothing, another board's replace them, none take them out again."""
    five, two = boot_lines(shipped_profile("kalah-reed")), boot_lines(shipped_profile("kalah-load"))
    once = with_lines(text, five)
    assert with_lines(once, five) == once
    other = with_lines(once, two)
    assert other.count(BEGIN) == 1 and "spi=on" not in other.rpartition(BEGIN)[2]
    assert with_lines(other, []).split() == text.split()
    assert once.count("\n") == once.count("\r\n") or "\r" not in text


def test_boards_without_spi_pixels_need_nothing() -> None:
    """A Pico's board, one by PWM and one without lights."""
    dark = SMALL_REED.partition("[pixels]")[0]
    for profile in (shipped_profile("nardy-load"), parse_profile(SMALL_REED), parse_profile(dark)):
        assert boot_lines(profile) == []


def test_the_boot_command(lunka: Lunka, tmp_path: Path) -> None:
    """It shows the lines, puts them into a file, keeps what was there, and says so again."""
    assert "core_freq_min=500" in lunka("board", "boot", "kalah-reed").out
    assert "needs nothing" in lunka("board", "boot", "nardy-load").out
    file = tmp_path / "config.txt"
    file.write_text(RASPBERRY_PI_OS, encoding="utf-8")
    ran = lunka("board", "boot", "kalah-reed", "--write", file)
    assert ran.code == 0 and "Restart the Pi." in ran.out
    assert file.read_text(encoding="utf-8").startswith(RASPBERRY_PI_OS)
    kept = tmp_path / "config.txt.before-lunka"
    assert kept.read_text(encoding="utf-8") == RASPBERRY_PI_OS
    assert "needs no change" in lunka("board", "boot", "kalah-reed", "--write", file).out
    lunka("board", "boot", "nardy-load", "--write", file)
    assert kept.read_text(encoding="utf-8") == RASPBERRY_PI_OS
    assert sorted(path.name for path in tmp_path.iterdir()) == [file.name, kept.name]


def test_the_boot_command_for_a_table(lunka: Lunka, tmp_path: Path) -> None:
    """A table's settings name the board; a simulated one has no wires."""
    settings = tmp_path / "table.toml"
    settings.write_text('[board]\nprofile = "kalah-reed"\nsimulated = false\n', encoding="utf-8")
    assert "dtparam=spi=on" in lunka("board", "boot", "--config", settings).out
    settings.write_text('[board]\nprofile = "kalah-reed"\nsimulated = true\n', encoding="utf-8")
    assert "needs nothing" in lunka("board", "boot", "--config", settings).out


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_what_cannot_be_changed_is_left(
    content: bytes | None, lunka: Lunka, tmp_path: Path
) -> None:
    """A file that is not there or no text: a sentence, and nothing is written."""
    file = tmp_path / "config.txt"
    if content is not None:
        file.write_bytes(content)
    ran = lunka("board", "boot", "kalah-reed", "--write", file)
    assert ran.code == 2
    assert "cannot be changed" in ran.err and "nothing was changed" in ran.err
    assert (file.read_bytes() if content else None) == content
    assert len(list(tmp_path.iterdir())) == (content is not None)


def test_a_card_that_refuses_leaves_nothing_half_written(
    lunka: Lunka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the file cannot take its name, config.txt is as it was and no draft lies beside it."""
    file = tmp_path / "config.txt"
    file.write_text(RASPBERRY_PI_OS, encoding="utf-8")
    refused = OSError(errno.EROFS, "Read-only file system")
    monkeypatch.setattr(Path, "replace", Mock(side_effect=refused))
    ran = lunka("board", "boot", "kalah-reed", "--write", file)
    assert ran.code == 2
    assert "cannot be changed: Read-only file system; nothing was changed" in ran.err
    assert file.read_text(encoding="utf-8") == RASPBERRY_PI_OS
    assert list(tmp_path.iterdir()) == [file]

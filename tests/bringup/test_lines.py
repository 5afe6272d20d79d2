"""Who holds which pin, asked of a kernel that fills its own structs (linux/gpio.h, version 1)."""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.bringup.lines import pin_users
from controller.bringup.machine import this_machine


class ChipInfo(ctypes.Structure):
    """struct gpiochip_info."""

    _fields_ = [
        ("name", ctypes.c_char * 32),
        ("label", ctypes.c_char * 32),
        ("lines", ctypes.c_uint32),
    ]


class LineInfo(ctypes.Structure):
    """struct gpioline_info."""

    _fields_ = [
        ("line_offset", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("name", ctypes.c_char * 32),
        ("consumer", ctypes.c_char * 32),
    ]


READ, WRITE = 2, 1
KERNEL, OUT, ACTIVE_LOW = 1, 2, 4


def number(way: int, code: int, size: int) -> int:
    """_IOC of asm-generic/ioctl.h, for the type 0xB4."""
    return way << 30 | size << 16 | 0xB4 << 8 | code


CHIP_INFO = number(READ, 0x01, ctypes.sizeof(ChipInfo))
LINE_INFO = number(READ | WRITE, 0x02, ctypes.sizeof(LineInfo))


@dataclass
class Chip:
    """A GPIO chip as the kernel knows it: flags and consumer of each line that is not at rest."""

    label: str
    lines: int = 54
    used: Mapping[int, tuple[int, str]] = field(default_factory=dict)
    fails: int | None = None


class Kernel:
    """Answers ioctl for the chips below a folder."""

    def __init__(self, folder: Path, chips: Mapping[str, Chip]) -> None:
        self.chips = chips
        for name in chips:
            (folder / name).touch()

    def ioctl(self, handle: int, request: int, argument: bytearray) -> int:
        """Fill the struct as the kernel does."""
        chip = self.chips[Path(f"/proc/self/fd/{handle}").readlink().name]
        if chip.fails is not None:
            raise OSError(chip.fails, os.strerror(chip.fails))
        if request == CHIP_INFO:
            about = ChipInfo.from_buffer(argument)
            about.name, about.label, about.lines = b"gpiochip", chip.label.encode(), chip.lines
        elif request == LINE_INFO:
            line = LineInfo.from_buffer(argument)
            if line.line_offset >= chip.lines:
                raise OSError(errno.EINVAL, "Invalid argument")
            flags, user = chip.used.get(line.line_offset, (0, ""))
            line.flags, line.consumer = flags, user.encode()
            line.name = b"GPIO%d" % line.line_offset
        else:
            raise OSError(errno.ENOTTY, "Inappropriate ioctl for device")
        return 0


def asked(folder: Path, chips: Mapping[str, Chip], patch: pytest.MonkeyPatch) -> dict[int, str]:
    """What is found on these chips."""
    patch.setattr(
        "controller.bringup.lines.fcntl", SimpleNamespace(ioctl=Kernel(folder, chips).ioctl)
    )
    return pin_users(folder)


@pytest.mark.parametrize("label", ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
def test_held_pins_are_found_with_their_users(
    label: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Inputs and outputs, of a program or of the kernel itself; free pins are not named."""
    used = {
        4: (KERNEL, "onewire@0"),
        17: (KERNEL | OUT, "lg"),
        18: (KERNEL | OUT | ACTIVE_LOW, ""),
        20: (OUT, ""),
        27: (KERNEL, "a name of all thirty-one letters"[:31]),
        28: (KERNEL, "beyond the header"),
    }
    assert asked(tmp_path, {"gpiochip0": Chip(label, used=used)}, monkeypatch) == {
        4: "onewire@0",
        17: "lg",
        18: "the kernel",
        27: "a name of all thirty-one letters"[:31],
    }


def test_the_header_is_found_among_other_chips(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi 5 on an older kernel: its header is chip 4, and others do not matter."""
    chips = {
        "gpiochip0": Chip("gpio-brcmstb@107d508500", 32, {4: (KERNEL, "power button")}),
        "gpiochip10": Chip("raspberrypi-exp-gpio", 8, {0: (KERNEL, "BT_ON")}),
        "gpiochip3": Chip("", fails=errno.EACCES),
        "gpiochip4": Chip("pinctrl-rp1", 54, {22: (KERNEL, "lunka")}),
    }
    assert asked(tmp_path, chips, monkeypatch) == {22: "lunka"}


@pytest.mark.parametrize("fails", [errno.EACCES, errno.ENOTTY, errno.ENODEV])
def test_a_chip_that_does_not_answer_is_no_crash(
    fails: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is known then, and nothing is claimed."""
    chips = {"gpiochip0": Chip("pinctrl-bcm2711", fails=fails)}
    assert asked(tmp_path, chips, monkeypatch) == {}
    assert pin_users(tmp_path / "nowhere") == {}


def test_no_handle_is_left_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked a hundred times, found or refused, no file stays open."""
    before = len(list(Path("/proc/self/fd").iterdir()))
    chips = {"gpiochip0": Chip("x", fails=errno.EACCES), "gpiochip4": Chip("pinctrl-rp1")}
    for _ in range(100):
        asked(tmp_path, chips, monkeypatch)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_the_doctor_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's facts carry them, from the folder of devices below the root."""
    (tmp_path / "dev").mkdir()
    kernel = Kernel(
        tmp_path / "dev", {"gpiochip0": Chip("pinctrl-bcm2711", used={5: (KERNEL, "spi0 CS1")})}
    )
    monkeypatch.setattr("controller.bringup.lines.fcntl", SimpleNamespace(ioctl=kernel.ioctl))
    assert this_machine(tmp_path, tmp_path).pin_users == {5: "spi0 CS1"}

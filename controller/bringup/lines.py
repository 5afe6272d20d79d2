"""Who holds which pin: the kernel's own list of GPIO lines and their users.

Asked through /dev/gpiochipN (the character device, version 1 of its interface, which every kernel
since 4.8 answers); nothing is claimed or changed by asking.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_CHIP_INFO, _LINE_INFO = 0x8044B401, 0xC048B402
_CHIP = struct.Struct("=32s32sI")
_LINE = struct.Struct("=II32s32s")
_KERNEL = 1  # the flag of a line that somebody holds

_HEADER = ("pinctrl-bcm2", "pinctrl-rp1")
"""How the label of the chip with the header begins: up to the Pi 4, and on a Pi 5."""

_PINS = 28


def pin_users(folder: Path = Path("/dev")) -> dict[int, str]:
    """For each GPIO number of the header that is held: by whom, as far as the kernel knows."""
    for chip in sorted(folder.glob("gpiochip*")):
        # A chip that may not be asked: the doctor says so with the groups.
        with suppress(OSError), _opened(chip) as handle:
            about = bytearray(_CHIP.size)
            fcntl.ioctl(handle, _CHIP_INFO, about)
            _, label, count = _CHIP.unpack(about)
            if _text(label).startswith(_HEADER):
                return dict(_held(handle, min(count, _PINS)))
    return {}


@contextmanager
def _opened(chip: Path) -> Iterator[int]:
    handle = os.open(chip, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield handle
    finally:
        os.close(handle)


def _held(handle: int, count: int) -> Iterator[tuple[int, str]]:
    """The lines of a chip that somebody holds, and who; the kernel does not always say."""
    for number in range(count):
        line = bytearray(_LINE.pack(number, 0, b"", b""))
        fcntl.ioctl(handle, _LINE_INFO, line)
        _, flags, _, user = _LINE.unpack(line)
        if flags & _KERNEL:
            yield number, _text(user) or "the kernel"


def _text(raw: bytes) -> str:
    return raw.partition(b"\0")[0].decode("utf-8", "replace")

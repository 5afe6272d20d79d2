"""Who holds which pin: the kernel's own list of GPIO lines and their users.

Asked through /dev/gpiochipN (the character device, version 1 of its interface, which every kernel
since 4.8 answers); nothing is claimed or changed by asking.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Iterator
from pathlib import Path

_CHIP_INFO, _LINE_INFO = 0x8044B401, 0xC048B402
_CHIP = struct.Struct("=32s32sI")
_LINE = struct.Struct("=II32s32s")
_KERNEL = 1  # the flag of a line that somebody holds


def pin_users(folder: Path = Path("/dev")) -> dict[int, str]:
    """For each GPIO number of the header that is held: by whom, as far as the kernel knows."""
    for chip in sorted(folder.glob("gpiochip*")):
        try:
            lines = list(_lines(chip))
        except OSError:
            continue
        # The header is the chip whose lines are named after it (Pi) or that begins at 0.
        if any(name == "GPIO4" for _, name, _, _ in lines):
            return {number: user or "the kernel" for number, _, user, held in lines[:28] if held}
    return {}


def _lines(chip: Path) -> Iterator[tuple[int, str, str, bool]]:
    """Every line of a chip: its number, name, user, and whether it is held."""
    handle = os.open(chip, os.O_RDONLY | os.O_CLOEXEC)
    try:
        about = bytearray(_CHIP.size)
        fcntl.ioctl(handle, _CHIP_INFO, about)
        for number in range(_CHIP.unpack(about)[2]):
            line = bytearray(_LINE.pack(number, 0, b"", b""))
            fcntl.ioctl(handle, _LINE_INFO, line)
            _, flags, name, user = _LINE.unpack(line)
            yield number, _text(name), _text(user), bool(flags & _KERNEL)
    finally:
        os.close(handle)


def _text(raw: bytes) -> str:
    return raw.partition(b"\0")[0].decode("utf-8", "replace")

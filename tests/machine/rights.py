"""What we may do on this machine: install packages, enter a root of our own."""

from __future__ import annotations

import os
import platform
import subprocess
from contextlib import suppress
from functools import cache

from tests.machine.needs import where


def is_debian() -> bool:
    """Debian, Raspberry Pi OS, Ubuntu: whatever has Debian's packages."""
    known: dict[str, str] = {}
    with suppress(OSError):
        known = platform.freedesktop_os_release()
    family = [known.get("ID", ""), *known.get("ID_LIKE", "").split()]
    return "debian" in family and where("apt-get") is not None


@cache
def as_root() -> list[str] | None:
    """What to put before a command that only root may run; None: we may not."""
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "-n"]
    return sudo if where("sudo") and works([*sudo, "true"]) else None


def works(command: list[str]) -> bool:
    """Whether a command ends well; what it says is nobody's business."""
    return subprocess.run(command, capture_output=True, check=False).returncode == 0

"""The programs that tests start besides Python's packages, and the Debian packages they come in.

This is the only list: `packages.py` installs what is missing of it, `skips.py` skips by its names.
Nothing but Python's own library is imported here, for it is read before anything is installed.
"""

from __future__ import annotations

import os
import shutil
import sysconfig
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Need:
    """Something that a machine may lack."""

    name: str
    #: What goes untested without it.
    tests: str
    programs: tuple[str, ...]
    packages: tuple[str, ...]
    #: Whether a command of its own brings it, since it is too much for every machine that tests.
    apart: bool = False


#: The virtual machine's disk; its tests are skipped by this name.
KERNEL = "kernel image"

NEEDS = {
    need.name: need
    for need in (
        Need("chromium", "the pages in a real browser", ("chromium",), ("chromium",)),
        Need("espeak-ng", "how Russian words are stressed", ("espeak-ng",), ("espeak-ng",)),
        Need("gnubg", "records against GNU Backgammon", ("gnubg",), ("gnubg",)),
        Need(
            "mosquitto",
            "tables and hub through a real broker",
            ("mosquitto", "mosquitto_passwd"),
            ("mosquitto",),
        ),
        Need(
            "node",
            "the firmware in a real MicroPython, the pages before axe",
            ("node", "npm"),
            ("nodejs", "npm"),
        ),
        Need("openssl", "encrypted connections", ("openssl",), ("openssl",)),
        Need("postgresql", "the hub on PostgreSQL", ("initdb", "pg_ctl"), ("postgresql",)),
        Need("systemd", "the unit before systemd", ("systemd-analyze",), ("systemd",)),
        Need(
            "compilers",
            "what each Pi installs, in an environment of its own",
            ("gcc", "g++", "swig"),
            ("gcc", "g++", "swig", "python3-dev"),
        ),
        Need(
            "dtc",
            "the SPI overlay of the SD-card image",
            ("dtc", "fdtoverlay"),
            ("device-tree-compiler",),
        ),
        Need("mmdebstrap", "a bare Debian of our own", ("mmdebstrap",), ("mmdebstrap",)),
        Need(
            "card",
            "full disks and power cuts on a card of our own (root and a loop device)",
            ("mkfs.ext4", "mount", "umount"),
            ("e2fsprogs", "mount"),
        ),
        Need(
            KERNEL,
            "Lunka on a real kernel's GPIO lines, in a virtual machine",
            ("qemu-system-x86_64", "qemu-img"),
            ("qemu-system-x86", "qemu-utils"),
            apart=True,
        ),
        Need("root", "what only root may do (as root: make test)", (), ()),
    )
}

_HEADER = Path(sysconfig.get_path("include"), "Python.h")


def where(program: str) -> str | None:
    """Where a program is: also where Debian keeps servers, games and PostgreSQL's versions."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    folders = [os.environ.get("PATH", ""), "/usr/sbin", "/sbin", "/usr/games", *map(str, versions)]
    return shutil.which(program, path=os.pathsep.join(folders))


def is_here(need: Need) -> bool:
    """Whether this machine has it: every program, or the rights of root."""
    if need.name == "root":
        return os.geteuid() == 0
    if "python3-dev" in need.packages and not _HEADER.is_file():
        return False
    return all(where(program) for program in need.programs)

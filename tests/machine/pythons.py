"""The Pythons that Lunka promises to run on, and where else than here they may be found."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.machine.rights import works

#: Each Python with the Debian that has it.
PROMISED = {"3.11": "bookworm", "3.13": "trixie"}
#: Where programs that manage Pythons keep them, below the home folder.
_KEPT = (".pyenv/versions/{0}.*/bin", ".local/share/uv/python/cpython-{0}.*/bin")


def others() -> list[str]:
    """The promised Pythons that this one is not."""
    this = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return [version for version in PROMISED if version != this]


def at_hand(version: str) -> str | None:
    """A Python of this version on this machine that can make an environment."""
    return next((str(found) for found in _candidates(version) if _works(found)), None)


def _candidates(version: str) -> Iterator[Path]:
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep)]
    for pattern in _KEPT:
        folders += sorted(Path.home().glob(pattern.format(version)), reverse=True)
    for folder in folders:
        if (folder / f"python{version}").is_file():
            yield folder / f"python{version}"


def _works(python: Path) -> bool:
    """Whether it starts and has the parts that distributions leave out."""
    return works([str(python), "-c", "import ensurepip, ssl, sqlite3, venv"])

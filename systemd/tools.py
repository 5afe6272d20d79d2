"""Tell the installer which Debian packages it lacks before it builds anything, on one line.

Runs before anything is installed, so it knows nothing but Python. What is compiled, and with what,
is written in requirements/binary.toml: a package that has a wheel for this Python and machine
needs nothing, and so does one whose wheel lies in the folder that --wheels names.
"""

from __future__ import annotations

import argparse
import platform
import re
import shutil
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

REQUIREMENTS: Final = Path(__file__).parents[1] / "requirements"


def main() -> None:
    """Print what to install, in the order in which an apt line names it."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--wheels", type=Path, help="a folder with wheels")
    reader.add_argument("locks", nargs="+", help="run, and the names of extras")
    asked = reader.parse_args()
    needed = {"python3-venv", *needs(locked(asked.locks), asked.wheels)}
    sys.stdout.write(" ".join(sorted(name for name in needed if not is_there(name))) + "\n")


def locked(locks: list[str]) -> set[str]:
    """The packages of these lock files."""
    texts = [(REQUIREMENTS / f"{name}.txt").read_text(encoding="utf-8") for name in locks]
    return set(re.findall(r"^([a-z0-9-]+)==", "".join(texts), re.MULTILINE))


def needs(packages: set[str], wheels: Path | None = None) -> Iterator[str]:
    """The Debian packages without which some of these cannot be compiled on this machine."""
    table = tomllib.loads((REQUIREMENTS / "binary.toml").read_text(encoding="utf-8"))
    for package in packages & set(table):
        if not _has_wheel(table[package]) and not _lies_in(wheels, package):
            yield from table[package]["apt"]


def _has_wheel(entry: dict[str, Any]) -> bool:
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return python in entry["wheels"].get(platform.machine(), ())


def _lies_in(folder: Path | None, package: str) -> bool:
    names = [path.name.split("-")[0] for path in folder.glob("*.whl")] if folder else []
    return package in {re.sub(r"[._]+", "-", name).lower() for name in names}


def is_there(name: str) -> bool:
    """Whether this machine has what that Debian package brings, wherever it came from."""
    if name == "python3-venv":
        return find_spec("ensurepip") is not None
    if name == "python3-dev":
        return Path(sysconfig.get_path("include"), "Python.h").is_file()
    if name == "libffi-dev":  # it brings no program, and lies in a folder of its machine's kind
        return any(any(Path("/usr/include").glob(each)) for each in ("ffi.h", "*/ffi.h"))
    return shutil.which(name) is not None


if __name__ == "__main__":
    main()

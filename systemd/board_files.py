"""Tell the installer which files a profile of one's own needs beside it, one a line.

Runs before anything is installed, so it knows nothing but Python; Lunka itself checks the profile,
later. Ends with a sentence where a file is missing or cannot lie beside the profile.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any, Final, NoReturn

#: What the installer itself writes to /etc/lunka.
_TAKEN: Final = ("board.toml", "table.toml")


def main(profile: Path) -> None:
    """Print the calibrations that the profile names."""
    for name in dict.fromkeys(_calibrations(_read(profile, f"the profile {profile}"))):
        named = f"the profile {profile} names calibration = {name!r}"
        way = PurePosixPath(name)
        if way.is_absolute() or ".." in way.parts or "\n" in name:
            _refuse(f"{named}; the service reads it beside the profile or in a folder below")
        if str(way) in _TAKEN:
            _refuse(f"{named}, but in /etc/lunka that name is taken; give the file another name")
        _read(profile.parent / name, f"{named}, which")
        sys.stdout.write(f"{way}\n")


def _read(path: Path, what: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as trouble:
        _refuse(f"{what} cannot be read: {path}: {trouble.strerror}")
    except (ValueError, RecursionError) as trouble:
        _refuse(f"{what} is not TOML: {path}: {trouble}")


def _calibrations(profile: dict[str, Any]) -> Iterator[str]:
    sensors = profile.get("sensors")
    banks = sensors.get("load") if isinstance(sensors, dict) else None
    for bank in banks if isinstance(banks, list) else ():
        name = bank.get("calibration") if isinstance(bank, dict) else None
        if isinstance(name, str):
            yield name


def _refuse(why: str) -> NoReturn:
    sys.exit(f"lunka: {why}; nothing was installed")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

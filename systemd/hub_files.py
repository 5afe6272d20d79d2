"""Give a hub's files to the user that the hub runs as; before, hub and table had one user.

Nothing but what belongs to the old user, and is the hub's, changes hands: its state folder, its
settings and the secrets that they name. Ends with a sentence where the settings cannot be read.

    hub_files.py ROOT OLD_USER NEW_USER
"""

from __future__ import annotations

import grp
import os
import pwd
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_STATE, _SETTINGS = "var/lib/lunka-hub", "etc/lunka/hub.toml"
#: What the settings of a hub may name, and nobody else needs to read.
_SECRETS = (
    *(("store", "database"), ("page", "keys_file")),
    *(("broker", "password_file"), ("broker", "key_file")),
)


def hand_over(root: Path, old: int, user: int, group: int) -> list[Path]:
    """Give them to this user and group; gives which were somebody else's."""
    given = [path for path in dict.fromkeys(_all(root)) if _is_of(path, old)]
    for path in given:
        os.chown(path, user, group, follow_symlinks=False)
    settings = root / _SETTINGS
    if settings.exists():  # root's own: the hub reads it as a member of its group
        os.chown(settings, -1, group)
    return given


def _all(root: Path) -> Iterator[Path]:
    state = root / _STATE
    yield from (state, *state.rglob("*"))
    yield from _named(root)


def _named(root: Path) -> Iterator[Path]:
    """The secrets that the settings name, wherever they lie; none that the table names too."""
    settings = root / _SETTINGS
    tables = set(_paths(_read(root / "etc/lunka/table.toml")))
    for name in _paths(_read(settings)):
        if name not in tables:
            place = root / name.relative_to("/") if name.is_absolute() else settings.parent / name
            yield from place.parent.glob(f"{place.name}*")  # a database has files beside it


def _paths(settings: dict[str, Any]) -> Iterator[Path]:
    for section, key in (*_SECRETS, ("hall", "password_file"), ("hall", "key_file")):
        part = settings.get(section)
        name = part.get(key) if isinstance(part, dict) else None
        if isinstance(name, str) and "://" not in name:
            yield Path(name)
            if key == "keys_file":  # beside them is the key with which the hub signs
                yield Path(name).with_name("hall.key")


def _is_of(path: Path, user: int) -> bool:
    try:
        return path.lstat().st_uid == user
    except OSError:
        return False


def _read(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as trouble:
        sys.exit(f"lunka: {path} cannot be read, so nothing of the hub changed hands: {trouble}")


def main(root: str, old: str, new: str) -> None:
    """Give, and say so."""
    if old not in (each.pw_name for each in pwd.getpwall()):
        return
    user, group = pwd.getpwnam(new).pw_uid, grp.getgrnam(new).gr_gid
    given = hand_over(Path(root), pwd.getpwnam(old).pw_uid, user, group)
    if given:
        sys.stdout.write(f"lunka: {len(given)} files of the hub belong to the user {new} now\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Whose a file is that root writes for the table: the service runs as a user of its own."""

from __future__ import annotations

import os
from pathlib import Path


def own_like(path: Path, folder: Path) -> None:
    """Give what root has just made to whoever owns the folder; for anybody else nothing changes."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, owned like the one they are made in."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    own_like(folder, folder.parent)

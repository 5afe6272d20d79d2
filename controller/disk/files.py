"""Files that are whole or not there, also after a power cut, and whose they are.

A file that was renamed into its place is only there after a power cut if its folder was written
through to the disk too; `put_in_place` and `write_whole` are the one place that knows it.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path


def write_whole(
    path: Path, content: bytes, *, mode: int = 0o600, owned_like_folder: bool = False
) -> None:
    """Write a file whole or not at all; it is on the disk, under its name, when this returns.

    By default its owner alone can read it. `OSError` where it cannot be written: then what was
    there before is still there, and nothing half-written beside it.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.unlink(missing_ok=True)
        # Created closed to others from the first moment on.
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
        if owned_like_folder:
            own_like(draft, path.parent)
        put_in_place(draft, path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise


def put_in_place(draft: Path, path: Path) -> None:
    """Give a finished draft its name, in place of what had it; neither is lost in a power cut."""
    sync(draft)
    draft.replace(path)
    sync_names(path.parent)


def sync(path: Path) -> None:
    """Write a file through to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_names(folder: Path) -> None:
    """Write the names in a folder through to the disk; a few network disks know no such thing."""
    try:
        sync(folder)
    except OSError as trouble:
        if trouble.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise


def own_like(path: Path, folder: Path) -> None:
    """Give what root has just made to whoever owns the folder; for anybody else nothing changes.

    The service runs as a user of its own, and could not read what is root's.
    """
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
    sync_names(folder.parent)


def make_folder_of(path: Path, what: str, advice: str, error: type[Exception]) -> None:
    """The folder in which this file will lie; the error says what else can be done."""
    try:
        make_folder(path.parent)
    except OSError as trouble:
        raise error(
            f"{what} {path}: its folder cannot be made ({trouble.strerror}); {advice}"
        ) from trouble

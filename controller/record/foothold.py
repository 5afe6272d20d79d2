"""Whether the file that a writer has open still is the one under its name.

A file that was taken away can be written to as long as it is open, and nobody would ever read it:
what is announced must be where the next start looks for it.
"""

from __future__ import annotations

import ctypes
import os
import sqlite3
from pathlib import Path

from controller.games.told import Told
from controller.record.errors import GONE, VANISHED, RecordGoneError, has_vanished
from controller.record.lock import is_file

_Identity = tuple[int, int] | None


class Foothold:
    """Remembers which files a record and its journal are."""

    def __init__(self, path: Path) -> None:
        self._path, self._journal_path = path, path.with_name(path.name + "-wal")
        self._file = _identity(path)
        self._journal: _Identity = None

    def remember_journal(self) -> None:
        """The journal is there once something was written."""
        if self._journal is None:
            self._journal = _identity(self._journal_path)

    @property
    def same_file(self) -> bool:
        """Whether the record itself is where it was."""
        return self._file is not None and _identity(self._path) == self._file

    @property
    def firm(self) -> bool:
        """Whether record and journal are where they were."""
        journal = self._journal
        return self.same_file and (journal is None or _identity(self._journal_path) == journal)


def missing(path: Path) -> RecordGoneError | None:
    """Why a record that was there is not there any more; None: it is."""
    if has_vanished(path):
        return RecordGoneError(Told(VANISHED, path=str(path), name="EIO"))
    return None if is_file(path) else RecordGoneError(Told(GONE, path=str(path)))


def _identity(path: Path) -> _Identity:
    try:
        found = os.stat(path)  # noqa: PTH116 - for every event: as cheap as can be
    except OSError:
        return None
    return found.st_dev, found.st_ino


def abandon(database: sqlite3.Connection) -> None:
    """Let a connection be for ever, whose file is not under its name any more.

    Closing it would remove the journal of that name, which may be another file's by now, with
    everything in it.
    """
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(database))

"""Everything that can go wrong with a record, on one screen, and SQLite's troubles in words."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.games.told import Told, Wording


class RecordError(Exception):
    """Any trouble with a record; its text says what, where, and what to do next."""


class RecordBusyError(RecordError, BlockingIOError):
    """Another process writes this record; `pid` is its number where it is known."""

    def __init__(self, message: str, pid: int | None = None) -> None:
        super().__init__(message)
        self.pid = pid


class RecordDiskError(RecordError, OSError):
    """The disk is full or fails. Nothing was half-written; the same can be tried again later."""


class RecordGoneError(RecordDiskError):
    """The card, or the file on it, is not there any more; it may come back as it was."""


class RecordDamagedError(RecordError, ValueError):
    """The file cannot be trusted: it is no record, or something changed it behind our back."""


class EventError(RecordError, ValueError):
    """An event that cannot be kept as it is: its facts are not plain JSON."""


_FULL = Wording(
    "record {path}: the disk is full. Nothing was half-written and what was kept before is safe;"
    " free some space and try again ({name})"
)
_UNREADABLE = Wording(
    "record {path}: the disk refused to read or write. Nothing was half-written and what was kept"
    " before is safe; check the card, its space and its cable, then try again ({name})"
)
_READ_ONLY = Wording(
    "record {path}: it cannot be written; allow writing to the file and its folder, or choose"
    " another ({name})"
)
_CANNOT_OPEN = Wording(
    "record {path}: it cannot be opened; check that the folder exists and that you may write there"
    " ({name})"
)
_NOT_OURS = Wording(
    "record {path}: it is not a record of Lunka (not an SQLite database); choose another file"
    " ({name})"
)
_CORRUPT = Wording(
    "record {path}: the file is damaged; keep it: `lunka salvage` saves its whole games into a new"
    " one, or restore the last good copy ({name})"
)
_DAMAGED_NAMES = Wording(
    "record {path}: the file is damaged; keep it: `lunka salvage` saves its whole games into a new"
    " one, or restore the last good copy"
)
_UNKNOWN = Wording("record {path}: {said} ({name}); run `lunka verify` on it")
VANISHED = Wording(
    "record {path}: the card or disk that it lies on does not answer. What was kept before is"
    " safe; put it back and check its cable: a table goes on when it answers again ({name})"
)
GONE = Wording(
    "record {path}: its file is gone: the card was taken out, or somebody moved it. What was kept"
    " before is as it was; put it back, and the table goes on"
)
ANOTHER = Wording(
    "record {path}: another record lies there now ({found} events; {wanted} were written). Put the"
    " right card or file back, and the table goes on; to go on with the one that is there, start"
    " Lunka again"
)
FOUND_DAMAGED = Wording(
    "record {path}: it is damaged ({reason}), and nothing more is added to it. Stop Lunka, save its"
    " whole games with `lunka salvage {path} saved.db`, put those in its place with `lunka restore"
    " saved.db --record {path}` (or restore the last good copy), and start Lunka again"
)
BUSY = Wording(
    "record {path}: another program keeps it locked; close whatever has it open for writing and"
    " try again ({name})"
)

#: The first name that begins SQLite's own name of an error tells our error and the sentence's form.
TROUBLES: tuple[tuple[str, type[RecordError], Wording], ...] = (
    ("SQLITE_FULL", RecordDiskError, _FULL),
    ("SQLITE_IOERR", RecordDiskError, _UNREADABLE),
    ("SQLITE_READONLY", RecordError, _READ_ONLY),
    ("SQLITE_CANTOPEN", RecordError, _CANNOT_OPEN),
    ("SQLITE_PERM", RecordError, _READ_ONLY),
    ("SQLITE_NOTADB", RecordDamagedError, _NOT_OURS),
    ("SQLITE_CORRUPT", RecordDamagedError, _CORRUPT),
    ("SQLITE_BUSY", RecordBusyError, BUSY),
    ("SQLITE_LOCKED", RecordBusyError, BUSY),
)


#: Troubles that a card which is gone does not look like.
_OTHERS = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_BUSY", "SQLITE_LOCKED")


def has_vanished(path: Path) -> bool:
    """Whether the file itself cannot be read: to SQLite a card that is gone looks damaged."""
    try:
        with path.open("rb", buffering=0) as file:
            file.read(1)
    except OSError as trouble:
        return trouble.errno in (errno.EIO, errno.ENXIO, errno.ENODEV, errno.ENOMEDIUM)
    return False


def in_words(path: Path, error: sqlite3.Error) -> RecordError:
    """SQLite's error as a sentence that names the file, what happened and the next step."""
    name = getattr(error, "sqlite_errorname", None) or type(error).__name__
    if not name.startswith(_OTHERS) and has_vanished(path):
        return RecordGoneError(Told(VANISHED, path=str(path), name=name))
    for start, kind, form in TROUBLES:
        if name.startswith(start):
            return kind(Told(form, path=str(path), name=name))
    return RecordDamagedError(Told(_UNKNOWN, path=str(path), said=str(error), name=name))


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn every error of SQLite inside into a `RecordError` in words."""
    try:
        yield
    except sqlite3.Error as error:
        raise in_words(path, error) from error
    except UnicodeDecodeError as error:  # damaged names in the file, quoted in SQLite's complaint
        raise RecordDamagedError(Told(_DAMAGED_NAMES, path=str(path))) from error


def check_game(record: object, number: int, last: int) -> None:
    """`RecordError` where a record whose games are numbered 1 to `last` has no such game."""
    if not 1 <= number <= last:
        there_are = f"it holds games 1 to {last}" if last else "it holds no game yet"
        raise RecordError(
            Told(
                "record {record}: there is no game {number}; {there_are}",
                record=record,
                number=number,
                there_are=there_are,
            )
        )

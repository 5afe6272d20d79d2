"""Copies of a record: proven whole before and after, and never over one that is being written.

SQLite's own backup copies one moment of the record, also while a game is being played.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from controller.owner import own_like
from controller.record import schema
from controller.record.errors import RecordDamagedError, RecordError, explained
from controller.record.lock import WriterLock, whole_path
from controller.record.verify import Report, verify


def back_up(record: Path, copy: Path) -> Report:
    """Copy a record, running or not, into a new file; gives the proof of the copy."""
    if copy.exists():
        raise RecordError(f"{copy} is there already; choose another name, or remove it first")
    _proven(record)
    return _copy(record, copy)


def restore(copy: Path, record: Path) -> tuple[Report, Path | None]:
    """Put a copy in a record's place; the record that was there is kept under another name."""
    _proven(copy)
    try:
        record.parent.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise RecordError(f"record {record}: {trouble.strerror}; choose another place") from trouble
    lock = WriterLock(whole_path(record))  # refuses while a daemon writes it
    try:
        kept = _set_aside(record)
        return _copy(copy, record), kept
    finally:
        lock.release()


def _proven(path: Path) -> Report:
    report = verify(path)
    if not report.ok:
        raise RecordDamagedError(f"{report}; nothing was copied")
    return report


def _copy(source: Path, target: Path) -> Report:
    """Copy into a draft beside the target, prove it, and only then give it its name."""
    draft = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        _copy_pages(source, draft)
        report = _proven(draft)
        own_like(draft, target.parent)
        draft.replace(target)
    except OSError as trouble:
        if isinstance(trouble, RecordError):
            raise
        raise RecordError(f"{target} cannot be written: {trouble.strerror}") from trouble
    finally:
        draft.unlink(missing_ok=True)
    return Report(target, report.events, report.games, report.head, None)


def _copy_pages(source: Path, draft: Path) -> None:
    reader = schema.open_reader(source)
    try:
        with explained(draft):
            writer = sqlite3.connect(draft, isolation_level=None)
            try:
                reader.backup(writer)
                # A copy is one file: no journal that could be forgotten beside it.
                writer.execute("PRAGMA journal_mode = DELETE")
            finally:
                writer.close()
    finally:
        reader.close()
    _sync(draft)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _set_aside(record: Path) -> Path | None:
    """Rename the record that is there, its journal folded in; gives its new name."""
    if not record.exists():
        return None
    with explained(record):
        database = sqlite3.connect(record, isolation_level=None)
        try:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            database.execute("PRAGMA journal_mode = DELETE")
        finally:
            database.close()
    number = 1
    while (kept := record.with_name(f"{record.name}.before-{number}")).exists():
        number += 1
    record.rename(kept)
    return kept

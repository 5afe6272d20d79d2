"""Copies of a record: proven whole before and after, and never over one that is being written.

SQLite's own backup copies one moment of the record, also while a game is being played.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from controller.disk.files import own_like, put_in_place, sync, sync_names
from controller.games.told import Told
from controller.record import schema
from controller.record.errors import RecordDamagedError, RecordError, explained
from controller.record.intact import check_intact
from controller.record.lock import WriterLock, whole_path
from controller.record.verify import Report, verify


def back_up(record: Path, copy: Path) -> Report:
    """Copy a record, running or not, into a new file; gives the proof of the copy."""
    if copy.exists():
        raise RecordError(
            Told("{copy} is there already; choose another name, or remove it first", copy=copy)
        )
    _proven(record)
    with _draft_of(record, copy) as (draft, report):
        put_in_place(draft, copy)
    return report


def restore(copy: Path, record: Path) -> tuple[Report, Path | None]:
    """Put a copy in a record's place; the record that was there is kept under another name."""
    _proven(copy)
    try:
        record.parent.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise RecordError(
            Told(
                "record {record}: {reason}; choose another place",
                record=record,
                reason=trouble.strerror,
            )
        ) from trouble
    lock = WriterLock(whole_path(record))  # refuses while a daemon writes it
    try:
        with _draft_of(copy, record) as (draft, report):
            kept = _keep_beside(record)
            put_in_place(draft, record)
            lock.leave_word(report.events)
        return report, kept
    finally:
        lock.release()


def _proven(path: Path) -> Report:
    report = verify(path)
    if not report.ok:
        raise RecordDamagedError(Told("{report}; nothing was copied", report=report))
    return report


@contextmanager
def _draft_of(source: Path, target: Path) -> Iterator[tuple[Path, Report]]:
    """A copy beside the target, proven, and its proof; gone afterwards unless it got its name."""
    draft = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        _copy_pages(source, draft)
        report = _proven(draft)
        own_like(draft, target.parent)
        yield draft, replace(report, path=target)
    except OSError as trouble:
        if isinstance(trouble, RecordError):
            raise
        raise RecordError(
            Told("{target} cannot be written: {reason}", target=target, reason=trouble.strerror)
        ) from trouble
    finally:
        draft.unlink(missing_ok=True)


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


def _keep_beside(record: Path) -> Path | None:
    """Give the record that is there a second name, its journal folded in; gives that name.

    Its own name stays until the copy takes it: at no moment is there no record.
    """
    if not record.exists():
        return None
    number = 1
    while (kept := record.with_name(f"{record.name}.before-{number}")).exists():
        number += 1
    try:
        with closing(schema.open_reader(record)) as database:
            check_intact(record, database)
        _fold_journal(record)
    except RecordDamagedError:
        _keep_journal(record, kept)
    _second_name(record, kept)
    return kept


def _fold_journal(record: Path) -> None:
    with explained(record):
        database = sqlite3.connect(record, isolation_level=None)
        try:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            database.execute("PRAGMA journal_mode = DELETE")
        finally:
            database.close()


def _keep_journal(record: Path, kept: Path) -> None:
    """A damaged record is kept as it is, its journal beside it under its new name."""
    for ending in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            record.with_name(record.name + ending).rename(kept.with_name(kept.name + ending))


def _second_name(record: Path, kept: Path) -> None:
    try:
        kept.hardlink_to(record)
    except OSError:  # sticks and cards of cameras know one name a file
        shutil.copy2(record, kept)
        own_like(kept, kept.parent)
        sync(kept)
    sync_names(kept.parent)

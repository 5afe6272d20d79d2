"""One writer for each record: a lock that the kernel takes back even after a power cut or kill."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from controller.games.told import Told, told_by
from controller.record.errors import RecordBusyError, RecordError

#: Bytes at the beginning of a lock file in which the holder signs. What it is longer says how many
#: events were written: a length costs a card nothing, as a page of its own for each event would.
_SIGNED = 64


def whole_path(record: Path) -> Path:
    """The path with all links followed: one file must not be locked under two names."""
    try:
        whole = record.resolve()
        # Python 3.13 resolves links that go round without a word; looking at them tells.
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            whole.stat()
    except (OSError, RuntimeError, ValueError) as trouble:  # links that go round, names too long
        raise RecordError(
            Told(
                "record {record!r}: no file can be there ({reason}); choose another place",
                record=str(record),
                reason=told_by(trouble),
            )
        ) from trouble
    return whole


def is_file(path: Path) -> bool:
    """Whether a file is there; where none can be, as under a name too long, there is none."""
    return os.path.isfile(path)  # noqa: PTH113 - Path's own fails there


def only_name(record: Path) -> None:
    """Refuse a file that has several names (hard links): each would have a lock and a journal of
    its own, and two writers would not know of each other."""
    if not is_file(record) or (found := record.stat()).st_nlink == 1:
        return
    beside = (each for each in record.parent.iterdir() if each != record and is_file(each))
    others = [each.name for each in beside if each.samefile(record)]
    where = f", here {', '.join(sorted(others))}" if others else ""
    raise RecordError(
        f"record {record}: the file has {found.st_nlink} names (hard links{where}), and whoever"
        " writes it under one does not know of a writer under another; remove the other names, or"
        " make a copy with `lunka backup`"
    )


def written_to(record: Path) -> int:
    """How many events were written to a record at least, as its last writer left word; 0: it left
    none."""
    try:
        return _count(lock_file(record).stat().st_size)
    except OSError:
        return 0


def lock_file(record: Path) -> Path:
    """The file that whoever writes this record holds."""
    return record.with_name(record.name + ".lock")


def _count(length: int) -> int:
    return max(0, length - _SIGNED)


class WriterLock:
    """Holds a record for this process until `release`; a second holder gets `RecordBusyError`.

    It is an advisory lock on a file beside the database. The file stays when the lock is given
    back: removing it would let two processes lock two files of the same name.
    """

    def __init__(self, record: Path) -> None:
        self.path = lock_file(record)
        self._file = self._open(record)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise self._refusal(record, error) from error
        self._sign()

    def _open(self, record: Path) -> int:
        try:
            return os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise RecordError(
                Told(
                    "record {record}: its lock file {path} cannot be written ({reason});"
                    " check that the folder exists and that you may write there",
                    record=record,
                    path=self.path,
                    reason=error.strerror,
                )
            ) from error

    def _sign(self) -> None:
        """Say who holds it; where a full disk has no room for that, the lock holds all the same."""
        #: How many events the last writer left word of.
        self.written = _count(os.fstat(self._file).st_size)
        with suppress(OSError):
            os.pwrite(self._file, f"{os.getpid()}\n".encode().ljust(_SIGNED), 0)

    def leave_word(self, written: int) -> None:
        """So many events are written: whoever holds it next must find as many."""
        with suppress(OSError):
            os.ftruncate(self._file, _SIGNED + written)

    def _refusal(self, record: Path, error: OSError) -> RecordError:
        pid = self._holder()
        os.close(self._file)
        if not isinstance(error, BlockingIOError):
            return RecordError(
                Told(
                    "record {record}: {path} cannot be locked ({reason})",
                    record=record,
                    path=self.path,
                    reason=error.strerror,
                )
            )
        who = f"process {pid}" if pid else "another process"
        return RecordBusyError(
            f"record {record} is being written by {who} (lock file {self.path}); one board has"
            " one daemon: stop that one first, or give this one its own record",
            pid,
        )

    def _holder(self) -> int | None:
        text = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
        return int(text) if text.isdecimal() else None

    @property
    def held(self) -> bool:
        """Whether this process is still the writer."""
        return self._file >= 0

    def release(self) -> None:
        """Let the next writer in. Releasing twice is fine."""
        if self.held:
            os.close(self._file)
            self._file = -1

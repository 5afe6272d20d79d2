"""One writer for each record: a lock that the kernel takes back even after a power cut or kill."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from controller.record.errors import RecordBusyError, RecordError


def whole_path(record: Path) -> Path:
    """The path with all links followed: one file must not be locked under two names."""
    try:
        whole = record.resolve()
        # Python 3.13 resolves links that go round without a word; looking at them tells.
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            whole.stat()
    except (OSError, RuntimeError, ValueError) as trouble:  # links that go round, names too long
        raise RecordError(
            f"record {str(record)!r}: no file can be there ({trouble}); choose another place"
        ) from trouble
    return whole


def is_file(path: Path) -> bool:
    """Whether a file is there; where none can be, as under a name too long, there is none."""
    return os.path.isfile(path)  # noqa: PTH113 - Path's own fails there


class WriterLock:
    """Holds a record for this process until `release`; a second holder gets `RecordBusyError`.

    It is an advisory lock on a file beside the database. The file stays when the lock is given
    back: removing it would let two processes lock two files of the same name.
    """

    def __init__(self, record: Path) -> None:
        self.path = record.with_name(record.name + ".lock")
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
                f"record {record}: its lock file {self.path} cannot be written"
                f" ({error.strerror}); check that the folder exists and that you may write there"
            ) from error

    def _sign(self) -> None:
        """Say who holds it; where a full disk has no room for that, the lock holds all the same."""
        with suppress(OSError):
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def _refusal(self, record: Path, error: OSError) -> RecordError:
        pid = self._holder()
        os.close(self._file)
        if not isinstance(error, BlockingIOError):
            return RecordError(f"record {record}: {self.path} cannot be locked ({error.strerror})")
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

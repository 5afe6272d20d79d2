"""Files that are whole or not there: what was written is there after a power cut."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from controller.board.seed_file import SeedFile
from controller.daemon.keys import table_key
from controller.disk import files
from controller.disk.files import put_in_place, sync_names, write_whole
from controller.disk.table_zip import pack
from controller.hub.keys import Keys
from controller.record.backup import back_up, restore
from controller.record.log import Log
from controller.record.verify import verify
from controller.sheets.store import write_secret
from tests.record.card import Card
from tests.record.games import Scribe


def _record(path: Path, games: int = 1) -> Path:
    with Log(path) as log:
        for _ in range(games):
            log.append(Scribe().events)
    return path


#: Everything that is renamed into its place, each as whoever writes it calls it.
WRITERS: dict[str, Callable[[Path, Path], object]] = {
    "vault": lambda path, _: SeedFile(path).keep({"seed": "11"}),
    "table key": lambda path, _: table_key(path),
    "hub keys": lambda path, _: Keys(path),
    "sheets": lambda path, _: write_secret(path, b"set"),
    "backup": lambda path, record: back_up(record, path),
    "restore": lambda path, record: restore(record, path),
    "archive": lambda path, record: pack(record, record.parent / "none", path),
}


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_what_was_written_survives_a_power_cut(
    tmp_path: Path, write: Callable[[Path, Path], object]
) -> None:
    """The power fails the moment after: the file is there, as it was written."""
    record = _record(tmp_path / "r.db")
    with Card(tmp_path) as card:
        path = card.path / "file"
        write(path, record)
        written = path.read_bytes()
        card.cut()
        assert path.read_bytes() == written


def test_a_record_is_there_at_every_moment_of_a_restore(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power fails between any two steps: the old record or the restored one is in its place."""
    old, copy = _record(tmp_path / "old.db", 2), _record(tmp_path / "copy.db", 1)
    for step in range(40):
        folder = tmp_path / str(step)
        folder.mkdir()
        with Card(folder) as card:
            record = card.path / "r.db"
            record.write_bytes(old.read_bytes())
            os.sync()
            done = _cut_after(step, monkeypatch, partial(restore, copy, record))
            card.cut()
            found = verify(record)
            assert found.ok and found.games in (1, 2), step
        if done:
            return
    pytest.fail("a restore has fewer steps than that")


class _PowerFailsError(BaseException):
    """Here the program ends."""


def _cut_after(step: int, monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]) -> bool:
    """Do this until so many calls to the disk were made; whether it came to its end."""
    left = step

    def counted(call: Callable[..., object]) -> Callable[..., object]:
        def counting(*words: object, **more: object) -> object:
            nonlocal left
            if left == 0:
                raise _PowerFailsError
            left -= 1
            return call(*words, **more)

        return counting

    with monkeypatch.context() as patch:
        for name in ("replace", "rename", "hardlink_to"):
            patch.setattr(Path, name, counted(getattr(Path, name)))
        patch.setattr(os, "fsync", counted(os.fsync))
        try:
            work()
        except _PowerFailsError:
            return False
    return True


def test_nothing_half_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the disk refuses, the old file stays, and no draft lies beside it."""
    path = tmp_path / "key"
    write_whole(path, b"old")

    def refuse(_draft: Path, _path: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "put_in_place", refuse)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"old"]


def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    """By default a file is closed to others, whatever the umask."""
    before = os.umask(0)
    try:
        write_whole(tmp_path / "key", b"k")
        write_whole(tmp_path / "open", b"o", mode=0o644)
    finally:
        os.umask(before)
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("key", "open")]
    assert modes == [0o600, 0o644]


def test_disks_that_cannot_sync_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network disk that knows no sync of names is used all the same; any other error is told."""
    draft = tmp_path / "draft"
    draft.write_bytes(b"x")
    put_in_place(draft, tmp_path / "file")

    def refuse(number: int) -> Callable[[Path], None]:
        def sync(_path: Path) -> None:
            raise OSError(number, os.strerror(number))

        return sync

    monkeypatch.setattr(files, "sync", refuse(errno.EINVAL))
    sync_names(tmp_path)
    monkeypatch.setattr(files, "sync", refuse(errno.EIO))
    with pytest.raises(OSError, match="Input/output error"):
        sync_names(tmp_path)

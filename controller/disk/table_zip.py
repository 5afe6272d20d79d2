"""A table's whole memory in one file: a zip with its record and the sets of its Kakuzu sheets.

Without a set's file the codes on printed paper say nothing any more, so it belongs to the copy.
Such a copy is as secret as the sheets are.
"""

from __future__ import annotations

import os
import re
import shutil
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from controller.disk.files import make_folder, own_like, put_in_place
from controller.games.kakuzu.sheet import SheetError
from controller.games.told import Told, told_by
from controller.record.backup import back_up, restore
from controller.record.errors import RecordDamagedError, RecordError
from controller.record.verify import Report
from controller.sheets.sets import read_set
from controller.sheets.store import SheetStore, load_set, write_secret

_RECORD: Final = "record.db"
_SET: Final = re.compile(r"kakuzu/(\w+)\.toml", re.ASCII)
#: A hundred times what the largest set entered by hand takes.
_LARGEST_SET: Final = 4_000_000
#: More sets than any table has, and more bytes than any record: a small zip may claim more.
_MOST_SETS: Final = 1000
_LARGEST_RECORD: Final = 4 << 30
#: How much shorter a record gets in a zip at the very most, beyond its first megabyte.
_SQUEEZED: Final = 200
#: What a file raises that only begins like a zip; RuntimeError: packed or locked in an unknown way.
_NO_ARCHIVE = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError)


@dataclass(frozen=True, slots=True)
class Carried:
    """What an archive holds, or what came out of it."""

    record: Report
    sets: tuple[str, ...]
    #: The record that was there before, where one was replaced.
    before: Path | None = None


def is_archive(copy: Path) -> bool:
    """Whether this file is a zip, whatever its name."""
    try:
        with copy.open("rb") as file:
            return file.read(4) == b"PK\x03\x04"
    except OSError:
        return False  # whoever reads it as a record says what is wrong


def pack(record: Path, sheets: Path, copy: Path) -> Carried:
    """Write the record, running or not, and all sets into a new file: whole or not at all."""
    if copy.exists():
        raise RecordError(
            Told("{copy} is there already; choose another name, or remove it first", copy=copy)
        )
    sets = {name: _set_file(sheets, name) for name in known_sets(sheets)}
    with _writing(copy), _drafts_beside(copy) as place:
        report = back_up(record, place / _RECORD)
        draft = place / "archive"
        _write(draft, place / _RECORD, sets)
        own_like(draft, copy.parent)
        put_in_place(draft, copy)
    return Carried(replace(report, path=copy), tuple(sets))


def unpack(copy: Path, record: Path, sheets: Path) -> Carried:
    """Put record and sets in their places; sets that the table has are kept, none is replaced."""
    with _opened(copy) as archive:
        sets = _read_sets(copy, archive)
        _refuse_others(copy, sets, sheets)
        _refuse_bomb(copy, archive.getinfo(_RECORD))
        with _writing(record), _drafts_beside(record, make=True) as place:
            _refuse_without_room(copy, archive.getinfo(_RECORD), place)
            draft = place / _RECORD
            with archive.open(_RECORD) as source, draft.open("xb") as target:
                while block := source.read(1 << 20):
                    target.write(block)
            report, before = _restored(copy, draft, record)
    for name, content in sets.items():
        path = SheetStore(sheets).path_of(name)
        if not path.exists():
            write_secret(path, content)
    return Carried(report, tuple(sets), before)


def known_sets(sheets: Path) -> list[str]:
    """The names of the sets in this folder; one that is not there has none."""
    try:
        os.listdir(sheets)  # noqa: PTH208 - a folder that may not be read looks empty to a search
    except FileNotFoundError:
        return []
    except OSError as trouble:
        raise SheetError(
            Told("sheets {sheets} cannot be read: {reason}", sheets=sheets, reason=trouble.strerror)
        ) from None
    return SheetStore(sheets).known()


def _set_file(sheets: Path, name: str) -> bytes:
    """A set's file as it is, once it is known to be one."""
    path = SheetStore(sheets).path_of(name)
    if not _SET.fullmatch(f"kakuzu/{path.name}"):
        raise SheetError(
            Told("sheets {path}: a set's file is named after its set, as 7KQ2.toml", path=path)
        )
    load_set(path)
    return path.read_bytes()


@contextmanager
def _drafts_beside(target: Path, make: bool = False) -> Iterator[Path]:
    """A folder for drafts on the target's own disk, closed to others, gone afterwards."""
    if make:  # a stick that is not plugged in must not become a folder
        make_folder(target.parent)
    with TemporaryDirectory(prefix=".lunka-", dir=target.parent) as name:
        yield Path(name)


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as trouble:
        if isinstance(trouble, RecordError):
            raise
        raise RecordError(
            Told("{target} cannot be written: {reason}", target=target, reason=trouble.strerror)
        ) from trouble


def _write(draft: Path, record: Path, sets: Mapping[str, bytes]) -> None:
    handle = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w+b") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(record, _RECORD)
            for name, content in sets.items():
                archive.writestr(f"kakuzu/{name}.toml", content)
        file.flush()
        with zipfile.ZipFile(file) as written:  # a card that lies is found now, not in need
            spoilt = written.testzip()
    if spoilt:
        raise RecordDamagedError(
            Told("{spoilt} was not written as it is; try another disk", spoilt=spoilt)
        )


@contextmanager
def _opened(copy: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(copy) as archive:
            yield archive
    except OSError as trouble:
        if isinstance(trouble, RecordError):
            raise
        raise RecordError(
            Told("{copy} cannot be read: {reason}", copy=copy, reason=trouble.strerror)
        ) from None
    except _NO_ARCHIVE as trouble:
        raise RecordDamagedError(
            Told(
                "{copy}: the backup is damaged ({reason}); nothing was restored",
                copy=copy,
                reason=told_by(trouble),
            )
        ) from None


def _read_sets(copy: Path, archive: zipfile.ZipFile) -> dict[str, bytes]:
    """The sets in the archive, each of them proven; anything that is no backup is refused."""
    names = archive.namelist()
    if len(names) > _MOST_SETS:
        raise RecordDamagedError(
            f"{copy}: this is no backup of Lunka: it holds {len(names)} files; nothing was restored"
        )
    strange = [name for name in names if name != _RECORD and not _SET.fullmatch(name)]
    if strange or names.count(_RECORD) != 1 or len(set(names)) != len(names):
        found = ", ".join(repr(name) for name in (strange or names)[:3]) or "nothing"
        raise RecordDamagedError(
            Told(
                "{copy}: this is no backup of Lunka: it holds {found}; allowed are one"
                " record.db and kakuzu/SET.toml; nothing was restored",
                copy=copy,
                found=found,
            )
        )
    return {
        match[1]: _proven_set(copy, archive, info)
        for info in archive.infolist()
        if (match := _SET.fullmatch(info.filename))
    }


def _refuse_bomb(copy: Path, info: zipfile.ZipInfo) -> None:
    """What no record of ours can be is not unpacked until the disk is full."""
    most = min(_LARGEST_RECORD, (1 << 20) + _SQUEEZED * info.compress_size)
    if info.file_size > most:
        raise RecordDamagedError(
            f"{copy}: {info.filename} would become {info.file_size} bytes out of"
            f" {info.compress_size}; that is no record of Lunka; nothing was restored"
        )


def _refuse_without_room(copy: Path, info: zipfile.ZipInfo, place: Path) -> None:
    free = shutil.disk_usage(place).free
    if info.file_size > free:
        raise RecordError(
            f"{copy}: {info.filename} takes {info.file_size} bytes, and {free} are free; make room;"
            " nothing was restored"
        )


def _proven_set(copy: Path, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    if info.file_size > _LARGEST_SET:
        raise RecordDamagedError(
            Told(
                "{copy}: {filename}: {file_size} bytes are no set",
                copy=copy,
                filename=info.filename,
                file_size=info.file_size,
            )
        )
    content = archive.read(info)
    try:
        read_set(content.decode())
    except (SheetError, UnicodeDecodeError) as mistake:
        raise SheetError(
            Told(
                "{copy}: {filename}: {reason}; nothing was restored",
                copy=copy,
                filename=info.filename,
                reason=told_by(mistake),
            )
        ) from None
    return content


def _refuse_others(copy: Path, sets: Mapping[str, bytes], sheets: Path) -> None:
    """Two sets of one name: paper of either may be in use, so a person must choose."""
    for name, content in sets.items():
        path = SheetStore(sheets).path_of(name)
        if path.exists() and load_set(path) != read_set(content.decode()):
            raise SheetError(
                Told(
                    "{copy}: set {name} is another one than {path}; move that file away to"
                    " take the backup's; nothing was restored",
                    copy=copy,
                    name=name,
                    path=path,
                )
            )


def _restored(copy: Path, draft: Path, record: Path) -> tuple[Report, Path | None]:
    try:
        return restore(draft, record)
    except RecordDamagedError as damage:  # the draft is gone when this is read
        raise RecordDamagedError(str(damage).replace(str(draft), f"{copy}: {_RECORD}")) from None

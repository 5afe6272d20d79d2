"""The events of a record read page by page, past everything that SQLite itself would stop at.

    for row in rows_in(Path("damaged.db").read_bytes(), journal):
        ...

A damaged file still has whole pages. Each page of the file, and each that waits in its journal, is
looked at by itself: whatever looks like a row of `events` is given, also what is torn, stale or
twice there. Which of it is true only the chain of hashes can say (`controller.record.salvage`).
The layout is that of https://www.sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

#: How a page of rows begins (a leaf of a table's tree), and how long that beginning is.
_LEAF, _LEAF_HEAD = 0x0D, 8
#: What stands before the first page's own beginning; and before the journal's pages, and each one.
_FILE_HEAD, _JOURNAL_HEAD, _FRAME_HEAD = 100, 32, 24
_SIZES = tuple(1 << power for power in range(9, 17))
#: How long each kind of a number is, in bytes.
_NUMBERS = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}
_FLOAT, _ZERO, _ONE = 7, 8, 9
_HASH_DIGITS = 64
#: What an event consists of; its number is the row's own, and is not told twice.
_KINDS = [type(None), int, float, str, str, str]
#: No event is longer; a length that was damaged must not make us gather the whole file.
_LONGEST = 1 << 24


class Row(NamedTuple):
    """What looks like an event: not yet known to be one."""

    seq: int
    game: int
    at: float
    kind: str
    data: str
    hash: str


class _TornError(ValueError):
    """A row that ends before its time."""


def rows_in(file: bytes, journal: bytes = b"") -> Iterator[Row]:
    """Everything in a record's file and in its journal (`-wal`) that looks like an event."""
    sizes = _sizes(file, journal)
    found = max((_rows(file, journal, size) for size in sizes), key=len)
    yield from dict.fromkeys(found)


def _sizes(file: bytes, journal: bytes) -> tuple[int, ...]:
    """How long a page is, as the file says; all that there are where that cannot be."""
    said = int.from_bytes(file[16:18], "big")
    noted = int.from_bytes(journal[8:12], "big")
    likely = tuple({65536 if size == 1 else size for size in (said, noted)} & {*_SIZES})
    return likely or _SIZES


def _rows(file: bytes, journal: bytes, size: int) -> list[Row]:
    pages = {at // size + 1: file[at : at + size] for at in range(0, len(file), size)}
    frames = [*_frames(journal, size)]
    newest = pages | dict(frames)
    rows: list[Row] = []
    for number, page in [*pages.items(), *frames]:
        for view in (newest, pages):
            rows += _rows_of(page, _FILE_HEAD if number == 1 else 0, view)
    return rows


def _frames(journal: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    step = _FRAME_HEAD + size
    for at in range(_JOURNAL_HEAD, len(journal) - step + 1, step):
        yield int.from_bytes(journal[at : at + 4], "big"), journal[at + _FRAME_HEAD : at + step]


def _rows_of(page: bytes, start: int, pages: Mapping[int, bytes]) -> Iterator[Row]:
    head = page[start : start + _LEAF_HEAD]
    if len(head) < _LEAF_HEAD or head[0] != _LEAF:
        return
    count = int.from_bytes(head[3:5], "big")
    for pointer in range(start + _LEAF_HEAD, start + _LEAF_HEAD + 2 * count, 2):
        place = int.from_bytes(page[pointer : pointer + 2], "big")
        try:
            row = _row(page, place, pages)
        except _TornError:
            continue
        if row is not None:
            yield row


def _row(page: bytes, place: int, pages: Mapping[int, bytes]) -> Row | None:
    length, place = _varint(page, place)
    seq, place = _varint(page, place)
    values = _values(_payload(page, place, length, pages))
    if len(values) == len(Row._fields) and type(values[2]) is int:
        values[2] = float(values[2])  # a time without a fraction is kept as a whole number
    return _checked(seq, values)


def _checked(seq: int, values: list[Any]) -> Row | None:
    """The values as an event; None where they are none."""
    if [type(value) for value in values] != _KINDS or len(values[5]) != _HASH_DIGITS:
        return None
    return Row(seq, *values[1:])


def _payload(page: bytes, place: int, length: int, pages: Mapping[int, bytes]) -> bytes:
    """A row's bytes: those on its page, and those on the pages that it runs over to."""
    size = len(page)
    if length > _LONGEST:
        raise _TornError
    here = _local(length, size)
    found = page[place : place + here]
    if len(found) < here:
        raise _TornError
    further = int.from_bytes(page[place + here : place + here + 4], "big")
    while len(found) < length:
        more = pages.get(further, b"")
        if len(more) < size:
            raise _TornError
        further = int.from_bytes(more[:4], "big")
        found += more[4 : 4 + length - len(found)]
    return found


def _local(length: int, size: int) -> int:
    """How much of a row stands on its own page (fileformat2, 1.6)."""
    most, least = size - 35, (size - 12) * 32 // 255 - 23
    if length <= most:
        return length
    fitting = least + (length - least) % (size - 4)
    return fitting if fitting <= most else least


def _values(payload: bytes) -> list[Any]:
    end, place = _varint(payload, 0)
    kinds = []
    while place < min(end, len(payload)):
        kind, place = _varint(payload, place)
        kinds.append(kind)
    values, place = [], end
    for kind in kinds:
        length = _NUMBERS.get(kind, (kind - 12) // 2)
        raw = payload[place : place + length]
        if len(raw) < length or length < 0:
            raise _TornError
        values.append(_value(kind, raw))
        place += length
    return values


def _value(kind: int, raw: bytes) -> Any:
    if kind == 0:
        return None
    if kind in (_ZERO, _ONE):
        return kind - _ZERO
    if kind == _FLOAT:
        return struct.unpack(">d", raw)[0]
    if kind in _NUMBERS:
        return int.from_bytes(raw, "big", signed=True)
    return raw.decode("utf-8", "surrogateescape") if kind % 2 else raw


def _varint(raw: bytes, place: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where the next thing stands."""
    value = 0
    for used in range(9):
        if place + used >= len(raw):
            raise _TornError
        byte = raw[place + used]
        if used == 8:
            return value << 8 | byte, place + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + used + 1
    raise AssertionError("nine bytes are all that a number has")

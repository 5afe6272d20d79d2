"""What can be saved of a damaged record: every game that the chain of hashes still proves whole.

The old file is only read. Its events are gathered page by page (`controller.record.pages`), each
counts if the hash before it, its own facts and its own hash agree, and a game counts if none of
its events is missing and every turn of it is by the rules. What is saved goes into a new record,
which is proven before it gets its name.
"""

from __future__ import annotations

import errno
import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.disk.files import own_like, put_in_place
from controller.play.event import GENESIS, Event
from controller.play.happenings import GameOpened
from controller.record import readings
from controller.record.attested import KINDS as VOUCHING
from controller.record.chain import digest_of_row, is_canonical
from controller.record.dates import on_a_calendar
from controller.record.errors import RecordDamagedError, RecordError
from controller.record.lock import written_to
from controller.record.log import Log
from controller.record.pages import Row, rows_in
from controller.record.readings import KeptReading
from controller.record.rejoining import Rejoined
from controller.record.verify import Report, verify

_BLOCK = 4096
#: Where a card cannot be read; what else the system says of a file is told as it is.
_UNREADABLE = (errno.EIO, errno.EUCLEAN)

Chain = Mapping[int, Row]


@dataclass(frozen=True, slots=True)
class Salvage:
    """What was saved; games by their numbers in the old record."""

    report: Report
    #: The number of each saved game in the new record, and the hash that sealed it in the old one.
    saved: Mapping[int, int]
    seals: Mapping[int, str]
    #: Why each of the others was not.
    lost: Mapping[int, str]
    #: What else somebody should know who relies on it.
    remarks: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Old:
    """What the damaged record still holds."""

    chain: Chain
    head: tuple[int, str] | None
    #: How many events were written to it, as its last writer left word.
    written: int
    readings: Sequence[KeptReading]
    remarks: Sequence[str]

    @property
    def last(self) -> int:
        """The number of the last event that there was, as far as anybody knows."""
        return max((self.head or (0, ""))[0], self.written, *self.chain)


def salvage(old: Path, new: Path) -> Salvage:
    """Save every whole game of a record into a new one; the old one is left as it is."""
    if new.exists() or new.is_symlink():
        raise RecordError(f"{new} is there already; choose another name, or remove it first")
    try:
        with TemporaryDirectory(prefix=".lunka-", dir=new.parent) as scratch:
            return _salvage(_gather(old, Path(scratch)), new, Path(scratch))
    except OSError as trouble:
        if isinstance(trouble, RecordError):
            raise
        raise RecordError(f"{new} cannot be written: {trouble.strerror}") from trouble


# -- reading the old one ---------------------------------------------------------------------------


def _gather(old: Path, scratch: Path) -> _Old:
    file, holes = _read(old)
    journal_path = old.with_name(old.name + "-wal")
    journal, more = _read(journal_path) if journal_path.exists() else (b"", 0)
    copy = scratch / "old.db"
    copy.write_bytes(file)
    copy.with_name("old.db-wal").write_bytes(journal)
    head, kept = _by_sqlite(copy)
    remarks = [f"{holes + more} blocks of the disk could not be read"] if holes + more else []
    chain = proven(rows_in(file, journal), head)
    return _Old(chain, head, written_to(old), kept, remarks)


def _read(path: Path) -> tuple[bytes, int]:
    """A file with zeros where the disk cannot be read, and how many blocks that were."""
    try:
        with path.open("rb", buffering=0) as file:
            blocks, holes = [], 0
            for at in range(0, path.stat().st_size, _BLOCK):
                try:
                    file.seek(at)
                    blocks.append(file.read(_BLOCK))
                except OSError as trouble:
                    if trouble.errno not in _UNREADABLE:
                        raise
                    blocks.append(bytes(_BLOCK))
                    holes += 1
            return b"".join(blocks), holes
    except OSError as trouble:
        raise RecordError(f"record {path} cannot be read: {trouble.strerror}") from trouble


def _by_sqlite(copy: Path) -> tuple[tuple[int, str] | None, list[KeptReading]]:
    """What no chain proves: the head and the readings, as far as SQLite itself reads them."""
    head: tuple[int, str] | None = None
    kept: list[KeptReading] = []
    with closing(sqlite3.connect(copy)) as database, suppress(sqlite3.Error, ValueError):
        rows = database.execute("SELECT count, hash FROM head").fetchall()
        head = (int(rows[0][0]), str(rows[0][1])) if len(rows) == 1 else None
        for row in database.execute(readings.ALL):
            with suppress(ValueError):
                kept.append(readings.from_row(row))
    return head, kept


def proven(found: Iterable[Row], head: tuple[int, str] | None = None) -> Chain:
    """Of all that looks like events those that the chain proves, newest first.

    A journal may hold what was never finished beside what was: the events that hang together with
    the head, or else with the newest one, are taken.
    """
    rows = defaultdict[int, dict[str, Row]](dict)
    for row in found:
        rows[row.seq][row.hash] = row
    chosen: dict[int, Row] = {}
    wanted, above = "", 0
    for seq in sorted(rows, reverse=True):
        if seq != above - 1:
            wanted = ""
        if head and seq == head[0] and head[1] in rows[seq] and wanted != head[1]:
            chosen.clear()
            wanted = head[1]
        among = [row for seal, row in rows[seq].items() if wanted in ("", seal)]
        before = [GENESIS] if seq == 1 else rows.get(seq - 1, {})
        linked = ((row, seal) for row in among for seal in before if _is_sealed(row, seal))
        wanted, above = "", seq
        for row, seal in islice(linked, 1):
            chosen[seq], wanted = row, seal
    return chosen


def _is_sealed(row: Row, before: str) -> bool:
    return (
        digest_of_row(before, row[:-1]) == row.hash
        and on_a_calendar(row.at)
        and is_canonical(row.data)
        and isinstance(json.loads(row.data), dict)
    )


# -- which games are whole -------------------------------------------------------------------------


def _whole_games(old: _Old) -> tuple[dict[int, list[Row]], dict[int, str]]:
    """The events of each whole game, and why each other one is not."""
    opened = {row.game: seq for seq, row in old.chain.items() if row.kind == GameOpened.kind}
    whole, lost = {}, {}
    highest = max((row.game for row in old.chain.values()), default=0)
    for number in range(1, highest + 1):
        first = opened.get(number)
        after = opened.get(number + 1, old.last + 1 if number == highest else None)
        if first is None:
            lost[number] = "the event that opened it is damaged or missing"
        elif after is None:
            lost[number] = f"its end is not known: how game {number + 1} was opened is not proved"
        elif gaps := [seq for seq in range(first, after) if seq not in old.chain]:
            lost[number] = f"{_events(gaps)} damaged or missing"
        else:
            whole[number] = [old.chain[seq] for seq in range(first, after)]
    return whole, lost


def _events(gaps: Sequence[int]) -> str:
    if len(gaps) == 1:
        return f"event {gaps[0]} is"
    some = "" if len(gaps) == gaps[-1] - gaps[0] + 1 else f"{len(gaps)} of "
    return f"{some}the events {gaps[0]} to {gaps[-1]} are"


# -- writing the new one ---------------------------------------------------------------------------


def _salvage(old: _Old, new: Path, scratch: Path) -> Salvage:
    whole, lost = _whole_games(old)
    while True:
        if not whole:
            raise RecordDamagedError(_nothing(lost))
        draft = scratch / f"new-{len(lost)}.db"
        numbers = {number: place for place, number in enumerate(whole, start=1)}
        _write(draft, old, whole, numbers)
        report = verify(draft)
        if report.broken is None:
            break
        # Its chain was whole, but what it tells is not by the rules: that was so before.
        faulty = {place: number for number, place in numbers.items()}.get(report.broken.game or 0)
        if faulty is None:
            raise RecordDamagedError(f"what was saved does not verify: {report.broken}")
        lost[faulty] = report.broken.what
        del whole[faulty]
    own_like(draft, new.parent)
    put_in_place(draft, new)
    return Salvage(
        replace(report, path=new),
        numbers,
        {number: rows[-1].hash for number, rows in whole.items()},
        dict(sorted(lost.items())),
        [*old.remarks, *_remarks(old)],
    )


def _nothing(lost: Mapping[int, str]) -> str:
    why = "".join(f"\ngame {number}: {reason}" for number, reason in sorted(lost.items()))
    return f"no whole game was found in it; nothing was written{why}"


def _remarks(old: _Old) -> list[str]:
    found = max(old.chain)
    if old.last > found:
        return [f"the events {found + 1} to {old.last} are damaged or missing"]
    if old.head is None and not old.written:
        return [f"its head is damaged: whether event {found} was the last one is not proved"]
    return []


def _write(
    draft: Path, old: _Old, whole: Mapping[int, Sequence[Row]], numbers: Mapping[int, int]
) -> None:
    rejoined = Rejoined(numbers)
    before = [row for _, row in sorted(old.chain.items()) if row.game == 0]
    with Log(draft) as log:
        for rows in (before, *whole.values()):
            log.append([rejoined.event(_event(row)) for row in _still_vouched(rows, log.head[0])])
        for kept in old.readings:
            if kept.game in numbers:
                log.keep_readings(numbers[kept.game], kept.ply, [kept])
    with closing(sqlite3.connect(draft)) as database:
        database.execute("PRAGMA journal_mode = DELETE")  # one file, as every copy


def _still_vouched(rows: Sequence[Row], count: int) -> list[Row]:
    """Without the signatures of what has another number, and so another hash, than when it was
    signed."""
    kept: list[Row] = []
    for row in rows:
        if row.kind not in VOUCHING or row.seq == count + len(kept) + 1:
            kept.append(row)
    return kept


def _event(row: Row) -> Event:
    return Event(row.kind, row.at, json.loads(row.data))

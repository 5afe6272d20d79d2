"""Proof that a hub's store is whole: every chain, and every turn by the rules."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from controller.hub.rebuild import rebuild
from controller.hub.store import Cursor, RecordLine, Store
from controller.play.event import GENESIS, Stored
from controller.publish.messages import record_id
from controller.record.chain import digest
from controller.record.errors import RecordError
from controller.record.verify import verify


@dataclass(frozen=True, slots=True)
class Finding:
    """One record, or the hall's book: whether it is whole, in words."""

    what: str
    ok: bool
    words: str

    def __str__(self) -> str:
        return f"{self.what} {self.words}"


def verify_store(store: Store) -> Iterator[Finding]:
    """Look at everything, one finding each."""
    yield _hall(store)
    for line in store.records():
        yield _record(store, line)


def _hall(store: Store) -> Finding:
    what = "the hall's book"
    try:
        head = _follow(store.hall_events())
        _compare(head, store.hall_head())
    except RecordError as broken:
        return Finding(what, False, f"is broken: {broken}")
    return Finding(what, True, f"is whole: {head.seq} events; head {head.hash}")


def _record(store: Store, line: RecordLine) -> Finding:
    what = f"record {line.record} of table {line.table}"
    try:
        _check_name(store, line)
        _compare(_follow(store.events(line.table, line.record)), Cursor(line.seq, line.hash))
        return Finding(what, *_by_the_rules(store, line))
    except RecordError as broken:
        return Finding(what, False, f"is broken: {broken}")


def _check_name(store: Store, line: RecordLine) -> None:
    first = next(store.events(line.table, line.record), None)
    if first is None or record_id(first.hash) != line.record:
        raise RecordError("it is not named after its first event")


def _by_the_rules(store: Store, line: RecordLine) -> tuple[bool, str]:
    """The whole verification of a table's own record, on the record made again."""
    with tempfile.TemporaryDirectory(prefix="lunka-verify-") as folder:
        path = Path(folder) / "record.db"
        rebuild(store, line, path)
        report = verify(path)
    if report.broken:
        return False, f"is broken: {report.broken}"
    return True, (
        f"is whole: {report.events} events, {report.games} games, every turn by the rules;"
        f" head {report.head}"
    )


def _follow(chain: Iterable[Stored]) -> Cursor:
    head = Cursor(0, GENESIS)
    for stored in chain:
        if stored.seq != head.seq + 1:
            raise RecordError(f"event {head.seq + 1} is missing")
        if digest(head.hash, stored.seq, stored.game, stored.event) != stored.hash:
            raise RecordError(
                f"event {stored.seq}: its hash is wrong: it, or the event before, was changed"
            )
        head = Cursor(stored.seq, stored.hash)
    return head


def _compare(found: Cursor, noted: Cursor) -> None:
    if found != noted:
        raise RecordError(
            f"it ends with event {found.seq}, but {noted.seq} events were noted: the end was cut"
            " off, or something was added"
        )

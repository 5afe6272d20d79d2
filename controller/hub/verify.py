"""Proof that a hub's store is whole: every chain, and every turn by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from controller.games.told import Told
from controller.hub.kept import KeptRecord, compare, follow
from controller.hub.store import Cursor, RecordLine, Store
from controller.play.event import GENESIS
from controller.publish.messages import record_id
from controller.record.attested import attested
from controller.record.errors import RecordError
from controller.record.proof import prove


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
        head = Cursor(0, GENESIS)
        for stored in store.hall_events():
            head = follow(head, stored)
        compare(head, store.hall_head())
    except RecordError as broken:
        return Finding(what, False, f"is broken: {broken}")
    return Finding(what, True, f"is whole: {head.seq} events; head {head.hash}")


def _record(store: Store, line: RecordLine) -> Finding:
    what = f"record {line.record} of table {line.table}"
    try:
        _check_name(store, line)
        kept = KeptRecord(store, line)
        kept.check_chain()
        return Finding(what, *_by_the_rules(kept, line))
    except RecordError as broken:
        return Finding(what, False, f"is broken: {broken}")


def _check_name(store: Store, line: RecordLine) -> None:
    first = next(store.events(line.table, line.record), None)
    if first is None or record_id(first.hash) != line.record:
        raise RecordError(Told("it is not named after its first event"))


def _by_the_rules(kept: KeptRecord, line: RecordLine) -> tuple[bool, str]:
    """What `lunka verify` asks of a table's own record, asked of the events where they lie."""
    proof = prove(line.games, kept.events)
    if proof.broken:
        return False, f"is broken: {proof.broken}"
    proved, broken = attested(kept.vouching(), kept.found, kept.endings.all(), None)
    if broken:
        return False, f"is broken: {broken}"
    return True, "; ".join([proof.words(line.seq, line.games, line.hash), *proved.lines()])

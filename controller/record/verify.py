"""Proof that a record is whole: the chain of hashes, and every turn by the rules.

What this shows and what it cannot show is said in docs/record.md.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from controller.play.event import GENESIS, Event, Stored
from controller.play.facts import BrokenError
from controller.record import schema
from controller.record.attested import KINDS as VOUCHING
from controller.record.attested import Attested, Endings, attested
from controller.record.chain import digest, is_canonical
from controller.record.dates import on_a_calendar
from controller.record.errors import RecordDamagedError, explained
from controller.record.proof import Broken, Proof, games_by, prove
from controller.record.signing import own_key

_EVENTS = "SELECT seq, game, at, kind, data, hash FROM events"
_TYPES = (int, int, float, str, str, str)
#: Seconds by which a time is told to be earlier: less is how times are rounded.
_NOTICED_S = 1.0
_COLUMNS = ("seq", "game", "at", "kind", "data", "hash")


@dataclass(frozen=True, slots=True)
class Report:
    """What a verification found. `head` seals everything: compare it with the one written down."""

    path: Path
    events: int
    games: int
    head: str
    proof: Proof
    #: Where the time runs backwards: the number of the event, and by how many seconds.
    backwards: tuple[tuple[int, float], ...] = ()
    #: Who vouches for it, where it is whole.
    attested: Attested = field(default_factory=Attested)
    #: Whether what is wrong is the file or its chain, and not only a game that broke a rule.
    damaged: bool = False

    @property
    def remarks(self) -> list[str]:
        """What is no fault by itself, but what somebody who doubts the record should know."""
        return [
            f"event {seq} is {_span(seconds)} earlier than the one before it: the clock of the"
            " machine was set back there, or something was put in another order"
            for seq, seconds in self.backwards
        ] + [*self.attested.remarks()]

    @property
    def broken(self) -> Broken | None:
        """The first thing that is wrong."""
        return self.proof.broken

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.broken is None

    def __str__(self) -> str:
        if self.broken:
            return f"record {self.path} is broken: {self.broken}"
        return f"record {self.path} {self.proof.words(self.events, self.games, self.head)}"


def verify(path: Path) -> Report:
    """Whether a record is whole, and if not, the first thing that is wrong, in words.

    `RecordError` where there is no record to look at. It reads one moment of a record that is
    being written meanwhile.
    """
    database = schema.open_reader(path)
    # Bytes that are no text must show up as a difference, not as an error while reading.
    database.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    try:
        with explained(path):
            database.execute("BEGIN")
        return _Verification(path, database).report()
    finally:
        database.close()


class _Verification:
    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        self._path = path
        self._database = database
        self._seq = 0
        self._game = 0
        self._hash = GENESIS
        self._at = float("-inf")
        self._backwards: list[tuple[int, float]] = []
        self._endings = Endings()
        self._vouching: list[Stored] = []
        self._attested = Attested()
        self._damaged = True

    def report(self) -> Report:
        proof = self._proof()
        backwards = tuple(self._backwards)
        damaged = proof.broken is not None and self._damaged
        count, head = self._seq, self._hash
        return Report(
            *(self._path, count, self._game, head, proof, backwards, self._attested, damaged)
        )

    def _proof(self) -> Proof:
        try:
            with explained(self._path):
                broken = self._file() or self._chain() or self._head()
                if broken:
                    return Proof(broken, {})
                layout = self._layout()
                proof = prove(self._game, self._events_of)
                self._damaged = layout is not None
                if proof.broken:
                    return proof
                return replace(proof, broken=self._vouched() or layout)
        except RecordDamagedError as error:
            return Proof(Broken(str(error)), {})

    def _file(self) -> Broken | None:
        found = self._database.execute("PRAGMA integrity_check(1)").fetchone()[0]
        return None if found == "ok" else Broken(f"the database file is damaged: {found}")

    def _chain(self) -> Broken | None:
        for row in self._database.execute(f"{_EVENTS} ORDER BY seq"):
            try:
                self._link(row)
            except BrokenError as error:
                return Broken(str(error), row[0], row[1] if isinstance(row[1], int) else None)
        return None

    def _link(self, row: Sequence[Any]) -> None:
        """Check one row by itself and against those before it, and go on to it."""
        _check_types(row)
        seq, game, at, _, data, seal = row
        if seq != self._seq + 1:
            raise BrokenError(f"event {self._seq + 1} should stand here: events are missing")
        if not on_a_calendar(at):
            raise BrokenError(f"its time {at} is none that a clock shows")
        if not is_canonical(data):
            raise BrokenError("its data are not canonical JSON: something changed them")
        event = _event(row)
        if digest(self._hash, seq, game, event) != seal:
            raise BrokenError("its hash is wrong: it, or the event before, was changed")
        stored = Stored(seq, game, event, seal)
        self._game = games_by(self._game, stored)
        self._endings.see(event.kind, game, seq)
        if event.kind in VOUCHING:
            self._vouching.append(stored)
        if self._at - at >= _NOTICED_S:
            self._backwards.append((seq, self._at - at))
        self._seq, self._hash, self._at = seq, seal, at

    def _head(self) -> Broken | None:
        rows = self._database.execute("SELECT count, hash FROM head").fetchall()
        if rows == [(self._seq, self._hash)]:
            return None
        if len(rows) == 1 and rows[0][0] > self._seq:
            return Broken(
                f"the head names {rows[0][0]} events, but there are {self._seq}: the last"
                f" {rows[0][0] - self._seq} were cut off"
            )
        return Broken(
            f"the head is {rows}, but {self._seq} events end with hash {self._hash}: one of the"
            " two was changed"
        )

    def _events_of(self, number: int) -> Iterator[Stored]:
        for row in self._database.execute(f"{_EVENTS} WHERE game = ? ORDER BY seq", (number,)):
            yield Stored(row[0], row[1], _event(row), row[5])

    def _vouched(self) -> Broken | None:
        """What the table and the hub signed must be what stands there."""
        own = own_key(self._path) if self._vouching else None
        self._attested, broken = attested(self._vouching, self._found, self._endings.all(), own)
        return broken

    def _found(self, seq: int) -> tuple[str, int] | None:
        query = "SELECT hash, game FROM events WHERE seq = ?"
        found = self._database.execute(query, (seq,)).fetchone()
        return (found[0], found[1]) if found else None

    def _layout(self) -> Broken | None:
        """The guards that keep events from being changed must be there, and nothing beside them."""
        found, right = schema.layout(self._database), schema.layout_of_new()
        wrong = sorted(name for name in found.keys() | right if found.get(name) != right.get(name))
        if not wrong:
            return None
        return Broken(
            f"every event is right, but the tables or guards of the record are not as Lunka makes"
            f" them: {', '.join(wrong)}; something else than Lunka wrote to this file"
        )


def _event(row: Sequence[Any]) -> Event:
    data = json.loads(row[4])
    if not isinstance(data, dict):
        raise BrokenError("its data are not a JSON object")
    return Event(row[3], row[2], data)


def _check_types(row: Sequence[Any]) -> None:
    for column, value, kind in zip(_COLUMNS, row, _TYPES, strict=True):
        if type(value) is not kind:
            raise BrokenError(f"its {column} is {value!r}; it must be of the kind {kind.__name__}")


def _span(seconds: float) -> str:
    """A span of time as people say it."""
    for size, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {name}"
    return f"{seconds:.0f} seconds"

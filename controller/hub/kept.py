"""A table's record as the hub's store holds it, read where it lies."""

from __future__ import annotations

from collections.abc import Iterator

from controller.games.told import Told, told_by
from controller.hub.store import Cursor, RecordLine, Store
from controller.play.event import GENESIS, Stored
from controller.play.facts import BrokenError
from controller.play.happenings import GameOpened
from controller.record.attested import KINDS as VOUCHING
from controller.record.attested import Endings
from controller.record.chain import check_event, digest
from controller.record.errors import RecordDamagedError, check_game
from controller.record.proof import games_by


class KeptRecord:
    """One record of one table (a `controller.record.matches.Games`)."""

    def __init__(self, store: Store, line: RecordLine) -> None:
        self._store = store
        self._line = line
        #: What vouches for it, and which games are over; known once its chain was checked.
        self._vouching: list[Stored] = []
        self.endings = Endings()

    @property
    def path(self) -> str:
        """What it is called."""
        return f"{self._line.record} of table {self._line.table}"

    def check_game(self, number: int) -> None:
        """`RecordError` where there is no such game."""
        check_game(self.path, number, self._line.games)

    def openings(self) -> list[Stored]:
        """How each game was opened, oldest first."""
        marks = self._store.games(self._line.table, self._line.record)
        return [mark for mark in marks if mark.event.kind == GameOpened.kind]

    def events(self, game: int) -> Iterator[Stored]:
        """The events of a game, in order."""
        return self._store.events(self._line.table, self._line.record, game=game)

    def vouching(self, since: int = 0) -> list[Stored]:
        """The events in which a table or a hub vouches for what came before, after this number."""
        return [stored for stored in self._vouching if stored.seq > since]

    def seal(self, seq: int) -> str | None:
        """The hash of the event with this number; None: there is none."""
        return self._store.seal(self._line.table, self._line.record, seq)

    def found(self, seq: int) -> tuple[str, int] | None:
        """The hash and the game of the event with this number; None: there is none."""
        told = next(self._store.events(self._line.table, self._line.record, since=seq - 1), None)
        return (told.hash, told.game) if told and told.seq == seq else None

    def check_chain(self) -> None:
        """`RecordError` where the events are not those that the table sealed, all of them."""
        head, games = Cursor(0, GENESIS), 0
        for stored in self._store.events(self._line.table, self._line.record):
            check_event(stored.event)
            head = follow(head, stored)
            games = _counted(games, stored)
            self.endings.see(stored.event.kind, stored.game, stored.seq)
            if stored.event.kind in VOUCHING:
                self._vouching.append(stored)
        compare(head, Cursor(self._line.seq, self._line.hash))


def follow(head: Cursor, stored: Stored) -> Cursor:
    """The head of a chain with one more event; `RecordDamagedError` where it does not follow."""
    if stored.seq != head.seq + 1:
        raise RecordDamagedError(Told("event {seq} is missing", seq=head.seq + 1))
    if digest(head.hash, stored.seq, stored.game, stored.event) != stored.hash:
        raise RecordDamagedError(
            Told(
                "event {seq}: its hash is wrong: it, or the event before, was changed",
                seq=stored.seq,
            )
        )
    return Cursor(stored.seq, stored.hash)


def compare(found: Cursor, noted: Cursor) -> None:
    """`RecordDamagedError` where a chain does not end as was noted."""
    if found != noted:
        raise RecordDamagedError(
            Told(
                "it ends with event {seq}, but {seq2} events were noted: the end was cut"
                " off, or something was added",
                seq=found.seq,
                seq2=noted.seq,
            )
        )


def _counted(games: int, stored: Stored) -> int:
    try:
        return games_by(games, stored)
    except BrokenError as broken:
        raise RecordDamagedError(
            Told("event {seq}: {reason}", seq=stored.seq, reason=told_by(broken))
        ) from broken

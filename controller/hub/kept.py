"""A table's record as the hub's store holds it, read where it lies."""

from __future__ import annotations

from collections.abc import Iterator

from controller.hub.store import Cursor, RecordLine, Store
from controller.play.event import GENESIS, Stored
from controller.play.facts import BrokenError
from controller.play.happenings import GameOpened
from controller.record.chain import check_event, digest
from controller.record.errors import RecordDamagedError, check_game
from controller.record.proof import games_by


class KeptRecord:
    """One record of one table (a `controller.record.matches.Games`)."""

    def __init__(self, store: Store, line: RecordLine) -> None:
        self._store = store
        self._line = line

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

    def check_chain(self) -> None:
        """`RecordError` where the events are not those that the table sealed, all of them."""
        head, games = Cursor(0, GENESIS), 0
        for stored in self._store.events(self._line.table, self._line.record):
            check_event(stored.event)
            head = follow(head, stored)
            games = _counted(games, stored)
        compare(head, Cursor(self._line.seq, self._line.hash))


def follow(head: Cursor, stored: Stored) -> Cursor:
    """The head of a chain with one more event; `RecordDamagedError` where it does not follow."""
    if stored.seq != head.seq + 1:
        raise RecordDamagedError(f"event {head.seq + 1} is missing")
    if digest(head.hash, stored.seq, stored.game, stored.event) != stored.hash:
        raise RecordDamagedError(
            f"event {stored.seq}: its hash is wrong: it, or the event before, was changed"
        )
    return Cursor(stored.seq, stored.hash)


def compare(found: Cursor, noted: Cursor) -> None:
    """`RecordDamagedError` where a chain does not end as was noted."""
    if found != noted:
        raise RecordDamagedError(
            f"it ends with event {found.seq}, but {noted.seq} events were noted: the end was cut"
            " off, or something was added"
        )


def _counted(games: int, stored: Stored) -> int:
    try:
        return games_by(games, stored)
    except BrokenError as broken:
        raise RecordDamagedError(f"event {stored.seq}: {broken}") from broken

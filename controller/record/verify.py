"""Proof that a record is whole: the chain of hashes, and every turn by the rules.

What this shows and what it cannot show is said in docs/record.md.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.play.event import GENESIS, Event, Stored
from controller.play.facts import BrokenError
from controller.play.fold import read_line
from controller.play.line import Line
from controller.play.moments import rules_of
from controller.play.referee import judge
from controller.play.steps import BOARD, Ply, Rolled
from controller.record import schema
from controller.record.chain import digest, is_canonical
from controller.record.dates import on_a_calendar
from controller.record.errors import RecordDamagedError, explained
from controller.record.matches import Place, misplaced, place_of

_EVENTS = "SELECT seq, game, at, kind, data, hash FROM events"
_TYPES = (int, int, float, str, str, str)
_COLUMNS = ("seq", "game", "at", "kind", "data", "hash")


@dataclass(frozen=True, slots=True)
class Broken:
    """The first thing that is wrong; `seq` and `game` where one event is to blame."""

    what: str
    seq: int | None = None
    game: int | None = None

    def __str__(self) -> str:
        if self.seq is None:
            return self.what
        where = f" of game {self.game}" if self.game else ""
        return f"event {self.seq}{where}: {self.what}"


@dataclass(frozen=True, slots=True)
class Report:
    """What a verification found. `head` seals everything: compare it with the one written down."""

    path: Path
    events: int
    games: int
    head: str
    broken: Broken | None

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.broken is None

    def __str__(self) -> str:
        if self.broken:
            return f"record {self.path} is broken: {self.broken}"
        return (
            f"record {self.path} is whole: {self.events} events, {self.games} games, every turn"
            f" by the rules; head {self.head}"
        )


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
        #: The newest game of each match, by the number of its first game.
        self._matches: dict[int, Place] = {}

    def report(self) -> Report:
        broken = self._broken()
        return Report(self._path, self._seq, self._game, self._hash, broken)

    def _broken(self) -> Broken | None:
        try:
            with explained(self._path):
                return (
                    self._file() or self._chain() or self._head() or self._games() or self._layout()
                )
        except RecordDamagedError as error:
            return Broken(str(error))

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
        seq, game, at, kind, data, seal = row
        if seq != self._seq + 1:
            raise BrokenError(f"event {self._seq + 1} should stand here: events are missing")
        if not on_a_calendar(at):
            raise BrokenError(f"its time {at} is none that a clock shows")
        if not is_canonical(data):
            raise BrokenError("its data are not canonical JSON: something changed them")
        event = _event(row)
        if digest(self._hash, seq, game, event) != seal:
            raise BrokenError("its hash is wrong: it, or the event before, was changed")
        self._check_number(game, kind)
        self._seq, self._hash = seq, seal

    def _check_number(self, game: int, kind: str) -> None:
        self._game += kind == "game.opened"
        if kind == "game.opened" and game != self._game:
            raise BrokenError(f"it opens game {game}, but game {self._game} comes next")
        if not 0 <= game <= self._game:
            raise BrokenError(f"game {game} was never opened")

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

    def _games(self) -> Broken | None:
        faults = [found for number in range(1, self._game + 1) if (found := self._replay(number))]
        return min(faults, key=lambda broken: broken.seq or 0, default=None)

    def _replay(self, number: int) -> Broken | None:
        line = read_line(self._events_of(number), judge)
        if line.fault:
            return Broken(line.fault.what, line.fault.seq, number)
        return self._place(line) or self._promise(line) or self._hidden(line) or self._origin(line)

    def _place(self, line: Line) -> Broken | None:
        """Whether a game of a match goes on where the one before it ended."""
        match = line.opening.match
        if match is None:
            return None
        first, place = match.first or line.number, place_of(line)
        broken = misplaced(place, self._matches.get(first))
        self._matches[first] = place
        return Broken(str(broken), broken.seq, line.number) if broken else None

    def _origin(self, line: Line) -> Broken | None:
        """A game that was set up from a moment of another begins with that moment's position."""
        origin, first = line.opening.origin, line.events[0].seq
        if "game" not in origin:
            return None
        earlier = (
            read_line(self._events_of(origin["game"])) if origin["game"] < line.number else None
        )
        if earlier is None or not 0 <= origin["ply"] <= len(earlier.plies):
            what = f"turn {origin['ply']} of game {origin['game']}"
            return Broken(f"game.opened: it begins from {what}, which is not there", first)
        if line.opening.position not in _positions_at(earlier, origin["ply"]):
            return Broken("game.opened: it does not begin where it says it does", first)
        return None

    def _promise(self, line: Line) -> Broken | None:
        """A game that is over and past must have shown the seed of the board's dice."""
        drawn = any(isinstance(step, Rolled) and step.by == BOARD for step in line.steps)
        ended = line.result is not None and line.result.reason != "abandoned"
        kept = line.promise is not None and line.promise.seed is not None
        if not drawn or not ended or kept or line.number == self._game:
            return None
        return Broken(
            "game.over: the seed of the board's dice was promised and never shown, so that its"
            " rolls cannot be checked",
            line.events[-1].seq,
            line.number,
        )

    def _hidden(self, line: Line) -> Broken | None:
        """A game that is over and past must have shown what lay sealed beneath it."""
        kept = line.hidden is None or line.hidden.shown is not None
        if line.result is None or kept or line.number == self._game:
            return None
        return Broken(
            "game.over: what lies beneath the board was sealed and never shown, so that it cannot"
            " be checked",
            line.events[-1].seq,
            line.number,
        )

    def _events_of(self, number: int) -> Iterator[Stored]:
        for row in self._database.execute(f"{_EVENTS} WHERE game = ? ORDER BY seq", (number,)):
            yield Stored(row[0], row[1], _event(row), row[5])

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


def _positions_at(line: Line, ply: int) -> list[str]:
    """The position after so many turns, and each that followed by what was said and rolled."""
    found = [line.plies[ply - 1].position if ply else line.opening.position]
    rules, made = rules_of(line.opening), 0
    for moment in line.moments:
        made += isinstance(moment.step, Ply)
        if made == ply and not isinstance(moment.step, Ply):
            found.append(rules.write_position(moment.after))
    return found

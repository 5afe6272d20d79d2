"""What tables and hub say to each other, as plain values (`wire.py` writes and reads them)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from reprlib import Repr
from typing import Any

from controller.play.event import Stored
from controller.table.speakers import HUB


class WireError(ValueError):
    """A topic or a message that is not as it should be; the sentence says what was found."""


_QUOTE = Repr()
_QUOTE.maxstring = _QUOTE.maxother = _QUOTE.maxlong = 60


def short(value: object) -> str:
    """A value as it is quoted in a sentence, however large or deep it is."""
    return _QUOTE.repr(value)


def one_line(sentence: str) -> str:
    """A sentence as it may be sent: one line that any page can show, 500 characters at most."""
    words = "".join(each if each.isprintable() else " " for each in sentence).split()
    return " ".join(words)[:500] or "?"


def record_id(first_hash: str) -> str:
    """The name of a record: the beginning of the hash of its event 1."""
    return first_hash[:16]


@dataclass(frozen=True, slots=True)
class Status:
    """Whether a table is there, and what it is; a last will tells only that it is not."""

    online: bool
    version: str | None = None
    record: str | None = None
    profile: str | None = None
    #: The time of the table's own clock as this was said.
    at: float | None = None


#: What the broker says in a table's name when the table has gone without a word.
GONE = Status(online=False)


@dataclass(frozen=True, slots=True)
class Batch:
    """Consecutive events of one record."""

    record: str
    events: tuple[Stored, ...]
    #: The time of the table's own clock as they were sent; they may have happened long before.
    sent: float | None = None

    @property
    def first(self) -> int:
        """The number of its first event."""
        return self.events[0].seq

    @property
    def last(self) -> int:
        """The number of its last event."""
        return self.events[-1].seq


@dataclass(frozen=True, slots=True)
class Ack:
    """How far the hub has a record: events 1 to `seq` are stored and safe.

    A hub that refuses what follows (another hash under a number it has) says why in `error`; the
    table shows it to its operator. `anchor` are the facts of `record.anchored`: how far the hub
    vouches for the record. `delay` is how many seconds late the hall shows this table.
    """

    record: str
    seq: int
    error: str | None = None
    anchor: Mapping[str, Any] | None = None
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class Order:
    """A command to the table from somebody at the hub: his name, and as whom he speaks there.

    `role` is `hub` for a director, or what his key is for: `table`, `seat 0` ...
    """

    id: str
    by: str
    do: Mapping[str, Any]
    role: str = HUB


@dataclass(frozen=True, slots=True)
class Ask:
    """A question for the raw readings that came in during one ply of a game (0: before the first).

    `record` says in which record the game is; without it the table looks into the one it writes.
    """

    id: str
    game: int
    ply: int
    record: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of an order; `readings` where those were asked for.

    `left_off` counts the older readings that did not fit into the answer.
    """

    id: str
    ok: bool
    error: str | None = None
    readings: tuple[Mapping[str, Any], ...] | None = None
    left_off: int = 0

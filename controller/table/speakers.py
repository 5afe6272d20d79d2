"""Who speaks to a table: a key, a button of the board, the hub, or the program itself.

A key has a role, and a seat's key the number of its seat. Whoever speaks is written into the record
by his role alone; keys themselves are known to the page only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from controller.games.told import Term, Told

WATCH, SEAT, TABLE, DIRECTOR = "watch", "seat", "table", "director"
HUB, BUTTON, HOUSE = "hub", "button", "house"
#: Nobody plays at more seats than these.
SEATS = range(4)
#: The roles that a key can have, as they are written.
KEYS = (WATCH, *(f"{SEAT} {number}" for number in SEATS), TABLE, DIRECTOR)

_WRITTEN = re.compile(r"(watch|table|director|hub)|seat ([0-3])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody who gives commands.

    `seat` is the number of the player who has this key, in the order of the players' names; of a
    `button` it is the side of the wood that it belongs to, which nobody takes along.
    """

    role: str
    seat: int | None = None
    button: str | None = None

    def __str__(self) -> str:
        if self.button is not None:
            whose = "" if self.seat is None else f" of seat {self.seat}"
            return f"{BUTTON} {self.button}{whose}"
        return f"{SEAT} {self.seat}" if self.role == SEAT else self.role

    @property
    def sender(self) -> str | None:
        """How the record calls it; None: it is the program itself, of which nobody need be told."""
        return None if self.role == HOUSE else str(self)

    def told(self) -> str:
        """How people call it."""
        if self.button is None:
            return Term("speaker", str(self))
        if self.seat is None:
            return Told("the button {button}", button=self.button)
        return Told("the button {button} of seat {seat}", button=self.button, seat=self.seat)


#: The program itself: a game that its settings open, a record that is read again, simulated people.
THE_HOUSE = Speaker(HOUSE)
THE_HUB, THE_TABLE, THE_DIRECTOR = Speaker(HUB), Speaker(TABLE), Speaker(DIRECTOR)
A_WATCHER = Speaker(WATCH)


def seat(number: int) -> Speaker:
    """Who has the key of this seat."""
    return Speaker(SEAT, number)


def button(name: str, of: int | None = None) -> Speaker:
    """Whoever presses this button, which may belong to one side of the board."""
    return Speaker(BUTTON, of, name)


def read_speaker(written: str) -> Speaker:
    """The speaker that is written so; `ValueError` where it is none whom a key or the hub names."""
    found = _WRITTEN.fullmatch(written)
    if found is None:
        raise ValueError(f"{written!r} is not one of {', '.join((*KEYS, HUB))}")
    return Speaker(found[1]) if found[1] else seat(int(found[2]))

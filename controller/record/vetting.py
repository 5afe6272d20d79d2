"""Games proved before they are appended: a record takes back nothing that it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from controller.play.event import GENESIS, Event, Stored
from controller.play.fold import read_line
from controller.play.line import Line
from controller.play.referee import judge
from controller.record.chain import write_data
from controller.record.matches import follows


def fault_in(events: Sequence[Event]) -> str | None:
    """What `lunka verify` would call broken in the games of a match, given from the first on, once
    they stood in a record; None: nothing. `EventError` where an event could not be kept at all."""
    games: list[Line] = []
    for number, stored in groupby(_kept(events), key=lambda each: each.game):
        line = read_line(stored, judge)
        if line.fault:
            return f"game {number}: {line.fault.what}"
        games.append(line)
    broken = next(follows(games), None)
    return str(broken) if broken else None


def _kept(events: Sequence[Event]) -> Iterator[Stored]:
    """The events as a record would number them; no seal is asked for."""
    game = 0
    for seq, event in enumerate(events, start=1):
        write_data(event)
        game += event.kind == "game.opened"
        yield Stored(seq, game, event, GENESIS)

"""Games proved before they are appended: a record takes back nothing that it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from controller.record.chain import GENESIS, Stored, write_data
from controller.record.matches import follows
from controller.record.referee import Referee
from controller.record.walk import GameWalk, walk
from controller.table.events import Event


def fault_in(events: Sequence[Event]) -> str | None:
    """What `lunka verify` would call broken in the games of a match, given from the first on, once
    they stood in a record; None: nothing. `EventError` where an event could not be kept at all."""
    games: list[GameWalk] = []
    for number, stored in groupby(_kept(events), key=lambda each: each.game):
        walked = walk(stored, Referee())
        if walked.fault:
            return f"game {number}: {walked.fault.what}"
        games.append(walked)
    broken = next(follows(games), None)
    return str(broken) if broken else None


def _kept(events: Sequence[Event]) -> Iterator[Stored]:
    """The events as a record would number them; no seal is asked for."""
    game = 0
    for seq, event in enumerate(events, start=1):
        write_data(event)
        game += event.kind == "game.opened"
        yield Stored(seq, game, event, GENESIS)

"""A game that may be shown to others, since every step of it is by the rules."""

from __future__ import annotations

from controller.games.told import Told
from controller.play.fold import read_line
from controller.play.line import Line
from controller.play.moments import is_stranger
from controller.play.referee import judge
from controller.record.errors import RecordDamagedError, RecordError


def assured(line: Line) -> Line:
    """The same game, once every step of it is known to be by the rules; `RecordDamagedError`, or a
    `RecordError` where its rules are not installed here."""
    if not line.fault and is_stranger(line.opening):
        raise RecordError(
            Told(
                "game {number} is {game!r}, not installed here: install the package that brings it",
                number=line.number,
                game=line.opening.game,
            )
        )
    fault = read_line(line.events, judge).fault
    if fault:
        raise RecordDamagedError(
            Told(
                "game {number}: event {seq} cannot be right: {what}; run `lunka verify`"
                " on the record",
                number=line.number,
                seq=fault.seq,
                what=fault.what,
            )
        )
    return line

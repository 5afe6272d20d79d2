"""Looks that were too short for any hand: a magnet that passed, a reed that a jolt opened.

Such a look is no part of a turn. It was followed at once, so that nobody waits; when the cell looks
as before again so soon, everything is judged anew as if it had never looked otherwise.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any, NamedTuple

from controller.games.game import Cell
from controller.tracking.pace import REACH
from controller.tracking.seen import ANYTHING, EMPTY, SOMETHING, SWINGING, Seen
from controller.tracking.station import Station
from controller.tracking.tracker import Mark

#: A hand that takes a piece away, or puts one down, needs longer than this to undo it.
BRIEF = 0.25
#: A reed that a jolt opened is closed again after this time.
JOLTED = 0.1

Looks = Mapping[Cell, Seen]


class _Change(NamedTuple):
    """What changed at one moment, how those cells looked before, and what was known then."""

    at: float
    changes: Looks
    before: Looks
    station: Station[Any, Any]
    mark: Mark


class Glimpses:
    """The changes of the last moment at one station, so that brief ones can be undone."""

    def __init__(self) -> None:
        self._recent: deque[_Change] = deque()

    def note(self, changes: Looks, looks: Looks, station: Station[Any, Any], now: float) -> None:
        """These changes are about to be followed."""
        self._expire(station, now)
        before = {cell: looks.get(cell, ANYTHING) for cell in changes}
        self._recent.append(_Change(now, changes, before, station, station.tracker.mark()))

    def undo(self, changes: Looks, station: Station[Any, Any], now: float) -> None:
        """Where a cell looks again as it did a moment ago, forget that it ever looked otherwise."""
        self._expire(station, now)
        for number, past in enumerate(self._recent):
            gone = {cell for cell, seen in past.before.items() if changes.get(cell) == seen}
            if gone:
                self._replay(number, gone)
                return

    def passing(self, now: float, *, counted: bool = False) -> float:
        """How long it still may be no piece, but a magnet that passes or a jolt, that cells have
        just shown: a count is only in doubt where it is said so."""
        shown = [
            past.at for past in self._recent if _may_pass(past, counted) or self._beyond_hands(past)
        ]
        return max(0.0, max(shown, default=now - BRIEF) + BRIEF - now)

    def jolted(self, now: float) -> float:
        """How long it still may be a jolt that has opened the reed of a cell, and no lift."""
        opened = [past.at for past in self._recent if _may_be_jolt(past)]
        return max(0.0, max(opened, default=now - JOLTED) + JOLTED - now)

    def _beyond_hands(self, last: _Change) -> bool:
        """Whether other cells had changed so shortly before that no hand got from there to here."""
        cells = _looked_otherwise(last)
        return bool(cells) and any(
            0 < last.at - past.at < REACH and _looked_otherwise(past) - cells
            for past in self._recent
        )

    def _replay(self, number: int, gone: set[Cell]) -> None:
        """Follow what happened since once more, without these cells."""
        changes = list(self._recent)[number:]
        tracker = changes[0].station.tracker
        tracker.rewind(changes[0].mark)
        while len(self._recent) > number:
            self._recent.pop()
        for past in changes:
            mark = tracker.mark()
            left = {cell: seen for cell, seen in past.changes.items() if cell not in gone}
            if left:
                self._recent.append(past._replace(changes=left, mark=mark))
                tracker.follow(left)

    def _expire(self, station: Station[Any, Any], now: float) -> None:
        """What is long past, or was seen at another station, stands as it was understood."""
        recent = self._recent
        while recent and (now - recent[0].at > BRIEF or recent[0].station is not station):
            recent.popleft()


def _looked_otherwise(past: _Change) -> set[Cell]:
    """The cells that changed at once; a scale that swung and came to rest was not that quick."""
    changes = past.changes.items()
    return {cell for cell, seen in changes if SWINGING not in (seen, past.before[cell])}


def _may_pass(past: _Change, counted: bool) -> bool:
    """Whether it may have been a magnet that passes: a weight is not in doubt, nor what could be no
    other turn before that."""
    shown = any(seen == SOMETHING or counted for seen in past.changes.values())
    return shown and len(past.mark.verdict.possible) != 1


def _may_be_jolt(past: _Change) -> bool:
    """Whether a reed has opened: a jolt does that for a moment."""
    changes = past.changes.items()
    return any(seen == EMPTY and past.before[cell] == SOMETHING for cell, seen in changes)

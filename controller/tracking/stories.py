"""Stories that go on beyond the turn under way: it was over at some moment, and the next began.

What was seen since the turn began is kept in order. A story is that log, cut where a turn may have
ended: what came before belongs to it, what came after to the next one. It lives as long as every
look fits. On a quick board two turns may end before the first is told, so a story may be cut twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Generic, NamedTuple, TypeVar

from controller.games.game import Cell
from controller.tracking.brief import BRIEF
from controller.tracking.seen import ANYTHING, Seen
from controller.tracking.station import Station
from controller.tracking.verdict import Kind

P = TypeVar("P")
T = TypeVar("T")

Looks = Mapping[Cell, Seen]

#: So many moments at which the turn may have ended are remembered, and so many looks after one.
_MOST_ENDS, _MOST_LOOKS = 8, 32
#: So many turns may have ended at one moment.
_MOST_AT_ONCE = 6


class Look(NamedTuple):
    """These cells changed their looks at one moment."""

    at: float
    changes: Looks
    before: Looks


class End(NamedTuple):
    """A moment at which these turns may have ended: how the board looked, and what came after."""

    turns: tuple[int, ...]
    at: float
    looks: Looks
    after: int
    #: Whether nothing at all may have been played by then.
    or_nothing: bool


@dataclass(frozen=True, slots=True)
class Story(Generic[P, T]):
    """These turns were made, each leading to its station; at the last one the hands go on."""

    turns: tuple[T, ...]
    stations: tuple[Station[P, T], ...]
    #: How the board looked when the first of them was over.
    ended: Looks
    #: Whether nothing at all may have been played by then.
    or_nothing: bool = False

    @property
    def has_begun(self) -> bool:
        """Whether the turn after them has begun, and as it must."""
        return self.stations[-1].has_begun

    @property
    def has_gone_on(self) -> bool:
        """Whether the turn after them was made to its end, and moved a piece."""
        last = self.stations[-1]
        return bool(last.verdict.done) and not last.tracker.at_start


class Stories(Generic[P, T]):
    """What was seen since the turn began, and where it may have ended."""

    def __init__(self, station_after: Callable[[T, Station[P, T], Looks], Station[P, T]]) -> None:
        """`station_after` gives where a turn leads from a station, the board looking so."""
        self._station_after = station_after
        self._log: list[Look] = []
        self._ends: list[End] = []

    @property
    def rested(self) -> bool:
        """Whether the board looked like the end of a turn since this one began."""
        return bool(self._ends)

    def ended_at(self, now: float) -> bool:
        """Whether the board looked like the end of a turn until this moment."""
        return bool(self._ends) and self._ends[-1].at == now

    def note_end(self, looks: Looks, here: Station[P, T], now: float) -> None:
        """The board looks so, and is about to change: which turns from here may be over?"""
        ended = here.may_be_over()
        if 0 < len(ended) <= _MOST_AT_ONCE:
            or_nothing = here.verdict.or_nothing
            self._ends.append(End(ended, now, dict(looks), len(self._log), or_nothing))
            del self._ends[1:-_MOST_ENDS]  # the first, and the newest

    def note(self, changes: Looks, looks: Looks, now: float) -> None:
        """These cells, on a board that looked so, change."""
        before = {cell: looks.get(cell, ANYTHING) for cell in changes}
        self._log.append(Look(now, dict(changes), before))
        self._forget_long_ago()

    def _forget_long_ago(self) -> None:
        """What was seen so long after an end that nobody would still wait to tell it."""
        self._ends = [end for end in self._ends if len(self._log) - end.after <= _MOST_LOOKS]
        first = min((end.after for end in self._ends), default=len(self._log))
        kept = max(0, min(first, len(self._log) - _MOST_LOOKS))
        if kept:
            del self._log[:kept]
            self._ends = [end._replace(after=end.after - kept) for end in self._ends]

    def drop_brief(self, changes: Looks, now: float) -> None:
        """No turn ended by a look that was too short for any hand."""
        for look in reversed(self._log):
            if now - look.at > BRIEF:
                return
            gone = {cell: seen for cell, seen in look.before.items() if changes.get(cell) == seen}
            self._ends = [end for end in self._ends if end.at <= look.at or _shows(end, gone)]

    def beyond(
        self, here: Station[P, T], *, deep: int = 0, stops: Collection[Cell] = ()
    ) -> list[Story[P, T]]:
        """The stories in which the turn from here is over that explain every look since, and those
        in which so many more are; where a piece stopped that is gone, one of them ended."""
        found: list[Story[P, T]] = []
        for end in self._ends:
            log = list(_no_brief(self._log[end.after :], end.looks))
            for number in end.turns:
                told = self._told(here, number, end.looks, log, deep=deep, stops=stops)
                found += (replace(story, or_nothing=end.or_nothing) for story in told)
        return found

    def _told(
        self,
        station: Station[P, T],
        number: int,
        looks: Looks,
        log: Sequence[Look],
        *,
        deep: int,
        stops: Collection[Cell],
    ) -> Iterator[Story[P, T]]:
        """The story that this turn ended when the board looked so, and those that go on from it."""
        turn = station.turns[number]
        then = self._station_after(turn, station, looks)
        cuts, now = [], dict(looks)
        for at, look in enumerate(log):
            if deep and (done := then.done_as_seen):
                cuts.append((done, dict(now), at))
            now.update(look.changes)
            then.tracker.follow(look.changes)
            if then.was_put_first():
                return
        if then.verdict.kind is not Kind.WRONG and not _stopped(then, log, stops):
            yield Story((turn,), (then,), looks)
            return
        for numbers, seen, at in cuts[-2:]:
            for each in numbers:
                for more in self._told(then, each, seen, log[at:], deep=deep - 1, stops=stops):
                    yield Story((turn, *more.turns), (then, *more.stations), looks)


def _stopped(then: Station[P, T], log: Iterable[Look], stops: Collection[Cell]) -> bool:
    """Whether a piece came to lie, and to stay, where none stood when this turn began."""
    put = (cell for look in log for cell, seen in look.changes.items() if seen.lo)
    return bool(stops) and any(cell in stops and not then.contents[cell] for cell in put)


def _shows(end: End, looks: Looks) -> bool:
    """Whether cells looked like this at that moment."""
    return all(end.looks.get(cell) == seen for cell, seen in looks.items())


def _no_brief(log: Sequence[Look], looks: Looks) -> Iterator[Look]:
    """The looks without those that were too short for any hand: a cell that looked so, and a moment
    later as before again."""
    shown = {cell: [(-inf, seen, -1)] for cell, seen in looks.items()}
    dropped: set[tuple[int, Cell]] = set()
    for number, look in enumerate(log):
        for cell, seen in look.changes.items():
            past = shown.setdefault(cell, [])
            past.append((look.at, seen, number))
            first = _looked_so(past, look.at - BRIEF)
            dropped |= {(each[2], cell) for each in past[first:]}
            del past[first:]
    for number, look in enumerate(log):
        left = {cell: seen for cell, seen in look.changes.items() if (number, cell) not in dropped}
        if left:
            yield look._replace(changes=left)


def _looked_so(past: Sequence[tuple[float, Seen, int]], since: float) -> int:
    """From where on a cell's looks were brief: as it looks now it looked before them."""
    seen = past[-1][1]
    for at in range(len(past) - 2, -1, -1):
        if past[at][1] == seen:
            return at + 1
        if past[at][0] < since:
            break
    return len(past)

"""A table for the tests: its board is a dictionary, its time is a number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.games.catalogue import AnyGame
from controller.play.event import Event
from controller.record.readings import KeptReading, to_row
from controller.table.commands import CommandError
from controller.table.house_rules import HouseRules
from controller.table.state import State, fold_all
from controller.table.table import Table
from hardware.readings import Reading, Sense

FOUR = {"stones": 4}
CELLS = tuple(f"{row}{pit}" for row in "ab" for pit in range(1, 7))
CELLS = (*CELLS[:6], "A", *CELLS[6:], "B")


class Seat:
    """Somebody at a table: moves stones, says things, and keeps every event the table gave."""

    def __init__(self, *, reeds: bool = False, capacity: int = 99, **settings: Any) -> None:
        self.reeds, self.capacity = reeds, capacity
        house = HouseRules(**settings.pop("house", {}))
        self.table = Table(CELLS, options=FOUR, house=house, **settings)
        self.now = 1000.0
        self.events: list[Event] = []
        self.held: dict[str, int] = {}
        #: Every reading that the table took, as a record would keep it.
        self.readings: list[KeptReading] = []

    @property
    def state(self) -> State:
        """What the table knows."""
        return self.table.state

    @property
    def rules(self) -> AnyGame:
        """The game being played."""
        return self.state.rules

    @property
    def turns(self) -> list[str]:
        """The line of play."""
        return [ply.turn for ply in self.state.plies]

    @property
    def kind(self) -> str:
        """What the hands are doing."""
        return self.table.verdict.kind.value

    def _keep(self, events: list[Event]) -> list[str]:
        self.events += events
        assert self.state == fold_all(self.events)
        return [event.kind for event in events]

    def say(self, do: str, **with_what: Any) -> list[str]:
        """A command; gives the kinds of events that came of it."""
        try:
            return self._keep(self.table.command({"do": do, **with_what}, self.now))
        except CommandError:
            self._keep(self.table.given())
            raise

    def put(self, cells: Mapping[str, int] | None = None, **more: int) -> list[str]:
        """These cells hold so much now."""
        changed = {**(cells or {}), **more}
        self.held |= changed
        self.now += 0.5
        seen = [self._read(cell) for cell in changed]
        self.readings += [to_row(1, len(self.state.plies), reading) for reading in seen]
        return self._keep(self.table.take(seen, self.now))

    def _read(self, cell: str) -> Reading:
        if self.reeds:
            return Reading(cell, Sense.PRESENCE, bool(self.held[cell]), self.now)
        held = min(abs(self.held[cell]), self.capacity)
        return Reading(cell, Sense.SLOTS, held, self.now, capacity=self.capacity)

    def contents(self, position: Any) -> dict[str, int]:
        """What lies where in a position."""
        return dict(zip(self.rules.cells, self.rules.contents(position), strict=True))

    def lay(self, position: Any) -> list[str]:
        """The board is laid out like this."""
        return self.put(self.contents(position))

    def wait(self, seconds: float = 20.0) -> list[str]:
        """Nothing moves for a while."""
        until, kinds = self.now + seconds, list[str]()
        while (due := self.table.deadline) is not None and due <= until:
            self.now = max(self.now, due)
            kinds += self._keep(self.table.tick(self.now))
        self.now = until
        return kinds + self._keep(self.table.tick(until))

    def begin(self, **new: Any) -> list[str]:
        """A new game, set up."""
        kinds = self.say("new", **new)
        return kinds + self.lay(self.state.start)

    def play(self, *turns: str) -> list[str]:
        """These turns are made, and seen to be made."""
        kinds: list[str] = []
        for name in turns:
            here = self.state.position
            kinds += self.lay(self.rules.play(here, self.rules.read_turn(here, name)))
        return kinds

    def last(self, kind: str) -> Mapping[str, Any]:
        """The facts of the newest event of this kind."""
        return next(event.data for event in reversed(self.events) if event.kind == kind)

    def count(self, kind: str) -> int:
        """How often this happened."""
        return sum(event.kind == kind for event in self.events)


def seated(**settings: Any) -> Seat:
    """A table with a game begun and the board set up."""
    seat = Seat(**settings)
    seat.begin()
    return seat

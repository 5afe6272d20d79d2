"""All competitions of a hall: commands go in, events come out, and the state is their fold.

    c = Competition.fold(events)
    new = c.command({"do": "enter", "competition": "open", "player": "Ann"}, by="desk", at=now)
    c = c.take(new)

Nothing here reads a clock, draws a lot or writes a file. A refused command changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.competition import acts
from controller.competition.changes import CHANGES, created, plain_rules
from controller.competition.commands import read
from controller.competition.rules import read_rules
from controller.competition.values import CompetitionError, Tournament
from controller.competition.view import view_of
from controller.games.told import Told
from controller.play.event import Event

CREATED = "competition.created"


@dataclass(frozen=True, slots=True)
class Competition:
    """The competitions of a hall by their names, the oldest first."""

    tournaments: Mapping[str, Tournament] = field(default_factory=dict)

    @classmethod
    def fold(cls, events: Iterable[Event]) -> Competition:
        """The competitions as these events leave them."""
        return cls().take(events)

    def take(self, events: Iterable[Event]) -> Competition:
        """The competitions after these events too."""
        known = dict(self.tournaments)
        for event in events:
            name = event.data["competition"]
            if event.kind == CREATED:
                known[name] = created(event.data)
            elif event.kind in CHANGES:
                known[name] = CHANGES[event.kind](known[name], event.data)
            else:
                raise CompetitionError(
                    Told("no competition knows events {kind!r}", kind=event.kind)
                )
        return Competition(known)

    def command(self, given: object, *, by: str, at: float) -> list[Event]:
        """The events that this command brings about; `CompetitionError` where it is refused."""
        command = read(given)
        name = command.pop("do")
        said = {"competition": command.get("competition"), "by": by}
        if name == "create":
            return [Event(CREATED, at, said | self._created(command))]
        it = self.one(command.pop("competition"))
        acts.possible(it, name)
        if name in ("pair", "assign"):
            command["busy"] = self._busy()
        kind, facts = acts.ACTS[name](it, **command)
        return [Event(f"competition.{kind}", at, said | facts)]

    def one(self, name: str) -> Tournament:
        """The competition of this name."""
        if name not in self.tournaments:
            there = ", ".join(self.tournaments) or "none"
            raise CompetitionError(
                Told("there is no competition {name!r}; there are: {there}", name=name, there=there)
            )
        return self.tournaments[name]

    def view(self) -> dict[str, Any]:
        """Everything for the page, as plain JSON: `{"competitions": [...]}`, the oldest first."""
        return {"competitions": [view_of(it) for it in self.tournaments.values()]}

    def _created(self, given: Mapping[str, Any]) -> dict[str, Any]:
        rules = read_rules(given)
        if given["competition"] in self.tournaments:
            raise CompetitionError(
                Told(
                    "there is a competition {competition!r} already",
                    competition=given["competition"],
                )
            )
        return {"rules": plain_rules(rules)}

    def _busy(self) -> frozenset[str]:
        """Tables at which something is still to be played."""
        return frozenset(
            board.table
            for it in self.tournaments.values()
            for _, board in it.boards()
            if board.table and not board.free
        )

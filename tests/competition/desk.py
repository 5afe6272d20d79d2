"""A director's desk for tests: gives commands, keeps the events, and knows how to be refused."""

from __future__ import annotations

from typing import Any

import pytest

from controller.competition import Competition, CompetitionError
from controller.competition.values import Board, Tournament
from controller.play.event import Event


class Desk:
    """One competition called "open" and everything that happened in it."""

    def __init__(self, format_: str = "swiss", players: int = 0, **rules: Any) -> None:
        self.hall = Competition()
        self.events: list[Event] = []
        if format_ == "swiss":
            rules.setdefault("rounds", 5)
        self.do("create", title="Club Open", format=format_, **{"game": "kalah", **rules})
        for number in range(1, players + 1):
            self.do("enter", player=f"P{number}")

    def do(self, name: str, /, **said: Any) -> dict[str, Any]:
        """Give a command; the facts of its event."""
        (event,) = self.hall.command(self._command(name, said), by="Dora", at=7.0)
        self.events.append(event)
        self.hall = self.hall.take([event])
        return dict(event.data)

    def refused(self, name: str, /, **said: Any) -> str:
        """Give a command that must be refused, and change nothing; the sentence."""
        before = self.hall
        with pytest.raises(CompetitionError) as refusal:
            self.hall.command(self._command(name, said), by="Dora", at=7.0)
        assert self.hall == before == Competition.fold(self.events)
        return str(refusal.value)

    def _command(self, name: str, said: dict[str, Any]) -> dict[str, Any]:
        return {"do": name, "competition": "open", **said}

    @property
    def it(self) -> Tournament:
        """The competition as it stands."""
        return self.hall.one("open")

    @property
    def view(self) -> dict[str, Any]:
        """The competition as it is shown."""
        (only,) = self.hall.view()["competitions"]
        return dict(only)

    def boards(self, number: int = -1) -> tuple[Board, ...]:
        """The boards of a round; of the last one if none is named."""
        return self.it.rounds[number - 1 if number > 0 else -1].boards

    def pair(self, **said: Any) -> list[tuple[int, ...]]:
        """The next round; who meets whom, by number."""
        self.do("pair", **said)
        return [board.players for board in self.boards()]

    def result(self, board: int, scores: list[int], **said: Any) -> None:
        """A result of the last round, reported and confirmed."""
        number = len(self.it.rounds)
        self.do("report", round=number, board=board, scores=scores, **said)
        self.do("confirm", round=number, board=board)

    def better_wins(self) -> None:
        """Everywhere in the last round the lower number wins 2:1."""
        for board in self.boards():
            if not board.over:
                one, other = board.players
                self.result(board.number, [2, 1] if one < other else [1, 2])

    def play_out(self) -> None:
        """Pair and play until there is nothing more to pair."""
        while self.view["unpairable"] is None:
            self.pair()
            self.better_wins()

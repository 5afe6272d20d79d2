"""Writing games down by the rules, as the events that a table would have announced.

Whatever is imported comes into the record through this one door.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from controller.games.acts import Drawn, Said, Stray
from controller.games.catalogue import AnyGame, make_game
from controller.games.parts import Stakes
from controller.play.event import Event
from controller.play.steps import ENTERED, MATCH

#: How the turns of an imported game came to be known, and who opened it.
IMPORTED = "imported"


def is_imported(opened: Event) -> bool:
    """Whether a `game.opened` is of a game that was played elsewhere: no table takes it up."""
    return opened.data.get("by") == IMPORTED


class Transcriber:
    """A match, or an evening of single games, written down step by step.

    Its games are numbered from 1 on; `renumbered` lets them follow others. Every step is played by
    the rules: `RulesError` where it is against them.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any],
        players: Sequence[str],
        *,
        at: float = 0.0,
        tick: float = 0.0,
        by: str = IMPORTED,
        house: Mapping[str, Any] | None = None,
    ) -> None:
        self.game: AnyGame = make_game(game, options)
        self.events: list[Event] = []
        self.position: Any = None
        self.games = 0
        #: What the file that they come from tells and is kept otherwise, or not at all, in words.
        self.remarks: list[str] = []
        self._options = {key: getattr(self.game.options, key) for key in options}
        self._players = list(players)
        self._at = at
        self._tick = tick
        self._by = by
        self._house = dict(house or {})
        self._rolls = self._plies = 0
        self._dice: tuple[int, ...] = ()
        self._since = at

    @property
    def over(self) -> bool:
        """Whether the game has come to an end by the rules."""
        return self.game.outcome(self.position).over

    @property
    def mover(self) -> int:
        """The side that is to move."""
        return self.game.mover(self.position)

    @property
    def _stakes(self) -> Stakes[Any]:
        """The matches of this game; only to be asked for where it has them."""
        assert self.game.stakes is not None
        return self.game.stakes

    def open(self, match: Mapping[str, Any] | None = None, start: Any = None) -> None:
        """The next game; `match` tells length, score and whether it is the Crawford game, `start`
        is the position that it was set up as, where it was."""
        self.games += 1
        self._rolls = self._plies = 0
        self._dice = ()
        facts: dict[str, Any] = {"match": self._facts(match)} if match is not None else {}
        self.position = self._stakes.begin(facts["match"]) if facts else self.game.open()
        if self._by == IMPORTED:
            facts["by"] = IMPORTED
        if start is not None:
            given = self.game.write_position(start)
            self.position = self.game.read_position(given)
            facts["origin"] = {"position": given}
        self.add(
            "game.opened",
            game=self.game.name,
            options=self._options,
            players=self._players,
            seats=list(range(len(self._players))),
            position=self.game.write_position(self.position),
            house=self._house,
            **facts,
        )
        self._since = self._at

    def _facts(self, match: Mapping[str, Any]) -> dict[str, Any]:
        first = 1 if self.games > 1 else 0
        return {**match, "number": self.games, "first": first}

    def add(self, kind: str, **data: Any) -> None:
        """One more event."""
        self.events.append(Event(kind, round(self._at, 3), data))
        self._at += self._tick

    def roll(self, dice: Sequence[int], by: str = ENTERED) -> None:
        """Dice for whoever is to roll; in the opening White's die and Black's."""
        draw = self.game.acts(self.position).draw
        self.position = self.game.apply(self.position, Drawn(dice))
        self._rolls += 1
        self._dice = tuple(dice)
        side = draw.side if draw else None
        self.add("dice.rolled", number=self._rolls, dice=list(dice), side=side, by=by)

    def decide(self, side: int, decision: str) -> None:
        """A double, a take, a resignation ..."""
        self.position = self.game.apply(self.position, Said(decision, side))
        self.add("decision.made", side=side, decision=decision)

    def play(self, turn: str) -> None:
        """A turn in the game's notation."""
        before = self.position
        self.position = self.game.apply(before, self.game.read_turn(before, turn))
        self._turned("turn.made", self.game.mover(before), turn=turn)

    def condone(self, position: Any) -> None:
        """An illegal turn that was let stand: where it led."""
        text, side = self.game.write_position(position), self.mover
        self.position = self.game.apply(self.position, Stray(text))
        self._turned("turn.condoned", side)

    def _turned(self, kind: str, side: int, **facts: Any) -> None:
        self._plies += 1
        self.add(
            kind,
            ply=self._plies,
            side=side,
            position=self.game.write_position(self.position),
            by=self._by,
            seconds=round(self._at - self._since, 3),
            dice=list(self._dice),
            **facts,
        )
        self._dice, self._since = (), self._at

    def end(self) -> None:
        """The end that the rules give."""
        outcome = self.game.outcome(self.position)
        ending = self.game.ending(self.position)
        self.add("game.over", winner=outcome.winner, scores=list(outcome.scores), **ending)

    def flag(self, loser: int, *, match: bool = False) -> None:
        """This side's time is up, and the rules say what that brings: this game, or the `match`
        where it was played at a house with that rule."""
        ended = self._stakes.flagged(self.position, loser, match=match)
        if match:
            self._tell_house(flag=MATCH)
        self.position = ended
        self.add("clock.flag", side=loser)
        outcome, told = self.game.outcome(ended), {**self.game.ending(ended), "reason": "time"}
        self.add("game.over", winner=outcome.winner, scores=list(outcome.scores), **told)

    def _tell_house(self, **rules: str) -> None:
        """The game that is written down was opened with these rules of the house besides."""
        kinds = [event.kind for event in self.events]
        at = len(kinds) - 1 - kinds[::-1].index("game.opened")
        opened = self.events[at]
        house = {**opened.data["house"], **rules}
        self.events[at] = replace(opened, data={**opened.data, "house": house})

    def stop(self, winner: int | None, scores: Sequence[int], reason: str) -> None:
        """An end from outside: it was abandoned."""
        self.add("game.over", winner=winner, scores=list(scores), reason=reason)


def renumbered(events: Sequence[Event], games: int) -> list[Event]:
    """The events of a match that was written down from number 1 on, as they follow so many games of
    a record."""
    return [_renumbered(event, games) for event in events]


def _renumbered(event: Event, games: int) -> Event:
    match = event.data.get("match")
    if not match or not match["first"]:
        return event
    return replace(event, data={**event.data, "match": {**match, "first": match["first"] + games}})

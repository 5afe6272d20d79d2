"""Tables of a hall for the hub's tests: real rules, real records, and no boards at all.

Told to begin a game, such a table plays the whole game, or match, at random and writes it down as a
table would. Its events are sent when the test says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from controller.games.catalogue import AnyGame, make_game
from controller.games.game import RulesError
from controller.hub.config import HubConfig
from controller.hub.hub import Hub
from controller.hub.store import Store
from controller.play.event import GENESIS, Event, Stored
from controller.publish.messages import Answer, Ask, Batch, Order, Status, record_id
from controller.publish.topics import ANSWERS, EVENTS, STATE, STATUS
from controller.publish.wire import write_answer, write_batch, write_state, write_status
from controller.record.chain import digest
from controller.record.transcriber import renumbered
from tests.record.matches import Evening

KALAH = {"pits": 3, "stones": 2}
_BATCH = 150


class PlayingTable:
    """One table with its record."""

    def __init__(self, name: str, seed: int = 1) -> None:
        self.name = name
        self.random = Random(f"{name} {seed}")
        self.chain: list[Stored] = []
        self.games = 0
        self.orders: list[Order | Ask] = []
        self.refuses: str | None = None
        #: How often its players double and resign.
        self.hurry = 5.0
        self._taken: set[str] = set()
        self._write([Event("daemon.started", 1.0, {"version": "test", "profile": "test"})])

    @property
    def record(self) -> str:
        """The name of its record."""
        return record_id(self.chain[0].hash)

    def _write(self, events: Sequence[Event]) -> None:
        seal = self.chain[-1].hash if self.chain else GENESIS
        for event in events:
            self.games += event.kind == "game.opened"
            seq = len(self.chain) + 1
            seal = digest(seal, seq, self.games, event)
            self.chain.append(Stored(seq, self.games, event, seal))

    def play(
        self,
        game: str,
        options: Mapping[str, Any],
        players: Sequence[str],
        house: Mapping[str, Any] | None = None,
    ) -> None:
        """A whole game or match, at random."""
        seed = self.random.randrange(10**9)
        dice = (house or {}).get("dice", "entered")
        evening = Evening(seed, game, dict(options), players, dice=dice, hurry=self.hurry)
        scribe = evening.scribe
        scribe._house = dict(house or {})
        if options.get("match_length"):
            evening.play()
        else:
            scribe.open()
            while not scribe.over:
                evening._step()
            scribe.end()
        self._write(renumbered(evening.events, self.games))  # the record goes on

    def obey(self, order: Order | Ask) -> Answer:
        """Carry an order out, once."""
        self.orders.append(order)
        if isinstance(order, Ask):
            reading = {"cell": "a1", "value": 4.0, "at": 12.5, "sense": "count"}
            return Answer(order.id, ok=True, readings=(reading,))
        if self.refuses:
            return Answer(order.id, ok=False, error=self.refuses)
        if order.id not in self._taken:
            self._taken.add(order.id)
            if order.do["do"] == "new" and "options" in order.do:
                try:
                    self._begin(order.do)
                except (LookupError, RulesError) as refusal:
                    return Answer(order.id, ok=False, error=str(refusal))
        return Answer(order.id, ok=True)

    def _begin(self, do: Mapping[str, Any]) -> None:
        known = ("pits", "stones", "match_length")
        options = {key: value for key, value in do["options"].items() if key in known}
        self.play(do["game"], options, do["players"], do.get("house"))

    def view(self) -> dict[str, Any]:
        """What it shows: the newest game as it stands."""
        opened = [it.event for it in self.chain if it.event.kind == "game.opened"]
        if not opened:
            return plain_view(make_game("kalah", KALAH), ("Anna", "Boris"))
        data = opened[-1].data
        return plain_view(make_game(data["game"], data["options"]), data["players"])


def plain_view(
    game: AnyGame, players: Sequence[str], position: Any = None, ply: int = 0
) -> dict[str, Any]:
    """A view as docs/architecture.md lays it down, of a game without a board."""
    here = game.open() if position is None else position
    contents = dict(zip(game.cells, game.contents(here), strict=True))
    scores = game.outcome(here).scores
    return {
        "version": "test",
        "profile": "test",
        "status": "playing",
        "game": game.name,
        "options": {},
        "game_id": 1,
        "sides": [
            {
                "name": side,
                "title": {"en": side, "ru": side},
                "player": player,
                "score": score,
                "clock": 299.0,
                "running": at == 0,
            }
            for at, (side, player, score) in enumerate(
                zip(game.sides, players, scores, strict=False)
            )
        ],
        "mover": game.mover(here),
        "ply": ply,
        "verdict": "untouched",
        "cells": {
            cell: {
                "count": count,
                "seen": [abs(count), abs(count)],
                "glow": None,
                "health": "good",
                "wants": None,
                "unseen": False,
            }
            for cell, count in contents.items()
        },
        "layout": game.layout(),
        "shown": game.shown(here),
        "draw": None,
        "decisions": [],
        "match": None,
        "sentence": {"en": f"{players[0]} to move.", "ru": f"Ходит {players[0]}."},
        "news": None,
        "alerts": [],
        "question": None,
        "moves": [],
        "result": None,
        "hints": "off",
        "hints_locked": True,
        "confirm": "auto",
        "takebacks": False,
        "tournament": True,
        "commands": [],
        "turns": [],
    }


class HallHub(Hub):
    """A hub whose network is a few calls: what it sends reaches the tables at once."""

    def __init__(
        self, store: Store, now: Callable[[], float], tables: Sequence[PlayingTable] = ()
    ) -> None:
        self.tables = {table.name: table for table in tables}
        self.cut_off: set[str] = set()
        super().__init__(HubConfig(), store, now)
        self.hall.broker_trouble = None

    def connect(self, table: PlayingTable) -> None:
        """A table comes: status, state, and everything that the hub has not."""
        self.tables[table.name] = table
        self.cut_off.discard(table.name)
        status = Status(True, "test", table.record, "test")
        self.hear(table.name, STATUS, write_status(status))
        self.show(table)
        self.send(table)

    def show(self, table: PlayingTable, view: Mapping[str, Any] | None = None) -> None:
        """A table shows itself."""
        self.hear(table.name, STATE, write_state(view or table.view()))

    def send(self, table: PlayingTable, since: int = 0) -> None:
        """A table sends its events after this number."""
        for at in range(since, len(table.chain), _BATCH):
            batch = Batch(table.record, tuple(table.chain[at : at + _BATCH]))
            self.hear(table.name, EVENTS, write_batch(batch))

    def cut(self, table: PlayingTable) -> None:
        """The cable is out; the broker says so."""
        self.cut_off.add(table.name)
        self.hear(table.name, STATUS, write_status(Status(online=False)))

    def send_order(self, table: str, order: Order | Ask) -> None:
        """The table obeys, answers, and sends what happened; one that is cut off hears nothing."""
        here = self.tables.get(table)
        if here is None or table in self.cut_off:
            return
        known = len(here.chain)
        answer = here.obey(order)
        # A real table answers a moment later.
        _soon(lambda: self.hear(table, ANSWERS, write_answer(answer)))
        _soon(lambda: self.send(here, known))

    def _is_there(self, table: str) -> bool:
        return table in self.tables and table not in self.cut_off


def _soon(work: Callable[[], None]) -> None:
    import asyncio

    asyncio.get_running_loop().call_soon(work)

"""The director of a demonstration: two events that go on by themselves, by the doors that every
director uses."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from controller.demo.broker import DemoError
from controller.games.told import Told

NAMES = (
    *("Anna", "Boris", "Clara", "Dmitri", "Elena", "Farid", "Grete", "Hamid", "Ines", "Jonas"),
    *("Katya", "Liam", "Mira", "Nils", "Olga", "Pavel", "Qing", "Rosa", "Sven", "Tanya"),
    *("Uma", "Viktor", "Wanda", "Yusuf", "Zoe"),
)
_DELAYED = {"clock": "delay", "minutes": 10, "extra": 12}
#: What is played: a game at half of the tables each.
EVENTS: dict[str, dict[str, Any]] = {
    "short": {"title": "Backgammon to 3 points", "length": 3, "house": _DELAYED},
    "kalah": {"title": "Kalah", "house": {"clock": "fischer", "minutes": 10, "extra": 5}},
}


@dataclass(frozen=True, slots=True)
class Event:
    """One competition after the other, of one game at some of the tables."""

    game: str
    tables: tuple[str, ...]
    players: tuple[str, ...]


def events_for(tables: Sequence[tuple[str, str]]) -> Iterator[Event]:
    """The events of a hall with these tables, each given with its game: two players a table."""
    names = iter(f"{name}{'' if turn == 1 else f' {turn}'}" for turn in count(1) for name in NAMES)
    for game in dict.fromkeys(game for _, game in tables):
        own = tuple(table for table, of in tables if of == game)
        yield Event(game, own, tuple(next(names) for _ in range(2 * len(own))))


class Director:
    """Keeps the events going: confirms, pairs, sends, closes, and begins the next."""

    def __init__(self, address: str, key: str) -> None:
        self._address, self._key = address, key
        self._current: dict[str, str] = {}
        self._begun = 0

    def ask(self, path: str, body: Any = None) -> Any:
        """One request; `DemoError` with the hub's sentence where it is refused."""
        request = urllib.request.Request(
            self._address + path, headers={"Authorization": f"Bearer {self._key}"}
        )
        request.data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as refused:
            said = refused.read().decode(errors="replace")
            raise DemoError(Told("the hub refuses {path}: {said}", path=path, said=said)) from None
        except OSError as trouble:
            raise DemoError(
                Told("the hub does not answer: {reason}", reason=str(trouble))
            ) from None

    def online(self) -> int:
        """How many tables are there."""
        return sum(table["online"] for table in self.ask("api/hall")["tables"])

    def look(self, event: Event) -> None:
        """Do whatever is to be done at this event now."""
        if event.game not in self._current:
            self._begin(event)
        name = self._current[event.game]
        view = self.ask(f"api/competitions/{name}")
        boards = view["rounds"][-1]["boards"] if view["rounds"] else []
        for board in boards:
            if board["status"] == "reported":
                at = {"round": view["round"], "board": board["board"]}
                self._command(name, do="confirm", **at)
        if any(board["status"] in ("open", "reported") for board in boards):
            return
        if view["round"] < view["of"]:
            self._command(name, do="pair")
            self.ask(f"api/competitions/{name}/send", {})
        else:
            self._command(name, do="close")
            del self._current[event.game]

    def _begin(self, event: Event) -> None:
        self._begun += 1
        name = self._current[event.game] = f"{event.game}-{self._begun}"
        rules: dict[str, Any] = {"format": "swiss", "rounds": 3 if len(event.players) > 2 else 1}
        rules |= {"game": event.game, "tables": list(event.tables), **EVENTS.get(event.game, {})}
        rules.setdefault("title", event.game)
        self._command(name, do="create", **rules)
        for rating, player in enumerate(event.players):
            self._command(name, do="enter", player=player, rating=1900 - 37 * rating)

    def _command(self, name: str, **said: Any) -> None:
        self.ask("api/competitions", {"competition": name, "by": "demo", **said})

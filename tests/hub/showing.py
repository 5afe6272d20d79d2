"""Tables that show games at random, for pictures and for a wall full of boards."""

from __future__ import annotations

from random import Random
from typing import Any

from controller.games.acts import Drawn
from controller.games.catalogue import AnyGame, make_game
from tests.hub.tables import plain_view

NAMES = (
    *("Anna", "Boris", "Clara", "Dmitri", "Elena", "Farid", "Grete", "Hamid", "Ines", "Jonas"),
    *("Katya", "Liam", "Mira", "Nils", "Olga", "Pavel", "Qing", "Rosa", "Sven", "Tanya"),
)


class Showing:
    """One game that goes on, turn by turn."""

    def __init__(self, seed: int, game: str, options: dict[str, Any] | None = None) -> None:
        self.random = Random(seed)
        self.game: AnyGame = make_game(game, options or {})
        self.players = self.random.sample(NAMES, 2)
        self.position: Any = None
        self.ply = 0
        self.last = ""
        self._begin()

    def _begin(self) -> None:
        self.position = self.game.open()
        self.ply = 0

    def turn(self) -> None:
        """One more turn, and a new game where one is over."""
        if self.game.outcome(self.position).over:
            self._begin()
        while self.game.acts(self.position).draw:
            dice = [self.random.randint(1, 6) for _ in range(2)]
            self.position = self.game.apply(self.position, Drawn(tuple(dice)))
        turns = sorted(self.game.turns(self.position))
        if not turns:
            self._begin()
            return
        turn = self.random.choice(turns)
        self.last = self.game.write_turn(self.position, turn)
        self.position = self.game.play(self.position, turn)
        self.ply += 1

    def view(self) -> dict[str, Any]:
        """The table as it stands."""
        view = plain_view(self.game, self.players, self.position, self.ply)
        side = 1 - view["mover"]
        view["moves"] = (
            [
                {
                    "ply": self.ply,
                    "side": side,
                    "turn": self.last,
                    "sealed": True,
                    "seconds": 3.0,
                    "by": "hands",
                }
            ]
            if self.ply
            else []
        )
        for at, each in enumerate(view["sides"]):
            each["running"] = at == view["mover"]
            each["clock"] = 600.0 - 7 * self.ply - 11 * at
        return view

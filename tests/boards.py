"""The shipped board for each of Lunka's own games and each kind of sensor."""

from __future__ import annotations

from controller.games.catalogue import kind_of

_GAMES = ("kalah", "gyges", "kakuzu", "short", "long", "gulbar", "mad-gulbar")

BOARDS = {
    (game, sensors): board for game in _GAMES for sensors, board in kind_of(game).boards.items()
}

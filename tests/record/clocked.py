"""Kakuzu games of three and four with a clock, played in a room, for tests of what is kept."""

from __future__ import annotations

from pathlib import Path

from controller.play.fold import read_line
from controller.play.line import Line
from controller.record.log import Log
from tests.games.kakuzu.hands import CORNERS
from tests.house.kakuzu_room import KakuzuRoom

NAMES = ("Ann", "Bo", "Cy", "Di")
MINUTES = 5


def clocked_game(folder: Path, players: int, searches: int = 9) -> KakuzuRoom:
    """A game with a plain clock, the set-up and some searches made, each slower than before."""
    here = KakuzuRoom(folder, players=players, house={"clock": "plain", "minutes": MINUTES})
    here.begin(players=list(NAMES[:players]))
    here.lift(*CORNERS)
    for number in range(searches):
        search(here, 2.0 + number)
    return here


def search(here: KakuzuRoom, seconds: float) -> None:
    """Draw a token, think for so long, and lift the first stone."""
    while "roll" in here.table.commands():
        here.do("roll")
    here.let(seconds)
    here.lift(here.table.turns()[0])


def clocks(here: KakuzuRoom) -> list[float]:
    """What the page shows of each clock."""
    return [side["clock"] for side in here.view["sides"]]


def runner(here: KakuzuRoom) -> list[int]:
    """Whose clock runs."""
    return [number for number, side in enumerate(here.view["sides"]) if side["running"]]


def kept(here: KakuzuRoom) -> Line:
    """The newest game as its record has it."""
    with Log.open_reader(here.path) as log:
        return read_line(log.events(here.log.current_game))

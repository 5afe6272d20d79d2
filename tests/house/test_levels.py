"""A level of the engine that suits: offered after three games, in words and on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.board.levels import Opposed, judged, opposed
from controller.table.situation import Suited
from tests.house.room import Room


def games(*won: float, level: int = 4, player: str = "Anna") -> list[Opposed | None]:
    """Games of Kalah, the newest first."""
    return [Opposed("kalah", player, level, each) for each in won]


@pytest.mark.parametrize(
    ("won", "offered"),
    [
        ((1.0, 1.0, 1.0), 5),
        ((1.0, 0.5, 1.0), 5),
        ((1.0, 0.0, 1.0), 4),
        ((0.5, 0.5, 0.5), 4),
        ((0.0, 0.0, 1.0), 4),
        ((0.5, 0.0, 0.0), 3),
        ((0.0, 0.0, 0.0), 3),
    ],
)
def test_what_three_games_say_of_a_level(won: tuple[float, ...], offered: int) -> None:
    """One up where all was won, one down where all was lost; a draw is half a win."""
    assert judged(games(*won)) == Suited("Anna", 4, offered, sum(won), 3)


def test_two_games_say_nothing_and_the_newest_three_count() -> None:
    """What was played at another level before is past; what others play does not count."""
    assert judged(games(1.0, 1.0)) is None
    assert judged([*games(1.0, 1.0), *games(1.0, level=3)]) is None
    assert judged([None, *games(1.0, 1.0, 1.0)]) is None, "the newest was no such game"
    others = games(0.0, player="Boris")
    found = judged([*games(1.0), *others, None, *games(1.0, 1.0), *games(0.0)])
    assert found is not None and (found.offered, found.won) == (5, 3.0)


@pytest.mark.parametrize(("level", "won"), [(8, 1.0), (1, 0.0)])
def test_there_is_no_level_beyond_the_last(level: int, won: float) -> None:
    """Who is too strong for the strongest is told that it suits."""
    found = judged(games(won, won, won, level=level))
    assert found is not None and found.offered == level


def lost(room: Room, player: str) -> None:
    """A game against level 4 that this player gives up."""
    room.begin(players=[player, "Lunka 4"], seats=["hands", "engine:4"])
    room.house.command({"do": "resign", "side": 0})


def test_the_third_game_brings_the_offer(tmp_path: Path) -> None:
    """In words of both languages and in the view, once the game is over; the next begins without
    it, and at the level that somebody chooses."""
    room = Room(tmp_path)
    for _ in range(2):
        lost(room, "Anna")
        assert room.view["suited"] is None
    lost(room, "Anna")
    assert room.view["suited"] == {
        "player": "Anna",
        "level": 4,
        "offered": 3,
        "won": 0.0,
        "games": 3,
    }
    said = room.view["sentence"]
    assert said["en"].endswith(
        "Anna has made 0 of the last 3 games against level 4: level 3 may suit better."
    )
    assert "Возможно, лучше подойдёт уровень 3." in said["ru"]
    room.begin(players=["Anna", "Lunka 3"], seats=["hands", "engine:3"])
    assert room.view["suited"] is None


def test_who_has_no_name_is_offered_nothing(tmp_path: Path) -> None:
    """South may be anybody."""
    room = Room(tmp_path)
    for _ in range(3):
        lost(room, "South")
    assert room.view["suited"] is None


def test_only_finished_games_against_one_engine_count(tmp_path: Path) -> None:
    """Not one that was given up for another, one that hands play alone, or one of two engines."""
    room = Room(tmp_path)
    room.begin(players=["Anna", "Lunka 4"], seats=["hands", "engine:4"])
    lost(room, "Anna")
    room.begin(players=["Anna", "Boris"])
    room.house.command({"do": "resign", "side": 1})
    room.begin(seats=["engine:2", "engine:4"])
    room.begin(players=["Lunka 5", "Anna"], seats=["engine:5", "hands"])
    room.house.command({"do": "resign", "side": 1})
    sides = room.table.state.rules.sides
    found = [opposed(room.log.brief(number), sides) for number in room.log.numbers()]
    assert found == [
        None,
        Opposed("kalah", "Anna", 4, 0.0),
        None,
        None,
        Opposed("kalah", "Anna", 5, 0.0),
    ]

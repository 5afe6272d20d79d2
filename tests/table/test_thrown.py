"""Every roll is in the view: lying there, past with its call, and beside the turn it was for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from controller.play.fold import read_line
from controller.record.log import Log
from controller.table.thrown import Thrown, last_roll, roll_of
from controller.web.records import game_view
from tests.house.kakuzu_room import KakuzuRoom
from tests.table.dicing import DiceSeat, seated
from tests.table.test_forced import BLACK, WHITE, closed_out


def dice_of(seat: DiceSeat) -> list[tuple[int, ...]]:
    """The dice beside each turn."""
    return [roll_of(seat.state, ply) for ply in seat.state.plies]


def recorded(seat: DiceSeat, path: Path) -> list[Any]:
    """The same, as the record's page has them."""
    with Log(path / "record.db") as log:
        log.append(seat.events)
        moves = game_view(read_line(log.events(log.current_game)))["moves"]
    return [move["dice"] for move in moves]


def test_an_opening_roll_is_past_where_it_is_no_turns_roll() -> None:
    """N2: equal dice, and long nardy's opening; short nardy's dice lie there to be played."""
    assert last_roll(seated(4, 4).state) == Thrown((4, 4), None)
    assert last_roll(seated(2, 5, game="long").state) == Thrown((2, 5), None)
    assert last_roll(seated(3, 1).state) is None
    assert last_roll(seated().state) is None


def test_a_void_opening_roll_is_no_roll() -> None:
    """N3: it does not count."""
    seat = seated(4, 4)
    seat.say("void", why="on a checker")
    assert last_roll(seat.state) is None


def test_a_forced_pass_keeps_its_dice(tmp_path: Path) -> None:
    """N6: in the view until the next roll, and beside the turn for ever."""
    seat = closed_out(BLACK)
    seat.say("roll", dice=[5, 6])
    assert last_roll(seat.state) == Thrown((6, 5), BLACK)
    seat.say("roll", dice=[2, 1])
    assert last_roll(seat.state) is None
    seat.play(seat.table.turns()[0])
    assert last_roll(seat.state) is None
    assert dice_of(seat) == [(6, 5), (2, 1)]
    assert recorded(seat, tmp_path) == [[6, 5], [2, 1]]


def test_dice_of_a_position_that_was_set_up(tmp_path: Path) -> None:
    """They came with it, and the first turn was made with them."""
    seat = closed_out(WHITE, "21")
    seat.play(seat.table.turns()[0])
    assert dice_of(seat) == [(2, 1)]
    assert recorded(seat, tmp_path) == [[2, 1]]


def test_black_opens_with_the_larger_die_first(tmp_path: Path) -> None:
    """One die each was rolled; the turn is written like any other."""
    seat = seated(1, 3)
    seat.play("8/5 6/5")
    assert dice_of(seat) == [(3, 1)]
    assert recorded(seat, tmp_path) == [[3, 1]]


def test_inferred_dice_are_certain_or_none() -> None:
    """Several rolls that explain a turn are told beside it, never one of them."""
    seat = seated(dice="inferred")
    seat.move("13>8", "13>7")
    seat.wait(10.0)
    seat.move("17>23")
    seat.wait(10.0)
    assert dice_of(seat) == [(6, 5), ()]


def test_a_token_is_no_roll(tmp_path: Path) -> None:
    """Kakuzu's tokens lie open as long as they count."""
    room = KakuzuRoom(tmp_path)
    try:
        room.set_up()
        room.do("roll")
        assert room.house.told.dice != ()
        assert last_roll(room.house.told) is None
    finally:
        room.close()

"""A game of the record goes on where it stood, with what was said and rolled since its turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.record.verify import verify
from tests.house.test_dialling import Seat

Sit = Callable[[str, str], Seat]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Somebody at a nardy board where people roll."""
    seats: list[Seat] = []

    def take_a_seat(profile: str, game: str) -> Seat:
        seats.append(Seat(tmp_path, profile, game, {}, dice="entered"))
        return seats[-1]

    yield take_a_seat
    for seat in seats:
        seat.house.close()


def said(seat: Seat, *words: str) -> None:
    """Things said at the table."""
    for word in words:
        seat.house.command({"do": "decide", "decision": word})


def test_the_cube_and_the_dice_are_not_lost(sit: Sit) -> None:
    """A raise that was taken and a roll that lies there are there again; the record proves it."""
    seat = sit("nardy-load", "short")
    command, table = seat.house.command, seat.house.table
    command({"do": "roll", "dice": [3, 1]})
    command({"do": "declare", "turn": "8/5 6/5"})
    said(seat, "double", "take")
    command({"do": "roll", "dice": [6, 5]})
    stood = table.state.position
    command({"do": "setup", "game": 1})
    assert table.state.start == stood
    assert (stood.stakes.cube, stood.dice) == (2, (6, 5))
    assert verify(seat.house.log.path).ok


def test_without_a_word_since_it_is_the_last_turn(sit: Sit) -> None:
    """Nothing is added to a game that stopped after a turn."""
    seat = sit("nardy-load", "short")
    command, table = seat.house.command, seat.house.table
    command({"do": "roll", "dice": [3, 1]})
    command({"do": "declare", "turn": "8/5 6/5"})
    stood = table.state.position
    command({"do": "setup", "game": 1})
    assert table.state.start == stood
    assert verify(seat.house.log.path).ok


def test_a_roll_of_long_nardy_is_not_lost(sit: Sit) -> None:
    """Before the first turn as well: who begins, and with which dice."""
    seat = sit("nardy-load", "long")
    command, table = seat.house.command, seat.house.table
    command({"do": "roll", "dice": [3, 5]})
    command({"do": "roll", "dice": [6, 5]})
    stood = table.state.position
    command({"do": "setup", "game": 1})
    assert table.state.start == stood
    assert (stood.mover, stood.dice) == (1, (6, 5))
    assert verify(seat.house.log.path).ok

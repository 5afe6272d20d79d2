"""The pie rule at the table (K10): who swaps, whose turn it is then, and whose time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.room import Room


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A room with a clock, Anna at South and Boris at North."""
    here = Room(tmp_path, clock="fischer", minutes=5, extra=10)
    yield here
    here.close()


def begin(room: Room, **options: object) -> None:
    """A game with the pie rule."""
    room.begin(options={"stones": 4, "pie": True, **options}, players=["Anna", "Boris"])


def swap(room: Room) -> None:
    """The second player takes the first move over."""
    room.house.command({"do": "declare", "turn": "swap"})
    room.let(0.1)


def test_after_a_swap_nobody_moves_again(room: Room) -> None:
    """Anna sits at North now and is to move: that is no extra move (K5)."""
    begin(room)
    room.play("a1")
    swap(room)
    assert room.view["sentence"]["en"].startswith("Anna (North) to move.")
    assert room.lit()["B"] == "turn"


def test_the_second_player_swaps_after_an_extra_move(room: Room) -> None:
    """With `pie_after = "move"` Anna is still to move; the swap is Boris's all the same."""
    begin(room, pie_after="move")
    room.play("a3")
    assert room.lit()["A"] == "turn" and room.lit()["B"] == "offer"
    swap(room)
    plies = room.table.state.plies
    assert [(ply.side, ply.turn) for ply in plies] == [(0, "a3"), (1, "swap")]
    assert room.view["sentence"]["en"].startswith("Boris (South) to move.")
    assert room.lit()["A"] == "turn" and "B" not in room.lit()


def test_the_board_itself_swaps(room: Room) -> None:
    """A board with no page has a button for it; where nothing can be swapped it says so."""
    begin(room)
    room.house._pressed("swap")
    assert room.house.notice and "swap" in room.house.notice
    room.play("a1")
    room.house._pressed("swap")
    room.let(0.1)
    assert [ply.turn for ply in room.table.state.plies] == ["a1", "swap"]


def times(room: Room) -> list[tuple[str, float]]:
    """What each player has left, South first, in whole seconds."""
    return [(side["player"], round(side["clock"])) for side in room.view["sides"]]


def test_everybody_keeps_his_time(room: Room) -> None:
    """The seats are exchanged, not what was thought: Boris does not pay for Anna's first move."""
    begin(room)
    room.house.command({"do": "confirm"})  # Boris starts Anna's clock
    room.let(100.0)
    room.play("a1")
    (_, anna), _ = times(room)
    assert anna < 220
    room.let(20.0)
    swap(room)
    (south, boris), (north, after) = times(room)
    assert (south, north) == ("Boris", "Anna")
    assert after == pytest.approx(anna, abs=1) and 285 <= boris <= 291
    room.house.command({"do": "undo"})
    room.let(0.1)
    (south, back), (north, on) = times(room)
    assert (south, north) == ("Anna", "Boris")
    assert back == pytest.approx(anna, abs=1) and 275 <= on <= 281

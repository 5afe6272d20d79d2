"""A sleeve, a bump, a neighbour, a passing magnet: waited out and told, never asked about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.simulation.run import Scenario, play_one
from hardware.profile import shipped_profile
from hardware.simulated import KIND, open_simulated
from tests.house.room import Room

QUESTION = "question.asked"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A load-cell board, laid out for a game with four stones."""
    room = Room(tmp_path)
    room.begin()
    yield room
    room.close()


@pytest.mark.parametrize("grams", [5.0, 7.0, 10.0, 12.5, 15.0])
def test_a_sleeve_is_told_and_waited_out(room: Room, grams: float) -> None:
    """Whatever it weighs: the sentence and the light name its pit, nothing is asked, and when it
    has gone play goes on."""
    room.board.rest("a2", grams, 20.0)
    room.let(8.0)
    assert "rests on a2" in room.view["sentence"]["en"]
    assert "рукав" in room.view["sentence"]["ru"]
    assert room.lit()["a2"] == "too-many"
    room.let(15.0)
    assert "rests" not in room.view["sentence"]["en"]
    room.play("a3")
    room.let(2.0)
    assert room.turns == ["a3"]
    assert QUESTION not in room.kinds


@pytest.mark.parametrize("grams", [5.0, 8.0, 10.0, 14.0])
@pytest.mark.parametrize("cell", ["a1", "a4", "b2", "B"])
def test_a_turn_is_played_beside_a_sleeve(room: Room, cell: str, grams: float) -> None:
    """A turn made while a sleeve rests is known at the latest when the sleeve has gone."""
    room.board.rest(cell, grams, 6.0)
    room.let(0.5)
    room.play("a3")
    room.let(12.0)
    assert room.turns == ["a3"]
    assert QUESTION not in room.kinds


def test_a_stone_too_many_is_not_a_turn(room: Room) -> None:
    """A stone from elsewhere that is put into a pit is told of, and gone when taken away."""
    room.wood.take(1)
    room.wood.drop("b4")
    room.let(15.0)
    assert "rests on b4" in room.view["sentence"]["en"]
    room.wood.lift("b4", 1)
    room.let(1.0)
    assert "rests" not in room.view["sentence"]["en"]
    assert QUESTION not in room.kinds


def test_a_bump_in_mid_turn_is_waited_out(room: Room) -> None:
    """Every cell swings while stones are in the hand: the turn goes on as if nothing had been."""
    room.wood.lift("a3")
    room.let(0.4)
    room.board.bump(8.0)
    room.let(4.0)
    for cell in ("a4", "a5", "a6", "A"):
        room.wood.drop(cell)
        room.let(0.4)
    room.let(1.0)
    assert room.turns == ["a3"]
    assert QUESTION not in room.kinds


@pytest.mark.parametrize("seed", range(3))
def test_a_game_with_cross_talk_asks_nothing(seed: int, tmp_path: Path) -> None:
    """Where each pit feels 3 % of its neighbours, a whole game is recorded without a question."""
    opened = partial(open_simulated, nature=replace(KIND, through=0.03))
    profile = shipped_profile("kalah-load")
    scenario = Scenario("kalah", {}, profile, pins_every=0, open_board=opened, seed=seed)
    assert play_one(scenario, 0, tmp_path / "record.db").verdict == "right"


def test_a_passing_magnet_is_no_turn(tmp_path: Path) -> None:
    """Gyges on reeds: a magnet that closes a field beside the one that is meant moves no piece."""
    opened = partial(open_simulated, nature=replace(KIND, passes=0.3))
    profile = shipped_profile("gyges-reed")
    for number in range(3):
        scenario = Scenario("gyges", {}, profile, pins_every=0, open_board=opened, seed=100)
        report = play_one(scenario, number, tmp_path / f"{number}.db")
        assert report.verdict in ("right", "asked"), report


@settings(max_examples=15, deadline=None)
@given(
    cell=st.sampled_from(["a1", "a2", "a3", "a5", "b1", "b6", "A", "B"]),
    grams=st.floats(5.0, 15.0),
    after=st.floats(0.0, 2.0),
    seconds=st.floats(0.5, 8.0),
)
def test_no_sleeve_makes_a_turn(
    cell: str, grams: float, after: float, seconds: float, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Wherever, whenever and however heavily a sleeve rests, the turn that was played is recorded
    and none beside it (property)."""
    room = Room(tmp_path_factory.mktemp("sleeve"))
    room.begin()
    room.wood.lift("a4")
    room.let(after)
    room.board.rest(cell, grams, seconds)
    for sown in ("a5", "a6", "A", "b1"):
        room.let(0.5)
        room.wood.drop(sown)
    room.let(seconds + 12.0)
    assert room.turns == ["a4"]
    assert QUESTION not in room.kinds
    room.close()

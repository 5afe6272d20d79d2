"""Reeds that move faster than any hand, from the wire up: a jolt or chatter is no turn."""

from __future__ import annotations

import pytest

from tests.house.conftest import MakeRoom
from tests.house.room import Room

#: One stone in a3, which goes into a full a4: to reeds it is played as soon as a3 is empty.
UNSEEN_DROP = "S 4,4,1,4,4,4/3 4,4,4,4,4,4/0"
#: One stone in a5, which goes into the empty a6 and captures nothing (K6): reeds see all of it.
SEEN_WHOLE = "S 4,4,4,4,1,0/7 0,4,5,5,5,5/0"
#: Three stones in a4, which go into a5, a6 and A, all empty (K5).
SOWN = "S 4,4,4,3,0,0/0 4,4,4,4,4,4/9"
#: How far apart two reeds are stirred; at 0 both move within one scan.
GAPS = (0.0, 0.012, 0.028, 0.04)


@pytest.fixture
def reeds(make_room: MakeRoom) -> Room:
    """A kalah board with reeds."""
    return make_room("reed")


def stir(room: Room, *steps: tuple[str, int], gap: float) -> None:
    """Stones come to a cell or leave it, one cell after the other."""
    for cell, change in steps:
        if change < 0:
            room.wood.lift(cell, -change)
        for _ in range(change):
            room.wood.drop(cell)
        room.let(gap)


def is_untouched(room: Room) -> bool:
    """Whether no turn was ever made, and none is in the air now."""
    room.let(10.0)
    kinds = [kind for kind in room.kinds if kind.startswith(("turn.", "question."))]
    return not kinds and room.turns == [] and room.table.verdict.kind == "untouched"


@pytest.mark.parametrize("gap", GAPS)
def test_a_jolt_makes_no_turn_and_seals_none(reeds: Room, gap: float) -> None:
    """A turn's reed and the opponent's open within 40 ms and close again: nobody has played."""
    reeds.begin(position=UNSEEN_DROP)
    stir(reeds, ("a3", -1), ("b1", -4), gap=gap)
    reeds.let(0.03)
    stir(reeds, ("a3", 1), ("b1", 4), gap=gap)
    assert is_untouched(reeds)


@pytest.mark.parametrize("gap", GAPS)
def test_chatter_that_shows_a_whole_turn_makes_none(reeds: Room, gap: float) -> None:
    """One reed opens and another closes within 40 ms, just as a legal turn does, and back again."""
    reeds.begin(position=SEEN_WHOLE)
    for _ in range(3):
        stir(reeds, ("a5", -1), ("a6", 1), gap=gap)
        reeds.let(0.03)
        stir(reeds, ("a6", -1), ("a5", 1), gap=gap)
        reeds.let(0.03)
    assert is_untouched(reeds)


def test_what_lasts_is_a_turn_after_all(reeds: Room) -> None:
    """What came faster than a hand and stays is made a quarter of a second later."""
    reeds.begin(position=SEEN_WHOLE)
    stir(reeds, ("a5", -1), ("a6", 1), gap=0.02)
    assert reeds.turns == []
    reeds.let(0.3)
    assert reeds.turns == ["a5"]


@pytest.mark.parametrize("pace", [0.06, 0.08, 0.12])
def test_blitz_waits_for_nothing(reeds: Room, pace: float) -> None:
    """Stones sown 60 to 120 ms apart are a turn as soon as the last reed has closed (K4)."""
    reeds.begin(position=SOWN)
    stir(reeds, ("a4", -3), ("a5", 1), ("a6", 1), gap=pace)
    reeds.wood.drop("A")
    reeds.let(0.03)  # the reed's bounce and its debounce
    assert reeds.turns == ["a4"]


@pytest.mark.parametrize("pace", [0.04, 0.06, 0.12])
def test_a_quick_reply_counts_with_the_turn_before_it(reeds: Room, pace: float) -> None:
    """Stones that stay where they are count, however soon the opponent has begun (K4)."""
    reeds.begin(position=UNSEEN_DROP)
    stir(reeds, ("a3", -1), ("a4", 1), gap=pace / 2)
    stir(reeds, ("b1", -4), ("b2", 1), ("b3", 1), ("b4", 1), ("b5", 1), gap=pace)
    reeds.let(10.0)
    assert reeds.turns == ["a3", "b1"]

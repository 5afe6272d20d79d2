"""From readings to looks: reeds, rows of reeds, load cells with all their faults."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.tracking.seen import ANYTHING, EMPTY, MANY, SOMETHING, SWINGING, Seen, exactly
from controller.tracking.sensing import Pieces, Sensing
from hardware.readings import Reading, Sense

CELLS = ("a1", "a2")
STONE = Pieces(5.0, 0.04)


def weight(grams: float, cell: str = "a1") -> Reading:
    """A steady weight."""
    return Reading(cell, Sense.WEIGHT, grams, 0.0)


def seen(reading: Reading, sensing: Sensing | None = None) -> Seen:
    """What one reading looks like."""
    return (sensing or Sensing(CELLS, STONE)).take([reading])[reading.cell]


def test_presence() -> None:
    """A reed says nothing or something."""
    assert seen(Reading("a1", Sense.PRESENCE, 0, 0.0)) == EMPTY
    assert seen(Reading("a1", Sense.PRESENCE, 1, 0.0)) == SOMETHING


@pytest.mark.parametrize(("closed", "look"), [(0, EMPTY), (3, exactly(3)), (6, Seen(6, MANY))])
def test_slots(closed: int, look: Seen) -> None:
    """A row of reeds counts; a full row means that many or more."""
    assert seen(Reading("a1", Sense.SLOTS, closed, 0.0, capacity=6)) == look


@pytest.mark.parametrize("count", range(13))
def test_weight_counts(count: int) -> None:
    """Stones of the usual weight are counted."""
    assert seen(weight(5.0 * count)).allows(count)


def test_between_two_numbers_is_never_a_guess() -> None:
    """Grams halfway between two numbers may be either: both are allowed."""
    assert seen(weight(17.5)) == Seen(3, 4)


def test_more_stones_more_doubt() -> None:
    """Stones differ in weight: a full store is known less exactly than a pit."""
    few, full = seen(weight(10.0)), seen(weight(150.0))
    assert few == exactly(2)
    assert full.allows(30) and not full.exact


def test_learning_narrows_a_full_store() -> None:
    """Once a store's number is known, one more stone is one more stone."""
    sensing = Sensing(CELLS, STONE)
    seen(weight(152.0), sensing)
    sensing.learn({"a1": 30})
    assert sensing.look("a1") == exactly(30)
    assert seen(weight(157.1), sensing) == exactly(31)


def test_drift_is_followed() -> None:
    """A scale that wanders slowly between turns keeps counting right, far beyond one stone."""
    sensing = Sensing(CELLS, STONE)
    grams = 20.0
    for _ in range(60):
        assert seen(weight(grams), sensing) == exactly(4)
        sensing.learn({"a1": 4})
        assert seen(weight(grams - 20.0), sensing).allows(0)
        sensing.learn({"a1": 0})
        grams += 0.2


def test_a_scale_may_wander_while_nobody_plays() -> None:
    """After a night, or a restart, half a stone more is drift, and is learned as such; a minute
    later it would be a sleeve."""
    for pause, look in ((10.0, SWINGING), (36000.0, Seen(3, 4))):
        sensing = Sensing(CELLS, STONE)
        sensing.take([weight(15.0)], 1000.0)
        sensing.learn({"a1": 3})
        assert sensing.take([weight(17.3)], 1000.0 + pause)["a1"] == look
    sensing.learn({"a1": 3})
    assert sensing.look("a1") == exactly(3)
    again = Sensing(CELLS, STONE)
    again.recall(json.loads(json.dumps(sensing.memory())))
    assert again.take([weight(15.0)], 5.0)["a1"] == exactly(3)


def test_nothing_is_learned_between_two_numbers() -> None:
    """A hand that rests on a pit while a turn is recognised tells no number, and teaches the scale
    nothing."""
    sensing = Sensing(CELLS, STONE)
    seen(weight(15.0), sensing)
    sensing.learn({"a1": 3})
    assert seen(weight(17.5), sensing) == SWINGING
    assert sensing.resting == ["a1"]
    sensing.learn({"a1": 3})
    assert seen(weight(15.0), sensing) == exactly(3)
    assert sensing.resting == []


def test_nothing_is_learned_against_the_look() -> None:
    """What contradicts the scale is not learned by it."""
    sensing = Sensing(CELLS, STONE)
    seen(weight(15.0), sensing)
    sensing.learn({"a1": 7})
    assert sensing.look("a1") == exactly(3)


@pytest.mark.parametrize(
    "reading",
    [
        replace(weight(15.0), steady=False),
        replace(weight(15.0), fault="the wire is loose"),
        weight(float("nan")),
        weight(float("inf")),
    ],
)
def test_what_cannot_be_believed_may_be_anything(reading: Reading) -> None:
    """A moving, faulty or senseless reading says nothing, and teaches nothing."""
    sensing = Sensing(CELLS, STONE)
    assert seen(reading, sensing).tells_nothing
    sensing.learn({"a1": 3})
    learned = {"at": 0.0, "known": {}, "empty": {}, "spread": [0.0, 0], "crosstalk": {}}
    assert sensing.memory() == learned


def test_left_out_says_nothing() -> None:
    """A sensor that was left out is asked no more."""
    sensing = Sensing(CELLS, STONE)
    sensing.left_out.add("a1")
    assert seen(weight(15.0), sensing) == ANYTHING


def test_faults_come_and_go() -> None:
    """A fault is known by its sentence until the sensor speaks again."""
    sensing = Sensing(CELLS, STONE)
    sensing.take([replace(weight(1.0), fault="no answer")])
    assert sensing.faults == {"a1": "no answer"}
    sensing.take([weight(1.0)])
    assert sensing.faults == {}


def test_all_reported_needs_every_cell() -> None:
    """Before every cell was heard of nothing is sure; cells of no game are not waited for."""
    sensing = Sensing(CELLS, STONE)
    sensing.take([weight(0.0), weight(0.0, "z9")])
    assert not sensing.all_reported
    assert sensing.looks() == {"a1": EMPTY, "a2": ANYTHING}
    sensing.take([weight(0.0, "a2")])
    assert sensing.all_reported


def test_memory_round_trip() -> None:
    """What was learned survives a restart, as plain JSON, for cells that still exist."""
    sensing = Sensing(CELLS, STONE)
    seen(weight(152.0), sensing)
    sensing.learn({"a1": 30})
    kept = json.loads(json.dumps(sensing.memory()))
    kept["known"]["z9"] = [1.0, 1]
    again = Sensing(CELLS, STONE)
    again.recall(kept)
    assert again.memory() == sensing.memory()
    assert seen(weight(157.1), again) == exactly(31)


@settings(max_examples=150)
@given(st.integers(0, 2**32), st.integers(0, 12))
def test_noise_and_unequal_stones_never_lie(seed: int, count: int) -> None:
    """With usual noise, drift and stones, the true number is always among those allowed."""
    chance = Random(seed)
    stones = [chance.gauss(5.0, 0.15) for _ in range(count)]
    grams = sum(stones) + chance.uniform(-0.16, 0.16) + chance.gauss(0, 0.03)
    assert seen(weight(grams)).allows(count)


def test_stones_that_differ_more_than_the_profile_says_are_learned() -> None:
    """A set of stones that differ by 12 % is counted once some were seen to come."""
    sensing = Sensing(("a1",), Pieces(5.0, 0.03))
    sensing.take([weight(0.0)])
    sensing.learn({"a1": 0})
    grams = 0.0
    for count, stone in enumerate((4.0, 6.1, 5.6, 4.2, 5.9, 4.1, 6.2, 4.3), 1):
        grams += stone
        sensing.take([weight(grams)])
        sensing.learn({"a1": count})
    heavy = Sensing(("a1",), Pieces(5.0, 0.03))
    heavy.recall({"known": {"a1": [grams, 8]}})
    heavy.take([weight(grams)])
    heavy.learn({"a1": 8})
    reading = [weight(grams + 6.7)]
    assert not heavy.take(reading)["a1"].exact
    assert sensing.take(reading)["a1"] == exactly(9)
    kept = Sensing(("a1",), Pieces(5.0, 0.03))
    kept.recall(sensing.memory())
    assert kept.take(reading)["a1"].allows(9)  # it may have wandered meanwhile

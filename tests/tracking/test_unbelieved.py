"""What a sensor told before it was left out no longer counts; what only it hides is asked."""

from __future__ import annotations

from controller.games.game import Stage, trace_of
from controller.tracking.seen import ANYTHING, EMPTY, SOMETHING, exactly
from controller.tracking.tracker import Tracker
from controller.tracking.verdict import Kind
from tests.lights.gyges_seat import GygesSeat

START = {"a": 1, "b": 1, "c": 0, "d": 0}
SET = "1 321123/000000/000000/000000/000000/321123"
TURNS = [
    trace_of(START, [Stage("lift", {"a": 0}), Stage("put", {"c": 1})]),
    trace_of(START, [Stage("lift", {"a": 0, "b": 0}), Stage("put", {"c": 1, "b": 1})]),
    trace_of(START, [Stage("lift", {"a": 0}), Stage("put", {"d": 1})]),
]


def seen_all() -> Tracker:
    """A tracker that has seen the board as it stands."""
    tracker = Tracker(START, TURNS)
    tracker.follow({cell: exactly(held) for cell, held in START.items()})
    return tracker


def test_a_lying_sensor_is_forgotten_alone() -> None:
    """The turn that only the broken sensor spoke for is no longer the only one."""
    tracker = seen_all()
    tracker.follow({"b": EMPTY})
    tracker.follow({"a": EMPTY})
    assert list(tracker.verdict.possible) == [1]
    tracker.unbelieve(["b"])
    tracker.follow({"b": ANYTHING, "c": SOMETHING})
    assert list(tracker.verdict.possible) == [0, 1]
    assert tracker.verdict.kind is Kind.AMBIGUOUS


def test_others_are_still_believed() -> None:
    """What the good sensors have told rules turns out as before."""
    tracker = seen_all()
    tracker.follow({"a": EMPTY})
    tracker.follow({"c": SOMETHING})
    tracker.unbelieve(["d"])
    tracker.follow({"d": ANYTHING})
    assert list(tracker.verdict.possible) == [0, 1]


def test_nothing_to_unbelieve() -> None:
    """Before anything was touched there is nothing to forget."""
    tracker = seen_all()
    tracker.unbelieve(["a"])
    assert tracker.verdict.kind is Kind.UNTOUCHED


def test_a_turn_only_a_left_out_sensor_hides_is_asked() -> None:
    """A lifted piece has perhaps landed where nothing is sensed: the board asks, or nothing."""
    seat = GygesSeat().begin(SET).silence("c2")
    seat.show({"c1": 0}).rest()
    question = seat.table.state.question
    assert question is not None
    assert question.options == ("c1-c2", "nothing")
    assert seat.turns == []


def test_a_question_is_past_when_the_piece_lands_elsewhere() -> None:
    """What was asked while the hand was still under way is not asked any more after it."""
    seat = GygesSeat().begin(SET).silence("c2")
    seat.show({"c1": 0}).rest()
    asked = seat.table.state.question
    turn = next(name for name in seat.table.turns() if name.startswith("c1-") and "c2" not in name)
    seat.show({turn.removeprefix("c1-"): 1}).rest()
    assert asked is not None
    assert seat.table.state.question is None
    assert seat.turns == [turn]

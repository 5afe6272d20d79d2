"""What a load cell feels of its neighbours: learned, taken off, and doubted until it is known."""

from __future__ import annotations

import json
from random import Random

import pytest

from controller.tracking.crosstalk import CrossTalk, changed
from controller.tracking.seen import exactly
from controller.tracking.sensing import Pieces, Sensing
from hardware.readings import Reading, Sense

STONE = Pieces(5.0, 0.04)
SHARE = 0.03


def test_a_share_is_learned() -> None:
    """A cell that grows by 3 % of what its neighbour gains feels 3 % of it, as near as noise lets
    one tell, and the doubt shrinks."""
    learned, rng = CrossTalk(), Random(1)
    doubt = learned.felt("pit", {"store": 100.0}, ()).square
    for _ in range(40):
        change = rng.choice((-25.0, 5.0, 10.0, 30.0))
        learned.learn("pit", {"store": change}, SHARE * change + rng.gauss(0.0, 0.1))
    felt = learned.felt("pit", {"store": 100.0}, ())
    assert felt.grams == pytest.approx(3.0, abs=0.5)
    assert felt.square < doubt / 20


def test_nobody_feels_himself() -> None:
    """What comes into a cell is its own weight, not its neighbour's."""
    learned = CrossTalk()
    learned.learn("pit", {"pit": 30.0}, 0.9)
    assert learned.felt("pit", {"pit": 100.0}, ["pit"]) == (0.0, 0.0)


def test_noise_is_no_change() -> None:
    """Less than a gram tells nothing of the neighbours; a bare board weighed nothing."""
    assert changed({"a": 10.0, "b": 5.0}, {"a": 10.9, "b": 10.0, "c": 7.0}) == {"b": 5.0}
    assert changed(None, {"a": 10.0, "b": 0.4}) == {"a": 10.0}


def test_what_is_learned_outlives_a_restart() -> None:
    """Shares that matter are kept, and that the others are known to be none."""
    learned = CrossTalk()
    for _ in range(20):
        learned.learn("pit", {"store": 30.0}, 0.9)
        learned.learn("pit", {"far": -30.0}, 0.0)
    again = CrossTalk()
    again.recall(json.loads(json.dumps(learned.memory())))
    for other in ("store", "far", "elsewhere"):
        before, after = (each.felt("pit", {other: 100.0}, ()) for each in (learned, again))
        assert after.grams == pytest.approx(before.grams, abs=0.1)
    assert again.felt("pit", {"far": 100.0}, ()).square < 0.2


class Pair:
    """A pit beside a store, in wood that lets 3 % through."""

    def __init__(self) -> None:
        self.sensing = Sensing(("pit", "store"), STONE)
        self.held = {"pit": 4, "store": 0}

    def weigh(self) -> None:
        """Both scales tell what they feel, the store last."""
        pit, store = 5.0 * self.held["pit"], 5.0 * self.held["store"]
        felt = {"pit": pit + SHARE * store, "store": store + SHARE * pit}
        for cell in ("pit", "store"):
            self.sensing.take([Reading(cell, Sense.WEIGHT, felt[cell], 0.0)])

    def turn(self, **more: int) -> None:
        """So many stones more lie there, and everybody knows it."""
        for cell, count in more.items():
            self.held[cell] += count
        self.weigh()
        self.sensing.learn(self.held)


def test_a_full_store_is_no_stone_in_the_pit_beside() -> None:
    """After some turns a sweep of 30 stones into the store (4.5 g through the wood, nearly a stone)
    leaves the pit beside it with the stones that it has."""
    pair = Pair()
    for _ in range(6):
        pair.turn(store=1)
        pair.turn(store=3)
    pair.held["store"] += 30
    pair.weigh()
    assert pair.sensing.look("pit") == exactly(4)
    assert pair.sensing.look("store") == exactly(54)


def test_a_pit_is_judged_anew_when_its_neighbour_has_come_to_rest() -> None:
    """The scale of the pit tells first, and seems to hold something odd, until the store is
    heard: then the pit's look comes with the store's reading."""
    pair = Pair()
    for _ in range(6):
        pair.turn(store=1)
        pair.turn(store=3)
    grams = {"pit": 20.0 + SHARE * 54 * 5.0, "store": 54 * 5.0 + SHARE * 20.0}
    first = pair.sensing.take([Reading("pit", Sense.WEIGHT, grams["pit"], 0.0)])
    assert first["pit"] != exactly(4)
    then = pair.sensing.take([Reading("store", Sense.WEIGHT, grams["store"], 0.0)])
    assert then["pit"] == exactly(4)


def test_a_restart_in_mid_game_changes_no_look() -> None:
    """With what was learned taken up again, each scale tells the same as before."""
    pair = Pair()
    for _ in range(6):
        pair.turn(store=1)
        pair.turn(store=3)
    pair.turn(pit=-4)
    pair.turn(pit=2, store=20)
    again = Pair()
    again.sensing.recall(json.loads(json.dumps(pair.sensing.memory())))
    again.held = dict(pair.held)
    again.weigh()
    assert again.sensing.look("pit") == pair.sensing.look("pit") == exactly(2)
    assert again.sensing.look("store") == pair.sensing.look("store") == exactly(44)

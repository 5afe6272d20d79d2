"""A finger that is pressed on a place and let go again."""

from __future__ import annotations

from controller.tracking.fingers import LONGEST, Fingers
from hardware.readings import Reading, Sense

_STONE = 5.0


class Scale:
    """One piece weighs five grams; four lie in each of three places."""

    def __init__(self) -> None:
        self.fingers, self.now = Fingers(_STONE), 10.0
        for cell in ("a1", "a2", "a3"):
            self.weighs(20.0, cell)

    def weighs(self, grams: float, cell: str = "a1", *, steady: bool = True) -> None:
        """A reading, a tenth of a second after the last."""
        self.now += 0.1
        reading = Reading(cell, Sense.WEIGHT, grams, self.now, steady=steady)
        self.fingers.note([reading], self.now)

    def waits(self, seconds: float) -> None:
        """Time passes."""
        self.now += seconds
        self.fingers.pass_time(self.now)


def test_a_finger_that_trembles_and_is_let_go() -> None:
    """It is a touch, once, when the place weighs again what it did."""
    scale = Scale()
    scale.weighs(150.0, steady=False)
    assert scale.fingers.down == {"a1"} and not scale.fingers.touched()
    scale.waits(0.5)
    scale.weighs(20.2)
    assert not scale.fingers.down
    assert scale.fingers.touched() == [{"a1"}] and scale.fingers.touched() == []


def test_stones_that_came_to_stay() -> None:
    """However many are dropped at once: they are not let go, and nobody asked anything."""
    scale = Scale()
    scale.weighs(80.0)
    scale.waits(LONGEST)
    assert not scale.fingers.down and scale.fingers.deadline is None
    scale.weighs(20.0)
    assert not scale.fingers.touched()


def test_a_stone_taken_or_left_under_the_hand() -> None:
    """A place that weighs otherwise afterwards was played in, and not asked about."""
    for after in (15.0, 25.0, 0.0):
        scale = Scale()
        scale.weighs(100.0, steady=False)
        scale.waits(0.4)
        scale.weighs(after)
        assert not scale.fingers.touched()


def test_a_hand_that_reaches_in() -> None:
    """A tenth of a second is no question, and neither is a stone that is put and taken again."""
    scale = Scale()
    scale.weighs(100.0, steady=False)
    scale.weighs(20.0)
    scale.weighs(40.0)
    scale.waits(0.5)
    scale.weighs(20.0)
    assert not scale.fingers.touched()


def test_two_places_pressed_together_are_one_touch() -> None:
    """Both are told when the last of them is let go, also where a stone falls beside them."""
    scale = Scale()
    scale.weighs(150.0, "a1", steady=False)
    scale.weighs(150.0, "a2", steady=False)
    scale.weighs(60.0, "a3", steady=False)
    scale.weighs(25.0, "a3")
    scale.waits(0.3)
    scale.weighs(20.0, "a1")
    assert not scale.fingers.touched()
    scale.weighs(20.0, "a2")
    assert scale.fingers.touched() == [{"a1", "a2"}]


def test_a_hand_that_rests_asks_nothing() -> None:
    """After two and a half seconds it is no question any more, but it presses until it is gone."""
    scale = Scale()
    scale.weighs(150.0, steady=False)
    assert scale.fingers.may_ask(scale.now) and scale.fingers.deadline is not None
    scale.waits(LONGEST)
    assert not scale.fingers.may_ask(scale.now) and scale.fingers.down == {"a1"}
    scale.weighs(20.0)
    assert not scale.fingers.down and not scale.fingers.touched()


def test_a_piece_of_gyges_on_its_way() -> None:
    """What weighs no more than the largest piece is never a finger: a triple may be set down and
    lifted again."""
    fingers = Fingers(20.0)
    for at, grams in enumerate((0.0, 60.0, 0.0)):
        fingers.note([Reading("c3", Sense.WEIGHT, grams, at)], float(at))
    assert not fingers.touched()


def test_a_sensor_that_fails_under_the_finger() -> None:
    """What it weighed before is not known any more: nothing was asked."""
    scale = Scale()
    scale.weighs(150.0, steady=False)
    scale.now += 0.5
    broken = Reading("a1", Sense.WEIGHT, 0.0, scale.now, steady=False, fault="no answer")
    scale.fingers.note([broken], scale.now)
    scale.weighs(20.0)
    assert not scale.fingers.touched() and not scale.fingers.down

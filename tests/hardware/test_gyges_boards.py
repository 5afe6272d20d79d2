"""The two Gyges boards that ship, and whole pieces on simulated wood."""

from __future__ import annotations

from random import Random

import pytest

from hardware.errors import ImpossibleActError
from hardware.profile import shipped_profile, shipped_profiles
from hardware.profile.shapes import SHAPES, gyges_cells
from hardware.readings import Sense
from hardware.simulated import Habits, Hands, Wood
from hardware.simulated.hands import Act, Slip, Verb, take

ALL = Habits(hesitate=0, look=1, double=1, stray=1, one_by_one=1)


@pytest.mark.parametrize(
    ("name", "sense"), [("gyges-reed", Sense.PRESENCE), ("gyges-load", Sense.WEIGHT)]
)
def test_the_boards_are_whole(name: str, sense: Sense) -> None:
    """Each has 36 fields and two goals, all sensed in its way and lit."""
    profile = shipped_profile(name)
    assert name in shipped_profiles()
    assert profile.cell_names == gyges_cells()
    assert {profile.sense_of(cell) for cell in profile.cell_names} == {sense}
    assert all(profile.pixels_of(cell) for cell in profile.cell_names)
    assert profile.kind == "gyges"


def test_other_cells_are_no_gyges_board() -> None:
    """A board without its goals is told what it lacks."""
    assert SHAPES["gyges"](gyges_cells()) is None
    assert SHAPES["gyges"](gyges_cells()[:-1]) == "a gyges board has a1 to f6, goal1 and goal2"


def test_a_piece_comes_from_the_box_and_goes_back() -> None:
    """What lies beside the board is taken into the hand and can be put away again."""
    wood = Wood(["a1"], grams=20.0)
    wood.take(3)
    wood.drop("a1", 2)
    assert (wood.count("a1"), wood.grams("a1"), wood.hand) == (2, 40.0, 1)
    before = wood.revision
    assert (wood.put_away(), wood.hand, wood.total()) == (1, 0, 2)
    assert wood.revision == before + 1
    assert wood.put_away() == 0
    with pytest.raises(ImpossibleActError, match="take from the box"):
        wood.take(0)


def test_a_whole_piece_is_never_taken_apart() -> None:
    """However clumsy the hands are, a piece of size three is moved as three stones at once."""
    plan = [
        take(3),
        Act(Verb.DROP, "a1", 3, solid=True),
        Act(Verb.LIFT, "a1", 3, solid=True),
        Act(Verb.LIFT, "b1", 2, solid=True),
        Act(Verb.DROP, "b1", 3, solid=True),
        Act(Verb.DROP, "c1", 2, solid=True),
    ]
    wood = Wood(["a1", "b1", "c1"])
    wood.set_up({"b1": 2})
    slips = []
    for timed in Hands(Random(1), ALL).perform(plan, 0.0):
        timed.apply(wood)
        slips.append(timed.slip)
        assert timed.act.count == {"a1": 3, "c1": 2}.get(timed.act.cell, timed.act.count)
    assert wood.counts() == {"a1": 0, "b1": 3, "c1": 2}
    assert {Slip.LOOK, Slip.STRAY} <= set(slips)
    assert Slip.DOUBLE not in slips

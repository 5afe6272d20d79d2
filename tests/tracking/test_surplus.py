"""A weight that came before any piece could have been carried there is a sleeve, and stays one."""

from __future__ import annotations

from typing import Any

import pytest

from controller.games.catalogue import make_game
from controller.games.gyges import Gyges
from controller.tracking.seen import EMPTY, SWINGING, Seen, exactly
from controller.tracking.station import Station
from controller.tracking.surplus import Surplus

GAME = Gyges()
#: Black is to move; of its first row that holds pieces c6 is one.
POSITION = GAME.read_position("2 030000/202000/300110/003030/001020/201000")

LONG = make_game("long")
#: Black is to move in long nardy; 1, 2 and 3 hold a checker each.
MIDGAME = LONG.read_position(
    "B 9,0,0,0,0,0,0,1,0,0,0,0,0,2,2,0,0,1,0,0,0,0,0,0/0 "
    "9,0,0,0,0,0,0,0,1,1,1,0,0,0,2,0,0,0,0,0,0,0,1,0/0"
)


class Scales:
    """The scales of one board, as they are looked at."""

    def __init__(self, game: Any = GAME, position: Any = POSITION) -> None:
        self.here = Station(game, position)
        held = self.here.contents.items()
        self.looks = {cell: exactly(abs(count)) for cell, count in held}
        self.surplus = Surplus()
        self.show(0.0)

    def show(self, now: float, /, **changes: Seen) -> frozenset[str]:
        """The cells that are doubted when these have changed."""
        self.looks |= {cell.removeprefix("p"): seen for cell, seen in changes.items()}
        self.surplus.judge(self.looks, self.here, None, now, heard=True)
        return self.surplus.cells


def test_a_sleeve_that_comes_with_the_lift_is_no_piece() -> None:
    """b3 swings at the moment when c6 is lifted, and comes to rest as heavy as a piece: it is
    doubted until that has gone, and the piece put down elsewhere is not."""
    scales = Scales()
    scales.show(0.1, f6=exactly(1))  # where a piece stood in an earlier turn
    scales.show(0.2, f6=EMPTY)
    scales.show(1.0, c6=SWINGING, b3=SWINGING)
    scales.show(1.1, c6=EMPTY)
    assert scales.show(1.2, b3=exactly(1)) == {"b3"}
    scales.show(1.5, b2=SWINGING)
    assert scales.show(1.6, b2=exactly(1)) == {"b3"}
    scales.show(3.0, b3=SWINGING)
    assert scales.show(3.1, b3=EMPTY) == frozenset()


def test_a_sleeve_stays_one_while_the_next_piece_is_in_the_air() -> None:
    """Something comes to rest on d4 though no piece is gone; that one is lifted then makes it none,
    nor is the piece doubted where it is put down."""
    scales = Scales()
    scales.show(0.5, d4=SWINGING)
    assert scales.show(0.6, d4=exactly(1)) == {"d4"}
    scales.show(1.0, c6=SWINGING)
    assert scales.show(1.1, c6=EMPTY) == {"d4"}
    scales.show(1.4, b2=SWINGING)
    assert scales.show(1.5, b2=exactly(1)) == {"d4"}
    assert scales.show(2.0, d4=EMPTY) == frozenset()


@pytest.mark.parametrize("after", [0.06, 0.3])
def test_a_piece_that_was_carried_there_is_one(after: float) -> None:
    """As soon as a hand can bring it."""
    scales = Scales()
    scales.show(1.0, c6=SWINGING)
    scales.show(1.0 + after, b3=SWINGING)
    scales.show(1.4, c6=EMPTY)
    assert scales.show(1.5, b3=exactly(1)) == frozenset()


def test_a_piece_may_be_slid_to_the_field_beside() -> None:
    """It comes down there as it leaves its own."""
    scales = Scales()
    scales.show(1.0, c6=SWINGING, d6=SWINGING)
    scales.show(1.1, c6=EMPTY)
    assert scales.show(1.2, d6=exactly(1)) == frozenset()


def test_a_jolt_makes_no_sleeve_of_a_piece() -> None:
    """All scales swing while a piece is lifted, and it is put down before they have come to
    rest."""
    scales = Scales()
    held = dict(scales.looks)
    scales.show(1.0, **dict.fromkeys(held, SWINGING))
    landed = {**held, "c6": EMPTY, "b3": exactly(1)}
    assert scales.show(1.5, **landed) == frozenset()


class Points(Scales):
    """The same of a nardy board, its points called p1 to p24."""

    def __init__(self) -> None:
        super().__init__(LONG, MIDGAME)

    def lift(self, now: float, point: str, left: int) -> frozenset[str]:
        """A checker is lifted, and so many are left there."""
        self.show(now, **{point: SWINGING})
        return self.show(now + 0.1, **{point: exactly(left)})

    drop = lift


def test_a_sleeve_stays_one_while_a_checker_is_in_the_air() -> None:
    """A sleeve lies on 16 since the last turn ended, when the checker of 3 was put down; the next
    lift makes the sum right, and 16 is where 3 might go: it is no checker for that."""
    points = Points()
    assert points.drop(0.5, "p16", 1) == {"16"}
    assert points.lift(2.0, "p3", 0) == {"16"}
    assert points.drop(2.6, "p21", 1) == {"16"}
    assert points.lift(4.0, "p16", 0) == frozenset()


def test_a_sleeve_that_comes_with_the_lift_of_a_checker_is_none() -> None:
    """Also of the second checker, when the first has long been lifted and put down."""
    points = Points()
    points.lift(1.0, "p3", 0)
    assert points.drop(1.5, "p21", 1) == frozenset()
    points.show(2.0, p2=SWINGING, p16=SWINGING)
    points.show(2.1, p2=EMPTY)
    assert points.show(2.15, p16=exactly(1)) == {"16"}
    assert points.drop(2.6, "p20", 1) == {"16"}
    assert points.show(3.0, p16=SWINGING) == {"16"}  # what was put down beside it shook it
    assert points.show(3.1, p16=exactly(1)) == {"16"}
    assert points.lift(5.0, "p16", 0) == frozenset()


def test_a_sleeve_under_which_a_checker_was_put_is_gone_when_the_scale_is_lighter() -> None:
    """It leaves the checker behind."""
    points = Points()
    assert points.drop(0.5, "p16", 1) == {"16"}
    points.lift(1.0, "p3", 0)
    assert points.drop(1.6, "p16", 2) == {"16"}
    assert points.lift(4.0, "p16", 1) == frozenset()


def test_what_was_walked_on_leaves_the_sleeve_behind() -> None:
    """A sleeve comes to 16 as a checker is set down on 22: one of them lies. The checker goes on at
    once, as no sleeve does: it is the other."""
    points = Points()
    points.lift(1.0, "p3", 0)
    points.show(1.50, p22=SWINGING, p16=SWINGING)
    assert points.show(1.60, p22=exactly(3), p16=exactly(1)) == {"16", "22"}
    assert points.lift(1.65, "p22", 2) == {"16"}
    assert points.drop(2.0, "p21", 1) == {"16"}


def test_a_sleeve_that_takes_the_place_of_a_lifted_checker_may_be_anywhere_a_hand_was() -> None:
    """It comes to 3 as the checker there is lifted, so that nothing seems to have changed. Where
    the checker is put down is doubted, until it is 3 that becomes lighter."""
    points = Points()
    points.show(1.0, p3=SWINGING)
    points.show(1.2, p3=exactly(1))
    assert points.drop(1.6, "p21", 1) == {"21"}
    points.lift(2.2, "p2", 0)
    assert points.drop(2.6, "p20", 1) == {"21"}
    assert points.lift(4.0, "p3", 0) == frozenset()

"""A hand or a sleeve that rests on a load cell: told, waited for, and never taken for a turn."""

from __future__ import annotations

import pytest

from controller.table.survey import survey
from controller.words.moment import moment
from hardware.readings import Reading, Sense
from tests.table.board import Seat


class Scales(Seat):
    """A table on load cells, on which sleeves rest."""

    def __init__(self) -> None:
        super().__init__()
        self.sleeves: dict[str, float] = {}

    def _read(self, cell: str) -> Reading:
        grams = 5.0 * abs(self.held[cell]) + self.sleeves.get(cell, 0.0)
        return Reading(cell, Sense.WEIGHT, grams, self.now)

    def rest(self, cell: str, grams: float) -> list[str]:
        """A sleeve comes to rest there, or goes."""
        self.sleeves[cell] = grams
        return self.put({cell: self.held[cell]})

    @property
    def sentence(self) -> str:
        """What the board says."""
        return moment(survey(self.table))["en"]


def at_scales() -> Scales:
    """A game begun on load cells."""
    seat = Scales()
    seat.begin()
    return seat


@pytest.mark.parametrize("grams", [5.0, 7.4, 10.0, 13.0])
def test_a_sleeve_is_told_and_asks_nothing(grams: float) -> None:
    """Whether it weighs as much as stones or lies between two numbers: after a moment its pit
    is named and lit, nothing is asked or recorded, and when it has gone play goes on."""
    seat = at_scales()
    seat.rest("b3", grams)
    assert "b3" not in seat.sentence  # a finger that helps a stone is gone by then
    seat.wait(10.0)
    assert "Something rests on b3 that is no piece" in seat.sentence
    now = survey(seat.table)
    assert now.resting == ("b3",) and "b3" in now.places
    assert seat.state.question is None and seat.turns == []
    seat.rest("b3", 0.0)
    assert survey(seat.table).resting == ()
    seat.play("a3")
    assert seat.turns == ["a3"] and seat.count("question.asked") == 0


def test_a_turn_that_is_made_meanwhile_is_known_when_the_sleeve_has_gone() -> None:
    """A sleeve as heavy as two stones lies on another pit while the turn is sown."""
    seat = at_scales()
    seat.rest("b6", 10.0)
    seat.play("a1")
    seat.wait(5.0)
    assert seat.count("question.asked") == 0
    seat.rest("b6", 0.0)
    seat.wait(10.0)
    assert seat.turns == ["a1"] and seat.count("question.asked") == 0


def test_a_stone_that_is_brought_back_is_no_sleeve() -> None:
    """A stone that fell to the floor comes from nowhere, and belongs to the game all the same."""
    seat = at_scales()
    seat.put(b2=3)
    seat.wait(10.0)
    assert seat.state.missing == (47, 48)
    seat.put(b2=4)
    seat.wait(2.0)
    assert survey(seat.table).resting == () and seat.kind == "untouched"

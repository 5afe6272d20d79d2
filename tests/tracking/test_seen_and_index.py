"""What a sensor says, and the index of turns by what cells may show."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.game import Stage, trace_of
from controller.tracking.index import TurnIndex, bits
from controller.tracking.seen import ANYTHING, EMPTY, MANY, SOMETHING, Seen, exactly
from controller.tracking.verdict import Repair


@pytest.mark.parametrize(
    ("seen", "allowed", "refused"),
    [
        (EMPTY, [0], [1, -1]),
        (SOMETHING, [1, 7, -3], [0]),
        (exactly(3), [3, -3], [2, 4, 0]),
        (ANYTHING, [0, 5, -12], []),
        (Seen(6, MANY), [6, 20], [5, 0]),
    ],
)
def test_looks_allow(seen: Seen, allowed: list[int], refused: list[int]) -> None:
    """A look allows exactly the numbers between its ends, whoever the pieces belong to."""
    assert all(map(seen.allows, allowed))
    assert not any(map(seen.allows, refused))


@pytest.mark.parametrize(
    ("seen", "wanted", "missing"),
    [
        (exactly(3), 5, 2),
        (exactly(7), 5, -2),
        (Seen(3, 4), 6, 2),
        (SOMETHING, 0, -1),
        (EMPTY, 4, 4),
    ],
)
def test_short_of_counts_at_the_least(seen: Seen, wanted: int, missing: int) -> None:
    """A repair speaks of the smallest number of pieces that must be added or taken away."""
    assert seen.short_of(wanted) == missing
    assert Repair("a1", seen, wanted).missing == missing


def test_exact_is_one_number() -> None:
    """Only a look whose ends meet counts as counted."""
    assert exactly(0).exact and exactly(9).exact
    assert not SOMETHING.exact and not Seen(3, 4).exact


def _index() -> TurnIndex:
    """Two turns from a=2, b=0, c=1: a to b, one by one; and c to b."""
    start = {"a": 2, "b": 0, "c": 1}
    far = trace_of(start, [Stage("lift", {"a": 0}), Stage("sow", {"b": 2})])
    near = trace_of(start, [Stage("lift", {"c": 0}), Stage("sow", {"b": 1})])
    return TurnIndex(start, [far, near])


def test_index_knows_who_allows_what() -> None:
    """For each cell and look the index gives the turns that may show it, during and after."""
    index = _index()
    assert index.during("a", exactly(1)) == 0b01
    assert index.during("b", exactly(1)) == 0b11
    assert index.after("b", exactly(1)) == 0b10
    assert index.after("a", exactly(2)) == 0b10
    assert index.during("c", exactly(1)) == 0b11
    assert index.during("c", exactly(5)) == 0


def test_anything_excludes_nobody() -> None:
    """A sensor that says nothing never excludes a turn."""
    index = _index()
    for cell in "abc":
        assert index.during(cell, ANYTHING) == index.after(cell, ANYTHING) == index.everyone


@given(st.sets(st.integers(0, 300)))
def test_bits_are_the_numbers(numbers: set[int]) -> None:
    """A set of turns as one integer gives back just its numbers, in order."""
    assert bits(sum(1 << number for number in numbers)) == sorted(numbers)

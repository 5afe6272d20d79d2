"""Hands: human speed, human habits, and always the planned result."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.errors import ImpossibleActError
from hardware.simulated import FLAWLESS, Act, Habits, Hands, Slip, TimedAct, Wood, drop, lift

CELLS = ["a1", "a2", "a3", "A"]
CLUMSY = Habits(hesitate=0.3, look=0.5, double=0.5, stray=0.5, one_by_one=0.5)
PLAN = [lift("a1", 3), drop("a2"), drop("a3"), drop("A"), lift("a2", 2), drop("A", 2)]


def played(plan: list[Act], habits: Habits, seed: int) -> tuple[list[TimedAct], dict[str, int]]:
    """Carry a plan out on real wood; gives what was done and how the board ends."""
    wood = Wood(CELLS)
    wood.set_up({"a1": 3, "a2": 1})
    done = list(Hands(Random(seed), habits).perform(plan, start=10.0))
    for timed in done:
        timed.apply(wood)
    assert wood.hand == 0
    return done, wood.counts()


@given(st.integers(0, 10**6))
def test_slips_are_put_right(seed: int) -> None:
    """However clumsy the hands, the board ends as planned."""
    _, counts = played(PLAN, CLUMSY, seed)
    assert counts == {"a1": 0, "a2": 0, "a3": 1, "A": 3}


@given(st.integers(0, 10**6))
def test_time_goes_forward_at_human_speed(seed: int) -> None:
    """Acts come one after the other, none sooner than a hand can move."""
    done, _ = played(PLAN, CLUMSY, seed)
    moments = [10.0, *(timed.at for timed in done)]
    gaps = [after - before for before, after in pairwise(moments)]
    assert min(gaps) >= CLUMSY.act_s[0] - 1e-9


def test_flawless_hands_do_the_plan_and_nothing_else() -> None:
    """Without habits the acts are exactly the plan."""
    done, _ = played(PLAN, FLAWLESS, 1)
    assert [timed.act for timed in done] == PLAN
    assert {timed.slip for timed in done} == {None}


def test_slips_are_marked() -> None:
    """Everything beside the plan is marked with what it was, so that it can be counted."""
    slips = {timed.slip for seed in range(40) for timed in played(PLAN, CLUMSY, seed)[0]}
    assert slips == {None, Slip.LOOK, Slip.DOUBLE, Slip.STRAY}


def test_a_perfect_day_keeps_the_pace() -> None:
    """The same hands without slips still hesitate and take stones one by one."""
    done, _ = played(PLAN, CLUMSY.without_slips(), 3)
    assert {timed.slip for timed in done} == {None}
    assert CLUMSY.without_slips().hesitate == CLUMSY.hesitate


def test_the_same_seed_makes_the_same_hands() -> None:
    """A simulation can be repeated act by act."""
    assert played(PLAN, CLUMSY, 7)[0] == played(PLAN, CLUMSY, 7)[0]
    assert played(PLAN, CLUMSY, 7)[0] != played(PLAN, CLUMSY, 8)[0]


def test_an_act_moves_at_least_one_stone() -> None:
    """A plan to move nothing is a mistake in the plan."""
    with pytest.raises(
        ImpossibleActError, match="cannot lift 0 stones at a1: allowed is 1 or more"
    ):
        lift("a1", 0)

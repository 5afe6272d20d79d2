"""How long the board waits for hands."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from controller.tracking.pace import LONGEST, QUICKEST, SLOWEST, USUAL, Pace


def _played(gap: float, steps: int = 60) -> Pace:
    pace = Pace()
    for step in range(steps):
        pace.touched(step * gap)
    return pace


def test_follows_the_players() -> None:
    """Quick sowers are waited for less, slow ones more."""
    assert _played(0.25).step < USUAL < _played(1.2).step


def test_more_unseen_steps_more_patience() -> None:
    """Each step that may still come unseen adds to the wait."""
    waits = [Pace().window(unseen) for unseen in range(5)]
    assert waits == sorted(waits) and len(set(waits)) == 5


def test_long_thought_is_no_step() -> None:
    """The pause in which a player thinks teaches nothing about the hands."""
    pace = Pace()
    pace.touched(0.0)
    pace.touched(300.0)
    assert pace.step == USUAL


@given(st.lists(st.floats(0, 20), max_size=60), st.integers(0, 200))
def test_stays_within_bounds(gaps: list[float], unseen: int) -> None:
    """However hands behave, the step and the wait stay within their bounds."""
    pace, now = Pace(), 0.0
    for gap in gaps:
        now += gap
        pace.touched(now)
    assert QUICKEST <= pace.step <= SLOWEST
    assert 0 < pace.window(unseen) <= LONGEST

"""The clocks: one that runs, one that is turned by hand."""

from __future__ import annotations

import pytest

from hardware.clock import ManualClock, RealClock


def test_a_manual_clock_moves_only_when_told() -> None:
    """Time stands still until it is advanced, and the wall clock goes with it."""
    clock = ManualClock(start=5.0, wall=1000.0)
    assert (clock.now(), clock.now(), clock.wall()) == (5.0, 5.0, 1000.0)
    clock.advance(2.5)
    assert (clock.now(), clock.wall()) == (7.5, 1002.5)
    clock.jump(10.0)
    assert clock.now() == 10.0


def test_a_manual_clock_never_goes_back() -> None:
    """Turning the clock back is an error that names both times."""
    clock = ManualClock(start=5.0)
    with pytest.raises(ValueError, match=r"it shows 5\.000000 s and was asked for 4\.000000 s"):
        clock.jump(4.0)


def test_the_real_clock_goes_forward() -> None:
    """Two looks at the real clock are never in the wrong order."""
    clock = RealClock()
    assert clock.now() <= clock.now()
    assert clock.wall() > 1_600_000_000

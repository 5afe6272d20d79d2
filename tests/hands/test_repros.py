"""The shortest cases that hands have found, against the real house on the simulated board."""

from __future__ import annotations

from typing import Any

import pytest

from hardware.simulated import KIND, USUAL
from tests.hands.repro import Case, cases, play

#: Those that are still recorded wrong.
_STILL_WRONG = {"K1", "K2", "K4", "K5", "G2", "G3", "Z1", "N1", "P1"}


def _marked(case: Case) -> Any:
    marks = [pytest.mark.xfail(strict=False)] if case.short in _STILL_WRONG else []
    return pytest.param(case, marks=marks, id=case.short)


@pytest.mark.parametrize("case", [_marked(case) for case in cases()])
@pytest.mark.parametrize("nature", [KIND, USUAL], ids=["kind", "usual"])
def test_the_record_tells_what_was_played(case: Case, nature: Any) -> None:
    """Whatever the hands did on the way, the record holds the turns really played and no other."""
    outcome = play(case, nature)
    assert outcome.record == case.truth, "\n".join(outcome.trace)

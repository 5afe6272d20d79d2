"""The shortest cases that hands have found, against the real house on the simulated board."""

from __future__ import annotations

from typing import Any

import pytest

from hardware.simulated import KIND, USUAL
from tests.hands.repro import Case, cases, play


@pytest.mark.parametrize("case", [pytest.param(case, id=case.short) for case in cases()])
@pytest.mark.parametrize("nature", [KIND, USUAL], ids=["kind", "usual"])
def test_the_record_tells_what_was_played(case: Case, nature: Any) -> None:
    """Whatever the hands did on the way, the record holds the turns really played and no other; and
    where everything was seen, nobody is asked."""
    outcome = play(case, nature)
    assert not (case.quiet and outcome.questions), "\n".join(outcome.trace)
    assert outcome.record == case.truth, "\n".join(outcome.trace)

"""Whether a whole turn is over at once, where hundreds of longer ones begin as it does."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from controller.games.game import Stage, trace_of
from controller.tracking.seen import ANYTHING, exactly
from controller.tracking.tracker import Tracker
from controller.tracking.verdict import Kind, Verdict

PITS = [f"p{number}" for number in range(60)]
START = {"home": 3, "next": 0} | dict.fromkeys(PITS, 0)
SHORT = Stage("move", {"home": 2, "next": 1})
#: From where the short turn ends, another two pieces may go to any two pits.
LONGER = [
    [SHORT, Stage("move", {"home": 0, first: 1, second: 1})]
    for first in PITS
    for second in PITS
    if first < second
]
TRACES = [trace_of(START, stages) for stages in ([SHORT], *LONGER)]


class Asked:
    """Answers whether others go on, and notes how many it was asked about."""

    def __init__(self, answer: bool) -> None:
        self.answer, self.others = answer, 0

    def __call__(self, turn: int, others: Iterable[int]) -> bool:
        assert turn == 0
        self.others = len(list(others))
        return self.answer


def short_turn(asked: Asked, *unseen: str) -> Verdict:
    """The verdict when the short turn has been made."""
    tracker = Tracker(START, TRACES, asked)
    looks = {cell: exactly(count) for cell, count in START.items()}
    tracker.follow(looks | dict.fromkeys(unseen, ANYTHING))
    tracker.follow({"home": exactly(2)})
    return tracker.follow({"next": exactly(1)})


@pytest.mark.parametrize("go_on", [False, True])
def test_it_is_asked_of_all_of_them(go_on: bool) -> None:
    """Only what may be half of another turn has to wait: the game knows, of however many."""
    asked = Asked(go_on)
    verdict = short_turn(asked)
    assert (verdict.kind, verdict.done, verdict.certain) == (Kind.COMPLETE, (0,), not go_on)
    assert asked.others == len(LONGER) > 1_000


def test_what_happens_unseen_may_go_on() -> None:
    """Where another turn may put a piece that nobody sees, no answer helps."""
    asked = Asked(answer=False)
    verdict = short_turn(asked, "p7")
    assert (verdict.kind, verdict.done, verdict.certain) == (Kind.COMPLETE, (0,), False)
    assert asked.others == 0

"""What the board sees of Kakuzu: which hole was emptied, never which number lay beneath."""

from __future__ import annotations

from controller.games.kakuzu import Lift
from controller.tracking.seen import Seen
from controller.tracking.tracker import Tracker
from controller.tracking.verdict import Kind
from tests.games.kakuzu.hands import SHEET, follow, game, set_up


def tracker_of(options: str) -> tuple[Tracker, list[Lift]]:
    """A tracker with a token drawn after the set-up, and the turns it knows."""
    rules = game(sheet=options)
    position = follow(rules, set_up(rules), 5)
    turns = [turn for turn in rules.turns(position) if isinstance(turn, Lift)]
    start = dict(zip(rules.cells, rules.contents(position), strict=True))
    tracker = Tracker(start, [rules.trace(position, turn) for turn in turns])
    tracker.follow({cell: Seen(held, held) for cell, held in start.items()})
    return tracker, turns


def test_every_number_looks_the_same() -> None:
    """A lifted stone leaves nine turns possible, one for each number beneath it."""
    tracker, turns = tracker_of("known")
    verdict = tracker.follow({"e5": Seen(0, 0)})
    done = [turns[number] for number in verdict.done]
    assert verdict.kind is Kind.AMBIGUOUS
    assert done == [Lift(40, number) for number in range(1, 10)]
    assert [turn for turn in done if SHEET.agrees(turn)] == [SHEET.lift("e5")]


def test_an_unknown_sheet_leaves_hit_or_miss() -> None:
    """Without the sheet two turns are left to be asked about."""
    tracker, turns = tracker_of("unknown")
    verdict = tracker.follow({"e5": Seen(0, 0)})
    assert [turns[number] for number in verdict.done] == [Lift(40, 5), Lift(40, 0)]


def test_two_stones_at_once_are_wrong() -> None:
    """A second stone lifted with the first is no turn: it is to be put back."""
    tracker, _ = tracker_of("known")
    verdict = tracker.follow({"e5": Seen(0, 0), "f5": Seen(0, 0)})
    assert verdict.kind is Kind.WRONG


def test_lifts_share_one_trace() -> None:
    """All numbers of a hole have the very same stages."""
    rules = game()
    position = follow(rules, set_up(rules), 5)
    traces = {id(rules.trace(position, Lift(40, number))) for number in range(1, 10)}
    assert len(traces) == 1

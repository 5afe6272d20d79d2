"""The line of play: what the table lives is what the record tells, and no rules are needed."""

from __future__ import annotations

import sys
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest

from controller.play.event import GENESIS, Event, Stored
from controller.play.fold import read_line, take
from controller.play.line import Line
from controller.play.referee import judge
from controller.play.steps import Step
from controller.record.log import Log
from controller.table.state import fold_all
from tests.play.live import live_and_kept
from tests.record.games import Scribe

#: So many evenings of all kinds; `make soak` plays a thousand more, whole.
EVENINGS = 100
#: Four evenings a test; nobody waits for the end of a long game here.
_AT_ONCE, _TURNS = 4, 12


def _stored(scribe: Scribe) -> list[Stored]:
    return [Stored(seq, 1, event, GENESIS) for seq, event in enumerate(scribe.events, start=1)]


def assert_lived_as_kept(seed: int, folder: Path, most_turns: int) -> None:
    """The table's state, with its line, is the one folded from the disk, position by position, and
    the referee finds nothing wrong with it."""
    state, events = live_and_kept(seed, folder / f"{seed}.db", most_turns)
    line = read_line(events, judge)
    assert line.fault is None
    assert state == fold_all(stored.event for stored in events)
    assert _positions(state.line) == _positions(line)
    assert [_untold(step) for step in state.line.steps] == [_untold(step) for step in line.steps]


def _positions(line: Line) -> list[Any]:
    return [(moment.before, moment.after) for moment in line.moments]


def _untold(step: Step) -> Step:
    """A step without its number in the record, which no table knows."""
    return replace(step, seq=0)


@pytest.mark.parametrize("first", range(0, EVENINGS, _AT_ONCE))
def test_what_is_lived_is_what_is_kept(first: int, tmp_path: Path) -> None:
    """After simulated evenings of all kinds what the table knows is what its record tells."""
    for seed in range(first, first + _AT_ONCE):
        assert_lived_as_kept(seed, tmp_path, _TURNS)


@pytest.mark.soak
def test_a_thousand_evenings_are_kept_as_they_were_lived(tmp_path: Path) -> None:
    """The same for a thousand games, each to its end."""
    for seed in range(EVENINGS, EVENINGS + 1000):
        assert_lived_as_kept(seed, tmp_path, 120)


def test_a_line_is_a_value() -> None:
    """Taking an event gives another line and leaves the one before as it was."""
    scribe = Scribe({"stones": 4})
    scribe.made("a1")
    events = _stored(scribe)
    before = read_line(events[:-1])
    after = take(before, events[-1])
    assert (len(before.plies), len(after.plies)) == (0, 1)
    assert before == read_line(events[:-1]) != after == read_line(events)
    with pytest.raises(FrozenInstanceError):
        before.draws = 1  # type: ignore[misc]


def test_a_line_needs_no_rules(tmp_path: Path) -> None:
    """A game that is not installed here can be listed: who played, how many turns, the result."""
    facts = {"players": ["Anna", "Boris"], "seats": [1, 0], "position": "4x12"}
    opened = Event("game.opened", 1.0, {"game": "surakarta", **facts})
    turn = {"ply": 1, "side": 0, "turn": "a1", "position": "4x11", "by": "hands"}
    over = Event("game.over", 3.0, {"winner": 0, "scores": [1, 0], "reason": "played"})
    with Log(tmp_path / "record.db") as log:
        log.append([opened, Event("turn.made", 2.0, turn), over])
        (summary,) = log.games()
        line = read_line(log.events(1))
    assert (summary.game, summary.players, summary.turns) == ("surakarta", ("Boris", "Anna"), 1)
    assert (line.position, line.status, line.fault) == ("4x11", "over", None)


def test_a_long_line_is_no_deep_one() -> None:
    """The last position is worked out, however many steps lead there."""
    scribe = Scribe({"stones": 4})
    there = scribe.rules.write_position(scribe.past[0])
    ruling = {"what": "position", "value": there, "position": there, "by": "Ann", "why": "again"}
    for _ in range(sys.getrecursionlimit()):
        scribe.add("director.ruled", **ruling)
    line = read_line(_stored(scribe))
    assert len(line.moments) == sys.getrecursionlimit()
    assert line.newest.after == scribe.past[0]

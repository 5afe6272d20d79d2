"""The line of play: what the table lives is what the record tells, and no rules are needed."""

from __future__ import annotations

import sys
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from controller.play.event import GENESIS, Event, Stored
from controller.play.fold import read_line, take
from controller.record.log import Log
from tests.play.live import as_kept, as_lived, live_and_kept
from tests.record.games import Scribe

#: So many evenings of all kinds; `make soak` plays ten times as many.
EVENINGS = 100
#: Four evenings a test; nobody waits for the end of a long game here.
_AT_ONCE, _TURNS = 4, 12


def _stored(scribe: Scribe) -> list[Stored]:
    return [Stored(seq, 1, event, GENESIS) for seq, event in enumerate(scribe.events, start=1)]


@pytest.mark.parametrize("first", range(0, EVENINGS, _AT_ONCE))
def test_what_is_lived_is_what_is_kept(first: int, tmp_path: Path) -> None:
    """After simulated evenings of all kinds the table's state is the line read from disk, position
    by position, and the referee finds nothing wrong with it."""
    for seed in range(first, first + _AT_ONCE):
        state, line = live_and_kept(seed, tmp_path / f"{seed}.db", _TURNS)
        assert line.fault is None
        assert as_kept(line) == as_lived(state)


@pytest.mark.soak
def test_a_thousand_evenings_are_kept_as_they_were_lived(tmp_path: Path) -> None:
    """The same for a thousand games, each to its end."""
    for seed in range(EVENINGS, EVENINGS + 1000):
        state, line = live_and_kept(seed, tmp_path / f"{seed}.db", 120)
        assert line.fault is None
        assert as_kept(line) == as_lived(state), seed


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

"""Clocks of three and four players: what each has left, in the record and in every form of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.play.line import Line
from controller.record.clocks import clocks_of
from controller.record.jsonfile import json_of
from controller.record.text import read_text, text_of, write_text
from controller.record.verify import verify
from tests.house.kakuzu_room import KakuzuRoom
from tests.record.clocked import MINUTES, NAMES, clocked_game, clocks, kept, runner, search


@pytest.fixture(params=[3, 4])
def here(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[KakuzuRoom]:
    """A game of three, and one of four, in full swing."""
    opened = clocked_game(tmp_path, request.param)
    yield opened
    opened.close()


def used(walked: Line) -> list[float]:
    """How long each side has thought, turn by turn, without looking at any clock."""
    sides = range(len(walked.players))
    return [sum(ply.seconds for ply in walked.plies if ply.side == side) for side in sides]


def test_everybody_pays_for_the_own_turns(here: KakuzuRoom) -> None:
    """What is gone from each clock is what the record says that this side's turns took."""
    walked = kept(here)
    spent = used(walked)
    assert all(each > 3 for each in spent), "everybody has thought"
    assert clocks_of(walked) == pytest.approx([MINUTES * 60 - each for each in spent], abs=0.1)


def test_clocks_go_on_after_a_power_cut(here: KakuzuRoom) -> None:
    """Everybody has what was left; the minute without power costs nobody anything."""
    before, running = clocks(here), runner(here)
    here.reopen()
    after = clocks(here)
    assert runner(here) == running
    (mover,) = running
    waiting = [side for side in range(len(before)) if side != mover]
    assert [after[side] for side in waiting] == [before[side] for side in waiting]
    assert 0 <= before[mover] - after[mover] < 5
    search(here, 20.0)
    assert clocks(here)[mover] < after[mover] - 20
    assert "is whole" in str(verify(here.path))


def test_text_and_json_tell_the_clocks(here: KakuzuRoom) -> None:
    """Both exports name the clock and, in the order of the sides, what everybody has left."""
    here.do("pause")  # the time stands still: page and record tell the same
    walked = kept(here)
    left = " ".join(f"{seconds:.1f}" for seconds in clocks(here))
    text, told = text_of(walked), json.loads(json_of(walked))
    assert f'[Clock "plain {MINUTES}+10"]\n[ClockLeft "{left}"]\n' in text
    assert write_text(read_text(text)) == text
    assert told["tags"]["ClockLeft"] == left
    assert len(left.split()) == len(told["players"])
    seconds = [
        sum(ply["seconds"] for ply in told["plies"] if ply["side"] == side)
        for side in range(len(told["players"]))
    ]
    assert seconds == pytest.approx(used(walked))


def test_without_a_clock_nothing_is_told(tmp_path: Path) -> None:
    """A game without clocks has no such tags."""
    here = KakuzuRoom(tmp_path, players=4)
    here.begin()
    assert clocks_of(kept(here)) == ()
    assert "Clock" not in text_of(kept(here))
    here.close()


def test_a_flag_falls_among_many(here: KakuzuRoom) -> None:
    """Whose time is up cannot win; who that is stands in sentence, text and JSON by name."""
    (late,) = runner(here)
    here.let(MINUTES * 60.0)
    players = len(here.view["sides"])
    result, scores = here.view["result"], here.view["result"]["scores"]
    assert result["reason"] == "time"
    winners = result["shared"] or [result["winner"]]
    others = [side for side in range(players) if side != late]
    best = max(scores[side] for side in others)
    assert winners == [side for side in others if scores[side] == best]
    homes = here.table.state.rules.homes
    assert here.lit() == {homes[side]: "winner" for side in winners}
    assert clocks(here)[late] == 0.0
    assert runner(here) == []
    walked, side = kept(here), here.table.state.rules.sides[late]
    assert here.view["sentence"]["en"].endswith(f"The time of {NAMES[late]} ({side}) is up.")
    assert f"{{the time of {side} was up}}" in text_of(walked)
    notes = json.loads(json_of(walked))["notes"]
    assert notes[-1]["words"] == f"the time of {side} was up"
    assert clocks_of(walked)[late] == pytest.approx(0.0, abs=0.01)
    assert "is whole" in str(verify(here.path))

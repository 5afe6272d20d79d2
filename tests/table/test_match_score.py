"""A score that a director sets counts for the Crawford game like one that was played (S14)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.table.commands import CommandError
from controller.table.state import fold_all
from tests.table.dicing import DiceSeat, seated

WHO = {"by": "Ann", "why": "entered twice"}


def at_table(length: int = 3, **options: Any) -> DiceSeat:
    """The first game of a match; White has played 3-1, and Black is to roll."""
    seat = seated(3, 1, options={"match_length": length, **options})
    seat.play("8/5 6/5")
    return seat


def set_score(seat: DiceSeat, *score: int) -> None:
    """The director says what the score was before this game."""
    seat.say("direct", action="score", score=list(score), **WHO)


def lose(seat: DiceSeat, side: int) -> None:
    """This side gives the game up, a plain one."""
    seat.say("decide", decision="resign 1", side=side)
    seat.say("decide", decision="accept", side=1 - side)


def go_on(seat: DiceSeat) -> bool:
    """The next game begins: whether it is the Crawford game, in table, record and rules alike."""
    seat.say("next")
    seat.lay(seat.state.start)
    seat.say("roll", dice=[3, 1])
    told = seat.last("game.opened")["match"]["crawford"]
    assert seat.state.match is not None
    assert fold_all(seat.events).match == seat.state.match
    assert seat.state.match["crawford"] is seat.state.position.stakes.crawford is told
    return bool(told)


def test_the_game_at_match_point_is_the_crawford_game(tmp_path: Path) -> None:
    """The score is the one before this game: so this one is the Crawford game, and only it."""
    seat = at_table()
    set_score(seat, 2, 0)
    assert seat.state.position.stakes.crawford
    assert seat.state.match is not None
    assert (seat.state.match["score"], seat.state.match["crawford"]) == ([2, 0], True)
    with pytest.raises(CommandError, match="this is the Crawford game"):
        seat.say("decide", decision="double")
    lose(seat, side=0)
    assert go_on(seat) is False
    assert seat.last("game.opened")["match"]["score"] == [2, 1]
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_a_score_below_match_point_leaves_it_to_come(tmp_path: Path) -> None:
    """Set to 1-0 in a match to 3, then won: the next is the Crawford game."""
    seat = at_table()
    set_score(seat, 1, 0)
    assert not seat.state.position.stakes.crawford
    lose(seat, side=1)
    assert go_on(seat) is True
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_a_crawford_game_that_was_none(tmp_path: Path) -> None:
    """If the score is set below match point the game is an ordinary one, and another will be it."""
    seat = at_table()
    lose(seat, side=1)
    seat.say("next")
    seat.lay(seat.state.start)
    seat.say("roll", dice=[3, 1])
    lose(seat, side=1)
    assert go_on(seat) is True
    set_score(seat, 1, 0)
    assert not seat.state.position.stakes.crawford
    lose(seat, side=1)
    assert go_on(seat) is True
    assert "is whole" in seat.verified(tmp_path / "record.db")


@pytest.mark.parametrize("score", [(2, 0), (1, 2), (2, 2)])
def test_after_the_crawford_game(score: tuple[int, int], tmp_path: Path) -> None:
    """Once it was played, a score that still has a side at match point brings no other."""
    seat = at_table()
    set_score(seat, 2, 0)
    lose(seat, side=0)
    assert go_on(seat) is False
    set_score(seat, *score)
    assert not seat.state.position.stakes.crawford
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_without_the_rule(tmp_path: Path) -> None:
    """A match without the Crawford rule has no such game, whoever sets the score."""
    seat = at_table(crawford=False)
    set_score(seat, 2, 0)
    assert not seat.state.position.stakes.crawford
    lose(seat, side=0)
    assert go_on(seat) is False
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_annulled_at_match_point(tmp_path: Path) -> None:
    """It is played again at the score that was set, as the Crawford game that it was."""
    seat = at_table()
    set_score(seat, 2, 0)
    seat.say("direct", action="annul", **WHO)
    assert go_on(seat) is True
    assert seat.last("game.opened")["match"]["score"] == [2, 0]
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_going_back_behind_the_ruling(tmp_path: Path) -> None:
    """A turn taken back that was made before it takes the score with it, also for a replay."""
    seat = at_table()
    set_score(seat, 2, 0)
    seat.say("direct", action="undo", to=0, **WHO)
    seat.lay(seat.state.position)
    assert seat.state.match is not None
    assert (seat.state.match["score"], seat.state.match["crawford"]) == ([0, 0], False)
    seat.say("direct", action="annul", **WHO)
    assert go_on(seat) is False
    assert seat.last("game.opened")["match"]["score"] == [0, 0]
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_a_turned_cube_is_settled_first(tmp_path: Path) -> None:
    """Nobody raises in the Crawford game: an offer is answered and the cube set before it."""
    seat = at_table()
    seat.say("decide", decision="double")
    for score in ((2, 0), (1, 0)):
        with pytest.raises(CommandError, match="a raise waits for its answer: that comes first"):
            set_score(seat, *score)
    seat.say("decide", decision="take")
    with pytest.raises(CommandError, match="but the cube shows 2: set it to 1 first"):
        set_score(seat, 2, 0)
    seat.say("direct", action="cube", cube=1, owner=None, **WHO)
    set_score(seat, 2, 0)
    with pytest.raises(CommandError, match="the cube stays at 1, nobody's"):
        seat.say("direct", action="cube", cube=2, owner=0, **WHO)
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_a_crawford_game_left_out_is_found(tmp_path: Path) -> None:
    """`lunka verify` finds a next game that should be the Crawford game and is not called so."""
    seat = at_table()
    set_score(seat, 1, 0)
    lose(seat, side=1)
    seat.say("next")
    at = max(at for at, event in enumerate(seat.events) if event.kind == "game.opened")
    opened, rules = seat.events[at], seat.rules
    match = {**opened.data["match"], "crawford": False}
    changed = {**opened.data, "match": match}
    assert rules.stakes is not None
    changed["position"] = rules.write_position(rules.stakes.begin(match))
    seat.events[at] = replace(opened, data=changed)
    assert "is not called the Crawford game at 2-0" in seat.verified(tmp_path / "record.db")

"""A position of a match that is set up is the match: its length, score, Crawford game and cube."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.games.nardy import Short, ShortOptions
from controller.play.fold import read_line
from controller.record.log import Log
from controller.record.matches import match_of
from controller.record.sgf import sgf_of
from controller.record.text import read_text, text_game, text_of
from controller.report.report import report_of
from controller.table.commands import CommandError
from controller.table.setting import Recalled
from controller.table.state import fold_all
from tests.record.matches import stored
from tests.table.dicing import DiceSeat

BOARD = "-b----E-C---eE---c-e----B-"


def xgid(rest: str) -> str:
    """An XGID of the start with these fields."""
    return f"XGID={BOARD}:{rest}"


def set_up(position: str, options: dict[str, Any] | None = None) -> DiceSeat:
    """A table at which this position was set up and laid."""
    seat = DiceSeat("short", options)
    seat.say("setup", position=position)
    seat.lay(seat.state.start)
    return seat


def facts(seat: DiceSeat) -> tuple[int, list[int], bool, int, int]:
    """What the newest game says of its match."""
    match = seat.last("game.opened")["match"]
    told = (match["length"], match["score"], match["crawford"], match["number"], match["first"])
    assert seat.state.match == match
    return told


def lose(seat: DiceSeat, side: int, level: int = 1) -> None:
    """This side gives the game up."""
    seat.say("decide", decision=f"resign {level}", side=side)
    seat.say("decide", decision="accept", side=1 - side)


def test_the_match_of_an_xgid_goes_on(tmp_path: Path) -> None:
    """2-3 in a match to 7 with a turned cube, at a table of single games: the next game begins at
    6-3 and is the Crawford game, the one after it is not (S14)."""
    seat = set_up(xgid("1:-1:1:00:2:3:0:7:10"))
    assert facts(seat) == (7, [2, 3], False, 1, 0)
    assert seat.last("game.opened")["options"] == {"match_length": 7}
    assert (seat.state.position.stakes.cube, seat.state.position.stakes.owner) == (2, 1)
    lose(seat, side=1, level=2)
    seat.say("next")
    assert facts(seat) == (7, [6, 3], True, 2, 1)
    seat.lay(seat.state.start)
    seat.say("roll", dice=[6, 5])
    lose(seat, side=0)
    seat.say("next")
    assert facts(seat) == (7, [6, 4], False, 3, 1)
    assert fold_all(seat.events).match == seat.state.match
    assert "is whole" in seat.verified(tmp_path / "record.db")
    with Log.open_reader(tmp_path / "record.db") as log:
        match = match_of(log, 2)
    assert (match.length, match.score, match.winner) == (7, (6, 4), None)
    assert "MI[length:7][game:1][ws:2][bs:3]" in sgf_of(match).text
    report = report_of(match)
    assert "2–3" in report
    assert "6–3 · Crawford game" in report
    text = text_of(match.games[0])
    assert '[Score "2-3"]' in text
    assert read_text(text) == text_game(match.games[0])


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        ("0:0:1:00:7:3:0:7:10", "the score is 7-3 in a match to 7, which is won; 0 to 6 points"),
        ("0:0:1:D:6:3:1:7:10", "a raise is offered in the Crawford game"),
    ],
)
def test_a_match_that_cannot_be_is_not_set_up(rest: str, why: str) -> None:
    """The game that is played is not abandoned for it."""
    seat = DiceSeat("short")
    seat.begin()
    with pytest.raises(CommandError, match=f"no new game: .*{why}"):
        seat.say("setup", position=xgid(rest))
    assert [event.kind for event in seat.events] == ["game.opened", "board.ready"]


def test_a_match_is_won_from_a_position() -> None:
    """Who reaches the length from the score that was set up has won: no game follows."""
    seat = set_up(xgid("0:0:1:00:6:3:1:7:10"))
    assert facts(seat) == (7, [6, 3], True, 1, 0)
    lose(seat, side=1)
    assert "next" not in seat.table.commands()


@pytest.mark.parametrize(
    ("rest", "crawford"),
    [("0:0:1:00:6:3:1:7:10", False), ("0:0:1:00:6:3:0:7:10", False), ("0:0:1:00:3:5:0:7:10", True)],
)
def test_one_crawford_game(rest: str, *, crawford: bool) -> None:
    """After the Crawford game, and after it was played, there is no other one (S14)."""
    seat = set_up(xgid(rest))
    lose(seat, side=0)
    seat.say("next")
    assert seat.state.position.stakes.crawford is crawford


def test_a_match_id_is_the_match(tmp_path: Path) -> None:
    """The manual's example, a match to 9 at 2-4 with a 2-cube, at a table that plays to 5."""
    seat = set_up("4HPwATDgc/ABMA:QYkqASAAIAAA", {"match_length": 5})
    assert facts(seat) == (9, [2, 4], False, 1, 0)
    assert seat.last("game.opened")["options"] == {"match_length": 9}
    lose(seat, side=1)
    seat.say("next")
    assert facts(seat) == (9, [4, 4], False, 2, 1)
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_a_moment_of_a_match_goes_on_as_a_match(tmp_path: Path) -> None:
    """As after turn 1 of game 2, at 1-0 in a match to 3: the rest of the match can be played."""
    seat = DiceSeat("short", {"match_length": 3})
    seat.begin()
    seat.say("roll", dice=[6, 5])
    lose(seat, side=1)
    seat.say("next")
    seat.lay(seat.state.start)
    seat.say("roll", dice=[6, 5])
    seat.play("24/13")
    there = seat.last("turn.made")["position"]
    rules = {"match_length": 3}
    seat.table.recall = lambda _game, ply: Recalled("short", there, ply or 0, rules, ("A", "B"))
    seat.table.options = {}
    seat.say("setup", game=2, ply=1)
    seat.lay(seat.state.start)
    assert facts(seat) == (3, [1, 0], False, 1, 0)
    lose(seat, side=0)
    seat.say("next")
    assert facts(seat) == (3, [1, 1], False, 2, 3)
    assert seat.last("game.opened")["options"] == rules
    assert "is whole" in seat.verified(tmp_path / "record.db")


@pytest.mark.parametrize("begin", ["white", "black", "lot"])
@pytest.mark.parametrize("game", ["short", "long"])
def test_a_match_with_a_side_that_begins(game: str, begin: str, tmp_path: Path) -> None:
    """Whoever begins by agreement, it is the first game of the match (N2, S14)."""
    seat = DiceSeat(game, {"match_length": 2})
    seat.begin(begin=begin)
    assert facts(seat) == (2, [0, 0], False, 1, 0)
    lose(seat, side=0)
    seat.say("next")
    assert facts(seat) == (2, [0, 1], True, 2, 1)
    assert "is whole" in seat.verified(tmp_path / "record.db")


@pytest.mark.parametrize(
    ("rules", "jacoby", "beaver"),
    [(0, False, False), (1, True, False), (2, False, True), (3, True, True)],
)
@pytest.mark.parametrize("own", [{}, {"jacoby": True, "beaver": True}])
def test_an_xgid_brings_its_rules(
    own: dict[str, Any], rules: int, tmp_path: Path, *, jacoby: bool, beaver: bool
) -> None:
    """Jacoby and beavers are played as the XGID says, on record, and in the next game too; the
    table keeps its own options for games of its own (S11, S12)."""
    seat = set_up(xgid(f"0:0:1:00:0:0:{rules}:0:10"), own)
    options = ShortOptions(**seat.last("game.opened")["options"])
    assert (options.jacoby, options.beaver) == (jacoby, beaver)
    seat.say("decide", decision="double")
    assert bool(seat.state.acts.saying("beaver")) is beaver
    seat.say("decide", decision="beaver" if beaver else "drop")
    seat.say("decide", decision="drop") if beaver else None
    seat.say("next")
    stakes = seat.state.position.stakes
    assert (stakes.jacoby, stakes.beaver) == (jacoby, beaver)
    assert "is whole" in seat.verified(tmp_path / "record.db")
    seat.say("new")
    assert seat.last("game.opened")["options"] == own


def test_single_game_rules_do_not_come_into_a_match() -> None:
    """A table with beavers, Jacoby and automatic doubles plays a match without them (S14)."""
    own = {"jacoby": True, "beaver": True, "auto_doubles": 2}
    seat = set_up(xgid("0:0:1:00:2:3:0:7:10"), own)
    options = seat.last("game.opened")["options"]
    assert options == {"jacoby": False, "beaver": False, "auto_doubles": 0, "match_length": 7}


def test_a_crawford_game_where_it_was_not_agreed() -> None:
    """A position in the Crawford game settles that the rule is played."""
    seat = set_up(xgid("0:0:1:00:2:6:1:7:10"), {"crawford": False})
    assert seat.last("game.opened")["options"] == {"crawford": True, "match_length": 7}


def test_options_and_a_position_must_agree() -> None:
    """Whoever says both is told where they differ."""
    seat = DiceSeat("short")
    why = "the options say match_length = 5, but the position has match_length = 7"
    with pytest.raises(CommandError, match=why):
        seat.say("new", options={"match_length": 5}, position=xgid("0:0:1:00:2:3:0:7:10"))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"match": {"score": [1, 3]}}, "told as one to 7 at 1-3, but its position"),
        ({"match": {"length": 9}}, "told as one to 9 at 2-3, but its position"),
        ({"match": {"crawford": True}}, "at 2-3, the Crawford game, but its position"),
        ({"options": {"match_length": 9}}, "is played with match_length = 7, which"),
    ],
)
def test_a_false_match_is_found(tmp_path: Path, change: dict[str, Any], why: str) -> None:
    """`lunka verify` compares what is told of the match with the position."""
    seat = set_up(xgid("0:0:1:00:2:3:0:7:10"))
    first, *rest = seat.events
    told = {key: {**first.data[key], **value} for key, value in change.items()}
    seat.events = [replace(first, data={**first.data, **told}), *rest]
    assert why in seat.verified(tmp_path / "record.db")


def test_a_beaver_that_was_left_out_is_found(tmp_path: Path) -> None:
    """The options must be those of the XGID, though a Match ID has no room for beavers."""
    seat = set_up(xgid("0:0:1:31:0:0:2:0:10"))
    first, *rest = seat.events
    seat.events = [replace(first, data={**first.data, "options": {}}), *rest]
    assert "it was set up as" in seat.verified(tmp_path / "record.db")


def test_a_later_game_begins_with_the_opening_roll(tmp_path: Path) -> None:
    """Only the first game of a match in the record can begin from a position."""
    seat = set_up(xgid("0:0:1:00:2:3:0:7:10"))
    lose(seat, side=1)
    seat.say("next")
    at = max(at for at, event in enumerate(seat.events) if event.kind == "game.opened")
    opened, rules = seat.events[at], Short(ShortOptions(match_length=7))
    stakes = replace(rules.start().stakes, score=(3, 3))
    position = rules.write_position(rules.start()._replace(stakes=stakes))
    seat.events[at] = replace(opened, data={**opened.data, "position": position})
    assert "game 2 of a match begins with" in seat.verified(tmp_path / "record.db")


def test_the_walk_knows_the_match() -> None:
    """Whoever walks over the record finds the match of a position that was set up."""
    seat = set_up(xgid("0:0:1:00:2:3:0:7:10"))
    match = read_line(stored(seat.events)).opening.match
    assert match and (match.length, match.score, match.crawford) == (7, (2, 3), False)


@pytest.mark.parametrize("how", ["borne off", "resigned"])
def test_single_games_past_what_can_be_counted(how: str, tmp_path: Path) -> None:
    """A win at the highest cube leaves a score that no position can say: the game is whole and can
    be shown, the next one is refused in words, and a new evening can begin."""
    seat = set_up("XGID=-B----------------------b-:15:1:1:00:0:0:0:0:15")
    if how == "resigned":
        lose(seat, 1)
    else:
        seat.say("roll", dice=[2, 1])
        seat.say("declare", turn="1/off(2)")
    assert seat.state.result is not None
    assert seat.state.result.scores == (32768, 0)
    with pytest.raises(CommandError, match=r"no new game: score .* at most 32767 points; begin a"):
        seat.say("next")
    assert "is whole" in seat.verified(tmp_path / "record.db")
    with Log.open_reader(tmp_path / "record.db") as log:
        assert '[Result "32768-0"]' in text_of(read_line(log.events(1)))
    seat.say("new")
    assert seat.last("game.opened")["position"]

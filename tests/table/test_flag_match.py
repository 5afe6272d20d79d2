"""A flag by the house rule `flag = "game"`: a plain win at the stake as it stands, and the match
goes on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from controller.games.game import IllegalError
from controller.play.event import Event
from controller.record.log import Log
from controller.record.mat import mat_of
from controller.record.mat_reader import read_mat
from controller.record.matches import MatchWalk, match_of
from controller.record.sgf import sgf_of
from controller.record.sgf_reader import read_sgf
from controller.record.text import text_of
from controller.record.text_reader import read_text
from controller.record.verify import verify
from tests.table.dicing import DiceSeat, seated

WHITE, BLACK = 0, 1
CLOCK = {"clock": "plain", "minutes": 1, "clock_scope": "game", "flag": "game"}


def played(length: int = 3, *words: str, game: str = "short", **options: Any) -> DiceSeat:
    """White opens 3-1 and moves in a match to so many points; then this is said."""
    given = {"match_length": length, **options}
    seat = seated(3, 1, game=game, options=given, **CLOCK)
    if game == "short":
        seat.play("8/5 6/5")
    for word in words:
        seat.say("decide", decision=word)
    return seat


def recorded(seat: DiceSeat, path: Path) -> MatchWalk:
    """The match of a verified record."""
    assert "is whole" in seat.verified(path)
    with Log.open_reader(path) as log:
        return match_of(log, 1)


def test_the_other_side_wins_the_stake(tmp_path: Path) -> None:
    """S8: Black thinks too long at the start: one point for White, and the match goes on."""
    seat = played()
    assert seat.wait(61.0) == ["clock.flag", "turn.sealed", "game.over"]
    assert seat.last("game.over") == {
        "winner": WHITE,
        "scores": [1, 0],
        "reason": "time",
        "level": 1,
        "cube": 1,
    }
    assert "next" in seat.table.commands()
    seat.say("next")
    assert seat.last("game.opened")["match"]["score"] == [1, 0]
    seat.lay(seat.state.start)
    assert recorded(seat, tmp_path / "record.db").score == (1, 0)


def test_a_raised_stake_counts(tmp_path: Path) -> None:
    """S8: the cube stands at 2 after a take; the match to 2 is won by the flag."""
    seat = played(2, "double", "take")
    seat.wait(61.0)
    assert seat.last("game.over")["scores"] == [2, 0]
    assert "next" not in seat.table.commands()
    match = recorded(seat, tmp_path / "record.db")
    assert match.winner == WHITE and match.score == (2, 0)


def test_an_offered_raise_does_not_count_yet() -> None:
    """S8: who has no time left to answer loses the stake as it stood."""
    seat = played(3, "double")
    seat.wait(61.0)
    assert seat.last("clock.flag") == {"side": WHITE}
    assert seat.last("game.over")["scores"] == [0, 1]


def test_a_beaver_that_is_not_answered_costs_the_raise() -> None:
    """S11: the first doubler gives up at the already doubled stake."""
    seat = played(0, "double", "beaver", beaver=True)
    seat.wait(61.0)
    assert seat.last("clock.flag") == {"side": BLACK}
    assert seat.last("game.over")["scores"] == [2, 0]


def test_an_offered_resignation_is_past() -> None:
    """However much was offered: the flag is a plain win of whoever has time."""
    seat = played()
    seat.say("decide", decision="resign 2", side=BLACK)
    seat.wait(61.0)
    assert seat.last("clock.flag") == {"side": WHITE}
    assert seat.last("game.over")["scores"] == [0, 1]


@pytest.mark.parametrize("game", ["long", "gulbar", "mad-gulbar"])
def test_every_nardy_counts(game: str, tmp_path: Path) -> None:
    """The winner of the opening roll never rolls again: one point for the other."""
    seat = played(game=game)
    seat.wait(61.0)
    assert seat.last("game.over")["scores"] == [0, 1]
    assert recorded(seat, tmp_path / "record.db").score == (0, 1)


def test_a_flag_may_bring_the_crawford_game(tmp_path: Path) -> None:
    """S14: two points of three by a flag: the next game is the Crawford game."""
    seat = played(3, "double", "take")
    seat.wait(61.0)
    seat.say("next")
    assert seat.last("game.opened")["match"]["crawford"] is True
    seat.lay(seat.state.start)
    assert recorded(seat, tmp_path / "record.db").score == (2, 0)


def test_a_turn_may_be_taken_back_after_a_flag(tmp_path: Path) -> None:
    """The result no longer stands, and neither does its score."""
    seat = played()
    seat.wait(61.0)
    seat.say("undo")
    assert seat.state.result is None
    assert seat.state.position.stakes.score == (0, 0)
    assert "is whole" in seat.verified(tmp_path / "record.db")


def changed(events: list[Event], **facts: Any) -> list[Event]:
    """The same events, with another end."""
    *before, over = events
    return [*before, Event(over.kind, over.at, {**over.data, **facts})]


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"scores": [0, 0]}, r"winner and scores are \(0, \(0, 0\)\); .* \(0, \(1, 0\)\)"),
        ({"scores": [2, 0]}, r"winner and scores"),
        ({"winner": 1, "scores": [0, 1]}, r"side 1 wins, but its time was up"),
        ({"winner": None, "scores": [0, 0]}, r"a game that was lost on time has a winner"),
        ({"cube": 2}, r"cube is 2; .* it is 1"),
        ({"level": 2}, r"level is 2; .* it is 1"),
    ],
)
def test_another_end_is_found(facts: dict[str, Any], fault: str, tmp_path: Path) -> None:
    """`lunka verify` knows what a flag brings."""
    seat = played()
    seat.wait(61.0)
    with Log(tmp_path / "record.db") as log:
        log.append(changed(seat.events, **facts))
    report = verify(tmp_path / "record.db")
    assert not report.ok and re.search(fault, str(report))


@pytest.mark.parametrize("words", [(), ("double",), ("double", "take")])
def test_exports_carry_it(words: tuple[str, ...], tmp_path: Path) -> None:
    """SGF says it was the time, .mat has the points; both come back."""
    seat = played(5, *words)
    seat.wait(61.0)
    match = recorded(seat, tmp_path / "record.db")
    result = match.games[0].result
    assert result is not None and result.winner is not None
    points = result.scores[result.winner]
    assert f"RE[{'WB'[result.winner]}+{points}T]" in sgf_of(match).text
    assert f"Wins {points} point" in mat_of(match).text
    for read, text in ((read_sgf, sgf_of(match).text), (read_mat, mat_of(match).text)):
        (over,) = [event for event in read(text).events if event.kind == "game.over"]
        assert (over.data["winner"], tuple(over.data["scores"])) == (result.winner, result.scores)


def test_a_file_cannot_give_more_for_a_flag() -> None:
    """An SGF result by time must be what the cube shows, or the whole match (T3)."""
    with pytest.raises(IllegalError, match=r"what the cube shows, 1, or all .*, 5, not 2"):
        read_sgf("(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[A]PB[B]RE[W+2T];W[31hefe])")


def test_the_text_carries_it(tmp_path: Path) -> None:
    """The text record reads back, and a changed result in it is refused."""
    seat = played()
    seat.wait(61.0)
    (walked,) = recorded(seat, tmp_path / "record.db").games
    text = text_of(walked)
    assert '[Termination "time"]' in text
    read_text(text)
    with pytest.raises(IllegalError, match="the game ended 1-0"):
        read_text(text.replace("1-0", "3-0"))

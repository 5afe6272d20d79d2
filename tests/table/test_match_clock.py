"""The clock of a match: one reserve for all its games, and a flag loses the match (T1-T4)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.game import IllegalError, InvalidError
from controller.hub.results import Wanted
from controller.play.event import Event, Stored
from controller.play.fold import read_line
from controller.record.log import Log
from controller.record.mat import mat_of
from controller.record.mat_reader import read_mat
from controller.record.matches import MatchWalk, match_of
from controller.record.sgf import sgf_of
from controller.record.sgf_reader import read_sgf
from controller.record.text import text_of
from controller.record.text_reader import read_text
from controller.record.verify import verify
from controller.table.house_rules import HouseRules, read_house_rules
from controller.table.reserve import carried
from controller.table.state import State, fold_all
from controller.table.survey import survey
from controller.words.moment import moment
from tests.table.dicing import DiceSeat, seated

WHITE, BLACK = 0, 1


def played(length: int = 5, *words: str, game: str = "short", **house: Any) -> DiceSeat:
    """White opens 3-1 and moves in a match to so many points; then this is said."""
    timed = {"clock": "plain", "minutes": 1, **house}
    seat = seated(3, 1, game=game, options={"match_length": length}, **timed)
    if game == "short":
        seat.play("8/5 6/5")
    for word in words:
        seat.say("decide", decision=word)
    return seat


def resigned(seat: DiceSeat, seconds: float) -> None:
    """Black thinks so long and gives up a plain game, and the next one begins."""
    seat.wait(seconds)
    seat.say("decide", decision="resign 1", side=BLACK)
    seat.say("decide", decision="accept")
    seat.say("next")


def lefts(state: State) -> tuple[float, ...]:
    """What the clocks show while nobody's time runs."""
    assert state.clock is not None
    return tuple(round(seconds, 3) for seconds in state.clock.left)


def recorded(events: list[Event], path: Path) -> MatchWalk:
    """The match of these events, whose record is whole."""
    with Log(path) as log:
        log.append(events)
    assert "is whole" in str(verify(path))
    with Log.open_reader(path) as log:
        return match_of(log, 1)


def test_the_reserve_goes_on_in_the_next_game(tmp_path: Path) -> None:
    """T1: what Black used in the first game is gone in the second, and the record says so."""
    seat = played()
    before = lefts(seat.state)
    resigned(seat, 20.0)
    opened = seat.last("game.opened")
    assert opened["clock_left"] == list(lefts(seat.state))
    assert lefts(seat.state)[BLACK] == pytest.approx(before[BLACK] - 20.0, abs=1.0)
    assert (opened["house"]["clock_scope"], opened["house"]["flag"]) == ("match", "match")
    recorded(seat.events, tmp_path / "record.db")


def test_no_clock_runs_before_the_opening_roll() -> None:
    """T4: the carried reserve stands still until the dice of the next game have said who begins."""
    seat = played()
    resigned(seat, 20.0)
    seat.lay(seat.state.start)
    left = lefts(seat.state)
    seat.wait(300.0)
    assert seat.state.result is None and lefts(seat.state) == left
    seat.say("roll", dice=[1, 3])
    assert seat.state.clock is not None and seat.state.clock.running == BLACK


def test_the_free_seconds_are_not_taken_from_the_match() -> None:
    """T2: what is within the delay leaves the match's reserve as it is."""
    seat = played(clock="delay", extra=12)
    resigned(seat, 10.0)
    assert seat.last("game.opened")["clock_left"] == [60.0, 60.0]


def test_each_game_has_its_own_time_by_house_rule() -> None:
    """T1: with clock_scope = "game" the second game begins with full clocks."""
    seat = played(clock_scope="game")
    resigned(seat, 20.0)
    assert "clock_left" not in seat.last("game.opened")
    assert lefts(seat.state) == (60.0, 60.0)


def test_single_games_have_their_own_time() -> None:
    """T1, T3: an evening of single games is no match, and says nothing of the rules of matches."""
    seat = played(0)
    resigned(seat, 20.0)
    opened = seat.last("game.opened")
    assert lefts(seat.state) == (60.0, 60.0)
    assert "clock_left" not in opened
    assert not {"clock_scope", "flag"} & set(opened["house"])


def test_an_untimed_match_says_nothing_of_time() -> None:
    """The opening of a match without a clock is told as it always was."""
    seat = played(clock="none")
    assert not {"clock_scope", "flag"} & set(seat.last("game.opened")["house"])


def test_an_annulled_game_gives_its_time_back(tmp_path: Path) -> None:
    """A game that is played again is played with the time that there was for it."""
    seat = played()
    resigned(seat, 20.0)
    left = seat.last("game.opened")["clock_left"]
    seat.lay(seat.state.start)
    seat.say("roll", dice=[3, 1])
    seat.wait(10.0)
    seat.say("direct", action="annul", by="Ann", why="wrong pairing")
    seat.say("next")
    assert seat.last("game.opened")["clock_left"] == left
    recorded(seat.events, tmp_path / "record.db")


def test_a_players_time_is_his_own_after_seats_change() -> None:
    """T1: time belongs to the player: where seats were exchanged it is found by who sat there."""
    seat = played()
    seat.wait(20.0)
    state = seat.state
    assert state.clock is not None
    other = replace(state, line=state.line.but(seats=state.seats[::-1]))
    assert carried(other) == carried(state)[::-1]


def test_a_flag_loses_the_match(tmp_path: Path) -> None:
    """T3: Black's time is up at 0-0 to five: five points for White, and no game comes next."""
    seat = played()
    assert seat.wait(61.0) == ["clock.flag", "turn.sealed", "game.over"]
    over = seat.last("game.over")
    assert over == {"winner": WHITE, "scores": [5, 0], "reason": "time", "level": 1, "cube": 1}
    assert "next" not in seat.table.commands()
    said = moment(survey(seat.table))
    assert "the match is lost" in said["en"] and "матч проигран" in said["ru"]
    match = recorded(seat.events, tmp_path / "record.db")
    assert match.winner == WHITE and match.score == (5, 0)


def test_the_score_ends_at_the_length_of_the_match(tmp_path: Path) -> None:
    """T3, T11: at 1-0 with the cube at two, the flag brings the four points that are lacking."""
    seat = played()
    resigned(seat, 5.0)
    seat.lay(seat.state.start)
    seat.say("roll", dice=[3, 1])
    seat.play("8/5 6/5")
    for word in ("double", "take"):
        seat.say("decide", decision=word)
    seat.wait(61.0)
    assert seat.last("game.over")["scores"] == [4, 0]
    assert recorded(seat.events, tmp_path / "record.db").score == (5, 0)


def test_a_flag_loses_a_single_game() -> None:
    """T3: without a match a flag loses the game and its stake."""
    seat = played(0)
    seat.wait(61.0)
    assert seat.last("game.over")["scores"] == [1, 0]
    assert "next" in seat.table.commands()


def test_a_flag_that_loses_the_game_leaves_no_time(tmp_path: Path) -> None:
    """T1, T3: by agreement the match goes on, but the reserve that ran out stays out."""
    seat = played(flag="game")
    seat.wait(61.0)
    assert seat.last("game.over")["scores"] == [1, 0]
    seat.say("next")
    assert seat.last("game.opened")["clock_left"][BLACK] == 0.0
    recorded(seat.events, tmp_path / "record.db")


@pytest.mark.parametrize("game", ["long", "gulbar", "mad-gulbar"])
def test_every_nardy_match_is_lost_by_a_flag(game: str, tmp_path: Path) -> None:
    """T3: the winner of the opening roll never rolls: the match is the other's."""
    seat = played(3, game=game)
    seat.wait(61.0)
    assert recorded(seat.events, tmp_path / "record.db").score == (0, 3)


def test_old_records_are_games_for_themselves(tmp_path: Path) -> None:
    """A record that says nothing of scope and flag has full clocks, and a flag lost the game."""
    seat = played(clock_scope="game", flag="game")
    seat.wait(61.0)
    events = [_without_rules(event) for event in seat.events]
    state = fold_all(events)
    assert (state.house.clock_scope, state.house.flag) == ("game", "game")
    assert state.position.stakes.score == (1, 0)
    assert recorded(events, tmp_path / "record.db").score == (1, 0)


def _without_rules(event: Event) -> Event:
    if event.kind != "game.opened":
        return event
    new = ("clock_scope", "flag")
    house = {key: value for key, value in event.data["house"].items() if key not in new}
    return Event(event.kind, event.at, {**event.data, "house": house})


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.floats(0.0, 25.0), min_size=1, max_size=4),
    st.sampled_from(["plain", "fischer", "delay", "bronstein"]),
)
def test_a_restart_anywhere_keeps_the_reserve(spans: list[float], kind: str) -> None:
    """T1: after any games, the fold of the record has every player's time as the table has it, and
    nobody has more than he began the match with and was given."""
    seat = played(9, clock=kind, extra=2, minutes=5)
    for span in spans:
        resigned(seat, span)
        kinds = [event.kind for event in seat.events]
        begun = len(kinds) - 1 - kinds[::-1].index("game.opened")
        for events in (seat.events, seat.events[begun:]):  # all of it, or the newest game alone
            assert fold_all(events) == seat.state
        assert seat.last("game.opened")["clock_left"] == list(lefts(seat.state))
        seat.lay(seat.state.start)
        seat.say("roll", dice=[3, 1])
        seat.play("8/5 6/5")
    used = max(0.0, sum(max(0.0, span - 2.0) for span in spans) - 1.0)
    assert lefts(seat.state)[BLACK] <= 300.0 + 2.0 * len(spans) - (used if kind == "plain" else 0.0)


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"clock_left": [60.0, 60.0]}, r"its clocks begin with 60 s and 60 s, but game 1 left"),
        ({"clock_left": None}, r"its clocks begin with nothing to carry over, but game 1 left"),
        ({"clock_left": [60.0]}, r"'clock_left' has 1 times for 2 players"),
        ({"clock_left": "all"}, r"must be a list of seconds"),
        ({"clock_left": [-1.0, 5.0]}, r"must be a list of seconds"),
    ],
)
def test_other_times_are_found(facts: dict[str, Any], fault: str, tmp_path: Path) -> None:
    """`lunka verify` knows what the game before has left to each player."""
    seat = played()
    resigned(seat, 20.0)
    at = max(at for at, event in enumerate(seat.events) if event.kind == "game.opened")
    opened = seat.events[at]
    data = {key: value for key, value in {**opened.data, **facts}.items() if value is not None}
    events = [*seat.events[:at], Event(opened.kind, opened.at, data), *seat.events[at + 1 :]]
    with Log(tmp_path / "record.db") as log:
        log.append(events)
    report = verify(tmp_path / "record.db")
    assert not report.ok and re.search(fault, str(report)), str(report)


@pytest.mark.parametrize("scores", [[1, 0], [6, 0]])
def test_another_award_is_found(scores: list[int], tmp_path: Path) -> None:
    """T3: `lunka verify` knows that a flag brings all that is lacking, and no more."""
    seat = played()
    seat.wait(61.0)
    *before, over = seat.events
    with Log(tmp_path / "record.db") as log:
        log.append([*before, Event(over.kind, over.at, {**over.data, "scores": scores})])
    report = verify(tmp_path / "record.db")
    assert not report.ok and "winner and scores are" in str(report)


@pytest.mark.parametrize("length", [2, 3, 5, 7])
@pytest.mark.parametrize("words", [(), ("double",), ("double", "take")])
def test_exports_carry_a_lost_match(words: tuple[str, ...], length: int, tmp_path: Path) -> None:
    """T3: SGF, .mat and the text record all come back with the whole match won."""
    seat = played(length, *words)
    seat.wait(70.0)
    match = recorded(seat.events, tmp_path / "record.db")
    result = match.games[0].result
    assert result is not None and result.winner is not None
    assert result.scores[result.winner] == length
    assert f"RE[{'WB'[result.winner]}+{length}T]" in sgf_of(match).text
    for read, text in ((read_sgf, sgf_of(match).text), (read_mat, mat_of(match).text)):
        events = read(text).events
        (over,) = [event for event in events if event.kind == "game.over"]
        assert (over.data["winner"], tuple(over.data["scores"])) == (result.winner, result.scores)
        recorded(events, tmp_path / f"{read.__name__}.db")
    assert any("the match was lost on time in game 1" in lost for lost in mat_of(match).losses)
    text = text_of(match.games[0])
    assert '[Flag "match"]' in text and '[ClockScope "match"]' in text
    read_text(text)
    with pytest.raises(IllegalError, match="the game ended"):
        read_text(text.replace(f"{length}-0", "1-0").replace(f"0-{length}", "0-1"))


def test_a_meeting_is_found_with_and_without_the_rules() -> None:
    """The hub takes a match that a table opened before there were these rules."""
    seat = played()
    house = HouseRules(clock="plain", minutes=1, dice="entered").told(5)
    for events in (seat.events, [_without_rules(event) for event in seat.events]):
        walked = read_line([_stored(at, event) for at, event in enumerate(events, start=1)])
        wanted = Wanted(("White", "Black"), "short", house)
        assert wanted.seats(walked) == (WHITE, BLACK)
    other = Wanted(("White", "Black"), "short", {**house, "flag": "game"})
    assert other.seats(read_line([_stored(1, seat.events[0])])) is None


def _stored(seq: int, event: Event) -> Stored:
    return Stored(seq=seq, game=1, event=event, hash="")


@pytest.mark.parametrize("key", ["clock_scope", "flag"])
def test_other_words_are_refused(key: str) -> None:
    """A house rule that does not exist is answered with what is allowed."""
    with pytest.raises(InvalidError, match=rf"house rules: option {key}: 'set' .*match or game"):
        read_house_rules({key: "set"})

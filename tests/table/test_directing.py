"""What a director does at a table: one appended event each, with who and why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.nardy import Short
from controller.play.fold import read_line
from controller.record.jsonfile import game_object
from controller.record.mat import mat_of
from controller.record.sgf import sgf_of
from controller.record.text import read_text, text_game, text_of, write_text
from controller.report.report import report_of
from controller.table.commands import CommandError
from controller.table.state import Status
from controller.table.survey import survey
from controller.words.moment import moment
from controller.words.news import happened
from tests.record.matches import match_walk, stored
from tests.table.board import Seat
from tests.table.board import seated as at_kalah
from tests.table.dicing import DiceSeat

WHO = {"by": "Ann", "why": "a dispute"}


def direct(seat: Seat, action: str, **facts: Any) -> list[str]:
    """The director acts."""
    return seat.say("direct", action=action, **{**WHO, **facts})


def in_match(**house: Any) -> DiceSeat:
    """The first game of a match to 5; White rolled 6-5."""
    seat = DiceSeat("short", {"match_length": 5}, **house)
    seat.begin()
    seat.say("roll", dice=[6, 5])
    return seat


def text(seat: Seat, game: int = 1) -> str:
    """The text record; reading it gives the same game."""
    walked = read_line(each for each in stored(seat.events) if each.game == game)
    written = text_of(walked)
    assert read_text(written) == text_game(walked)
    assert write_text(read_text(written)) == written
    assert len(game_object(walked)["steps"]) == len(walked.steps)
    return written


@pytest.mark.parametrize(
    ("given_", "why"),
    [
        ({"action": "annul", "why": "x"}, r"by \(who directs\) and why must both be said"),
        ({"action": "annul", "by": " ", "why": "x"}, "by must be a text of at most 200 printable"),
        ({"action": "annul", "by": "Ann"}, "why is missing"),
        ({"action": "dance", **WHO}, "unknown action 'dance'; there are: pause, position, dice"),
        ({"action": "dice", **WHO}, "direct dice: dice is missing"),
        ({"action": "annul", "to": 1, **WHO}, "direct annul: to is not taken"),
        ({"action": "dice", "dice": [7, 1], **WHO}, "two numbers from 1 to 6 are needed"),
        ({"action": "score", "score": [5, 0], **WHO}, "two numbers from 0 to 4 are needed"),
        ({"action": "cube", "cube": 3, **WHO}, "the cube cannot show 3; 1, 2, 4"),
        ({"action": "cube", "cube": 2, "owner": 2, **WHO}, "cannot belong to side 2"),
        ({"action": "clock", "seconds": [1, 2], **WHO}, "played without a clock"),
        ({"action": "undo", "to": 0, **WHO}, "0 turns are made; back to 0 is not possible"),
        ({"action": "position", "position": "x", **WHO}, "Position ID 'x'"),
    ],
)
def test_refused_with_words(given_: dict[str, Any], why: str) -> None:
    """Nothing happens without who and why, or by something that cannot be; it is said why."""
    seat = in_match()
    with pytest.raises(CommandError, match=why):
        seat.say("direct", **given_)


def test_a_position_is_led_to_by_lights(tmp_path: Path) -> None:
    """The checkers follow the lights; cube and score stay, and the game goes on."""
    seat = in_match()
    seat.move("24>13")
    before = GAME.write_position(seat.state.start._replace(mover=1, stakes=PLAYING))
    assert direct(seat, "position", position=before) == ["turn.sealed", "director.ruled"]
    said = moment(survey(seat.table))
    assert said["en"] == "The director set the position: 12 has 1 too many, 1 needs 1 more."
    assert said["ru"].startswith("Судья установил позицию")
    seat.move("13>24")
    assert seat.kind == "untouched"
    assert seat.state.position.stakes.length == 5
    seat.say("roll", dice=[3, 1])
    seat.play("8/5 6/5")
    assert seat.turns == ["24/13", "8/5 6/5"]
    assert "is whole" in seat.verified(tmp_path / "record.db")
    assert f'"director position {before}" {{Ann: a dispute}}' in text(seat)


def test_dice_are_set_and_made_void(tmp_path: Path) -> None:
    """What was rolled is taken away, or is another roll; nothing is rolled twice in the record."""
    seat = in_match()
    direct(seat, "dice", dice=[])
    assert seat.rules.acts(seat.state.position).draw is not None
    direct(seat, "dice", dice=[4, 2])
    seat.play("8/4 6/4")
    assert seat.last("turn.made")["dice"] == [4, 2]
    assert '"director dice void" {Ann: a dispute} "director dice 4-2"' in text(seat)
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_the_score_counts_from_now_on(tmp_path: Path) -> None:
    """The next game of the match goes on from the score that was set (S14)."""
    seat = in_match()
    direct(seat, "score", score=[2, 3])
    seat.say("decide", decision="resign 1", side=0)
    seat.say("decide", decision="accept", side=1)
    seat.say("next")
    match = seat.last("game.opened")["match"]
    assert (match["score"], match["crawford"]) == ([2, 4], True)
    assert "is whole" in seat.verified(tmp_path / "record.db")
    assert '"director score 2-3"' in text(seat)


def test_the_cube_is_set(tmp_path: Path) -> None:
    """The cube shows what was ruled and belongs to whom was ruled (S8)."""
    seat = in_match()
    direct(seat, "cube", cube=2, owner=1)
    stakes = seat.state.position.stakes
    assert (stakes.cube, stakes.owner, seat.state.position.dice) == (2, 1, (6, 5))
    assert '"director cube 2 Black"' in text(seat)
    seat.move("24>13")
    assert seat.turns == ["24/13"]
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_clocks_are_set_and_stopped() -> None:
    """A pause stops the clocks and says why; seconds are given to each side."""
    seat = in_match(clock="plain", minutes=5)
    assert direct(seat, "pause") == ["game.paused"]
    assert seat.last("game.paused") == {**WHO, "director": True}
    assert direct(seat, "clock", seconds=[100, 200.5]) == ["director.clock"]
    seat.wait(30.0)
    clock = seat.state.clock
    assert clock is not None
    assert (clock.left, clock.running) == ((100.0, 200.5), None)
    seat.say("resume")
    seat.wait(10.0)
    assert seat.state.clock is not None
    assert seat.state.clock.shows(0, seat.now) == pytest.approx(90.0)


def test_undo_to_a_move(tmp_path: Path) -> None:
    """Back to any move, also where players may not take back; the stones are led back."""
    seat = at_kalah(house={"takebacks": False})
    seat.play("a1", "b2", "a4")
    assert direct(seat, "undo", to=1)[0] == "turn.takeback"
    assert seat.last("turn.takeback")["who"] == "Ann"
    assert seat.turns == ["a1"]
    assert seat.table.verdict.repairs
    seat.lay(seat.state.position)
    seat.play("b3")
    assert seat.turns == ["a1", "b3"]
    walked = read_line(stored(seat.events))
    assert "taken back by the director (Ann: a dispute): b2 a4" in text_of(walked)


def test_a_pause_is_not_played_in() -> None:
    """What is ruled while the game is paused waits for the game to go on."""
    seat = in_match(clock="plain")
    direct(seat, "pause")
    direct(seat, "dice", dice=[2, 1])
    assert seat.state.status is Status.PAUSED
    seat.say("resume")
    seat.play("6/5 6/4")
    assert seat.turns == ["6/5 6/4"]


def test_an_annulled_game_is_played_again(tmp_path: Path) -> None:
    """Nobody gets anything; the next game has the same score."""
    seat = in_match()
    direct(seat, "score", score=[4, 0])
    assert direct(seat, "annul") == ["game.over"]
    over = seat.last("game.over")
    assert (over["winner"], over["scores"], over["reason"]) == (None, [0, 0], "annulled")
    assert moment(survey(seat.table))["en"] == "The director annulled the game."
    seat.say("next")
    match = seat.last("game.opened")["match"]
    assert (match["number"], match["score"]) == (2, [4, 0])
    assert "is whole" in seat.verified(tmp_path / "record.db")
    assert '[Termination "annulled"]' in text(seat)


def test_a_finished_game_is_annulled(tmp_path: Path) -> None:
    """Also a result that stood; both are in the record."""
    seat = in_match()
    seat.say("decide", decision="resign 2", side=0)
    seat.say("decide", decision="accept", side=1)
    direct(seat, "annul")
    with pytest.raises(CommandError, match="annulled already"):
        direct(seat, "annul")
    with pytest.raises(CommandError, match="0 turns are made"):
        direct(seat, "undo", to=0)
    seat.say("next")
    assert seat.last("game.opened")["match"]["score"] == [0, 0]
    assert "is whole" in seat.verified(tmp_path / "record.db")


GAME = Short()
PLAYING = GAME.start().stakes


@pytest.mark.parametrize(
    ("action", "facts", "said"),
    [
        ("dice", {"dice": []}, "Ann set the dice, void: a dispute."),
        ("score", {"score": [1, 2]}, "Ann set the score to 1-2: a dispute."),
        ("cube", {"cube": 4, "owner": 1}, "Ann set the stake, 4 (Black): a dispute."),
        ("cube", {"cube": 2, "owner": None}, "Ann set the stake, 2 (both): a dispute."),
        ("annul", {}, "Ann annulled the game: a dispute."),
        ("pause", {}, "The game is paused by Ann."),
    ],
)
def test_players_are_told(action: str, facts: dict[str, Any], said: str) -> None:
    """Every action is news at the table."""
    seat = in_match()
    direct(seat, action, **facts)
    news = happened(seat.events[-1], seat.state)
    assert news and news["en"] == said


@pytest.mark.parametrize("form", [mat_of, sgf_of])
@pytest.mark.parametrize(
    ("action", "facts", "loss"),
    [
        ("cube", {"cube": 2, "owner": 0}, "game 1 from the director's ruling on the cube on"),
        ("score", {"score": [1, 2]}, "that the director set the score to 1-2"),
        ("annul", {}, "that game 1 was annulled"),
    ],
)
def test_exports_say_what_they_lose(
    form: Any, action: str, facts: dict[str, Any], loss: str
) -> None:
    """Files of other programs have no director; what they cannot carry is said."""
    seat = in_match()
    seat.move("24>13")
    direct(seat, action, **facts)
    assert loss in form(match_walk(seat.events)).losses


def test_the_report_tells_rulings() -> None:
    """The page of the match has who and why beside the turn."""
    seat = in_match()
    direct(seat, "dice", dice=[4, 2])
    seat.play("8/4 6/4")
    assert "director dice 4-2 (Ann: a dispute)" in report_of(match_walk(seat.events))


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"by": ""}, "it is not said who and why"),
        ({"why": " "}, "it is not said who and why"),
        ({"value": [6, 6]}, "dice leads to"),
        ({"value": "x"}, "'dice' was set to 'x', which cannot be"),
        ({"what": "weather"}, "short has no weather that could be set"),
    ],
)
def test_a_false_ruling_is_found(tmp_path: Path, facts: dict[str, Any], why: str) -> None:
    """`lunka verify` works every ruling out again."""
    seat = in_match()
    direct(seat, "dice", dice=[4, 2])
    *rest, last = seat.events
    seat.events = [*rest, replace(last, data={**last.data, **facts})]
    assert why in seat.verified(tmp_path / "record.db")


@settings(max_examples=40)
@given(seed=st.integers(0, 10_000))
def test_whatever_a_director_does_the_record_stays_whole(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Rulings between rolls, turns and pauses in any order: folded, verified, read again."""
    seat, rng = in_match(clock="fischer", minutes=30), Random(seed)
    for _ in range(rng.randint(3, 14)):
        try:
            act_somehow(seat, rng)
        except CommandError as refused:
            assert str(refused)
    path = tmp_path_factory.mktemp("directed") / "record.db"
    assert "is whole" in seat.verified(path)
    for game in range(1, seat.table.games + 1):
        text(seat, game)


def act_somehow(seat: DiceSeat, rng: Random) -> None:
    """Somebody does something; the checkers then lie as the game has them."""
    state, dice = seat.state, [rng.randint(1, 6), rng.randint(1, 6)]
    somewhere = seat.rules.write_position(rng.choice(state.past))
    acts: list[tuple[str, dict[str, Any]]] = [
        ("dice", {"dice": rng.choice([[], dice])}),
        ("score", {"score": [rng.randint(0, 4), rng.randint(0, 4)]}),
        ("cube", {"cube": rng.choice([1, 2, 4]), "owner": rng.choice([None, 0, 1])}),
        ("position", {"position": somewhere}),
        ("clock", {"seconds": [rng.randint(100, 900), rng.randint(100, 900)]}),
        ("undo", {"to": rng.randint(0, max(0, len(state.plies) - 1))}),
        ("pause", {}),
        ("annul", {}),
    ]
    if rng.random() < 0.35:
        action, facts = rng.choice(acts)
        direct(seat, action, **facts)
    elif state.status is Status.PAUSED:
        seat.say("resume")
    elif state.status is Status.OVER:
        seat.say("next")
    elif turns := seat.rules.turns(state.position):
        seat.play(seat.rules.write_turn(state.position, rng.choice(turns)))
    elif words := [each.word for each in state.acts.words if rng.random() < 0.1]:
        seat.say("decide", decision=rng.choice(words))
    else:
        seat.say("roll", dice=dice)
    seat.lay(seat.state.position)

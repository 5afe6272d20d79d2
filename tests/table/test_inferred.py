"""Real dice that nobody enters: what was rolled is worked out from the play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.acts import Drawn
from controller.games.catalogue import kind_of
from controller.games.nardy import Short
from controller.games.nardy.board import pack
from controller.play.fold import read_line
from controller.record.export import Export
from controller.record.mat import mat_of
from controller.record.sgf import sgf_of
from controller.record.text import read_text, text_game, text_of, write_text
from controller.table.commands import CommandError
from controller.table.survey import survey
from controller.tracking.brief import BRIEF
from controller.words.moment import moment
from controller.words.news import happened
from tests.record.matches import match_walk, stored
from tests.table.dicing import DiceSeat


def seat_at(game: str = "short", **new: Any) -> DiceSeat:
    """A game begun at a table where nobody enters dice."""
    seat = DiceSeat(game, dice="inferred")
    seat.begin(**new)
    return seat


def text(seat: DiceSeat) -> str:
    """The text record so far; reading it gives the same game."""
    walked = read_line(stored(seat.events))
    written = text_of(walked)
    assert read_text(written) == text_game(walked)
    assert write_text(read_text(written)) == written
    return written


def test_one_roll_explains_the_play(tmp_path: Path) -> None:
    """8/5 6/5 can only be a 3-1, and White's; it is recorded as inferred."""
    seat = seat_at()
    seat.move("8>5", "6>5")
    seat.wait()
    made = seat.last("turn.made")
    assert (made["turn"], made["side"]) == ("8/5 6/5", 0)
    assert (made["inferred"], made["rolls"], made["dice"]) == (True, [[3, 1]], [3, 1])
    assert '1. 3-1?: "8/5 6/5"' in text(seat)
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_who_begins_is_seen_too() -> None:
    """Black's checkers move first: Black's die was the higher (N2)."""
    seat = seat_at()
    seat.move("17>20", "19>20")
    seat.wait()
    made = seat.last("turn.made")
    assert (made["turn"], made["side"], made["rolls"]) == ("8/5 6/5", 1, [[1, 3]])
    assert seat.rules.mover(seat.state.position) == 0


def test_several_rolls_are_all_kept(tmp_path: Path) -> None:
    """13/8 13/7 is 6-5; 24/18 alone may be 5-1 or 4-2: both are kept and none is certain."""
    seat = seat_at()
    seat.move("13>8", "13>7")
    seat.wait()
    seat.move("17>23")  # Black: 8/2
    seat.wait()
    made = seat.last("turn.made")
    assert (made["turn"], made["dice"]) == ("8/2", [])
    assert made["rolls"] == [[5, 1], [4, 2]]
    assert "2. 51|42?: 8/2" in text(seat)
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_the_roll_is_named_afterwards(tmp_path: Path) -> None:
    """Somebody says which of the rolls it was; then it is certain."""
    seat = seat_at()
    seat.move("13>8", "13>7")
    seat.wait()
    seat.move("17>23")
    seat.wait()
    with pytest.raises(CommandError, match=r"dice \[6, 5\] do not explain turn 2; these do: 51|42"):
        seat.say("roll", dice=[6, 5], ply=2)
    assert seat.say("roll", dice=[2, 4], ply=2) == ["dice.named"]
    assert seat.state.plies[1].rolls == ((4, 2),)
    assert "2. 42: 8/2" in text(seat)
    assert "is whole" in seat.verified(tmp_path / "record.db")
    with pytest.raises(CommandError, match="the roll of turn 2 was not inferred"):
        seat.say("roll", dice=[2, 4], ply=2)


def test_the_roll_is_entered_before() -> None:
    """A roll that is said before the turn is an ordinary one."""
    seat = seat_at()
    seat.say("roll", dice=[3, 1])
    seat.move("8>5", "6>5")
    assert seat.turns == ["8/5 6/5"]
    assert "rolls" not in seat.last("turn.made")
    assert '1. 3-1: "8/5 6/5"' in text(seat)


def test_hands_that_pause_go_on() -> None:
    """A first checker that could be a whole turn is not taken for one while hands may go on."""
    seat = seat_at()
    seat.move("8>5")  # 2-1, or half of a 3-1
    seat.wait(4.0)
    assert seat.turns == []
    seat.move("6>5")
    seat.wait()
    assert seat.turns == ["8/5 6/5"]


def test_a_turn_that_goes_on_after_all_is_revised(tmp_path: Path) -> None:
    """Longer pauses are mended: the record keeps both versions and the right rolls."""
    seat = seat_at()
    seat.move("8>5")
    seat.wait()
    assert seat.last("turn.made")["rolls"] == [[2, 1]]
    seat.move("6>5")
    seat.wait()
    assert seat.last("turn.revised")["rolls"] == [[3, 1]]
    assert (seat.turns, seat.state.plies[0].rolls) == (["8/5 6/5"], ((3, 1),))
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_a_stack_straightened_in_mid_turn_ends_no_turn(tmp_path: Path) -> None:
    """White rests after one checker, takes up some of Black's, puts them back and goes on."""
    seat = seat_at()
    seat.move("8>5")
    seat.put({"12": 3})
    assert seat.count("turn.sealed") == 0
    seat.put({"12": 5})
    seat.move("6>5")
    seat.wait()
    assert (seat.turns, seat.state.plies[0].rolls) == (["8/5 6/5"], ((3, 1),))
    assert seat.state.question is None
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_a_checker_put_down_elsewhere_ends_the_turn_before(tmp_path: Path) -> None:
    """What began like that was Black's turn after all."""
    seat = seat_at()
    seat.move("8>5")
    seat.put({"12": 4})
    seat.wait(BRIEF)  # no longer than a jolt would last
    assert seat.turns == ["8/5"]
    assert seat.kind == "in hand"  # Black sees where his checker may go
    assert "turn.sealed" in seat.put({"16": 1})
    seat.move("12>18")
    seat.wait()
    assert seat.turns == ["8/5", "13/9 13/7"]
    assert [ply.rolls for ply in seat.state.plies] == [((2, 1),), ((6, 4),)]
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_taken_back_the_roll_goes_too(tmp_path: Path) -> None:
    """What was inferred from a turn goes with it; anything may be played instead."""
    seat = seat_at()
    seat.move("8>5", "6>5")
    seat.wait()
    seat.say("undo")
    seat.move("5>8", "5>6")
    seat.move("13>7", "8>7")
    seat.wait()
    assert seat.state.plies[0].rolls == ((6, 1),)
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_long_nardy_begins_with_a_roll_of_its_own(tmp_path: Path) -> None:
    """Who begins takes any of fifteen rolls; the turn then has its own (N2)."""
    seat = seat_at("long")
    seat.move("24>13")
    seat.wait()
    made = seat.last("turn.made")
    assert (len(made["opening"]), made["rolls"]) == (15, [[6, 5]])
    assert all(white > black for white, black in made["opening"])
    assert "65?: 24/13" in text(seat)
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_passing_is_said() -> None:
    """Nobody's hands show a pass: it is said, with all rolls that leave nothing to play (N6)."""
    seat = seat_at()
    with pytest.raises(CommandError, match="every roll can be played here"):
        seat.say("pass")


def shut_out() -> str:
    """White is on the bar against five closed points: only a 6 comes in."""
    white, black = [0] * 26, [0] * 26
    white[25], white[6], white[8] = 1, 10, 4
    for point in (1, 2, 3, 4, 5):
        black[point] = 2
    black[13] = 5
    game = Short()
    return game.write_position(game.start()._replace(board=pack(white, black)))


def test_a_pass_keeps_every_roll_that_forces_it(tmp_path: Path) -> None:
    """All fifteen rolls without a six leave White outside (S5)."""
    seat = seat_at(position=shut_out())
    assert seat.say("pass") == ["turn.made", "turn.sealed"]
    made = seat.last("turn.made")
    assert (made["turn"], len(made["rolls"])) == ("pass", 15)
    assert all(6 not in roll for roll in made["rolls"])
    assert "is whole" in seat.verified(tmp_path / "record.db")


@pytest.mark.parametrize("game", ["gulbar", "mad-gulbar"])
def test_where_dice_say_who_moves_they_cannot_be_inferred(game: str) -> None:
    """A double with its extra roll may look like one roll (G2, G3): the dice must be said."""
    title = kind_of(game).titles["en"]
    with pytest.raises(CommandError, match=f"rolled in {title} cannot be inferred from the play"):
        seat_at(game)


def test_words_tell_the_rolls() -> None:
    """The sentence says that the play will tell the dice, and then what it told."""
    seat = seat_at()
    assert moment(survey(seat.table))["en"].startswith("Each side rolls one die; the")
    seat.move("8>5", "6>5")
    assert "3-1: 8/5 6/5" in moment(survey(seat.table))["en"]
    seat.wait()
    said = moment(survey(seat.table))
    assert said["en"].startswith("Black to roll and play")
    assert said["en"].endswith("The last play tells 3-1 (se-yek).")
    assert said["ru"].endswith("По ходу видно: 3-1 (сэ-эк).")
    made = next(event for event in seat.events if event.kind == "turn.made")
    news = happened(made, seat.state)
    assert news and news["en"] == "White played 8/5 6/5: 3-1 (se-yek)."


@pytest.mark.parametrize("form", [mat_of, sgf_of])
def test_exports_say_what_they_lose(form: Any) -> None:
    """A file that needs one roll gets the first, and the loss is reported."""
    seat = seat_at()
    seat.move("13>8", "13>7")
    seat.wait()
    seat.move("17>23")
    seat.wait()
    made: Export = form(match_walk(seat.events))
    assert "which rolls were only inferred from the play (2)" in made.losses
    assert any(loss.startswith("which of several rolls it was in 1 turns") for loss in made.losses)


def changed(seat: DiceSeat, **facts: Any) -> list[Any]:
    """The events with other facts in the last turn."""
    *rest, last = [event for event in seat.events if event.kind != "turn.sealed"]
    return [*rest, replace(last, data={**last.data, **facts})]


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"rolls": [[5, 1]], "dice": [5, 1]}, "8/2 is explained by 51|42, but the record says 51"),
        ({"dice": [5, 1]}, "its dice cannot be certain"),
        ({"rolls": [[5, 1], [4, 2], [3, 3]]}, "8/2 is explained by 51|42"),
    ],
)
def test_verification_wants_the_whole_set(tmp_path: Path, facts: Any, why: str) -> None:
    """A roll made certain, left out or added is found by `lunka verify`."""
    seat = seat_at()
    seat.move("13>8", "13>7")
    seat.wait()
    seat.move("17>23")
    seat.wait()
    seat.events = changed(seat, **facts)
    assert why in seat.verified(tmp_path / "record.db")


@settings(max_examples=30)
@given(seed=st.integers(0, 10_000), game=st.sampled_from(["short", "long"]))
def test_the_roll_thrown_is_among_those_told(
    seed: int, game: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever is rolled, played, put back and played again: no other roll is ever certain."""
    seat, rng = seat_at(game), Random(seed)
    thrown = [throw_and_play(seat, rng) for _ in range(rng.randint(1, 6))]
    told = [ply for ply in seat.state.plies if ply.by != "pass"]
    for ply, roll in zip(told, [roll for roll in thrown if roll is not None], strict=True):
        assert not ply.rolls or roll in ply.rolls
    assert "is whole" in seat.verified(tmp_path_factory.mktemp("inferred") / "record.db")
    text(seat)


def throw_and_play(seat: DiceSeat, rng: Random) -> tuple[int, ...] | None:
    """Somebody rolls, hesitates, plays, and answers if asked; gives what was played with."""
    here, roll = seat.state.position, tuple[int, ...]()
    while (draw := seat.rules.acts(here).draw) is not None:
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        here = seat.rules.apply(here, Drawn(dice))
        roll = dice if draw.side is None else tuple(sorted(dice, reverse=True))
    turns = seat.rules.turns(here)
    after = seat.rules.play(here, rng.choice(turns))
    if seat.contents(after) == seat.contents(here):
        seat.say("roll", dice=list(roll))  # nothing can be moved: it must be said
        return None
    if roll and rng.random() < 0.3:  # hands that change their mind
        seat.lay(seat.rules.play(here, rng.choice(turns)))
        seat.lay(here)
    seat.lay(after)
    seat.wait()
    answer(seat, after)
    assert after in [moment.after for moment in seat.state.line.turned[-2:]]
    return roll


def answer(seat: DiceSeat, after: Any) -> None:
    """Where the sensors cannot tell, a player does, honestly."""
    while (question := seat.state.question) and (follower := seat.table.follower):
        station = follower.station
        meant = [turn for turn in station.turns if getattr(turn, "after", None) == after]
        names = [seat.table.name_of(station.position, turn) for turn in meant]
        choice = next((name for name in names if name in question.options), "nothing")
        seat.say("answer", question=question.number, choice=choice)
        seat.wait()

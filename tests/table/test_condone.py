"""A turn against the rules that the opponent lets stand, where the house allows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.nardy import Short
from controller.games.nardy.board import halves, pack
from controller.lights.meanings import TOGETHER, Meaning
from controller.lights.scene import scene
from controller.play.fold import read_line
from controller.record.text import read_text, text_of, write_text
from controller.table.commands import CommandError
from controller.table.survey import survey
from controller.words.moment import moment
from controller.words.news import happened
from tests.record.matches import stored
from tests.table.board import Seat
from tests.table.dicing import DiceSeat, seated


def wronged(*hops: str, **house: Any) -> DiceSeat:
    """White rolled 6-5 and has played 6-6-5, or has done this."""
    seat = seated(6, 5, **{"illegal": "condone", **house})
    seat.move(*(hops or ("24>18", "24>18", "13>8")))
    seat.wait()
    return seat


def test_an_illegal_turn_is_refused_unless_the_house_says_otherwise() -> None:
    """By default nothing but putting it right helps, and the refusal says why."""
    seat = wronged(illegal="refuse")
    assert seat.kind == "wrong"
    assert "condone" not in seat.table.commands()
    with pytest.raises(CommandError, match="illegal turns are refused at this table"):
        seat.say("condone")


def test_the_opponent_lets_it_stand(tmp_path: Path) -> None:
    """The game goes on from where the checkers lie, with the next player to roll."""
    seat = wronged()
    assert seat.say("condone") == ["turn.condoned", "turn.sealed"]
    told = seat.last("turn.condoned")
    assert (told["side"], told["accepted"], told["dice"]) == (0, 1, [6, 5])
    assert seat.contents(seat.state.position)["18"] == 2
    assert (seat.kind, seat.rules.mover(seat.state.position)) == ("untouched", 1)
    seat.say("roll", dice=[3, 1])
    seat.play("8/5 6/5")
    assert seat.turns == ["", "8/5 6/5"]
    assert "is whole" in seat.verified(tmp_path / "record.db")
    text = text_of(read_line(stored(seat.events)))
    assert '[Illegal "condone"]' in text
    assert write_text(read_text(text)) == text


def test_lights_and_words_offer_it() -> None:
    """The opponent's tray asks, what is wrong still shows, the sentence names who may accept."""
    seat = wronged()
    glows = scene(survey(seat.table))
    assert glows["off-black"].meaning is Meaning.ASK
    assert any({glow.meaning for glow in glows.values()} <= each for each in TOGETHER)
    said = moment(survey(seat.table))
    assert said["en"].endswith("Or it is let stand, if Black agrees.")
    assert said["ru"].endswith("Или оставить так, если согласен соперник: Чёрные.")
    seat.say("condone")
    news = happened(seat.events[-2], seat.state)
    assert news and news["en"] == "White played against the rules; Black let it stand."


def test_only_the_opponent_may_accept() -> None:
    """Nobody lets the own turn stand."""
    with pytest.raises(CommandError, match="that is for Black to say"):
        wronged().say("condone", side=0)


def test_hands_in_motion_are_waited_for() -> None:
    """As long as checkers move, nothing is offered; put right, nothing is left to offer."""
    seat = seated(6, 5, illegal="condone")
    seat.move("24>14")
    assert "condone" not in seat.table.commands()
    seat.wait()
    assert seat.kind == "in hand"  # it could still be on its way
    assert "condone" in seat.table.commands()
    assert moment(survey(seat.table))["en"].startswith("That is not yet a legal turn")
    seat.move("14>13")
    assert seat.turns == ["24/13"]
    with pytest.raises(CommandError, match="nothing on the board is against the rules"):
        seat.say("condone")


@pytest.mark.parametrize(
    ("hops", "why"),
    [
        (("8>12", "8>11"), "both sides on one point"),
        (("24>14", "12>11"), "the opponent's checker moved, too"),
        (("24>off-white", "8>off-black"), "a checker in the wrong tray"),
    ],
)
def test_what_is_no_position_is_refused(hops: tuple[str, ...], why: str) -> None:
    """A board that no well-formed position explains can only be put right."""
    seat = wronged(*hops)
    assert seat.kind == "wrong", why
    with pytest.raises(CommandError, match="cannot be let stand"):
        seat.say("condone")


def test_a_missing_checker_is_refused() -> None:
    """A checker beside the board is looked for, not let stand."""
    seat = seated(6, 5, illegal="condone")
    seat.put({"24": 0, "23": 1})
    seat.wait()
    with pytest.raises(CommandError, match="cannot be let stand"):
        seat.say("condone")


def test_what_cannot_be_told_apart_is_refused() -> None:
    """Two blots on the way, one of them hit: which one lies on the bar nobody can see."""
    seat = seated(6, 5, illegal="condone")
    seat.begin(position=two_blots())
    seat.say("roll", dice=[2, 1])
    seat.move("24>bar-black")  # one checker came from 24 to either blot
    seat.wait()
    assert seat.kind == "wrong"
    with pytest.raises(CommandError, match="cannot be let stand"):
        seat.say("condone")


def test_uncounted_heads_are_told_by_what_is_missing(tmp_path: Path) -> None:
    """Slots count six; that each side has fifteen says how many stand on either head (L3)."""
    seat = seated(6, 5, game="long", illegal="condone", capacity=6)
    seat.say("roll", dice=[6, 5])
    seat.move("24>18", "24>19")  # two left the head
    seat.wait()
    assert "condone" in seat.table.commands()
    seat.say("condone")
    assert seat.contents(seat.state.position)["24"] == 13
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_it_can_be_taken_back() -> None:
    """A turn that was let stand is taken back like any other, and its roll lies there again."""
    seat = wronged()
    seat.say("condone")
    seat.say("undo")
    seat.move("18>24", "18>24", "8>13")
    assert (seat.turns, seat.state.position.dice) == ([], (6, 5))
    seat.move("24>13")
    assert seat.turns == ["24/13"]


def test_nothing_is_let_stand_that_was_not_rolled() -> None:
    """Checkers moved before the roll go back, whoever would not mind."""
    seat = wronged()
    seat.say("condone")
    seat.move("1>3")
    seat.wait()
    with pytest.raises(CommandError, match="no roll was entered for this turn"):
        seat.say("condone")


def test_kalah_stones_are_let_stand(tmp_path: Path) -> None:
    """A stone sown into the wrong pit stays there; the last turn must be sealed before."""
    seat = Seat(house={"illegal": "condone"})
    seat.begin()
    seat.put(a1=0)
    seat.put(a2=5, a3=5, a4=5, a6=5)
    seat.wait()
    assert "condone" in seat.table.commands()
    seat.say("condone")
    assert seat.last("turn.condoned")["position"] == "N 0,5,5,5,4,5/0 4,4,4,4,4,4/0"


def two_blots() -> str:
    """The start, but for two lone checkers of Black on White's points 10 and 9."""
    game = Short()
    white, black = (bytearray(half) for half in halves(game.start().board, 0))
    black[13] -= 2
    black[15] = black[16] = 1
    return game.write_position(game.start()._replace(board=pack(white, black)))


@settings(max_examples=60)
@given(data=st.data())
def test_whatever_is_let_stand_is_what_lay_there(
    data: st.DataObject, tmp_path_factory: Any
) -> None:
    """Any hops of White's checkers: what is offered is exactly what was done, and verifies."""
    seat = seated(6, 5, illegal="condone")
    held = seat.contents(seat.state.position)
    for _ in range(data.draw(st.integers(1, 3))):
        own = [cell for cell, count in held.items() if count > 0]
        free = [cell for cell, count in held.items() if count >= 0 and "black" not in cell]
        origin, target = data.draw(st.sampled_from(own)), data.draw(st.sampled_from(free))
        held[origin] -= 1
        held[target] += 1
    seat.put({cell: abs(count) for cell, count in held.items()})
    seat.wait()
    if "condone" not in seat.table.commands():
        assert seat.kind != "wrong" or seat.state.question or seat.turns
        return
    seat.say("condone")
    assert seat.contents(seat.state.position) == held
    path = tmp_path_factory.mktemp("condoned") / "record.db"
    assert "is whole" in seat.verified(path)

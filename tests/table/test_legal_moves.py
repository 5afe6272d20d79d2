"""Tournament law at the table: legal and responsible moves, and who stops the clocks (T5-T7)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.play.fold import read_line
from controller.record.text import read_text, text_of, write_text
from controller.table.commands import CommandError
from controller.table.house_rules import HouseRules
from controller.table.survey import survey
from controller.words.moment import moment
from tests.keys.saying import say
from tests.record.matches import stored
from tests.table.board import Seat
from tests.table.dicing import DiceSeat, seated


def wronged(illegal: str, **house: Any) -> DiceSeat:
    """White rolled 6-5 and has played 6-6-5."""
    seat = seated(6, 5, illegal=illegal, **house)
    seat.move("24>18", "24>18", "13>8")
    seat.wait()
    return seat


@pytest.mark.parametrize("illegal", ["legal", "responsible"])
def test_after_the_next_valid_roll_it_stands(illegal: str, tmp_path: Path) -> None:
    """T6, T7: Black rolls, and White's play stays as it lies; the record is whole and its text
    comes back."""
    seat = wronged(illegal)
    assert seat.say("roll", dice=[3, 1]) == ["turn.condoned", "turn.sealed", "dice.rolled"]
    told = seat.last("turn.condoned")
    assert (told["side"], told["accepted"], told["dice"]) == (0, 1, [6, 5])
    seat.play("8/5 6/5")
    assert "is whole" in seat.verified(tmp_path / "record.db")
    text = text_of(read_line(stored(seat.events)))
    assert f'[Illegal "{illegal}"]' in text
    assert write_text(read_text(text)) == text


def test_before_it_the_play_is_put_right() -> None:
    """T6: until the roll the mover puts it right, and plays a legal turn."""
    seat = wronged("legal")
    seat.move("18>24")
    seat.wait()
    assert seat.turns == ["24/18 13/8"]
    assert [event.kind for event in seat.events].count("turn.condoned") == 0


def test_nobody_waives_a_legal_move() -> None:
    """T6: no word lets it stand, and the refusal says what does."""
    seat = wronged("legal")
    assert "condone" not in seat.table.commands() and "roll" in seat.table.commands()
    with pytest.raises(CommandError, match="stands after the next valid roll"):
        seat.say("condone")
    said = moment(survey(seat.table))
    assert said["en"].endswith("Once Black rolls, it stands.")


def test_the_opponent_may_let_a_responsible_move_stand() -> None:
    """T7: it is his to ask for, so his word is enough; nobody lets the own turn stand."""
    seat = wronged("responsible")
    with pytest.raises(CommandError, match="that is for Black to say"):
        seat.say("condone", side=0)
    assert "if Black agrees. Once Black rolls, it stands." in moment(survey(seat.table))["en"]
    assert seat.say("condone") == ["turn.condoned", "turn.sealed"]


@pytest.mark.parametrize("dice", [[7, 1], [3], None])
def test_a_roll_that_is_none_lets_nothing_stand(dice: list[int] | None) -> None:
    """T6: only a valid roll does; the play is still to be put right after a wrong one."""
    seat = wronged("legal")
    before = len(seat.events)
    with pytest.raises(CommandError):
        seat.say("roll", **({} if dice is None else {"dice": dice}))
    assert len(seat.events) == before and seat.kind == "wrong"


def test_the_boards_own_roll_lets_it_stand() -> None:
    """T6: where the board rolls, asking it for the next roll is that roll."""
    seat = seated(dice="board", illegal="legal")
    while seat.state.rules.acts(seat.state.position).draw is not None:
        seat.say("roll")
    backwards = ("6>7", "19>18")[seat.rules.mover(seat.state.position)]
    seat.move(backwards)
    seat.wait()
    assert seat.turns == [] and "roll" in seat.table.commands()
    assert seat.say("roll")[0] == "turn.condoned"


def test_without_dice_a_legal_move_is_put_right() -> None:
    """T6: kalah has no next roll: what is against the rules never stands by itself."""
    seat = Seat(house={"illegal": "legal"})
    seat.begin()
    seat.put({"a1": 0, "a2": 8})
    seat.wait()
    assert seat.kind == "wrong"
    assert not {"condone", "roll"} & set(seat.table.commands())


# -- T5 ----------------------------------------------------------------------------------------


def test_only_the_director_stops_the_clocks_of_a_tournament() -> None:
    """T5: a player's key, the table's and a button are told who may."""
    here = Seat(house={"tournament": True})
    here.begin()
    for who in ("seat 0", "seat 1", "table"):
        assert "comes from the hub" in say(here, who, "pause")
    assert say(here, "hub", "pause") == "done"
    assert "comes from the hub" in say(here, "seat 0", "resume")


def test_players_stop_them_where_the_house_lets_them() -> None:
    """T5: with players_pause they do, and go on after a pause of their own; what the director has
    stopped, the director lets go on."""
    here = Seat(house={"tournament": True, "players_pause": True})
    here.begin()
    assert say(here, "seat 1", "pause") == "done"
    assert say(here, "seat 0", "resume") == "done"
    assert say(here, "watch", "pause") != "done"
    assert say(here, "hub", "pause") == "done"
    assert "comes from the hub" in say(here, "seat 1", "resume")
    assert say(here, "hub", "resume") == "done"


def test_the_house_rule_of_pauses_is_told_only_where_it_holds() -> None:
    """T5: a record says nothing of what is as usual, so older ones read as they were written."""
    assert "players_pause" not in HouseRules().told(0)
    assert HouseRules(players_pause=True).told(0)["players_pause"] is True

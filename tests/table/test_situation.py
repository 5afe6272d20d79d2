"""The situation: one value for each change, which lights and words only read."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from controller.lights.scene import scene
from controller.table.situation import Call, Phase, Place, Role, Seat, Situation, Turn
from controller.table.survey import survey
from controller.words.moment import moment
from tests.table import dicing
from tests.table.board import Seat as Playing
from tests.table.board import seated


def test_a_situation_is_a_value() -> None:
    """Nobody can alter one, and the same table gives the same one again."""
    seat = seated()
    now = survey(seat.table)
    assert now == survey(seat.table)
    with pytest.raises(FrozenInstanceError):
        now.phase = Phase.OVER  # type: ignore[misc]
    seat.play("a1")
    assert survey(seat.table) != now


def test_before_a_game_there_is_nothing_to_do_but_begin() -> None:
    """An idle table has no sides, and takes a new game."""
    now = survey(Playing().table)
    assert (now.phase, now.seats) == (Phase.IDLE, ())
    assert "new" in now.commands


def test_who_must_act_and_how() -> None:
    """The phase follows the hands from one turn to the next, and the mover is called to it."""
    seat = seated()
    assert survey(seat.table).phase is Phase.TO_MOVE
    assert [each.call for each in survey(seat.table).seats] == [Call.TURN, None]
    seat.put(a1=0)
    assert survey(seat.table).phase is Phase.IN_HAND
    assert survey(seat.table).of(Role.SOW) == {"a2": 1, "a3": 1, "a4": 1, "a5": 1}
    seat.put(b3=0)
    assert survey(seat.table).phase is Phase.WRONG
    seat.say("pause")
    assert survey(seat.table).phase is Phase.PAUSED
    assert {each.call for each in survey(seat.table).seats} == {Call.RESTS}


def test_a_turn_put_back_is_its_movers_again() -> None:
    """Before the record tells that a turn was put back, lights and words agree whose turn it is."""
    seat = seated()
    seat.play("a1")
    seat.put(seat.contents(seat.state.start))
    now = survey(seat.table)
    assert seat.turns == ["a1"]
    assert scene(now)["A"].meaning == "turn" and "B" not in scene(now)
    assert moment(now)["en"] == "South to move. Playable: a1, a2, a3, a4, a5, a6."


def test_a_roll_put_back_is_played_anew() -> None:
    """The dice lie there again: nobody is asked to roll before the turn is withdrawn."""
    seat = dicing.seated(3, 1)
    seat.move("8>5", "6>5")
    seat.wait(3.0)
    seat.move("5>8", "5>6")
    assert seat.turns == ["8/5 6/5"]
    assert moment(survey(seat.table))["en"].startswith("White to move. 3-1: se-yek.")


@pytest.mark.parametrize("dice", ["entered", "inferred"])
def test_both_roll_for_who_begins(dice: str) -> None:
    """N2: before the opening roll both sides have to act, and both homes say so."""
    seat = dicing.seated(dice=dice)
    now = survey(seat.table)
    assert [each.call for each in now.seats] == [Call.TURN, Call.TURN]
    assert {scene(now)[each.home].meaning for each in now.seats} == {"turn"}


def test_what_waits_for_an_answer() -> None:
    """An offered raise says who answers it, and what it would come to."""
    seat = dicing.seated(3, 1)
    seat.move("8>5", "6>5")
    seat.wait(3.0)
    seat.say("decide", decision="double")
    now = survey(seat.table)
    assert now.phase is Phase.OFFERED and now.offer is not None
    assert (now.offer.word, now.offer.side, now.offer.worth) == ("take", 0, 2)
    assert now.seats[0].call is Call.ANSWER


@pytest.mark.parametrize("role", Role)
def test_every_role_of_a_place_is_lit(role: Role) -> None:
    """No place is for something that no light means."""
    assert scene(Situation(places={"a1": Place(role, 2)}))["a1"].count == 2


@pytest.mark.parametrize("call", Call)
def test_every_call_to_a_side_is_lit(call: Call) -> None:
    """No side is concerned without its home saying so."""
    assert "A" in scene(Situation(seats=(Seat("South", "Anna", "A", call),)))


def test_a_cell_in_movement_says_what_it_said() -> None:
    """What a hand just touched changes neither light nor sentence before its sensor rests."""
    before = Situation(places={"a1": Place(Role.SOW, 2), "a2": Place(Role.SOW, 1)})
    after = replace(before, places={"a2": Place(Role.SOW, 1), "A": Place(Role.CAPTURE, 3)})
    held = after.held(["a1", "A"], before)
    assert held.places == before.places
    assert after.held([], before) is after


def test_a_cell_in_movement_does_not_contradict_the_others() -> None:
    """Gyges, Y2-Y4: where the last piece was just placed nothing is to be placed any more."""
    before = Situation(phase=Phase.TO_MOVE, mover=1, places={"e6": Place(Role.PUT)})
    moves = dict.fromkeys(["a6", "c6", "f6"], Place(Role.LIFT))
    now = Situation(phase=Phase.TO_MOVE, mover=1, places=moves | {"e6": Place(Role.LIFT)})
    assert now.held(["e6"], before).places == moves
    assert replace(now, mover=0).held(["e6"], replace(before, places=moves)).places == moves


def test_a_hit_checker_in_movement_stays_the_hit_one() -> None:
    """S4: what is taken off the point is told as the hit checker until its sensor rests."""
    before = Situation(places={"4": Place(Role.LIFT)}, turn=Turn(hit=frozenset({"4"})))
    now = Situation(places={"6": Place(Role.LIFT)}, turn=Turn(stepwise=True))
    held = now.held(["4"], before)
    assert held.turn.hit == {"4"} and held.places.keys() == {"4", "6"}
    bar = Situation(places={"bar-black": Place(Role.PUT)}, turn=Turn(hit=frozenset({"bar-black"})))
    assert bar.held(["4"], before) == bar

"""What the lights and the words say while Gyges is set up and played."""

from __future__ import annotations

import pytest

from controller.lights.meanings import MOVEMENTS, Meaning
from controller.tracking.verdict import Kind
from hardware.readings import Sense
from tests.lights.gyges_seat import GygesSeat

START = "1 321123/000000/000000/000000/000000/321123"
#: Player 1's double on a2 reaches goal2 by bouncing on b3, b4 and b5.
BOUNCE = "1 000000/200000/310010/010003/232030/001200"
WAY = {"a2", "b2", "b3", "b4", "b5", "b6", "a6", "goal2"}
#: The triple on a1 can walk a round over a2, b2 and b1, where a single waits.
ROUND = "1 310000/000000/000000/000000/230112/321230"
#: The double on d1 has one turn only: it bounces on the triple on c2 and comes to a3.
ONLY = "1 130210/003300/021000/000000/003000/200012"
LINE_1 = {f"{file}1" for file in "abcdef"}


def test_the_set_up_shows_the_free_fields_of_the_own_line() -> None:
    """Each placement is lit where it may go, first for one player, then for the other."""
    seat = GygesSeat().begin()
    assert seat.lit == {"turn": {"goal1"}, "may-put": LINE_1}
    assert seat.says == "Player 1 to move. Put one of your pieces on a1, b1, c1, d1, e1, f1."
    seat.show({"c1": 3})
    assert seat.turns == ["3@c1"]
    assert seat.lit == {"turn": {"goal2"}, "may-put": {f"{file}6" for file in "abcdef"}}


def test_a_reed_asks_which_piece_was_placed() -> None:
    """Presence alone does not tell the size, so the board asks and shows where."""
    seat = GygesSeat(sense=Sense.PRESENCE).begin().show({"c1": 3}).rest()
    question = seat.table.state.question
    assert question is not None
    assert question.options == ("1@c1", "2@c1", "3@c1")
    assert seat.lit == {"ask": {"c1"}}


def test_the_movable_line_and_the_reachable_fields() -> None:
    """Only the nearest line is lit; with a piece in hand, all fields it may go to."""
    seat = GygesSeat().begin(START)
    assert seat.lit == {"turn": {"goal1"}, "may-lift": LINE_1}
    assert seat.says.endswith("A piece may move from a1, b1, c1, d1, e1, f1.")
    seat.show({"c1": 0})
    rules, position = seat.table.state.rules, seat.table.state.position
    reached = {rules.write_turn(position, turn) for turn in rules.turns(position)}
    reached = {turn.removeprefix("c1-") for turn in reached if turn.startswith("c1-")}
    lit = seat.lit
    assert lit.pop("turn") == {"goal1"}
    assert lit == {"may-put": reached - {"c1"} | ({"c1"} & reached)}
    assert seat.says.startswith("A piece is in hand; it may go to ")


def test_a_goal_in_reach_is_told_apart_from_the_fields() -> None:
    """It moves differently (Y11), and the sentence tells that going there wins."""
    seat = GygesSeat().begin(BOUNCE).show({"a2": 0})
    assert seat.lit == {
        "turn": {"goal1"},
        "may-put": {"b1", "c2", "c3", "a4", "c4"},
        "goal": {"goal2"},
    }
    assert MOVEMENTS[Meaning.GOAL] is not MOVEMENTS[Meaning.MAY_PUT]
    assert seat.says == (
        "A piece is in hand; it may go to b1, c2, c3, a4, c4, the goal of player 2."
        " Going to the goal of player 2 wins."
    )


def test_a_goal_out_of_reach_is_not_lit() -> None:
    """The own goal is never entered (Y11), and a far one cannot be: neither is shown as a goal."""
    seat = GygesSeat().begin(START).show({"c1": 0})
    assert "goal" not in seat.lit
    assert GygesSeat(hints="legal").begin(BOUNCE).show({"a2": 0}).lit == {"turn": {"goal1"}}


@pytest.mark.parametrize("sense", [Sense.WEIGHT, Sense.PRESENCE])
def test_the_goal_that_was_entered_is_lit_with_the_way_to_it(sense: Sense) -> None:
    """The winner's own goal says who has won, the other one where; nothing is pressed."""
    seat = GygesSeat(sense=sense).begin(BOUNCE).show({"a2": 0}).show({"goal2": 2}).rest()
    assert seat.turns == ["a2-goal2"]
    assert seat.lit == {"winner": {"goal1"}, "goal": {"goal2"}, "path": WAY - {"goal2"}}
    assert seat.says == "Player 1 wins 1:0. A piece is in the goal of player 2."


def test_without_full_hints_the_goal_is_lit_and_not_the_way() -> None:
    """What has happened is shown at every level; the way is a hint."""
    seat = GygesSeat(hints="off").begin(BOUNCE).show({"a2": 0}).show({"goal2": 2}).rest()
    assert seat.lit == {"winner": {"goal1"}, "goal": {"goal2"}}


def test_a_game_that_is_given_up_has_no_goal() -> None:
    """Who wins because the other resigned has entered nothing."""
    seat = GygesSeat().begin(BOUNCE)
    seat.table.command({"do": "resign", "side": 0}, seat.now)
    assert seat.lit == {"winner": {"goal2"}}
    assert seat.says.endswith(" The other side resigned.")


def test_beside_what_is_wrong_a_goal_does_not_blink() -> None:
    """Blinking is then kept for what is missing."""
    seat = GygesSeat().begin(BOUNCE).show({"a2": 0}).show({"d4": 1}).rest()
    assert seat.table.verdict.kind is Kind.WRONG
    assert "goal" not in seat.lit


@pytest.mark.parametrize("sense", [Sense.WEIGHT, Sense.PRESENCE])
def test_one_turn_left_in_hand_shows_its_way(sense: Sense) -> None:
    """Where the piece in hand can go to one field only, the bounce path is lit at once (Y8)."""
    seat = GygesSeat(sense=sense).begin(ONLY).show({"d1": 0})
    assert seat.lit == {"path": {"d1", "c1", "c2", "b2", "a2"}, "may-put": {"a3"}}
    assert seat.says == "Turn d1-a3: put the piece on a3."
    seat.show({"a3": 2}).rest()
    assert seat.turns == ["d1-a3"]


def test_a_whole_turn_that_may_go_on_shows_its_way() -> None:
    """With the replacement rule a turn settles first; as long as it does, its way is lit."""
    seat = GygesSeat().begin(START, replace=True).show({"d1": 0}).show({"a2": 1})
    assert seat.turns == []
    assert seat.lit == {"path": {"d1", "c1", "b1", "b2", "a2"}}
    assert seat.says == "Turn d1-a2: finishing."
    seat.rest()
    assert seat.turns == ["d1-a2"]


def test_the_button_is_asked_for_by_light_and_word() -> None:
    """So it is with the button as the only commit: light and sentence agree."""
    seat = GygesSeat(confirm="button").begin(START, replace=True).show({"d1": 0}).show({"a2": 1})
    assert len(seat.table.verdict.possible) > 1
    assert seat.lit == {"confirm": {"goal1"}, "path": {"d1", "c1", "b1", "b2", "a2"}}
    assert seat.says == "Turn d1-a2 is complete: press the button."


def test_before_the_button_the_whole_way_is_lit() -> None:
    """The goal belongs to the way as long as the turn can still be changed."""
    seat = GygesSeat(confirm="button").begin(BOUNCE)
    seat.show({"a2": 0}).show({"goal2": 2})
    assert seat.lit == {"confirm": {"goal1"}, "path": WAY}
    assert seat.says == "Turn “a2 to the goal” is complete: press the button."
    seat.table.command({"do": "confirm"}, seat.now)
    assert seat.table.state.result is not None
    assert seat.table.state.result.winner == 0
    assert seat.lit == {"winner": {"goal1"}, "goal": {"goal2"}, "path": WAY - {"goal2"}}


@pytest.mark.parametrize("sense", [Sense.WEIGHT, Sense.PRESENCE])
def test_two_pieces_in_the_air(sense: Sense) -> None:
    """A replaced piece is told by its weight; where a reed cannot tell them apart it asks."""
    seat = GygesSeat(sense=sense).begin(START, replace=True)
    rules, position = seat.table.state.rules, seat.table.state.position
    turns = {rules.write_turn(position, turn) for turn in rules.turns(position)}
    assert {"a1-b1/a4", "a1-a4"} <= turns
    other = "b1"
    size = seat.held[other]
    seat.show({"a1": 0}).show({other: 0}).show({other: 3}).show({"a4": size}).rest()
    wanted = f"a1-{other}/a4"
    if sense is Sense.WEIGHT:
        assert seat.turns == [wanted]
        return
    question = seat.table.state.question
    assert question is not None
    assert {wanted, "a1-a4"} <= set(question.options)
    assert seat.turns == []


def test_fields_for_the_replaced_piece_are_lit() -> None:
    """Once the one piece has taken the other's place, the lights show where that one may go."""
    seat = GygesSeat().begin(START, replace=True)
    seat.show({"a1": 0}).show({"b1": 0})
    assert "b1" in seat.lit["may-put"]
    seat.show({"b1": 3})
    assert {"a1", "a2"} <= seat.lit["may-put"]
    assert "b1" not in seat.lit["may-put"]


def test_a_wrong_field_is_told_and_put_right() -> None:
    """A piece on a field it cannot reach is told of, with the piece that belongs elsewhere."""
    seat = GygesSeat().begin(START)
    seat.show({"b1": 0}).show({"f5": 2}).rest()
    assert seat.lit["too-many"] == {"f5"}
    assert "take the piece away from f5" in seat.says
    seat.show({"f5": 0}).show({"b1": 2})
    assert seat.lit == {"turn": {"goal1"}, "may-lift": LINE_1}


def test_a_round_trip_is_asked() -> None:
    """A piece lifted and put back has perhaps walked a round: this or nothing."""
    seat = GygesSeat().begin(ROUND)
    assert "a1-a1" in seat.table.turns()
    seat.show({"a1": 0}).show({"a1": 3}).rest()
    question = seat.table.state.question
    assert question is not None
    assert question.options == ("a1-a1", "nothing")
    assert seat.lit == {"ask": {"a1"}}


def test_every_piece_that_may_walk_a_round_shows_its_own() -> None:
    """Y7: rounds of two pieces leave the same board; each is lit for the piece that is in hand."""
    seat = GygesSeat().begin("2 211302/000000/300000/000000/000000/331212").show({"c6": 0})
    assert "c6" in seat.lit["may-put"] and "b6" not in seat.lit["may-put"]


def test_a_replaced_piece_may_be_put_down_first() -> None:
    """Y12: with both pieces in the hand, the other's new fields are lit beside the one it left."""
    seat = GygesSeat().begin(START, replace=True).show({"a1": 0}).show({"b1": 0})
    assert {"b1", "a1", "a2", "f5"} <= seat.lit["may-put"]
    seat.show({"a3": 2})
    assert seat.lit["may-put"] == {"b1"}


def test_a_lost_piece_is_counted_as_one() -> None:
    """Whole pieces are counted by the piece: of twelve one is missing, not three stones."""
    seat = GygesSeat().begin(START)
    seat.show({"a6": 0, "b6": 0}).rest()
    assert seat.table.state.missing == (10, 12)
    assert "10 of 12 pieces are on the board." in seat.says

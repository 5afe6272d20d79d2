"""A side that nobody at the board plays: its turn is called, and hands carry it out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.lights.meanings import Meaning
from controller.lights.scene import scene
from controller.play.fold import read_line
from controller.record.log import Log
from controller.record.verify import verify
from controller.table.commands import CommandError
from controller.table.seats import keep_quiet, wanted
from controller.table.situation import Phase
from controller.table.survey import survey
from controller.words.moment import moment
from tests.record.matches import stored
from tests.table.board import Seat
from tests.table.dicing import DiceSeat


def opposed(seats: tuple[str, ...] = ("hands", "engine:4"), **settings: Any) -> Seat:
    """Kalah with four stones; an engine plays North."""
    seat = Seat(seats=seats, **settings)
    seat.begin()
    return seat


def call(seat: Seat, turn: str) -> list[str]:
    """The engine says its turn."""
    return seat._keep(seat.table.call(turn, seat.now))


def sentence(seat: Seat) -> str:
    """What is said at the table."""
    return moment(survey(seat.table))["en"]


def test_the_record_says_who_plays(tmp_path: Path) -> None:
    """Who has no name is called after us; the line of play knows it again."""
    seat = opposed()
    assert seat.last("game.opened")["played_by"] == ["hands", "engine:4"]
    assert seat.state.players == ("South", "Lunka 4")
    assert read_line(stored(seat.events)).opening.played_by == ("hands", "engine:4")
    assert "played_by" not in Seat().begin() and "played_by" not in opposed(()).last("game.opened")


def test_nothing_may_be_moved_before_the_turn_is_called() -> None:
    """It is thinking: a pit that somebody lifts meanwhile must be filled again."""
    seat = opposed()
    seat.play("a1")
    now = survey(seat.table)
    assert (now.phase, now.thinking, now.called) == (Phase.TO_MOVE, True, None)
    assert sentence(seat) == "Lunka 4 (North) is thinking."
    assert Meaning.MAY_LIFT not in {glow.meaning for glow in scene(now).values()}
    found = wanted(seat.table)
    assert found is not None
    assert (found.what, found.side, found.seat) == ("turn", 1, "engine:4")
    seat.put(b3=0)
    seat.wait()
    assert seat.kind == "wrong"
    assert seat.turns == ["a1"]
    seat.put(b3=4)
    assert seat.kind == "untouched"


def test_the_lights_lead_to_the_turn_that_was_called(tmp_path: Path) -> None:
    """Only its pit is lit, whatever the hints; it is made when the board shows it."""
    seat = opposed(house={"hints": "off"})
    seat.play("a1")
    assert call(seat, "b3") == ["turn.called"]
    now = survey(seat.table)
    assert [cell for cell, glow in scene(now).items() if glow.meaning is Meaning.MAY_LIFT] == ["b3"]
    assert sentence(seat) == "Lunka 4 (North) plays b3. Do it: take the stones from b3."
    assert wanted(seat.table) is None
    seat.put(b3=0)
    lit = {cell for cell, glow in scene(survey(seat.table)).items() if glow.meaning is Meaning.SOW}
    assert lit == {"b4", "b5", "b6", "B"}
    seat.put(b4=5, b5=5, b6=5, B=1)
    assert seat.turns == ["a1", "b3"]
    assert seat.last("turn.made")["by"] == "hands"
    with Log(tmp_path / "record.db") as log:
        log.append(seat.events)
    assert "is whole" in str(verify(tmp_path / "record.db"))


def test_another_legal_turn_is_wrong_and_is_put_right() -> None:
    """A light that was misread never becomes a move in the record."""
    seat = opposed()
    seat.play("a1")
    call(seat, "b3")
    seat.put(b2=0, b3=5, b4=5, b5=5, b6=5)  # b2, a legal turn
    seat.wait()
    assert seat.kind == "wrong"
    assert seat.turns == ["a1"]
    assert "turn.made" not in [event.kind for event in seat.events[-2:]]
    seat.put(b2=4, b3=4, b4=4, b5=4, b6=4)
    assert seat.kind == "untouched"
    assert seat.state.called == "b3"
    seat.play("b3")
    assert seat.turns == ["a1", "b3"]


def test_who_changes_his_turn_is_answered_anew() -> None:
    """As long as nobody has touched the called turn, the last one may be put right: what was called
    is past then."""
    seat = opposed()
    seat.play("a1")
    call(seat, "b3")
    start = seat.contents(seat.state.past[0])
    seat.put(start)
    seat.wait()
    assert seat.turns == []
    assert seat.state.called is None
    assert wanted(seat.table) is None


def test_who_says_his_turn_once_more_changes_nothing() -> None:
    """What was called upon it stays called: the engine need not think again."""
    seat = opposed()
    seat.play("a1")
    call(seat, "b3")
    before = seat.state.past[0]
    seat.table.revised(seat.rules.read_turn(before, "a1"), "answer")
    seat._keep(seat.table.given())
    assert (seat.last("turn.revised")["turn"], seat.state.called) == ("a1", "b3")
    seat.table.revised(seat.rules.read_turn(before, "a2"), "answer")
    assert seat.state.called is None


def test_what_was_carried_out_seals_the_turn_that_it_answers() -> None:
    """As soon as the board looks so, not only when the next one begins."""
    seat = opposed()
    seat.play("a1")
    call(seat, "b3")
    assert not seat.state.sealed
    seat.put(b3=0, b4=5, b5=5, b6=5, B=1)
    assert ("turn.sealed", 1) in [(each.kind, each.data.get("ply")) for each in seat.events]


def test_without_takebacks_a_call_seals_the_turn_before_it() -> None:
    """Or somebody could see the answer and choose again."""
    seat = opposed(house={"takebacks": False})
    seat.play("a1")
    assert call(seat, "b3") == ["turn.sealed", "turn.called"]
    assert seat.last("turn.sealed")["by"] == "call"


def test_undo_takes_the_called_turn_back() -> None:
    """Then it is thought about anew."""
    seat = opposed()
    seat.play("a1")
    call(seat, "b3")
    seat.play("b3")
    seat.say("undo")
    assert wanted(seat.table) is None, "the stones have yet to go back"
    seat.lay(seat.state.position)
    found = wanted(seat.table)
    assert found is not None
    assert (found.what, found.side) == ("turn", 1)


def test_nobody_acts_for_an_engine() -> None:
    """Neither another turn nor a word of its own; the called turn may be declared."""
    seat = opposed()
    seat.play("a1")
    with pytest.raises(CommandError, match="has yet to say its turn"):
        seat.say("declare", turn="b3")
    call(seat, "b2")
    with pytest.raises(CommandError, match="has called b2: no other turn"):
        seat.say("declare", turn="b4")
    with pytest.raises(CommandError, match="speaks for itself"):
        seat.say("resign", side=1)
    seat.say("declare", turn="b2")
    assert seat.turns == ["a1", "b2"]
    with pytest.raises(CommandError, match="no turn is called for a side that hands play"):
        call(seat, "a2")


def test_a_called_turn_must_be_legal() -> None:
    """An engine that errs is told so, and nothing is recorded."""
    seat = opposed()
    seat.play("a1")
    with pytest.raises(CommandError, match="'b9' cannot be called"):
        call(seat, "b9")
    assert seat.state.called is None


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ({"seats": ["hands", "engine:9"]}, "seats must be a list of seats"),
        ({"seats": ["hands"]}, None),
        ({"seats": ["engine:1"]}, "2 seats are needed, not 1"),
        ({"seats": ["hands", "engine:1"], "house": {"tournament": True}}, "in a tournament game"),
    ],
)
def test_seats_that_cannot_be(new: dict[str, Any], reason: str | None) -> None:
    """No engine sits in a tournament; nothing changes where a game is refused."""
    seat = Seat()
    if reason is None:
        assert "game.opened" in seat.say("new", **new)
        return
    with pytest.raises(CommandError, match=reason):
        seat.say("new", **new)
    assert seat.state.game is None


def test_no_engine_by_the_settings_of_a_tournament_table() -> None:
    """The seats of the table itself are refused as those of a command are."""
    seat = Seat(seats=("hands", "engine:4"), house={"tournament": True})
    with pytest.raises(CommandError, match="in a tournament game"):
        seat.say("new")


def test_the_time_of_carrying_out_is_nobodys() -> None:
    """The engine's thinking runs on its clock; who carries its turn out takes no time from it."""
    seat = opposed(house={"clock": "plain", "minutes": 5})
    seat.put(a1=0)
    seat.play("a1")
    seat.wait(7.0)
    call(seat, "b2")
    clock = seat.state.clock
    assert clock is not None and clock.running is None
    left = clock.left[1]
    assert 300 - 8 < left < 300 - 6.9
    seat.wait(60.0)
    seat.play("b2")
    assert seat.state.clock is not None
    assert seat.state.clock.left[1] == left
    assert seat.state.clock.running == 0
    assert 6.9 < seat.last("turn.made")["seconds"] < 8


def test_a_game_goes_on_after_the_power_was_gone() -> None:
    """What was called is called."""
    seat = opposed()
    seat.play("a1")
    call(seat, "b3")
    other = Seat(seats=("hands", "engine:4"))
    other.table.take_up(seat.state, seat.now)
    other.now, other.held, other.events = seat.now, dict(seat.held), list(seat.events)
    other.put(seat.held)
    assert other.state.called == "b3"
    other.put(b2=0)
    other.wait()
    assert other.kind == "wrong"
    other.put(b2=4)
    other.play("b3")
    assert other.turns == ["a1", "b3"]


def speaks_first(seat: Seat) -> None:
    """The engine is asked whether it raises before somebody rolls for it; it does not."""
    found = wanted(seat.table)
    assert found is not None
    assert (found.what, found.side) == ("word", 1)
    assert sentence(seat).endswith("Lunka 2 (Black) is thinking.")
    keep_quiet(seat.table, found)


def test_an_engine_raises_before_hands_roll_for_it() -> None:
    """Its word is recorded, and answered as any raise is; then it is its roll."""
    seat = DiceSeat("short", seats=["hands", "engine:2"])
    seat.begin()
    seat.say("roll", dice=[6, 5])
    seat.play("24/13")
    seat._keep(seat.table.say("double", 1, seat.now))
    assert wanted(seat.table) is None, "White has to answer"
    seat.say("decide", decision="take")
    assert seat.last("decision.made") == {"side": 0, "decision": "take"}
    assert wanted(seat.table) is None, "the cube is White's: Black has nothing to say"
    assert "Roll for Lunka 2 (Black)." in sentence(seat)


def test_who_rolls_before_an_engine_has_spoken_has_rolled() -> None:
    """What lies there lies there; what it thought of is past."""
    seat = DiceSeat("short", seats=["hands", "engine:2"])
    seat.begin()
    seat.say("roll", dice=[6, 5])
    seat.play("24/13")
    seat.say("roll", dice=[3, 1])
    found = wanted(seat.table)
    assert found is not None
    assert found.what == "turn"


def test_the_board_rolls_for_an_engine_and_people_roll_dice_of_wood_for_it() -> None:
    """Where people roll, the sentence asks them to."""
    seat = DiceSeat("short", seats=["hands", "engine:2"])
    seat.begin()
    seat.say("roll", dice=[6, 5])
    seat.play("24/13")
    speaks_first(seat)
    assert wanted(seat.table) is None
    assert "Roll for Lunka 2 (Black)." in sentence(seat)
    seat.say("roll", dice=[3, 1])
    found = wanted(seat.table)
    assert found is not None
    assert (found.what, found.side) == ("turn", 1)
    call(seat, "8/5 6/5")
    seat.wait(1.0)
    seat.play("8/5 6/5")
    assert seat.turns == ["24/13", "8/5 6/5"]


def test_an_engine_answers_a_double_itself() -> None:
    """Nobody else can, and its word is recorded as its own."""
    seat = DiceSeat("short", seats=["hands", "engine:2"])
    seat.begin()
    seat.say("roll", dice=[6, 5])
    seat.play("24/13")
    seat.say("roll", dice=[3, 1])
    call(seat, "8/5 6/5")
    seat.play("8/5 6/5")
    seat.say("decide", decision="double")
    found = wanted(seat.table)
    assert found is not None
    assert (found.what, found.side) == ("word", 1)
    with pytest.raises(CommandError, match="speaks for itself"):
        seat.say("decide", decision="take")
    assert survey(seat.table).words == ()
    seat._keep(seat.table.say("take", 1, seat.now))
    assert seat.last("decision.made") == {"side": 1, "decision": "take"}


def test_inferred_dice_leave_an_engine_nothing_to_think_about() -> None:
    """It must know its roll."""
    with pytest.raises(CommandError, match="must know what was rolled"):
        DiceSeat("short", dice="inferred", seats=["hands", "engine:2"]).begin()


@settings(deadline=None, max_examples=25)
@given(st.data())
def test_only_called_turns_become_moves_of_an_engine(data: st.DataObject) -> None:
    """Whatever other legal turns hands carry out for it, the record has what was called."""
    seat = opposed()
    called: list[str] = []
    for _ in range(data.draw(st.integers(1, 12), "turns")):
        if seat.state.result:
            break
        rules, here = seat.rules, seat.state.position
        legal = [rules.write_turn(here, turn) for turn in rules.turns(here)]
        turn = data.draw(st.sampled_from(legal), "turn")
        if rules.mover(here) == 0:
            seat.play(turn)
            continue
        call(seat, turn)
        called.append(turn)
        other = data.draw(st.sampled_from(legal), "carried out")
        seat.lay(rules.play(here, rules.read_turn(here, other)))
        seat.wait()
        if other != turn and not seat.state.result:
            same = rules.contents(rules.play(here, rules.read_turn(here, other)))
            if same != rules.contents(rules.play(here, rules.read_turn(here, turn))):
                assert seat.state.called == turn
            seat.lay(here)
            seat.wait()
            seat.lay(rules.play(here, rules.read_turn(here, turn)))
            seat.wait()
    assert [ply.turn for ply in seat.state.plies if ply.side == 1] == called

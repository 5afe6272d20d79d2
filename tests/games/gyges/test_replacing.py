"""Two pieces in the air at the table (Y12): in any order, with any pause, nothing is guessed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from controller.cli import main
from controller.play.fold import read_line
from controller.record.log import Log
from controller.record.text import read_text, text_of, write_text
from controller.simulation.people import CALM
from controller.simulation.run import Scenario, play_one
from hardware.profile import shipped_profile
from hardware.readings import Sense
from hardware.simulated.hands import Habits
from tests.lights.gyges_seat import GygesSeat

#: Player 1's singles on e1 and f1 look alike; e1 may take f1's place, and f1 e1's.
ALIKE = "1 000011/000100/203000/203003/000200/230010"
#: Player 2's double on a6 may go to e6, or take c5's place and send that one to e6.
EITHER = "2 020100/300201/301000/000000/013203/200000"
#: Hands that stop for long in the middle of a turn.
SLOW = Habits(hesitate=0.4, hesitate_s=(2.0, 12.0))


def asked(seat: GygesSeat) -> tuple[str, ...]:
    """What the board asks."""
    question = seat.table.state.question
    return question.options if question else ()


def answer(seat: GygesSeat, choice: str) -> GygesSeat:
    """Answer what the board asks."""
    question = seat.table.state.question
    assert question is not None
    command = {"do": "answer", "question": question.number, "choice": choice}
    seat.table.command(command, seat.now)
    return seat


def replaced_first() -> GygesSeat:
    """e1 goes to a5 and rests there so long that it counts as a turn; then f1 goes to e1."""
    seat = GygesSeat().begin(ALIKE, replace=True)
    seat.show({"e1": 0}).show({"a5": 1}).rest()
    assert seat.turns == ["e1-f1/a5"]
    return seat.show({"f1": 0}).rest().show({"e1": 1}).rest()


def test_a_replaced_piece_that_was_put_down_first_is_asked_about() -> None:
    """What looked like a whole turn may be the first half of another: the board asks."""
    seat = replaced_first()
    assert asked(seat) == ("f1-e1/a5", "nothing")
    assert answer(seat, "f1-e1/a5").turns == ["f1-e1/a5"]
    assert seat.rest().table.verdict.kind == "untouched"


def test_or_it_is_the_next_turn_that_has_begun() -> None:
    """Answered "nothing", the first turn stands and the hands are at the next one."""
    seat = answer(replaced_first(), "nothing")
    assert seat.turns == ["e1-f1/a5"]
    assert seat.table.state.plies[-1].sealed
    assert seat.table.verdict.kind == "in hand"  # a piece of player 2 takes f1's place


def test_an_answer_is_not_found_wrong_by_the_looks_it_was_given_for() -> None:
    """Asked a6-e6 or a6-c5/e6 and answered: a look at f2 afterwards changes nothing of it."""
    seat = GygesSeat(sense=Sense.PRESENCE).begin(EITHER, replace=True)
    seat.show({"a6": 0}).show({"c5": 0}).show({"c5": 2}).show({"e6": 3}).rest()
    assert asked(seat) == ("a6-e6", "a6-c5/e6")
    answer(seat, "a6-c5/e6").show({"f2": 0}).rest().show({"f2": 1}).rest()
    assert seat.turns == ["a6-c5/e6"]


def test_a_field_that_never_changed_is_not_where_a_piece_went() -> None:
    """A reed that sticks after a declared turn: what it shows is asked about, never believed."""
    position = "1 000020/311000/101230/003000/320000/020000"
    seat = GygesSeat(sense=Sense.PRESENCE).begin(position)
    seat.show({"c1": 2}).rest()  # the reed of e1 still shows the piece that left it
    seat.table.command({"do": "declare", "turn": "e1-c1"}, seat.now)
    seat.rest().show({"b6": 0}).rest()  # in the hand; b6-e1 would be legal
    assert seat.turns == ["e1-c1"]
    assert asked(seat) == ("b6-e1", "nothing")


@pytest.mark.parametrize("sensors", ["reed", "load"])
def test_readings_tell_the_same_turns_again(
    sensors: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The raw readings of a game, weighed as its board weighs, give the turns of the record."""
    path, profile = tmp_path / "record.db", shipped_profile(f"gyges-{sensors}")
    scenario = Scenario("gyges", {"replace": True}, profile, seed=5, pins_every=0, most_turns=30)
    assert play_one(scenario, 0, path).verdict != "wrong"
    assert main(["replay", "--readings", "--record", str(path)]) == 0
    assert "30 turns recorded, all found again" in capsys.readouterr().err


def test_the_text_is_read_back(tmp_path: Path) -> None:
    """The text record of a game with replacements comes back as it was written, players and all."""
    path, profile = tmp_path / "record.db", shipped_profile("gyges-load")
    scenario = Scenario("gyges", {"replace": True}, profile, seed=5, pins_every=0, most_turns=30)
    assert play_one(scenario, 0, path).verdict != "wrong"
    with Log.open_reader(path) as log:
        text = text_of(read_line(log.events(1)))
    read = read_text(text)
    assert write_text(read) == text
    assert (read.tag("Player1"), read.tag("Player2")) == ("Player 1", "Player 2")
    assert any("/" in move.turn for move in read.moves)


@pytest.mark.parametrize(("sensors", "game"), [("reed", 1), ("reed", 10), ("load", 4)])
def test_slow_hands_replace_in_any_order(sensors: str, game: int, tmp_path: Path) -> None:
    """Games with long pauses in mid-turn, which were once recorded otherwise than played."""
    scenario = Scenario(
        "gyges",
        {"replace": True},
        shipped_profile(f"gyges-{sensors}"),
        people=replace(CALM, pace=SLOW),
        seed=11,
        pins_every=0,
        most_turns=60,
    )
    report = play_one(scenario, game, tmp_path / "record.db")
    assert (report.trouble, report.recorded) == ("", "")

"""Turns that no sensor can show: the board says so at once, and hands say what they have played."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.games.nardy import Short
from controller.games.nardy.board import pack
from controller.lights.meanings import Meaning
from controller.lights.scene import scene
from controller.table.rights import may_now
from controller.table.situation import Unseen
from controller.table.survey import survey
from controller.voice.announcer import Announcer
from controller.words.moment import moment
from tests.table.board import Seat
from tests.table.dicing import DiceSeat

ASKED = "I could not see it: what was played?"


def standing(**white: int) -> str:
    """White's checkers on these points of short nardy (p2=10), the others off; Black's far away."""
    own, foe = [0] * 26, [0] * 26
    for point, count in white.items():
        own[int(point.removeprefix("p"))] = count
    own[0] = 15 - sum(own)
    foe[13], foe[8] = 8, 7
    rules = Short()
    return rules.write_position(rules.begin(0)._replace(board=pack(own, foe)))


def rolled(position: str, *dice: int, seats: tuple[str, ...] = ()) -> DiceSeat:
    """This position on rows of three reeds, and White's roll."""
    seat = DiceSeat(capacity=3, seats=seats)
    seat.begin(position=position)
    seat.say("roll", dice=list(dice))
    return seat


def bearing_off(*seats: str) -> DiceSeat:
    """White can only bear four off from a row that stays full, into a tray whose row is full."""
    return rolled(standing(p2=10), 2, 2, seats=seats)


def sentence(seat: Seat, language: str = "en") -> str:
    """What is said at the table."""
    return moment(survey(seat.table))[language]


def answer(seat: Seat, choice: str) -> list[str]:
    """The answer to what is asked now."""
    assert seat.state.question is not None
    return seat.say("answer", question=seat.state.question.number, choice=choice)


def test_the_board_says_that_it_will_not_see_it() -> None:
    """At once, in both languages, with the light of the button and what to do."""
    seat = bearing_off()
    assert survey(seat.table).unseen is Unseen.ALL
    assert sentence(seat).endswith(
        "The board cannot see what may be played now: make your turn, then press the clock button,"
        " or say it on the page."
    )
    assert "Доске не видно, что можно сейчас сыграть" in sentence(seat, "ru")
    assert scene(survey(seat.table))["off-white"].meaning is Meaning.CONFIRM
    assert "cannot see" in Announcer().hear(survey(seat.table), 0.0)[-1].short["en"]


def test_nothing_is_recorded_before_hands_say_so(tmp_path: Path) -> None:
    """However long they rest; the button asks, and the answer is the turn, which stands."""
    seat = bearing_off()
    seat.wait(600.0)
    assert seat.turns == []
    assert seat.say("confirm") == ["question.asked"]
    assert sentence(seat) == f"{ASKED} 2/off(4), nothing."
    seat.wait(600.0)
    assert seat.turns == [] and seat.state.question is not None
    assert answer(seat, "2/off(4)") == ["question.answered", "turn.made", "turn.sealed"]
    seat.wait(600.0)
    assert (seat.turns, seat.last("turn.made")["by"]) == (["2/off(4)"], "answer")
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_a_button_pressed_too_soon_makes_no_turn() -> None:
    """It was nothing yet: the same is said again, and asked again at the next press."""
    seat = bearing_off()
    said = sentence(seat)
    seat.say("confirm")
    answer(seat, "nothing")
    assert (seat.turns, sentence(seat)) == ([], said)
    assert seat.say("confirm") == ["question.asked"]


def test_turns_that_differ_are_asked() -> None:
    """Two legal turns, and nothing shows either: the player says which it was."""
    seat = rolled(standing(p2=6, p4=5), 4, 2)
    assert survey(seat.table).unseen is Unseen.ALL
    seat.say("confirm")
    assert seat.state.question is not None
    assert seat.state.question.options == ("4/2 4/off", "4/off 2/off", "nothing")
    answer(seat, "4/off 2/off")
    assert seat.turns == ["4/off 2/off"]


def test_where_only_some_are_unseen_the_others_are_followed_as_ever() -> None:
    """What is asked at the button's press is past once a checker is seen to go."""
    seat = rolled(standing(p2=5, p4=5, p3=3, p6=1), 2, 1)
    now = survey(seat.table)
    assert (now.unseen, scene(now)["off-white"].meaning) == (Unseen.SOME, Meaning.TURN)
    assert "The board cannot see every turn now: if it does not notice yours," in sentence(seat)
    assert seat.say("confirm") == ["question.asked"]
    assert "question.answered" in seat.move("6>4")
    assert (seat.kind, seat.state.question) != ("untouched", None)


def test_a_turn_that_was_called_and_cannot_be_seen() -> None:
    """The lights show all of it at once, the sentence what to do; hands confirm it, and none of it
    is guessed."""
    seat = bearing_off("engine:4", "hands")
    assert seat._keep(seat.table.call("2/off(4)", seat.now)) == ["turn.called"]
    assert sentence(seat).endswith(
        "Lunka 4 (White) plays 2/off(4): carry it out on the board. The board cannot see this turn:"
        " once it is made, press the clock button, or say it on the page."
    )
    assert "Доске этот ход не виден" in sentence(seat, "ru")
    lights = {cell: (glow.meaning, glow.count) for cell, glow in scene(survey(seat.table)).items()}
    assert lights == {"2": (Meaning.MAY_LIFT, 4), "off-white": (Meaning.CONFIRM, 0)}
    seat.wait(600.0)
    assert seat.turns == []
    seat.say("confirm")
    assert sentence(seat) == f"{ASKED} 2/off(4), nothing."
    answer(seat, "2/off(4)")
    assert seat.turns == ["2/off(4)"]


def test_a_called_turn_may_be_said_on_the_page_instead() -> None:
    """Then nothing is asked."""
    seat = bearing_off("engine:4", "hands")
    seat._keep(seat.table.call("2/off(4)", seat.now))
    seat.say("declare", turn="2/off(4)")
    assert (seat.turns, seat.count("question.asked")) == (["2/off(4)"], 0)


@pytest.mark.parametrize("command", ["confirm", "lift", "declare"])
def test_who_has_hands_acts_for_who_has_none(command: str) -> None:
    """The key of the other seat carries out, confirms and says what the engine has called."""
    seat = bearing_off("engine:4", "hands")
    seat._keep(seat.table.call("2/off(4)", seat.now))
    may = may_now(seat.table, seat.table.commands())
    assert command in may["seat 1"]
    assert command not in may["seat 0"]


def test_a_sensor_left_out_hides_turns_too() -> None:
    """On reeds, what is sown from a dead pit into pits that hold something shows nowhere."""
    seat = Seat(reeds=True)
    seat.begin()
    assert survey(seat.table).unseen is Unseen.NONE
    seat.table.emit("sensor.left_out", cell="a1", why="it is dead")
    seat.table.sensing.left_out.add("a1")
    seat.table.look_again()
    seat._keep(seat.table.given())
    assert survey(seat.table).unseen is Unseen.SOME
    seat.say("confirm")
    assert seat.state.question is not None
    assert seat.state.question.options == ("a1", "nothing")
    answer(seat, "a1")
    assert seat.turns == ["a1"]


def test_a_board_that_counts_says_nothing_of_it() -> None:
    """Where every checker is counted every turn is seen."""
    seat = DiceSeat()
    seat.begin(position=standing(p2=10))
    seat.say("roll", dice=[2, 2])
    assert survey(seat.table).unseen is Unseen.NONE
    assert "confirm" not in seat.table.commands()

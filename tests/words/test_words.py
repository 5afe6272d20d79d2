"""Whatever the lights say is sayable: in English and Russian, with the same facts."""

from __future__ import annotations

from typing import Any

import pytest

from controller.play.event import Event
from controller.table.survey import survey
from controller.words.catalogue import LANGUAGES
from controller.words.moment import moment, option
from controller.words.news import happened
from controller.words.speech import joined, listed, name, say
from hardware.profile import shipped_profile, shipped_profiles
from tests.table.board import Seat, seated


def heard(seat: Seat, chosen: str | None = None) -> str:
    """The sentence of the moment in English; the Russian one must be there too, and tidy."""
    said = moment(survey(seat.table, chosen))
    assert set(said) == set(LANGUAGES)
    for text in said.values():
        assert text and text == text.strip() and "  " not in text and "{" not in text
    assert said["en"] != said["ru"]
    return said["en"]


def at(**begin: Any) -> Seat:
    """A game begun."""
    seat = Seat()
    seat.begin(**begin)
    return seat


def test_before_a_game() -> None:
    """Without a game the board asks for one."""
    assert heard(Seat()) == "No game is open. Begin a new one."


def test_setup() -> None:
    """Setting up is told cell by cell."""
    seat = Seat()
    seat.say("new")
    assert heard(seat) == "Waiting for the sensors."
    seat.put({**seat.contents(seat.state.start), "a1": 2, "B": 1})
    assert heard(seat) == (
        "Set the board up: a1 needs 2 more, store B has 1 too many."
        " If it does lie so, a sensor is wrong: vouch for a1, store B."
    )


def test_to_move_names_what_may_be_lifted() -> None:
    """Who moves, and what may be lifted where hints are on."""
    seat = at(players=["Anna", "Boris"])
    assert heard(seat) == "Anna (South) to move. Playable: a1, a2, a3, a4, a5, a6."
    seat.say("hints", level="off")
    assert heard(seat) == "Anna (South) to move."


def test_again() -> None:
    """An extra move is told (K5)."""
    seat = at()
    seat.play("a3")
    assert heard(seat).startswith("South moves again.")


def test_sowing_along() -> None:
    """Where the stones go is told, with how many where it is several."""
    seat = at(position="S 14,1,1,1,1,1/5 4,4,4,4,4,4/0")
    seat.put(a1=0)
    assert heard(seat) == (
        "Turn a1: sow into a2 ×2, a3, a4, a5, a6, store A, b1, b2, b3, b4, b5, b6, a1."
    )


def test_several_turns_possible() -> None:
    """Where several turns are possible the places lit are named."""
    seat = at()
    seat.put(a5=5)
    assert heard(seat).startswith("A turn is being made; stones may go into a2")


def test_in_hand_without_hints() -> None:
    """Without hints only that a turn is being made is told."""
    seat = at()
    seat.say("hints", level="off")
    seat.put(a1=0)
    assert heard(seat) == "A turn is being made."


def test_capture_and_sweep() -> None:
    """A capture (K6) and the sweep at the end (K8) are told."""
    seat = at(position="S 1,0,0,0,0,4/19 0,4,0,0,4,0/16")
    seat.put(a1=0, a2=1)
    assert heard(seat) == "Turn a1: capture: carry the stones of a2, b5 ×4 to store A."
    seat = at(position="S 0,0,0,0,0,1/20 1,1,0,0,0,0/25")
    seat.put(a6=0, A=21)
    assert "the game ends: carry what is left in b1, b2 to store B" in heard(seat)


def test_wrong_and_where_it_belongs() -> None:
    """What is wrong is told, and where the stones in hand belong."""
    seat = at()
    seat.put(a1=0)
    seat.put(b4=5)
    assert heard(seat) == (
        "Turn a1 went wrong: b4 has 1 too many. Then sow into a2, a3, a4, a5."
        " If it does lie so, a sensor is wrong: vouch for b4."
    )
    seat = at()
    seat.put(b2=2)
    assert heard(seat).startswith("That is not a legal turn: b2 needs 2 more. Why: only pits of")


def test_missing() -> None:
    """A stone that is not on the board is told with the numbers."""
    seat = at()
    seat.put(b2=3)
    seat.wait()
    assert "47 of 48 stones are on the board." in heard(seat)


def test_missing_is_never_out_of_date() -> None:
    """Who sows on after a long thought is not told how many lay there before."""
    seat = at()
    seat.put(a1=0)
    seat.wait()
    assert heard(seat).endswith("44 of 48 stones are on the board.")
    seat.put(a2=5)
    assert "of 48" not in heard(seat)
    seat.wait()
    assert heard(seat).endswith("45 of 48 stones are on the board.")


def test_missing_while_the_board_is_set_up() -> None:
    """Who lays the stones out hears that they are too few."""
    seat = Seat()
    seat.say("new")
    seat.put({**seat.contents(seat.state.start), "b2": 3})
    seat.wait()
    assert "47 of 48 stones are on the board." in heard(seat)


def test_taken_back() -> None:
    """After an undo the way back is told, not an error."""
    seat = at()
    seat.play("a1")
    seat.say("undo")
    assert heard(seat).startswith("The game was taken back; bring the stones back: a1 needs 4 more")


def test_empty_it() -> None:
    """A reed that still feels something where nothing should be asks to empty the pit."""
    seat = Seat(reeds=True)
    seat.begin()
    seat.put(B=1)
    assert "empty store B" in heard(seat)


def test_question_with_its_answers() -> None:
    """A question is told with all its answers."""
    seat = Seat(reeds=True)
    seat.say("new", position="S 14,1,1,1,1,1/5 4,4,4,4,4,4/0")
    seat.lay(seat.state.start)
    seat.put(a1=0)
    seat.put(a1=1)
    seat.wait()
    assert heard(seat) == "I could not see it: what was played? a1, nothing."


def test_settling_and_confirm() -> None:
    """A finished turn that waits, for hands or for the button, is told; and who comes next where it
    can become no other any more."""
    seat = Seat(reeds=True)
    seat.begin()
    seat.put(a1=0)
    told = "Turn a1: finishing. North to move. Playable: b1, b2, b3, b4, b5, b6."
    assert heard(seat) == told
    seat = seated(house={"confirm": "button"})
    seat.play("a1")
    assert heard(seat) == "Turn a1 is complete: press the button."


def test_swap_is_offered() -> None:
    """That the first move may be taken over is told (K10)."""
    seat = at(options={"stones": 4, "pie": True})
    seat.play("a1")
    assert heard(seat).endswith("Pie rule: the second player may take the first move over.")


def test_results() -> None:
    """Every way a game can end is told with the score (K9), the winner's first."""
    seat = at(position="S 0,0,0,0,0,1/20 1,1,0,0,0,0/25")
    seat.play("a6")
    assert heard(seat) == "North wins 27:21."
    seat = at(position="S 0,0,0,0,0,1/23 1,0,0,0,0,0/23")
    seat.play("a6")
    assert heard(seat) == "A draw: 24:24."
    seat = at()
    seat.say("resign", side=0)
    assert heard(seat) == "North wins. The other side resigned."
    seat = seated(house={"clock": "plain", "minutes": 1})
    seat.say("confirm")
    seat.wait(61.0)
    assert heard(seat) == "North wins. The other side's time is up."


def test_paused() -> None:
    """A paused game is told."""
    seat = at()
    seat.say("pause")
    assert heard(seat) == "The game is paused."


TOLD: dict[str, dict[str, Any]] = {
    "board.ready": {"left_out": []},
    "turn.made": {"side": 0, "turn": "a1", "ply": 1},
    "turn.revised": {"side": 0, "turn": "a2", "old": "a1"},
    "turn.withdrawn": {"turn": "a1"},
    "turn.takeback": {"to": 2, "turns": ["a1"]},
    "attempt.righted": {},
    "piece.found": {"found": 48, "total": 48},
    "sensor.left_out": {"cell": "a1", "why": "x"},
    "sensor.restored": {"cell": "a1", "why": "x"},
    "hints.set": {"level": "legal"},
    "hints.unlocked": {"by": "Olga"},
    "game.paused": {"by": "Olga", "why": ""},
    "game.resumed": {"by": "Olga", "why": ""},
    "clock.flag": {"side": 1},
}


@pytest.mark.parametrize("kind", TOLD)
def test_what_happened_is_told(kind: str) -> None:
    """Everything players should hear of when it happens has its words."""
    said = happened(Event(kind, 0.0, TOLD[kind]), at().state)
    assert said is not None
    assert said["en"] and said["ru"] and said["en"] != said["ru"]
    assert "{" not in said["en"] + said["ru"]


def test_swap_and_start_have_their_own_words() -> None:
    """A swap (K10) and a takeback to the start are told as what they are."""
    state = at().state
    swapped = happened(Event("turn.made", 0.0, {"side": 1, "turn": "swap"}), state)
    back = happened(Event("turn.takeback", 0.0, {"to": 0, "turns": ["a1"]}), state)
    assert swapped and swapped["en"].startswith("North took the first move over")
    assert back and back["en"] == "The game was taken back to the start."


def test_inner_events_are_not_told() -> None:
    """What only the record needs is not said aloud."""
    assert happened(Event("turn.sealed", 0.0, {"ply": 1, "by": "touch"}), at().state) is None


@pytest.mark.parametrize(
    ("choice", "english", "russian"),
    [
        ("nothing", "nothing", "ничего"),
        ("ply:0", "back to the start", "назад к началу"),
        ("ply:3", "back to move 3", "назад к ходу 3"),
        ("a3", "a3", "a3"),
    ],
)
def test_options_in_words(choice: str, english: str, russian: str) -> None:
    """Every answer the board takes has its words."""
    assert option(choice, {}) == {"en": english, "ru": russian}


def test_parts_are_put_together() -> None:
    """Sentences follow each other with one space; empty ones leave none; names are translated."""
    one, empty = say("idle"), dict.fromkeys(LANGUAGES, "")
    assert joined(one, empty) == one
    assert listed([name("South"), name("North")]) == {"en": "South, North", "ru": "Юг, Север"}
    assert name("Anna") == {"en": "Anna", "ru": "Anna"}


@pytest.mark.parametrize("board", shipped_profiles())
def test_every_board_has_its_name_in_every_language(board: str) -> None:
    """What Lunka ships is named in the reader's language; a builder's own board as he named it."""
    title = shipped_profile(board).name
    said = name(title, "board")
    assert said["en"] == title != said["ru"]
    assert name("Grandpa's board", "board") == dict.fromkeys(LANGUAGES, "Grandpa's board")

"""Whoever does not see asks the wood itself: by a finger on a place, or by its buttons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.board.mouse import ACTS, carry_out
from controller.daemon.daemon import open_house
from controller.settings.config import load_config
from controller.table.commands import CommandError
from controller.voice.questions import Question
from controller.voice.utterance import Kind
from hardware.profile import shipped_profile, shipped_profiles
from tests.house.room import Room


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A kalah board that weighs, with a game on it."""
    here = Room(tmp_path)
    here.begin()
    yield here
    here.close()


def told(room: Room, *cells: str, grams: float = 150.0, seconds: float = 0.7) -> list[str]:
    """Everything that is said while these places are pressed, let go, and for a while after."""
    last = room.house.announcer.said[-1].number
    for cell in cells:
        room.board.touch(cell, grams, seconds)
    room.let(seconds + 2.0)
    new = [each for each in room.house.announcer.said if each.number > last]
    assert all(each.kind is Kind.ANSWER for each in new)
    return [each.full["en"] for each in new]


def pressed(room: Room, button: str) -> str:
    """What a button of the wood tells."""
    room.house._pressed(button)
    said = room.house.announcer.said[-1]
    assert said.kind is Kind.ANSWER
    return said.full["en"]


@pytest.mark.parametrize("grams", [50.0, 150.0, 600.0])
def test_a_finger_on_a_pit(room: Room, grams: float) -> None:
    """It tells what lies there and what may be done with it, light or heavy, and nothing else."""
    assert told(room, "a3", grams=grams) == ["4 at pit 3. It may be played from here."]
    far = "4 at far pit 3. Nothing is to be done here now."
    assert told(room, "b3", grams=grams) == [far]
    assert room.house.announcer.said[-1].full["ru"] == (
        "4, дальний номер 3. Сейчас здесь делать нечего."
    )
    assert room.turns == []


def test_a_finger_on_a_store_and_on_both(room: Room) -> None:
    """A store tells the score, both together the whole board."""
    room.play("a3")
    assert told(room, "A") == ["1 at the near store; nothing at the far store."]
    (board,) = told(room, "A", "B")
    assert board.startswith("The board, South to move: nothing at pit 3; 5 at pit 4;")


def test_a_finger_in_the_midst_of_a_turn(room: Room) -> None:
    """The turn under way is told of, goes on, and is recognised as ever."""
    room.lift("a4")
    assert told(room, "a4") == ["nothing at pit 4. Nothing is to be done here now."]
    assert told(room, "a5") == ["4 at pit 5. Sow here: 1."]
    room.drop("a5")
    assert told(room, "a5") == ["5 at pit 5. Nothing is to be done here now."]
    room.drop("a6", "A", "b1")
    room.let(3.0)
    assert room.turns == ["a4"]


def test_a_stone_that_falls_while_a_finger_presses(room: Room) -> None:
    """The wood may carry the finger's weight to any cell: the turn counts once it is let go."""
    room.lift("a1")
    room.drop("a2", "a3", "a4")
    room.board.touch("b5", 150.0, 1.5)
    room.let(0.3)
    room.drop("a5")
    room.let(3.0)
    assert room.turns == ["a1"]


def test_a_finger_does_not_hide_what_lies_elsewhere(room: Room) -> None:
    """A turn that is whole is recognised though a pit beside it is pressed: others still tell."""
    room.lift("a1")
    room.drop("a2", "a3", "a4")
    room.wood.drop("a5")
    room.let(0.2)
    room.board.touch("b5", 150.0, 2.2)
    room.let(1.5)
    assert room.table.sensing.fingers.down == {"b5"}
    assert all(room.table.sensing.look(cell).exact for cell in ("a1", "a5", "b4", "b6"))
    room.let(3.0)
    assert room.turns == ["a1"]


def test_a_finger_says_what_is_to_be_put_right(room: Room) -> None:
    """How many are missing or too many in this very place."""
    room.wood.lift("b3", 1)
    room.let(3.0)
    assert told(room, "b3") == ["3 at far pit 3. Missing here: 1."]
    assert room.turns == []


def test_what_is_no_question(room: Room) -> None:
    """Two pits at once are a hand, and what stays is told as what it is."""
    assert told(room, "a1", "a2") == []
    room.board.touch("a4", 150.0, 6.0)
    room.let(5.0)
    assert "Something rests on pit 4 that is no piece" in room.view["sentence"]["en"] or (
        "Something rests on a4" in room.view["sentence"]["en"]
    )
    room.let(4.0)
    assert "rests" not in room.view["sentence"]["en"]


def test_what_may_be_done_in_the_midst_of_a_turn(room: Room) -> None:
    """Nothing is said while hands sow, but whoever asks is told how the turn goes on."""
    room.lift("a4")
    assert "sow into pit 5" in pressed(room, "say-may")


def test_hints_that_are_off_tell_no_more_than_what_lies_there(room: Room) -> None:
    """A finger gets nothing out of a table that keeps what may be played to itself."""
    room.house.command({"do": "hints", "level": "off"})
    room.let(1.0)
    assert told(room, "a3") == ["4 at pit 3."]


def test_fingers_that_do_not_ask(tmp_path: Path) -> None:
    """Where the settings say so, a finger is not answered, is still no piece, and buttons ask."""
    room = Room(tmp_path, fingers_ask=False)
    room.begin()
    assert told(room, "a3") == [] and told(room, "A", "B") == []
    room.play("a3")
    assert room.turns == ["a3"]
    assert pressed(room, "say-turn").startswith("South moves again.")
    room.close()


def test_the_setting_that_turns_fingers_off(tmp_path: Path) -> None:
    """`fingers = false` under `[voice]` reaches the board; by default they ask."""
    settings = tmp_path / "table.toml"
    for line, asks in (("", True), ("fingers = false", False)):
        settings.write_text(f"[board]\nsimulated = true\n[voice]\n{line}\n", "utf-8")
        house, _board = open_house(load_config(settings), tmp_path / f"{asks}.db")
        assert house._fingers_ask is asks
        house.close()


def test_a_finger_before_any_game(tmp_path: Path) -> None:
    """Silence is no answer: it tells what the board waits for."""
    room = Room(tmp_path)
    room.let(2.0)
    (answer,) = told(room, "a1")
    assert answer == room.house.announcer.said[0].full["en"]
    room.close()


@pytest.mark.parametrize("sensors", ["reed", "load"])
def test_next_walks_over_the_places_after_say(tmp_path: Path, sensors: str) -> None:
    """Where no finger is felt: every place in the order of travel, and round again."""
    room = Room(tmp_path, sensors)
    room.begin()
    pressed(room, "say")
    walk = [pressed(room, "next") for _ in range(15)]
    assert walk[0] == walk[14] == "4 at pit 1. It may be played from here."
    assert walk[7] == "4 at far pit 1. Nothing is to be done here now."
    assert walk[6] == walk[13] == "nothing at the near store; nothing at the far store."
    room.let(7.0)
    said = len(room.house.announcer.said)
    room.house._pressed("next")
    assert len(room.house.announcer.said) == said
    room.close()


def test_a_reed_that_contradicts_the_position_is_believed(tmp_path: Path) -> None:
    """A pit that was emptied holds none, and one that must be empty holds something."""
    room = Room(tmp_path, "reed")
    room.begin()
    room.lift("a4")
    room.drop("a5", "a6", "A")
    pressed(room, "say")
    walk = " ".join(pressed(room, "next") for _ in range(14))
    assert "nothing at pit 4." in walk or "nothing at far pit 4." in walk
    assert "something at the near store" in walk or "something at the far store" in walk
    room.close()


def test_a_finger_of_the_page_on_simulated_wood(room: Room) -> None:
    """`touch` presses and lets go: it is answered as a finger on real wood, and moves nothing."""
    carry_out(ACTS["touch"], room.board, {"do": "touch", "cell": "a3"})
    room.let(3.0)
    said = room.house.announcer.said[-1]
    assert (said.kind, said.full["en"]) == (Kind.ANSWER, "4 at pit 3. It may be played from here.")
    assert room.turns == []


def test_a_finger_of_the_page_on_reeds(tmp_path: Path) -> None:
    """Silence is no answer: it is told that reeds feel none, and what to press instead."""
    room = Room(tmp_path, "reed")
    with pytest.raises(CommandError, match="a reed at a3 feels no finger; press the button say"):
        carry_out(ACTS["touch"], room.board, {"do": "touch", "cell": "a3"})
    with pytest.raises(CommandError, match="No sensor of this board belongs to a cell 'z9'"):
        carry_out(ACTS["touch"], room.board, {"do": "touch", "cell": "z9"})
    room.close()


@pytest.mark.parametrize("name", shipped_profiles())
def test_every_shipped_board_can_be_asked(name: str) -> None:
    """Each has the buttons `say` and `next`, on pins of their own."""
    assert {"say", "next"} <= {*map(str, shipped_profile(name).buttons)}


@pytest.mark.parametrize("sensors", ["reed", "load"])
def test_the_button_say_of_a_shipped_board(tmp_path: Path, sensors: str) -> None:
    """Pressed on the wood, its pin asks; what was said last is said again."""
    room = Room(tmp_path, sensors, pins=True)
    room.begin()
    carry_out(ACTS["press"], room.board, {"do": "press", "button": "say"})
    room.let(1.0)
    said = room.house.announcer.said[-1]
    assert said.kind is Kind.ANSWER and "South to move" in said.full["en"]
    room.close()


@pytest.mark.parametrize("question", Question)
def test_a_button_for_each_question(room: Room, question: Question) -> None:
    """A board may have one for each, and each gives the answer that the page gives."""
    from controller.voice.questions import answer

    room.play("a3")
    expected = answer(question, room.house.announcer.said)["en"]
    events = len(list(room.log.events(1)))
    assert pressed(room, f"say-{question}") == expected
    assert len(list(room.log.events(1))) == events

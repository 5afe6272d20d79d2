"""Whoever does not see may ask: by a button of the board, and by programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.voice.questions import Question, answer
from controller.voice.utterance import Kind, Utterance
from controller.words.speech import name
from tests.house.room import Room


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A kalah board with four stones in a pit, and a game with clocks on it."""
    here = Room(tmp_path, clock="plain", minutes=5)
    here.begin()
    yield here
    here.close()


def asked(room: Room, question: Question, language: str = "en") -> str:
    """What the board answers."""
    clocks = room.house._clocks(room.clock.now())
    return answer(question, room.house.announcer.said, clocks)[language]


def test_what_lies_where(room: Room) -> None:
    """The whole board, by the numbers of who is to move."""
    room.play("a3")
    assert asked(room, Question.BOARD) == (
        "The board, South to move: nothing at pit 3; 5 at pit 4; 5 at pit 5; 5 at pit 6; "
        "1 at the near store; nothing at the far store; 4 everywhere else."
    )


def test_what_was_played_and_what_may_be(room: Room) -> None:
    """The last turn, and what may come next, also after something else was said."""
    assert asked(room, Question.LAST) == "Nothing is played yet."
    room.play("a3")
    assert asked(room, Question.LAST).startswith("South: pit 3. Now: nothing at pit 3;")
    assert asked(room, Question.MAY).startswith("South moves again. Playable: pit 1, pit 2, pit 4")
    assert asked(room, Question.REPEAT) == asked(room, Question.MAY)


def test_whose_turn_it_is_and_what_the_clocks_show(room: Room) -> None:
    """In words, the number of minutes and seconds agreeing in each language."""
    room.play("a3")
    told = asked(room, Question.TURN)
    assert told.startswith("South moves again. South: 4 minutes ")
    assert told.endswith("North: 5 minutes 0 seconds.")
    assert asked(room, Question.TURN, "ru").endswith("Север: 5 минут 0 секунд.")


def test_how_it_is_put_right(room: Room) -> None:
    """What is wrong as long as it is; then that nothing is."""
    assert asked(room, Question.RIGHT) == "Nothing is wrong."
    room.wood.lift("b3", 1)
    room.let(3.0)
    assert "far pit 3 needs 1 more" in asked(room, Question.RIGHT)
    assert asked(room, Question.RIGHT) == asked(room, Question.MAY)
    room.wood.drop("b3")
    room.let(3.0)
    assert asked(room, Question.RIGHT) == "Nothing is wrong."
    assert asked(room, Question.MAY).startswith("South to move.")


def test_a_table_that_has_said_nothing() -> None:
    """Silence is never an answer."""
    assert answer(Question.REPEAT, [])["en"] == "Nothing was said yet."
    assert all(answer(question, [])["ru"] for question in Question)


def test_an_answer_is_not_what_was_said() -> None:
    """Who asks for the last thing again does not hear an answer, or an alert, again."""
    said = [
        Utterance(number, 0.0, kind, name(kind), {})
        for number, kind in enumerate((Kind.PROMPT, Kind.ALERT, Kind.ANSWER), 1)
    ]
    assert answer(Question.REPEAT, said)["en"] == "prompt"


def test_the_button_tells_more_and_more(room: Room) -> None:
    """Pressed once it repeats what was said last; pressed on, it tells turn, time and board."""
    room.play("a3")
    heard = []
    for _ in range(5):
        room.house._press("say")
        heard.append(room.house.announcer.said[-1])
    assert {each.kind for each in heard} == {Kind.ANSWER}
    beginnings = ("South moves again.", "South: pit 3.", "South moves", "The board,", "South moves")
    assert all(
        each.full["en"].startswith(start) for each, start in zip(heard, beginnings, strict=True)
    )
    room.let(10.0)
    room.house._press("say")
    assert room.house.announcer.said[-1].full == heard[0].full


def test_the_button_says_how_to_put_it_right(room: Room) -> None:
    """Where something is wrong, that comes first; and it is no part of the record."""
    room.wood.lift("b3", 1)
    room.let(3.0)
    events = len(list(room.log.events(1)))
    room.house._press("say")
    assert "far pit 3 needs 1 more" in room.house.announcer.said[-1].full["en"]
    assert len(list(room.log.events(1))) == events

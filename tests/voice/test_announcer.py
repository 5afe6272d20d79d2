"""What is said, in which words and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from controller.table.situation import Phase, Seat, Situation
from controller.voice.announcer import Announcer
from controller.voice.ear import for_the_ear, is_plain
from controller.voice.utterance import Kind, Utterance, Verbosity
from controller.words.catalogue import LANGUAGES
from tests.house.room import Room
from tests.voice.evenings import GAMES, said_in


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A kalah board with four stones in a pit, and a game on it."""
    here = Room(tmp_path)
    here.begin()
    yield here
    here.close()


def heard(room: Room, verbosity: Verbosity = Verbosity.FULL, language: str = "en") -> list[str]:
    """Everything that was said, in order."""
    return [each.text(language, verbosity) for each in room.house.announcer.said]


def kinds(room: Room) -> list[Kind]:
    """Of what kind it was."""
    return [each.kind for each in room.house.announcer.said]


def test_a_turn_is_told_in_the_order_of_sowing_counts_first(room: Room) -> None:
    """Who played which pit by the mover's own numbers, and what lies otherwise since."""
    room.play("a3")
    assert (
        "South: pit 3. Now: nothing at pit 3; 5 at pit 4; 5 at pit 5; 5 at pit 6;"
        " 1 at the near store." in heard(room)
    )
    assert heard(room)[-1].startswith("South moves again. Playable: pit 1, pit 2, pit 4")


def test_the_same_in_russian(room: Room) -> None:
    """Nothing is left in English, and numbers stand where no case is wrong."""
    room.play("a3")
    assert (
        "Юг: номер 3. Теперь: пусто, номер 3; 5, номер 4; 5, номер 5; 5, номер 6; 1, ближний калах."
        in heard(room, language="ru")
    )


def test_in_short_only_what_was_played_and_who_acts(room: Room) -> None:
    """Who wants few words hears the turn and whose turn it is."""
    room.play("a3")
    assert heard(room, Verbosity.SHORT)[-2:] == ["South: pit 3.", "South moves again."]


def test_the_board_is_told_before_the_first_turn(room: Room) -> None:
    """What most places hold is said once."""
    told = [each for each in room.house.announcer.said if each.kind is Kind.BOARD]
    assert [each.full["en"] for each in told] == [
        "The board, South to move: nothing at the near store; nothing at the far store; "
        "4 everywhere else."
    ]


def test_a_slip_is_told_at_once_with_the_way_out(room: Room) -> None:
    """What is wrong, how it is put right, and that it is right again; then nothing is repeated."""
    prompts = heard(room)
    room.wood.lift("b3", 1)
    room.let(3.0)
    assert kinds(room)[len(prompts)] is Kind.WRONG
    assert "far pit 3 needs 1 more" in heard(room)[len(prompts)]
    room.wood.drop("b3")
    room.let(3.0)
    assert kinds(room)[-1] is Kind.RIGHT and heard(room)[-1] == "All is right again."


def test_a_turn_taken_back_is_told_with_where_the_stones_lie(room: Room) -> None:
    """Whoever only hears knows the position before the turn again."""
    room.play("a3")
    room.house.command({"do": "undo"})
    told = [each.full["en"] for each in room.house.announcer.said if each.kind is Kind.TURN]
    assert told[-1].startswith("Taken back to turn 0; South to move. Now: 4 at pit 3; 4 at pit 4")


def test_what_does_not_work_is_told_when_it_comes_up() -> None:
    """An alert is said once as long as it lasts, and again when it comes back."""
    announcer, alert = Announcer(), {"en": "The lights do not work.", "ru": "Свет не работает."}
    assert len(announcer.alert([alert], 1.0)) == 1 and not announcer.alert([alert], 2.0)
    assert not announcer.alert([], 3.0) and len(announcer.alert([alert], 4.0)) == 1


def test_nothing_is_said_where_nothing_has_changed() -> None:
    """The same situation is heard in silence."""
    announcer = Announcer()
    assert len(announcer.hear(Situation(), 1.0)) == 1
    assert not announcer.hear(Situation(), 2.0)


def test_a_place_without_a_name_is_called_as_itself() -> None:
    """A game of somebody else may forget one, or name one too many: nothing is lost."""
    seats = (Seat("South", "South", "A"), Seat("North", "North", "B"))
    now = Situation(
        phase=Phase.TO_MOVE,
        seats=seats,
        mover=0,
        aloud={"a1": "pit 1", "z9": "nowhere"},
        holds={"a1": 3, "b1": 4, "A": 0, "B": 0},
    )
    board, _ = Announcer().hear(now, 1.0)
    assert board.full["en"] == (
        "The board, South to move: 3 at pit 1; 4 at b1; nothing everywhere else."
    )


@pytest.mark.parametrize(
    ("written", "english", "russian"),
    [
        ("13/7* 8/7", "13 to 7, a hit, 8 to 7", "13 на 7, бьёт, 8 на 7"),
        ("24/18*/14(2)", "24 to 18, a hit, to 14, 2 times", "24 на 18, бьёт, на 14, 2 раза"),
        ("6-5 (shesh-besh)", "6 and 5, shesh-besh", "6 и 5, shesh-besh"),
        ("Anna (South): 25:23.", "Anna, South: 25 to 23.", "Anna, South: 25 против 23."),
        ("one pit (K4).", "one pit.", "one pit."),
        ("a5 ×3, a6", "a5, 3 times, a6", "a5, 3 раза, a6"),
        ("a1-b3", "a1 to b3", "a1 на b3"),
        ("«no such file»: /dev/null", "no such file: dev null", "no such file: dev null"),
    ],
)
def test_signs_become_words(written: str, english: str, russian: str) -> None:
    """What eyes read at a glance is said as people say it."""
    assert for_the_ear({"en": written, "ru": written}) == {"en": english, "ru": russian}


def texts(said: Utterance) -> Iterator[str]:
    """Every text of it."""
    for verbosity in Verbosity:
        yield from (said.text(language, verbosity) for language in LANGUAGES)


@pytest.mark.parametrize("game", GAMES)
def test_evenings_are_told_in_order_once_and_in_words(game: str) -> None:
    """In every game: numbered without a gap, never the same twice running, no signs, each
    language."""
    said = said_in(game)
    assert [each.number for each in said] == [*range(1, len(said) + 1)]
    assert all(one.at <= other.at for one, other in pairwise(said))
    assert all(one.full != other.full for one, other in pairwise(said))
    for each in said:
        assert all(map(is_plain, texts(each))), each
        assert all(each.full[language] for language in LANGUAGES)
    assert {Kind.BOARD, Kind.TURN, Kind.PROMPT} <= {each.kind for each in said}

"""Places are told as people call them: by the mover's own numbers, in the order of travel."""

from __future__ import annotations

import re
from typing import Any

import pytest

from controller.games.catalogue import make_game, names
from controller.play.event import Event
from controller.table.house_rules import HouseRules
from controller.table.survey import survey
from controller.words.moment import moment
from controller.words.news import happened
from controller.words.places import layout_of, turns_in_words
from controller.words.telling import called
from tests.lights.gyges_seat import GygesSeat
from tests.table.board import Seat
from tests.table.dicing import DiceSeat
from tests.table.dicing import seated as diced

#: Names of the program that nobody may read.
_OURS = re.compile(r"(bar|off)-(white|black)|goal\d|name\d|gone\d")


def heard(seat: Seat | DiceSeat, language: str = "en") -> str:
    """The sentence of the moment."""
    return moment(survey(seat.table))[language]


def black_to_move(*dice: int, **house: Any) -> DiceSeat:
    """Black has won the opening of short nardy with these dice."""
    return diced(*sorted(dice), **house)


def test_sowing_is_told_in_sowing_order() -> None:
    """K4: from the pit on, past the own store, and round to the pit itself; what is left, too."""
    seat = Seat()
    seat.begin(position="S 14,1,1,1,1,1/5 4,4,4,4,4,4/0")
    seat.put(a1=0)
    row = "a3, a4, a5, a6, store A, b1, b2, b3, b4, b5, b6, a1"
    assert heard(seat) == f"Turn a1: sow into a2 ×2, {row}."
    seat.put(a2=3, a3=2)
    assert heard(seat).endswith("sow into a4, a5, a6, store A, b1, b2, b3, b4, b5, b6, a1.")


def test_north_counts_from_its_own_row() -> None:
    """What North may lift and where its stones go begins with North's own pits."""
    seat = Seat()
    seat.begin(position="N 4,4,4,4,4,4/0 4,4,4,4,4,4/0")
    seat.put(b5=0)
    assert heard(seat) == "Turn b5: sow into b6, store B, a1, a2."


def test_black_hears_black_s_own_numbers() -> None:
    """S1: one numbering in one sentence, in the order in which Black's checkers travel."""
    seat = black_to_move(6, 3)
    assert heard(seat) == "Black to move. 6-3: shesh-se. Playable: 24, 13, 8, 6."
    seat.put({"12": 4})  # one of Black's five on his 13
    assert heard(seat) == "A checker in hand may go to 10, 7, 4."
    seat.put({"18": 1})  # his 7
    assert heard(seat).startswith("The turn goes on: take a checker from 24, 13, 8, 7, 6.")


def test_who_wants_white_s_numbers_has_them() -> None:
    """The house rule `numbers`: then Black too hears where White counts; it is in the record only
    where it is so."""
    seat = black_to_move(6, 3, numbers="first")
    assert heard(seat).endswith("Playable: 19, 17, 12, 1.")
    assert HouseRules(numbers="first").told(0)["numbers"] == "first"
    assert "numbers" not in HouseRules().told(0)


def test_white_s_numbers_are_the_only_ones_in_a_sentence() -> None:
    """The house rule `numbers`: turn, places and the rule that was broken, all as White counts."""
    seat = diced(3, 6, game="long", numbers="first")
    seat.say("roll", dice=[6, 3])
    seat.move("12>6")
    assert heard(seat).startswith("Turn 12/3. The turn goes on: take a checker from 6.")
    seat.move("6>3")
    seat.wait(9.0)
    assert seat.state.plies[-1].turn == "24/15"  # in the record by his own numbers, as ever
    event = next(each for each in seat.events if each.kind == "turn.made")
    assert (happened(event, seat.state) or {})["en"] == "Black played 12/3."
    seat = black_to_move(5, 4, numbers="first")
    seat.move("19>24")  # Black's 6 to his 1, where White has two
    assert "Why: 24 is held by two or more opposing checkers (S3)." in heard(seat)


def test_the_turn_and_its_places_have_the_same_numbers() -> None:
    """L2: a turn that went wrong names the places as its own notation does."""
    seat = diced(3, 6, game="long")
    seat.say("roll", dice=[6, 3])
    seat.move("12>6")  # Black's head, six on: his 18
    assert heard(seat).startswith("Turn 24/15. The turn goes on: take a checker from 18.")


@pytest.mark.parametrize("game", names())
def test_no_name_of_the_program_is_read(game: str) -> None:
    """Every place of every game, for every side, in both languages."""
    rules = make_game(game, {})
    for side in range(len(rules.sides)):
        places = rules.sayings.places(side)
        assert set(places) == set(rules.cells)
        said = [text for name in places.values() for text in called(name).values()]
        assert not [text for text in said if _OURS.search(text)]
        assert len({called(name)["ru"] for name in places.values()}) == len(places)


@pytest.mark.parametrize(
    ("game", "turn", "english", "russian"),
    [
        ("kakuzu", "name4", "look for 4", "ищу 4"),
        ("kakuzu", "gone4", "all nine 4s lie open", "все девять номеров 4 открыты"),
        ("kakuzu", "time", "time is up", "время вышло"),
        ("kakuzu", "pass", "the 0 ends the turn", "вытянут 0, ход окончен"),
        ("kakuzu", "e5+", "e5 (a hit)", "e5 (нашли)"),
        ("kakuzu", "e5=7", "e5, beneath it 7", "e5, под камнем 7"),
        ("kalah", "a3", "a3", "a3"),
        ("mad-gulbar", "24/21/18/14 +5,6,6", "24/21/18/14", "24/21/18/14"),
        ("long", "Black 41|32: 24/19", "(Black: 4-1, 3-2) 24/19", "(Чёрные: 4-1, 3-2) 24/19"),
        ("gyges", "2@c1", "double piece on c1", "двойная фигура на c1"),
        ("gyges", "c1-goal2", "c1 to the goal", "c1 на финишное поле"),
        ("short", "bar/20 6/off(2)", "bar/20 6/off(2)", "бар/20 6/снято(2)"),
        ("short", "pass", "pass", "пас"),
        ("kalah", "swap", "swap the seats", "поменяться местами"),
    ],
)
def test_turns_in_words(game: str, turn: str, english: str, russian: str) -> None:
    """A turn is read in words where the notation has a word of the program."""
    rules = make_game(game, {})
    assert called(rules.sayings.turn(turn)) == {"en": english, "ru": russian}
    told = turns_in_words(rules, [turn])
    assert told == ({} if turn == "a3" else {turn: {"en": english, "ru": russian}})


def test_the_goal_of_gyges() -> None:
    """Y11: whose goal it is, not the name of its cell; and so for the winning move."""
    seat = GygesSeat().begin("1 000000/000000/000000/000000/321123/321123", replace=False)
    seat.show({"c5": 0})
    assert "goal2" not in seat.says and "the goal of player 2" in seat.says


def test_troubles_name_the_place_as_players_do() -> None:
    """A sensor of the bar is the bar's, and a point has the mover's number."""
    seat = black_to_move(6, 3)
    for cell, place in (("bar-white", "White's bar"), ("1", "24")):
        event = Event("sensor.left_out", 0.0, {"cell": cell, "why": "test"})
        said = happened(event, seat.state)
        assert said is not None and said["en"] == f"The sensor of {place} is left out."


def test_the_page_gets_the_names_with_the_layout() -> None:
    """For each side those that differ; the rim shows them when that side moves."""
    white, black = layout_of(make_game("short", {}))["names"]
    assert set(white) == {"bar-white", "bar-black", "off-white", "off-black"}
    assert black["24"] == "1" and black["bar-black"] == {"en": "Black's bar", "ru": "бар чёрных"}
    assert layout_of(make_game("long", {}))["names"][1]["12"] == "24"

"""Why a command is refused is told in both languages, as real tables refuse it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.board.view import view_of
from controller.games.nardy.match import Match
from controller.games.told import Told, told_by
from controller.record.errors import in_words
from controller.table import commands, directing
from controller.table.commands import CommandError, NotWrittenError
from controller.table.state import Status
from controller.words.catalogue import catalogue
from controller.words.telling import in_language, refusal
from tests.games.kakuzu.hands import holes_of
from tests.house.kakuzu_room import KakuzuRoom
from tests.house.room import Room
from tests.table.board import Seat, seated
from tests.table.dicing import DiceSeat
from tests.table.dicing import seated as diced
from tests.table.test_condone import wronged
from tests.table.test_cube import opened
from tests.table.test_cube import said as said_in_turn
from tests.table.test_dice import see
from tests.table.test_forced import closed_out
from tests.table.test_inferred import seat_at
from tests.table.test_table import _asked
from tests.words.test_dice import OPENING, table_at

#: What may be done in nardy beside what may be said.
_DONE = ("opening roll", "roll", "void roll", "play", "resign", "next game")


def russian(refused: Exception) -> str:
    """What an error says, in Russian."""
    told = in_language("ru", told_by(refused))
    assert told is not None, refused
    return told


def test_every_command_and_status_has_a_russian_name() -> None:
    """They stand in the sentence that says what is possible now."""
    for kind, words in (
        ("command", commands.COMMANDS),
        ("status", Status),
        ("director", directing._NEEDS),
        ("act", [*_DONE, *(word for word in Match.words if not word.startswith("resign"))]),
    ):
        for word in words:
            assert catalogue("ru").text(f"{kind}: {word}"), word


Refused = Callable[[Path], None]


def say(seat: Callable[[], Seat], do: str, **with_what: Any) -> Refused:
    """Somebody says this there."""
    return lambda _: (seat().say(do, **with_what), None)[1]


def direct(seat: Callable[[], Seat], action: str, **with_what: Any) -> Refused:
    """A director wants this there."""
    return say(seat, "direct", action=action, by="Ann", why="a mishap", **with_what)


def offered() -> DiceSeat:
    """White has offered to resign."""
    seat = diced(3, 1)
    seat.say("decide", decision="resign 1", side=0)
    return seat


def lifted() -> DiceSeat:
    """White has a checker in hand."""
    seat = diced(3, 1)
    seat.put({"8": 2})
    return seat


def directed() -> DiceSeat:
    """A director has set the dice."""
    seat = diced(3, 1)
    seat.say("direct", action="dice", dice=[4, 2], by="Ann", why="misread")
    return seat


def paused() -> DiceSeat:
    """A director has stopped the game."""
    seat = diced(3, 1)
    seat.say("direct", action="pause", by="Ann", why="a mishap")
    return seat


def rolled_by_the_board() -> DiceSeat:
    """The board has rolled at a tournament."""
    seat = diced(dice="board", tournament=True)
    seat.say("roll")
    return seat


def doubled(*words: str) -> DiceSeat:
    """Black has raised the stake, and this was answered."""
    seat = opened(beaver=bool(words))
    said_in_turn(seat, "double", *words)
    return seat


def raised() -> DiceSeat:
    """Black is to roll; the cube is White's, who took it."""
    return doubled("take")


def in_a_match(score: list[int]) -> DiceSeat:
    """Black is to roll at this score of a match to 5."""
    seat = opened(match_length=5)
    seat.say("direct", action="score", score=score, by="Ann", why="a mishap")
    return seat


def turned(seat: DiceSeat, cube: int) -> DiceSeat:
    """The cube shows this and is nobody's."""
    seat.say("direct", action="cube", cube=cube, owner=None, by="Ann", why="a mishap")
    return seat


def passed_over() -> DiceSeat:
    """Numbers that passed over are to be played (G2)."""
    seat = DiceSeat("gulbar")
    counts = ",".join(["15"] + ["0"] * 23)
    seat.begin(position=f"W {counts}/0 {counts}/0 +5,5")
    return seat


def before_the_roll() -> DiceSeat:
    """A turn was let stand, and the next player moves without a roll."""
    seat = wronged()
    seat.say("condone")
    seat.move("1>3")
    seat.wait()
    return seat


def told_again() -> DiceSeat:
    """One roll was inferred, the next one is said and lies there."""
    seat = seat_at()
    seat.move("8>5", "6>5")
    seat.wait()
    seat.say("roll", dice=[6, 4])
    return seat


def unfinished(_: Path) -> None:
    """The last turn is being changed while somebody rolls."""
    table = table_at(OPENING)
    see(table, 2.0, p24=1, p13=6)
    see(table, 3.0, p13=5)
    table.command({"do": "roll", "dice": [2, 1]}, 3.1)


def astray(_: Path) -> None:
    """A checker is gone from where nobody has moved it while somebody rolls."""
    table = table_at(OPENING)
    see(table, 2.0, p24=1, p13=6)
    see(table, 3.0, p12=4)
    table.command({"do": "roll", "dice": [2, 1]}, 9.0)


def uncovered(folder: Path) -> None:
    """A lift on a secret sheet is to be taken back."""
    here = KakuzuRoom(folder)
    try:
        here.begin()
        here.lift("a1")
        here.do("undo")
    finally:
        here.close()


def at_kakuzu(do: str, **with_what: Any) -> Refused:
    """This is said after a 5 was found; numbers are drawn by hand."""

    def refused(folder: Path) -> None:
        here = KakuzuRoom(folder, tokens="hand")
        try:
            here.set_up()
            here.do("roll", dice=[5])
            here.lift(holes_of(5)[0])
            here.do(do, **with_what)
        finally:
            here.close()

    return refused


def unwritten(folder: Path) -> None:
    """The disk is full, and somebody wants to go on."""
    room = Room(folder)
    try:
        room.begin()
        room.log.full = True
        with pytest.raises(NotWrittenError):
            room.house.command({"do": "hints", "level": "off"})
        room.house.command({"do": "undo"})
    finally:
        room.log.full = False
        room.close()


def not_yet_written(folder: Path) -> None:
    """The disk is full, and nobody has noticed yet."""
    room = Room(folder)
    try:
        room.begin()
        room.log.full = True
        room.house.command({"do": "hints", "level": "off"})
    finally:
        room.log.full = False
        room.close()


def stuck_store() -> Seat:
    """A store whose sensor contradicts the game."""
    seat = seated()
    seat.put(B=1)
    return seat


def directors(folder: Path) -> None:
    """A player presses the button for a new game in the middle of a tournament's."""
    room = Room(folder, tournament=True)
    try:
        room.begin()
        room.house._press("new")
    finally:
        room.close()


REFUSED: dict[str, Refused] = {
    "not now": say(Seat, "pause"),
    "hints locked": say(lambda: seated(house={"tournament": True}), "hints", level="off"),
    "no takebacks": say(lambda: seated(house={"takebacks": False}), "undo"),
    "nothing to take back": say(seated, "undo"),
    "uncovered": uncovered,
    "question past": say(_asked, "answer", question=7, choice="a1"),
    "no such side": say(lambda: diced(3, 1), "decide", decision="resign 1", side=7),
    "another says it": say(offered, "decide", decision="accept", side=0),
    "director's": directors,
    "unwritten": unwritten,
    "not yet written": not_yet_written,
    "hands busy": unfinished,
    "pieces astray": astray,
    "nothing to roll": say(told_again, "roll", dice=[6, 4]),
    "real dice": say(diced, "roll"),
    "board rolls": say(lambda: diced(dice="board"), "roll", dice=[6, 4]),
    "wrong dice": say(raised, "roll", dice=[7, 1]),
    "wrong opening dice": say(diced, "roll", dice=[7, 1]),
    "opening dice": say(diced, "roll", dice=[1]),
    "unknown word": say(lambda: diced(3, 1), "decide", decision="redouble"),
    "not allowed now": say(lambda: diced(3, 1), "decide", decision="double"),
    "not allowed: cube": say(raised, "decide", decision="double"),
    "not allowed: Crawford": say(lambda: in_a_match([4, 3]), "decide", decision="double"),
    "not allowed: dead": say(lambda: turned(in_a_match([3, 3]), 4), "decide", decision="double"),
    "not allowed: often": say(lambda: turned(opened(), 1 << 15), "decide", decision="double"),
    "not allowed: no beavers": say(doubled, "decide", decision="beaver"),
    "not allowed: beaver": say(lambda: doubled("beaver"), "decide", decision="beaver"),
    "not in the bag": at_kakuzu("roll", dice=[5]),
    "no number": at_kakuzu("roll", dice=[12]),
    "before a draw": at_kakuzu("declare", turn="a9"),
    "no pass": say(seat_at, "pass"),
    "nothing doubted": say(seated, "vouch", cells=["a1"]),
    "not doubted": say(stuck_store, "vouch", cells=["a1"]),
    "not void: hands": say(lifted, "void", why="x"),
    "not void: offer": say(offered, "void", why="x"),
    "not void: director": say(directed, "void", why="x"),
    "not void: board's own": say(rolled_by_the_board, "void", why="x"),
    "not void: set up": say(lambda: closed_out(0, "21"), "void", why="x"),
    "not void: nothing thrown": say(passed_over, "void", why="x"),
    "not void: board rolls": say(lambda: diced(dice="board"), "void", why="x"),
    "illegal refused": say(lambda: wronged(illegal="refuse"), "condone"),
    "nothing illegal": say(lambda: diced(6, 5, illegal="condone"), "condone"),
    "no roll entered": say(before_the_roll, "condone"),
    "cannot stand": say(lambda: wronged("8>12", "8>11"), "condone"),
    "resignation worth": say(lambda: diced(6, 5), "resign", side=0),
    "resignation: offer": say(offered, "resign", side=0),
    "resignation: opening": say(diced, "resign", side=0),
    "no new game: cells": say(Seat, "new", options={"pits": 9}),
    "no new game: inferred": say(lambda: DiceSeat("gulbar", dice="inferred"), "new"),
    "director: not now": direct(paused, "pause"),
    "director: no clock": direct(lambda: diced(3, 1), "clock", seconds=[60, 60]),
    "director: not so": direct(lambda: diced(3, 1), "dice", dice=[7, 1]),
    "director: back too far": direct(lambda: diced(3, 1), "undo", to=7),
}


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("not in the bag", "Номера 5 в мешке нет; есть: 0, 1, 2, 3, 4, 6, 7, 8, 9."),
        ("no number", "Номер [12]: тянут один, от 0 до 9 (Z3)."),
        ("before a draw", "Ход «a9» назвать нельзя: сначала бросают кости или тянут номер."),
        (
            "no new game: inferred",
            "Новую партию начать нельзя: в игре Гюльбар бросок нельзя узнать по ходу;"
            " пусть бросает доска (dice = board), или бросайте рукой и вводите (dice = entered).",
        ),
        ("director: no clock", "Судья, часы: эту партию играют без часов."),
        ("director: not so", "Судья, зары: Бросок [7, 1]: нужны два числа от 1 до 6."),
        ("director: not now", "Судья, пауза: сейчас нельзя (партия приостановлена)."),
    ],
)
def test_what_is_refused_has_neither_positions_nor_names_of_ours(
    key: str, sentence: str, tmp_path: Path
) -> None:
    """Z3, Z4: a number and what is in the bag; a game is called by its title, and what a director
    wants by a word of people."""
    with pytest.raises(CommandError) as refused:
        REFUSED[key](tmp_path)
    assert russian(refused.value) == sentence


@pytest.mark.parametrize("key", REFUSED)
def test_it_is_told_in_russian(key: str, tmp_path: Path) -> None:
    """What the table says has its form and facts with it; English stays as the table said it, but
    that what is resigned has its name."""
    with pytest.raises(CommandError) as refused:
        REFUSED[key](tmp_path)
    said = refusal(told_by(refused.value))
    if "resign 2" not in str(refused.value):
        assert said["en"] == str(refused.value)
    assert not re.search(r"resign \d", said["en"])
    assert said["ru"] == russian(refused.value)
    assert re.search("[а-я]{3}", said["ru"]) and said["ru"][0].isupper()
    assert said["ru"].endswith(".") and not said["ru"].endswith("..")


def test_what_is_possible_is_named() -> None:
    """Commands and status are said in Russian words."""
    with pytest.raises(CommandError, match="pause is not possible now") as refused:
        Seat().say("pause")
    assert russian(refused.value) == (
        "Сейчас нельзя сделать паузу (партии нет). Можно: начать партию, расставить позицию."
    )


def test_a_command_that_cannot_be_read_is_told_in_russian() -> None:
    """Every mistake of it, one behind the other."""
    with pytest.raises(CommandError) as refused:
        commands.read_command({"do": "answer", "question": "three", "loud": True})
    assert russian(refused.value) == (
        "Команда answer: loud не принимается; question: нужно так — целое число, а не 'three';"
        " нет choice: текст, не больше 200 печатных знаков."
    )


def test_what_a_resignation_is_worth_is_named() -> None:
    """As on the buttons of the page."""
    with pytest.raises(CommandError) as refused:
        diced(6, 5).say("resign", side=0)
    assert russian(refused.value) == (
        "Здесь говорят, что именно сдают: сдаюсь, сдаю марс, сдаю кокс (домашний марс)."
    )


def test_what_is_allowed_is_said_in_the_words_of_players() -> None:
    """Neither a position nor the name of a class stands in it."""
    with pytest.raises(CommandError) as refused:
        raised().say("decide", decision="double")
    assert str(refused.value) == (
        "double is not allowed: the cube belongs to White (S8); allowed: roll, void roll, resign"
    )
    assert russian(refused.value) == (
        "Нельзя удвоить ставку: право поднять ставку у другой стороны: Белые (S8)."
        " Можно: бросить, отменить бросок, сдаться."
    )


def test_whose_word_it_is_is_named() -> None:
    """The word and the side, both in Russian."""
    with pytest.raises(CommandError, match="'accept' is for Black to say") as refused:
        offered().say("decide", decision="accept", side=0)
    assert russian(refused.value) == "Это говорит другая сторона (Чёрные): «согласен»."


def test_other_refusals_are_quoted() -> None:
    """It is plain that this is a quotation; also of a reason inside a sentence of ours."""
    assert refusal("seven dice are too many")["ru"] == "Отказано: «seven dice are too many»."
    told = Told("no new game: {reason}", reason="seven dice")
    assert refusal(told)["ru"] == "Новую партию начать нельзя: «seven dice»."


def test_a_full_disk_refuses_in_russian() -> None:
    """The record's own sentence stands inside, in Russian as well."""
    trouble = sqlite3.OperationalError("full")
    trouble.sqlite_errorname = "SQLITE_FULL"
    full = told_by(in_words(Path("r.db"), trouble))
    told = in_language("ru", Told("the record cannot be written: {reason}", reason=full))
    assert told is not None and told.startswith("Запись невозможна: r.db: диск полон.")


def test_a_refused_button_at_the_board(tmp_path: Path) -> None:
    """From the button to the alert."""
    room = Room(tmp_path, tournament=True)
    room.begin()
    room.press("hints")
    assert view_of(room.house)["alerts"][0]["ru"] == (
        "На турнире подсказки закрыты; сначала откройте их (это останется в записи)."
    )
    room.close()

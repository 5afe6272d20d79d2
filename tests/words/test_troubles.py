"""Troubles of sensors and record are told in both languages, as they reach the operator."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sqlite3
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import hardware
from controller.record import errors
from controller.record.errors import RecordDamagedError, RecordDiskError, explained, in_words
from controller.table.commands import NotWrittenError
from controller.view import view_of
from controller.words.retelling import known, retold
from controller.words.texts import LANGUAGES
from controller.words.troubles import HALL, LIGHTS, LINK, RECORD, SENSORS
from tests.house.room import Room

EVERY = {**SENSORS, **LINK, **LIGHTS, **RECORD, **HALL}


def facts(text: str) -> set[str]:
    """The facts that stand in braces."""
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("kind", EVERY)
def test_every_trouble_has_the_same_facts_in_both_languages(kind: str) -> None:
    """Nothing is lost on the way, and what ends as a sentence does so in both."""
    said = EVERY[kind]
    assert tuple(said) == LANGUAGES
    assert facts(said["en"]) == facts(said["ru"])
    assert said["en"].endswith(".") == said["ru"].endswith(".")
    assert re.search("[а-я]{3}", said["ru"])


# -- sensors ---------------------------------------------------------------------------------------


def faults() -> dict[str, str]:
    """Every kind of fault that any driver knows, and its English sentence."""
    found: dict[str, str] = {}
    for module in pkgutil.walk_packages(hardware.__path__, "hardware."):
        found |= getattr(importlib.import_module(module.name), "FAULTS", {})
    return found


def test_every_kind_of_every_driver_is_sayable() -> None:
    """A driver that learns a new fault needs words for it, and no words are left over."""
    assert {"no answer", "chatters", "not read yet"} <= set(faults())
    assert set(faults()) == set(SENSORS)


@pytest.mark.parametrize(("kind", "sentence"), faults().items())
def test_a_fault_is_told_in_russian(kind: str, sentence: str) -> None:
    """What the driver says is recognised as this kind, with all its facts."""
    told = known(sentence.format(cell="a4", raw=-8388608, edges=57))
    values = {"cell": "a4", "raw": "-8388608", "edges": "57", "seconds": "8"}
    assert told == SENSORS[kind]["ru"].format(**values)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A kalah board with load cells, and a game on it."""
    room = Room(tmp_path)
    room.begin()
    yield room
    room.close()


def russian(room: Room) -> list[str]:
    """The alerts as a Russian operator reads them."""
    return [said["ru"] for said in view_of(room.house)["alerts"]]


def test_a_dead_load_cell_on_the_board(room: Room) -> None:
    """From the wire to the alert, not one English word is left."""
    room.board.fail("a4", "dead")
    room.let(3.0)
    assert russian(room) == [
        "Датчик a4: тензодатчик a4 не отвечает, его линия данных остаётся высокой. Проверьте"
        " кабель и питание HX711."
    ]


def test_a_chattering_reed_on_the_board(tmp_path: Path) -> None:
    """The same with reeds."""
    room = Room(tmp_path, "reed")
    room.begin()
    room.board.fail("a4", "chatter")
    room.let(3.0)
    assert re.fullmatch(
        r"Датчик a4: геркон a4 дребезжит \(переключений за секунду: \d+\), рука так не может\."
        r" Проверьте пайку и расстояние до магнита\.",
        russian(room)[0],
    )
    room.close()


def test_what_nobody_knows_is_quoted(room: Room) -> None:
    """The system's own words stand in quotation marks, inside a Russian sentence."""
    room.wires.unplugged = room.wires.dark = True
    room.press("hints")
    room.let(1.0)
    assert russian(room) == [
        "Доска не отвечает: «the cable is out».",
        "Лампы не работают: «the strip does not answer». Игра продолжается.",
    ]


# -- the record ------------------------------------------------------------------------------------


def failing(name: str) -> str:
    """What the record says when SQLite fails with this error."""
    trouble = sqlite3.OperationalError("out of cheese")
    trouble.sqlite_errorname = name
    return str(in_words(Path("/var/lib/lunka/record.db"), trouble))


@pytest.mark.parametrize("start", [start for start, *_ in errors.TROUBLES])
def test_sqlites_troubles_are_told(start: str) -> None:
    """Each with the file and SQLite's own name for it."""
    told = known(failing(f"{start}_SOMEHOW"))
    assert told is not None and told.startswith("/var/lib/lunka/record.db: ")
    assert told.endswith(f"({start}_SOMEHOW)")
    assert "«" not in told


def test_other_troubles_of_sqlite_are_quoted() -> None:
    """What SQLite says stands in quotation marks, the advice does not."""
    assert known(failing("SQLITE_MISUSE")) == (
        "/var/lib/lunka/record.db: «out of cheese» (SQLITE_MISUSE); проверьте запись командой"
        " `lunka verify`"
    )


def test_damaged_names_in_the_file_are_told() -> None:
    """SQLite could not even say what is wrong."""
    with pytest.raises(RecordDamagedError) as caught, explained(Path("record.db")):
        b"\xff".decode()
    assert str(known(str(caught.value))).startswith("record.db: файл повреждён;")


def test_a_full_disk_at_the_board(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The alert and the sentence of the moment are Russian."""

    def full(*_: object) -> None:
        raise RecordDiskError(failing("SQLITE_FULL"))

    monkeypatch.setattr(room.log, "append", full)
    with pytest.raises(NotWrittenError):
        room.house.command({"do": "hints", "level": "off"})
    waits = (
        "Запись невозможна: /var/lib/lunka/record.db: диск полон. Наполовину ничего не записано,"
        " всё прежнее цело; освободите место и попробуйте снова (SQLITE_FULL). Игра ждёт."
    )
    assert russian(room) == [waits]
    assert view_of(room.house)["sentence"]["ru"] == waits


def test_english_stays_as_it_was() -> None:
    """Only the full stop is left to the sentence around it."""
    assert retold("The board is gone.") == {"en": "The board is gone", "ru": "«The board is gone»"}

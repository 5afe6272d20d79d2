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
from controller.board.view import view_of
from controller.games.told import Told, told_by
from controller.record import errors
from controller.record.errors import (
    RecordDamagedError,
    RecordDiskError,
    RecordError,
    explained,
    in_words,
)
from controller.table.commands import NotWrittenError
from controller.words.telling import in_language, retold
from tests.house.room import Room


def told(trouble: BaseException) -> str | None:
    """What it says, in Russian."""
    return in_language("ru", told_by(trouble))


# -- sensors ---------------------------------------------------------------------------------------


def faults() -> dict[str, str]:
    """Every kind of fault that any driver knows, and its English sentence."""
    found: dict[str, str] = {}
    for module in pkgutil.walk_packages(hardware.__path__, "hardware."):
        found |= getattr(importlib.import_module(module.name), "FAULTS", {})
    return found


@pytest.mark.parametrize(("kind", "form"), faults().items())
def test_a_fault_is_told_in_russian(kind: str, form: str) -> None:
    """A driver that learns a new fault needs words for it, with all its facts."""
    values: dict[str, object] = {"cell": "a4", "raw": -8388608, "edges": 57, "seconds": 8.0}
    said = in_language("ru", Told(form, **values))
    assert said is not None and "a4" in said, kind
    needed = {field for _, field, _, _ in string.Formatter().parse(form) if field}
    assert all(f"{values[each]:g}" in said for each in needed - {"cell", "raw"})


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
        "Датчик (a4): тензодатчик (a4) не отвечает, его линия данных остаётся высокой. Проверьте"
        " кабель и питание HX711."
    ]


def test_a_chattering_reed_on_the_board(tmp_path: Path) -> None:
    """The same with reeds."""
    room = Room(tmp_path, "reed")
    room.begin()
    room.board.fail("a4", "chatter")
    room.let(3.0)
    assert re.fullmatch(
        r"Датчик \(a4\): геркон \(a4\) дребезжит \(переключений за секунду: \d+\), рука так не"
        r" может\. Проверьте пайку и расстояние до магнита\.",
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


def failing(name: str) -> RecordError:
    """What the record says when SQLite fails with this error."""
    trouble = sqlite3.OperationalError("out of cheese")
    trouble.sqlite_errorname = name
    return in_words(Path("/var/lib/lunka/record.db"), trouble)


@pytest.mark.parametrize("start", [start for start, *_ in errors.TROUBLES])
def test_sqlites_troubles_are_told(start: str) -> None:
    """Each with the file and SQLite's own name for it."""
    said = told(failing(f"{start}_SOMEHOW"))
    assert said is not None and said.startswith("/var/lib/lunka/record.db: ")
    assert said.endswith(f"({start}_SOMEHOW)")
    assert "«" not in said


def test_other_troubles_of_sqlite_are_quoted() -> None:
    """What SQLite says stands in quotation marks, the advice does not."""
    assert told(failing("SQLITE_MISUSE")) == (
        "/var/lib/lunka/record.db: «out of cheese» (SQLITE_MISUSE); проверьте запись командой"
        " `lunka verify`"
    )


def test_damaged_names_in_the_file_are_told() -> None:
    """SQLite could not even say what is wrong."""
    with pytest.raises(RecordDamagedError) as caught, explained(Path("record.db")):
        b"\xff".decode()
    assert str(told(caught.value)).startswith("record.db: файл повреждён;")


def test_a_full_disk_at_the_board(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The alert and the sentence of the moment are Russian."""

    def full(*_: object) -> None:
        raise RecordDiskError(told_by(failing("SQLITE_FULL")))

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

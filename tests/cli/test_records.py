"""The commands that look at a record."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from controller.play.event import Event
from controller.record.log import Log
from tests.cli.running import Lunka
from tests.record.matches import AT
from tests.record.test_account import ended

START = "S 6,6,6,6,6,6/0 6,6,6,6,6,6/0"
OPENED = Event(
    "game.opened",
    1.7e9,
    {
        "game": "kalah",
        "options": {},
        "players": ["Anna", "Boris"],
        "seats": [0, 1],
        "position": START,
        "house": {},
    },
)


def test_games_lists_every_game(lunka: Lunka, record: Path) -> None:
    """One line a game: number, day, game, players, turns, scores."""
    ran = lunka("games", "--record", record)
    assert (ran.code, ran.err) == (0, "")
    first, second = ran.out.splitlines()
    assert first.split()[:6] == ["1", "2023-11-14", "22:13", "kalah", "South", "-"]
    assert second.split()[0] == "2"
    assert ":" in second.split()[-1]


def test_games_of_an_empty_record(lunka: Lunka, tmp_path: Path) -> None:
    """A record without a game says so."""
    Log(tmp_path / "new.db").close()
    assert lunka("games", "--record", tmp_path / "new.db").out == "No game yet.\n"


def test_an_account_of_the_evening(lunka: Lunka, tmp_path: Path) -> None:
    """Every game with what stands after it, everybody's sum, and who pays whom; a stake that is
    told goes before the games' own."""
    path = tmp_path / "evening.db"
    house = {"stake": 5, "currency": "€"}
    with Log(path) as log:
        log.append(ended("short", 0, (4, 0), level=2, cube=2, house=house))
        log.append(ended("kalah", 1, (30, 42), at=AT + 600, house=house))
    ran = lunka("games", "--account", "--record", path)
    first, second = "   1  2023-11-14 22:13  short       ", "   2  2023-11-14 22:23  kalah       "
    assert ran.out.splitlines() == [
        first + "Anna +20 €, Boris -20 €; so far Anna +20 €, Boris -20 €",
        second + "Anna -5 €, Boris +5 €; so far Anna +15 €, Boris -15 €",
        "",
        "Anna   +15 €",
        "Boris  -15 €",
        "Boris pays Anna 15 €",
    ]
    told = lunka("games", "--account", "--stake", "2", "--since", "2023-11-14", "--record", path)
    assert told.out.endswith("Anna   +6\nBoris  -6\nBoris pays Anna 6\n")
    later = lunka("games", "--account", "--since", "2030-01-01", "--record", path)
    assert later.out == "No game has been counted yet.\n"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("--stake", "2"), "--stake belongs to --account"),
        (("--account", "--currency", "€"), "--currency belongs to --stake"),
        (("--account", "--since", "soon"), "'soon' is no date; 2026-11-17 or 2026-11-17T19:30 is"),
        (("--account", "--stake", "0"), "'0' is not allowed; a whole number from 1 to 1000000 is"),
    ],
)
def test_mistakes_about_the_account(
    lunka: Lunka, record: Path, given: tuple[str, ...], words: str
) -> None:
    """Each is one line that says what is allowed."""
    assert words in lunka("games", *given, "--record", record).mistake


def test_show_takes_the_newest_game(lunka: Lunka, record: Path) -> None:
    """Without a number it is the game that was opened last."""
    newest, second = lunka("show", "--record", record), lunka("show", 2, "--record", record)
    assert newest == second
    assert '[Game "kalah"]' in newest.out
    assert newest.out != lunka("show", 1, "--record", record).out


def test_export_as_text_is_what_show_shows(lunka: Lunka, record: Path) -> None:
    """Text is the default form."""
    shown = lunka("show", 1, "--record", record)
    assert lunka("export", 1, "--record", record) == shown
    assert lunka("export", 1, "--record", record, "--format", "text") == shown


def test_export_as_json(lunka: Lunka, record: Path) -> None:
    """JSON can be read back, and holds the same tags."""
    ran = lunka("export", 1, "--record", record, "--format", "json")
    assert ran.code == 0
    assert json.loads(ran.out)["tags"]["Game"] == "kalah"


def test_export_to_a_file(lunka: Lunka, record: Path, tmp_path: Path) -> None:
    """A file gets what standard output would get, and nothing else is said."""
    ran = lunka("export", 1, "--record", record, "--output", tmp_path / "game.txt")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert (tmp_path / "game.txt").read_text("utf-8") == lunka("show", 1, "--record", record).out


def test_verify_proves_a_record(lunka: Lunka, record: Path) -> None:
    """A whole record ends in exit code 0."""
    ran = lunka("verify", "--record", record)
    assert ran.code == 0
    assert "is whole:" in ran.out
    assert "2 games, every turn by the rules; head " in ran.out


def test_verify_finds_a_turn_against_the_rules(lunka: Lunka, tmp_path: Path) -> None:
    """A record that is not whole ends in exit code 1 and names the event."""
    path = tmp_path / "broken.db"
    made = {"ply": 1, "side": 0, "turn": "a1", "position": START, "by": "hands", "seconds": 1.0}
    with Log(path) as log:
        log.append([OPENED, Event("turn.made", 1.7e9, made)])
    ran = lunka("verify", "--record", path)
    assert ran.code == 1
    assert "event 2 of game 1" in ran.out


def test_replay_draws_every_position(lunka: Lunka, record: Path) -> None:
    """One picture for the start and one a turn."""
    ran = lunka("replay", 1, "--record", record)
    games = lunka("games", "--record", record).out.splitlines()
    assert ran.code == 0
    assert ran.out.count("╭") == int(games[0].split()[-2]) + 1
    assert "start" in ran.out.splitlines()[0]


def test_replay_of_readings_finds_the_same_turns(lunka: Lunka, record: Path) -> None:
    """The raw readings, followed again, give the game that was recorded."""
    ran = lunka("replay", 1, "--readings", "--record", record)
    assert ran.code == 0
    assert "differs" not in ran.out
    assert "turns recorded, all found again" in ran.err


def _changed(record: Path, folder: Path, change: str) -> Path:
    """A copy of a record in which somebody changed something, its guards taken away."""
    copy = folder / "changed.db"
    copy.write_bytes(record.read_bytes())
    with closing(sqlite3.connect(copy, isolation_level=None)) as database:
        guards = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (guard,) in guards.fetchall():
            database.execute(f"DROP TRIGGER {guard}")
        database.execute(change)
        assert database.execute("SELECT changes()").fetchone()[0]
        database.execute("PRAGMA journal_mode = DELETE")
    return copy


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            "UPDATE events SET data = '{}' WHERE kind = 'game.opened' AND game = 1",
            "game 1: event 2 cannot be right: game.opened: it does not say 'game'",
        ),
        (
            'UPDATE events SET data = replace(data, \'"turn":"b\', \'"turn":"a\')'
            " WHERE seq = (SELECT min(seq) FROM events WHERE kind = 'turn.made')",
            "cannot be right: turn.made: ",
        ),
        (
            "DELETE FROM events WHERE seq ="
            " (SELECT min(seq) FROM events WHERE kind = 'turn.made' AND game = 1)",
            "cannot be right: turn.",
        ),
        (
            "UPDATE events SET at = 9e999 WHERE seq = 4",
            "the time of event 4 is inf, which no clock shows; something changed the file",
        ),
        ("UPDATE events SET at = 1e18 WHERE seq = 2", "the time of event 2 is 1e+18, which no"),
    ],
)
def test_a_changed_game_is_not_played_again(
    lunka: Lunka, record: Path, tmp_path: Path, change: str, words: str
) -> None:
    """What was changed behind our back is refused in the words of `show` and `export`."""
    path = _changed(record, tmp_path, change)
    refused = lunka("replay", 1, "--record", path).mistake
    assert words in refused
    assert refused == lunka("replay", 1, "--readings", "--record", path).mistake
    assert refused == lunka("show", 1, "--record", path).mistake
    assert refused == lunka("export", 1, "--record", path).mistake


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("value = 'x'", "its value is 'x'; it must be a number"),
        ("at = NULL", "its at is None; it must be a time in seconds"),
        ("cell = x'ff'", r"its cell is b'\xff'; it must be a text"),
    ],
)
def test_changed_readings_are_not_followed(
    lunka: Lunka, record: Path, tmp_path: Path, change: str, words: str
) -> None:
    """Readings are not sealed: one that cannot have been is told, and the game itself is shown."""
    path = _changed(record, tmp_path, f"UPDATE readings SET {change} WHERE game = 1")
    assert lunka("replay", 1, "--readings", "--record", path).mistake == (
        f"record {path}: a reading of game 1 cannot be right: {words}; something changed the file:"
        " restore the last good copy to follow its readings again"
    )
    assert lunka("replay", 1, "--record", path).code == 0


def test_names_that_the_terminal_cannot_print(lunka: Lunka, tmp_path: Path) -> None:
    """Half a character in a name is printed as its code and stops nothing."""
    path = tmp_path / "odd.db"
    opened = Event("game.opened", 1.7e9, {**OPENED.data, "players": ["\ud800", "Анна"]})
    with Log(path) as log:
        log.append([opened])
    for command in ("games", "show", "replay"):
        assert lunka(command, "--record", path).code == 0
    assert "Анна" in lunka("games", "--record", path).out


@pytest.mark.parametrize("command", ["games", "show", "export", "verify", "replay"])
class TestMistakes:
    """Whatever is wrong with a record, every command says it in one line."""

    def test_missing_record(self, lunka: Lunka, command: str, home: Path) -> None:
        """The default record is named where there is none."""
        assert lunka(command).mistake == (
            f"there is no record {home / 'record.db'}; name one with --record FILE"
        )

    def test_folder(self, lunka: Lunka, command: str, tmp_path: Path) -> None:
        """A folder is not a record."""
        assert lunka(command, "--record", tmp_path).mistake == (
            f"{tmp_path} is not a file; name the record's file with --record FILE"
        )

    def test_a_place_where_no_file_can_be(self, lunka: Lunka, command: str, tmp_path: Path) -> None:
        """A name that is too long, or links that go round in a circle."""
        long, loop = "r" * 300, tmp_path / "loop"
        loop.symlink_to(loop)
        assert f"no file can be found at {long!r}: File name too long" in (
            lunka(command, "--record", long).mistake
        )
        assert f"no file can be found at {str(loop)!r}: Too many levels of symbolic links" in (
            lunka(command, "--record", loop).mistake
        )

    def test_photograph(self, lunka: Lunka, command: str, tmp_path: Path) -> None:
        """A JPEG is not a record."""
        photo = tmp_path / "photo.jpg"
        photo.write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(range(256)) * 40)
        mistake = lunka(command, "--record", photo).mistake
        assert mistake.startswith(f"record {photo}: it is not a record of Lunka")

    def test_empty_file(self, lunka: Lunka, command: str, tmp_path: Path) -> None:
        """An empty file is not a record either."""
        (tmp_path / "empty.db").touch()
        assert "not a record of Lunka" in lunka(command, "--record", tmp_path / "empty.db").mistake


@pytest.mark.parametrize("command", ["show", "export", "replay"])
class TestGameMistakes:
    """Whatever is wrong with a game's number, it is said in one line."""

    def test_unknown_game(self, lunka: Lunka, record: Path, command: str) -> None:
        """The numbers that exist are named."""
        assert lunka(command, 99, "--record", record).mistake == (
            f"record {record}: there is no game 99; it holds games 1 to 2"
        )

    @pytest.mark.parametrize("word", ["0", "-1", "x", "1.5", "9" * 30, "١"])
    def test_no_number(self, lunka: Lunka, record: Path, command: str, word: str) -> None:
        """A game is named by a number from 1 up."""
        assert "whole number from 1 up" in lunka(command, "--record", record, "--", word).mistake

    def test_no_game_yet(self, lunka: Lunka, command: str, tmp_path: Path) -> None:
        """A record without games has no newest one."""
        Log(tmp_path / "new.db").close()
        mistake = lunka(command, "--record", tmp_path / "new.db").mistake
        assert mistake == f"record {tmp_path / 'new.db'}: it holds no game yet"


def test_output_that_cannot_be_written(lunka: Lunka, record: Path, tmp_path: Path) -> None:
    """The file and the reason are named."""
    nowhere = tmp_path / "no" / "game.txt"
    assert lunka("export", 1, "--record", record, "--output", nowhere).mistake == (
        f"{nowhere} cannot be written: No such file or directory"
    )
    assert lunka("export", 1, "--record", record, "--output", tmp_path).mistake == (
        f"{tmp_path} cannot be written: Is a directory"
    )


def test_unknown_format(lunka: Lunka, record: Path) -> None:
    """The forms that exist are named."""
    mistake = lunka("export", 1, "--record", record, "--format", "xml").mistake
    unquoted = mistake.replace("'", "")  # newer Pythons quote only what was found
    assert "xml (choose from text, json, mat, sgf, snowie, html)" in unquoted


@pytest.mark.parametrize("word", ["-1", "nan", "inf", "fast"])
def test_replay_speed(lunka: Lunka, record: Path, word: str) -> None:
    """A speed is a number from 0 up."""
    mistake = lunka("replay", "--record", record, f"--speed={word}").mistake
    assert f"'{word}' is not allowed; a number from 0 up is" in mistake

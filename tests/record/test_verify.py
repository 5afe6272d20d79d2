"""Verification: every change is found, every rule is asked again, and the words say where."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from controller.play.event import GENESIS, Event
from controller.record.chain import canonical, digest
from controller.record.errors import RecordError
from controller.record.log import Log
from controller.record.verify import Report, verify
from tests.record.games import CALM, SMALL, Scribe, played, scribes

COLUMNS = ("seq", "game", "at", "kind", "data", "hash")


def write(path: Path, *scribed: Scribe) -> None:
    """A record with these games, after one event of the daemon."""
    with Log(path) as log:
        log.append([Event("daemon.started", 1.5, {"version": "0.1.0"})])
        for scribe in scribed:
            log.append(scribe.events)


def tamper(path: Path, *statements: tuple[str, tuple[object, ...]]) -> None:
    """What somebody with the file and a database tool can do; the guards are put back after it."""
    database = sqlite3.connect(path, isolation_level=None)
    try:
        guards = database.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'events'"
        ).fetchall()
        for guard, _ in guards:
            database.execute(f"DROP TRIGGER {guard}")
        for statement, values in statements:
            database.execute(statement, values)
        for _, guard in guards:
            database.execute(guard)
    finally:
        database.close()


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed record with two games."""
    path = tmp_path_factory.mktemp("original") / "table.db"
    write(path, played([12, 21, 30, 13, 9, 14, 22, 31]), played(range(6, 400, 9)))
    assert verify(path).ok
    return path


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for copies that are then changed."""
    return tmp_path_factory.mktemp("scratch") / "table.db"


def rows(path: Path) -> list[tuple[Any, ...]]:
    database = sqlite3.connect(path)
    try:
        return database.execute(f"SELECT {', '.join(COLUMNS)} FROM events ORDER BY seq").fetchall()
    finally:
        database.close()


def test_a_whole_record(original: Path) -> None:
    """A whole record says how much there is, and the head to write down."""
    report = verify(original)
    assert (report.ok, report.games, report.broken) == (True, 2, None)
    assert report.events == len(rows(original))
    assert report.head == rows(original)[-1][5]
    assert "is whole" in str(report)
    assert report.head in str(report)


def test_an_empty_record(tmp_path: Path) -> None:
    """A record without events is whole."""
    Log(tmp_path / "table.db").close()
    report = verify(tmp_path / "table.db")
    assert (report.ok, report.events, report.head) == (True, 0, GENESIS)


def test_no_record(tmp_path: Path) -> None:
    """There must be something to verify."""
    with pytest.raises(RecordError, match="there is no such file"):
        verify(tmp_path / "table.db")


def other(value: Any) -> st.SearchStrategy[Any]:
    """Anything else that could stand in a column; text changed by a letter, too."""
    if isinstance(value, int):
        return st.integers(-(2**62), 2**62)
    if isinstance(value, float):
        return st.floats() | st.sampled_from([value + 0.001, value * (1 + 2**-52)])
    spot = st.tuples(st.integers(0, len(value) - 1), st.characters(codec="utf-8"))
    changed = spot.map(lambda at: value[: at[0]] + at[1] + value[at[0] + 1 :])
    return changed | st.just(value + " ") | st.just(value.upper()) | st.text(max_size=5)


@settings(CALM, max_examples=120)
@given(st.data())
def test_any_change_of_any_column_is_found(original: Path, scratch: Path, data: Any) -> None:
    """Whatever column of whatever event is changed to whatever else: it is found."""
    before = rows(original)
    row = data.draw(st.sampled_from(before))
    column = data.draw(st.sampled_from(COLUMNS))
    value = data.draw(other(row[COLUMNS.index(column)]))
    shutil.copy(original, scratch)
    try:
        tamper(scratch, (f"UPDATE events SET {column} = ? WHERE seq = ?", (value, row[0])))
    except sqlite3.IntegrityError:
        assume(False)  # a number that is taken, or NaN: the database itself refuses
    assume(rows(scratch) != before)
    assert not verify(scratch).ok


@pytest.mark.parametrize("byte", [b"\xff", b"\xc3\x28", b"\x00"])
def test_bytes_that_are_no_text_are_found(original: Path, scratch: Path, byte: bytes) -> None:
    """Bytes that cannot be read as text are a finding, not a crash."""
    shutil.copy(original, scratch)
    for column in ("kind", "data", "hash"):
        tamper(scratch, (f"UPDATE events SET {column} = CAST(? AS TEXT) WHERE seq = 3", (byte,)))
        assert not verify(scratch).ok


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DELETE FROM events WHERE seq > (SELECT max(seq) - 3 FROM events)", "the last 3 were cut"),
        ("DELETE FROM events WHERE seq = 5", "event 5 should stand here: events are missing"),
        ("DELETE FROM events WHERE seq = 1", "event 1 should stand here"),
        ("DELETE FROM events", "were cut off"),
        ("UPDATE head SET count = count - 1", "one of the two was changed"),
        ("UPDATE head SET hash = upper(hash)", "one of the two was changed"),
        ("UPDATE events SET data = data || ' ' WHERE seq = 4", "event 4 of game 1: .* canonical"),
        ("UPDATE events SET at = at + 1 WHERE seq = 4", "event 4 of game 1: its hash is wrong"),
    ],
)
def test_what_is_wrong_is_said_in_words(
    original: Path, scratch: Path, statement: str, words: str
) -> None:
    """The report names the first broken event and what is wrong with it."""
    shutil.copy(original, scratch)
    tamper(scratch, (statement, ()))
    report = verify(scratch)
    assert not report.ok
    _matches(report, words)


def _matches(report: Report, words: str) -> None:
    assert re.search(words, str(report)), str(report)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DROP TABLE events", "no such table"),
        ("DROP TRIGGER events_never_change", "not as Lunka makes them: events_never_change"),
        ("CREATE TABLE notes (x)", "not as Lunka makes them: notes"),
    ],
)
def test_changed_tables_and_guards_are_found(
    original: Path, scratch: Path, statement: str, words: str
) -> None:
    """A record without its guards, or with something beside them, is not whole."""
    shutil.copy(original, scratch)
    database = sqlite3.connect(scratch)
    database.execute(statement)
    database.close()
    _matches(verify(scratch), words)


def test_swapped_events_are_found(original: Path, scratch: Path) -> None:
    """Two events that change places keep neither hash."""
    shutil.copy(original, scratch)
    move = "UPDATE events SET seq = ? WHERE seq = ?"
    tamper(scratch, (move, (-1, 4)), (move, (4, 5)), (move, (5, -1)))
    assert "event 4" in str(verify(scratch))


def forge(path: Path, change: Callable[[Event], Event]) -> None:
    """Rewrite every event and every hash after it: a forger who knows the format."""
    seal, statements = GENESIS, []
    for seq, game, at, kind, data, _ in rows(path):
        event = change(Event(kind, at, json.loads(data)))
        seal = digest(seal, seq, game, event)
        values = (event.at, event.kind, canonical(dict(event.data)), seal, seq)
        statements.append(
            ("UPDATE events SET at = ?, kind = ?, data = ?, hash = ? WHERE seq = ?", values)
        )
    tamper(path, *statements, ("UPDATE head SET hash = ?", (seal,)))


def _shifted(scribe: Scribe, seconds: float) -> Scribe:
    scribe.events[:] = [replace(event, at=event.at + seconds) for event in scribe.events]
    return scribe


def test_swapped_games_are_told(tmp_path: Path) -> None:
    """Two games that changed places, with every hash made anew: the second began before the first
    ended, and verification says so, and where."""
    first, second = played([12, 21, 30]), _shifted(played([9, 14, 22]), 7200)
    write(tmp_path / "right.db", first, second)
    assert verify(tmp_path / "right.db").remarks == []
    write(tmp_path / "swapped.db", second, first)
    (remark,) = verify(tmp_path / "swapped.db").remarks
    opened = 2 + len(second.events)
    assert remark.startswith(f"event {opened} is 2 hours earlier than the one before it: ")


def test_times_that_run_backwards_are_told(original: Path, scratch: Path) -> None:
    """One event dated back by a forger who makes all hashes anew is named."""
    shutil.copy(original, scratch)
    before = verify(scratch).backwards
    forge(scratch, lambda event: replace(event, at=event.at - 86400 * (event.kind == "game.over")))
    report = verify(scratch)
    assert report.ok and len(report.backwards) > len(before)
    assert any("24 hours earlier than the one before it" in each for each in report.remarks)


def changing(kind: str, **facts: Any) -> Callable[[Event], Event]:
    """Changes facts of every event of one kind."""

    def change(event: Event) -> Event:
        return replace(event, data={**event.data, **facts}) if event.kind == kind else event

    return change


def small() -> Scribe:
    """a1, then a2 changed to b2 ... a game with one of everything."""
    scribe = Scribe({"pits": 2, "stones": 3})
    scribe.made("a1")
    scribe.sealed()
    scribe.made("b1")
    scribe.revised("b2")
    scribe.sealed()
    scribe.made("a2")
    scribe.withdrawn()
    scribe.taken_back(1)
    return played(range(3, 900, 7), scribe)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (changing("turn.made", position="S 3,3/0 3,3/0"), "turn.made: .* leads to"),
        (changing("turn.made", turn="a9"), "turn.made: .* names no pit"),
        (changing("turn.made", turn="b1"), "turn.made: .*(not South's|is not)"),
        (changing("turn.made", side=1), "side 1 moves, but it is the turn of side 0"),
        (changing("turn.made", ply=4), "it is ply 4, but ply 1 comes next"),
        (changing("turn.made", by=None), "'by' is null; it must be a text"),
        (changing("turn.revised", turn="b1"), "turn.revised: .* leads to"),
        (changing("turn.revised", old="b2"), "it changes 'b2', but 'b1' was made"),
        (changing("turn.withdrawn", turn="a1"), "'a2' is the turn that can be withdrawn"),
        (changing("turn.withdrawn", ply=1), "ply 1 is not the last"),
        (changing("turn.takeback", to=2), "2 turns cannot be taken back to 2"),
        (changing("turn.takeback", turns=["a2"]), "it takes back a2, but b2 were made"),
        (changing("turn.sealed", ply=99), "there is no ply 99 to seal"),
        (changing("game.over", scores=[12, 0]), "winner and scores are"),
        (changing("game.over", winner=5), "winner 5 is none of the 2 sides"),
        (changing("game.over", reason="tired"), "reason 'tired'"),
        (changing("game.over", scores=[1]), "1 scores for 2 sides"),
        (changing("game.opened", options={"pits": 3}), "is not 3 pits and a store"),
        (changing("game.opened", seats=[0, 0]), "do not seat each of 2 players once"),
        (changing("game.opened", players=["Anna"], seats=[0]), "1 seats; the sides of kalah"),
        (changing("game.opened", players="Anna"), "it must be a list of texts"),
        (changing("game.opened", position="S 03,3/0 3,3/0"), "not written as it should be"),
    ],
)
def test_the_rules_find_what_a_forger_rewrites(
    tmp_path: Path, change: Callable[[Event], Event], words: str
) -> None:
    """Even with every hash made anew, what the rules do not give is found."""
    path = tmp_path / "table.db"
    write(path, small())
    assert verify(path).ok, str(verify(path))
    forge(path, change)
    report = verify(path)
    assert not report.ok
    assert report.broken is not None
    assert report.broken.game == 1
    _matches(report, words)


def test_an_unforged_rewrite_is_whole(tmp_path: Path) -> None:
    """The forger's tool itself changes nothing: what it finds above is the forgery."""
    write(tmp_path / "table.db", small())
    forge(tmp_path / "table.db", lambda event: event)
    assert verify(tmp_path / "table.db").ok


@settings(CALM, max_examples=60)
@given(st.lists(scribes(), max_size=3))
def test_every_game_by_the_rules_verifies(
    tmp_path_factory: pytest.TempPathFactory, scribed: list[Scribe]
) -> None:
    """Random games with takebacks, changed and withdrawn turns are whole."""
    path = tmp_path_factory.mktemp("random") / "table.db"
    write(path, *scribed)
    report = verify(path)
    assert report.ok, str(report)
    assert report.games == len(scribed)


def bad_courses() -> Iterator[tuple[Scribe, str]]:
    """Games that cannot have happened, each with the words for it."""
    late = played([6], Scribe({"pits": 1, "stones": 1}))
    late.add("turn.made", ply=2, side=1, turn="b1", position="", by="hands", seconds=1)
    yield late, "the game was over before this turn"
    twice = played([6], Scribe({"pits": 1, "stones": 1}))
    twice.ended()
    yield twice, "the game was over before"
    early = Scribe(SMALL)
    early.ended()
    yield early, "the game is not over in"
    sealed = Scribe(SMALL)
    sealed.made("a1")
    sealed.sealed()
    sealed.withdrawn()
    yield sealed, "ply 1 was sealed before"


@pytest.mark.parametrize(("scribe", "words"), list(bad_courses()))
def test_courses_that_cannot_be(tmp_path: Path, scribe: Scribe, words: str) -> None:
    """Events that are right one by one, but not in this order, are found."""
    write(tmp_path / "table.db", scribe)
    _matches(verify(tmp_path / "table.db"), words)


def test_an_ending_can_be_taken_back(tmp_path: Path) -> None:
    """A turn taken back after the end reopens the game, and it may end anew."""
    scribe = played([6], Scribe({"pits": 1, "stones": 1}))
    scribe.taken_back(0)
    played([6], scribe)
    write(tmp_path / "table.db", scribe)
    assert verify(tmp_path / "table.db").ok


def test_a_record_that_is_being_written(tmp_path: Path) -> None:
    """Verification looks at one moment and does not disturb the writer."""
    with Log(tmp_path / "table.db") as log:
        log.append(Scribe().events)
        assert verify(tmp_path / "table.db").events == 2
        log.append([Event("hints.set", 1.0, {"level": "off"})])
        assert verify(tmp_path / "table.db").events == 3


@settings(CALM, max_examples=120)
@given(st.data())
def test_any_byte_of_the_file(original: Path, scratch: Path, data: Any) -> None:
    """A byte changed anywhere in the file is found, or it changed no event; nothing crashes."""
    raw = bytearray(original.read_bytes())
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= data.draw(st.integers(1, 255))
    scratch.write_bytes(raw)
    try:
        ok = verify(scratch).ok
    except RecordError:
        return
    assert not ok or rows(scratch) == rows(original)

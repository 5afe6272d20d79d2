"""Competitions as files: CSV for spreadsheets, JSON that comes back whole, the crosstable."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest

from controller.competition import Competition, CompetitionError
from controller.competition.crosstable import crosstable
from controller.competition.files import (
    crosstable_csv,
    guard,
    pairings_csv,
    read_json,
    standings_csv,
    write_json,
)
from tests.competition.desk import Desk
from tests.competition.test_standings import worked_example


def _rows(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text)))


def test_standings_as_csv() -> None:
    """One line a player with all tie-breaks."""
    rows = _rows(standings_csv(worked_example().it))
    assert rows[0] == [
        *("place", "number", "name", "rating", "points", "buchholz", "median"),
        *("sonneborn-berger", "direct", "wins", "scored"),
    ]
    assert rows[1] == ["1", "4", "Dan", "", "2.5", "6.5", "2.5", "5.75", "0", "0", "5"]


def test_pairings_as_csv() -> None:
    """One line a board, with table, score, winner and how it came about."""
    desk = Desk(players=5, tables=["t1"])
    desk.pair()
    desk.result(1, [3, 1])
    desk.do("report", round=1, board=2, forfeit="P2")
    rows = _rows(pairings_csv(desk.it, 1))
    assert rows[1] == ["1", "t1", "", "P1", "P4", "3", "1", "P1", "played"]
    assert rows[2][7:] == ["P3", "reported"]
    assert rows[3] == ["3", "", "", "P5", "", "", "", "P5", "bye"]


@pytest.mark.parametrize("number", [-1, 0, 2])
def test_pairings_of_a_round_that_is_not_there(number: int) -> None:
    """It says which rounds there are."""
    desk = Desk(players=2)
    desk.pair()
    with pytest.raises(CompetitionError, match=f"1 rounds so far, and no round {number}"):
        pairings_csv(desk.it, number)


def test_the_crosstable_of_a_swiss_goes_by_rounds() -> None:
    """Result and opponent's number, "F" by forfeit."""
    rows = _rows(crosstable_csv(worked_example().it))
    assert rows[0] == ["place", "number", "name", "round 1", "round 2", "round 3", "points"]
    assert rows[1] == ["1", "4", "Dan", "½ (3)", "bye", "1F (2)", "2.5"]
    assert rows[5] == ["5", "2", "Bob", "0 (1)", "0 (5)", "0F (4)", "0"]


def test_the_crosstable_of_a_round_robin_goes_by_opponents() -> None:
    """A square with nothing on its diagonal; in a double one two games in each place."""
    desk = Desk("round-robin", players=3, double=True)
    desk.play_out()
    rows = _rows(crosstable_csv(desk.it))
    assert rows == [
        ["place", "number", "name", "P1", "P2", "P3", "points"],
        ["1", "1", "P1", "", "1 1", "1 1", "4"],
        ["2", "2", "P2", "0 0", "", "1 1", "2"],
        ["3", "3", "P3", "0 0", "0 0", "", "0"],
    ]


def test_the_crosstable_is_symmetric() -> None:
    """What one won the other lost, with the scores turned round."""
    table = crosstable(worked_example().it)
    cells = {
        (row.standing.player, cell.opponent, cell.round): cell
        for row in table.rows
        for column in row.columns
        for cell in column
        if cell.opponent
    }
    for (one, other, number), cell in cells.items():
        assert other is not None
        back = cells[other, one, number]
        assert {cell.mark, back.mark} in ({"1", "0"}, {"½"}, {"1F", "0F"})
        assert cell.scores == (back.scores and back.scores[::-1])
        assert {cell.side, back.side} == {0, 1}


def test_what_is_not_settled_is_marked() -> None:
    """Open boards show a question mark, cancelled ones nothing."""
    desk = Desk(players=4)
    desk.pair()
    desk.do("cancel", round=1, board=1, why="x")
    marks = {row.standing.player: row.columns[0][0].mark for row in crosstable(desk.it).rows}
    assert sorted(marks.values()) == ["", "", "?", "?"]


@pytest.mark.parametrize(
    "name", ["=1+1", "+7", "-1", "@SUM(A1)", "'quoted", "＝1", '=HYPERLINK("http://x","y")']
)
def test_no_name_becomes_a_formula(name: str) -> None:
    """In every CSV, whatever begins like a formula stands behind an apostrophe."""
    desk = Desk("round-robin")
    desk.do("enter", player=name)
    desk.do("enter", player="Bob")
    desk.pair()
    desk.do("report", round=1, board=1, forfeit="Bob")
    desk.do("confirm", round=1, board=1)
    for text in (standings_csv(desk.it), pairings_csv(desk.it, 1), crosstable_csv(desk.it)):
        values = [value for row in _rows(text) for value in row]
        assert f"'{name}" in values
        assert name not in values


@pytest.mark.parametrize("value", ["Ann", "O'Neil", "", 7, -7, 2.5, None])
def test_everything_else_stays(value: str | int | float | None) -> None:
    """Plain names and numbers are not touched."""
    assert guard(value) == value


def test_json_comes_back_whole() -> None:
    """The events read are the events written, and make the same competition."""
    desk = worked_example()
    events = read_json(write_json("open", desk.events))
    assert Competition.fold(events) == desk.hall
    assert read_json(write_json("open", events)) == events
    assert json.loads(write_json("open", desk.events))["view"] == desk.view


def test_json_holds_one_competition() -> None:
    """Others in the same hall stay out of the file."""
    desk = Desk(players=2)
    other = desk.hall.command(
        {"do": "create", "competition": "b", "title": "B", "format": "knockout", "game": "kalah"},
        by="d",
        at=0.0,
    )
    events = read_json(write_json("b", [*desk.events, *other]))
    assert events == other


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "this is not JSON"),
        ("[" * 100_000, "this is not JSON"),
        ("[]", "this is not a lunka-competition file of version 1"),
        ('{"format": "lunka-competition", "version": 2}', "file of version 1"),
        ('{"format": "lunka-competition", "version": 1, "events": []}', "has no events"),
        ('{"format": "lunka-competition", "version": 1, "events": 7}', "has no events"),
        ('{"format": "lunka-competition", "version": 1, "events": [7]}', "event 1 is of no kind"),
        (
            '{"format": "lunka-competition", "version": 1, "events": [{"kind": []}]}',
            "event 1 is of no kind",
        ),
        (
            '{"format": "lunka-competition", "version": 1,'
            ' "events": [{"kind": "competition.paired"}]}',
            r"event 1 \(competition.paired\) has no time or no data",
        ),
        (
            '{"format": "lunka-competition", "version": 1,'
            ' "events": [{"kind": "competition.paired", "at": 0, "data": {"competition": "x"}}]}',
            r"event 1 \(competition.paired\) does not fit",
        ),
    ],
)
def test_what_is_no_competition_is_refused(text: str, words: str) -> None:
    """A broken file says where it is broken."""
    with pytest.raises(CompetitionError, match=words):
        read_json(text)


def test_a_file_that_was_tampered_with_is_refused() -> None:
    """A result of a board that does not exist does not fit."""
    desk = worked_example()
    whole = json.loads(write_json("open", desk.events))
    last = whole["events"][-1]
    last["data"]["board"] = 99
    with pytest.raises(CompetitionError, match=f"event {len(desk.events)} "):
        read_json(json.dumps(whole))


def test_events_that_do_not_fit_together_are_refused() -> None:
    """A player who never entered cannot be shown."""
    desk = worked_example()
    whole = json.loads(write_json("open", desk.events))
    paired = next(each for each in whole["events"] if each["kind"] == "competition.paired")
    paired["data"]["boards"][0]["players"][0] = 99
    with pytest.raises(CompetitionError, match="the events do not fit together: KeyError"):
        read_json(json.dumps(whole))

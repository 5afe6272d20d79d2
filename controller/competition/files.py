"""Competitions as files: CSV for spreadsheets, JSON for other programs and for another hub."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any

from controller.competition.changes import KINDS, number
from controller.competition.competition import Competition
from controller.competition.crosstable import Cell, Crosstable, crosstable
from controller.competition.facts import round_of
from controller.competition.placing import placed
from controller.competition.values import CompetitionError, Tournament
from controller.competition.view import board_view, view_of
from controller.games.told import Told, told_by
from controller.play.event import Event

FORMAT = "lunka-competition"
#: A spreadsheet takes a cell that begins so for a formula; the last is what guards against it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'")

#: What a fold raises where events are not what a competition gave.
_MISFITS = (LookupError, TypeError, ValueError, AttributeError)

Value = str | int | float | None


# -- CSV ---------------------------------------------------------------------------------------


def pairings_csv(it: Tournament, round_number: int) -> str:
    """One line a board: table, players, and what is known of the result."""
    lines: list[Sequence[Value]] = []
    for board in round_of(it, round_number).boards:
        seen = board_view(it, board)
        one, other = (*seen["players"], "")[:2]
        scores = seen["scores"] if seen["how"] == "played" else ("", "")
        winner = "" if seen["winner"] is None else seen["players"][seen["winner"]]
        status = seen["how"] if board.over and seen["how"] else seen["status"]
        lines.append((board.number, board.table, board.match, one, other, *scores, winner, status))
    heads = ("board", "table", "match", "first", "second", "score 1", "score 2", "winner", "status")
    return _csv(heads, lines)


def standings_csv(it: Tournament) -> str:
    """One line a player, best first."""
    lines = [
        (
            *(line.place, line.player, it.name(line.player), it.players[line.player].rating),
            number(line.points),
            *(number(line.breaks.get(name, 0.0)) for name in it.rules.tiebreaks),
        )
        for line in placed(it)
    ]
    return _csv(("place", "number", "name", "rating", "points", *it.rules.tiebreaks), lines)


def crosstable_csv(it: Tournament) -> str:
    """One line a player, one column a round; in a round robin one column an opponent."""
    table = crosstable(it)
    lines = [
        (
            *(row.standing.place, row.standing.player, it.name(row.standing.player)),
            *(_games(table, cells) for cells in row.columns),
            number(row.standing.points),
        )
        for row in table.rows
    ]
    heads = [it.name(head) if table.by == "player" else f"round {head}" for head in table.heads]
    return _csv(("place", "number", "name", *heads, "points"), lines)


def _games(table: Crosstable, cells: Iterable[Cell]) -> str:
    return " ".join(cell_text(table, cell) for cell in cells)


def cell_text(table: Crosstable, cell: Cell) -> str:
    """A game in few letters: "1 (5)" is a win against number 5."""
    known = table.by == "player" or cell.opponent is None
    return cell.mark if known else f"{cell.mark} ({cell.opponent})".strip()


def _csv(heads: Sequence[str], lines: Iterable[Sequence[Value]]) -> str:
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow([guard(head) for head in heads])
    writer.writerows([guard(value) for value in line] for line in lines)
    return text.getvalue()


def guard(value: Value) -> Value:
    """The value so that no spreadsheet takes a name for a formula: an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


# -- JSON --------------------------------------------------------------------------------------


def write_json(name: str, events: Iterable[Event]) -> str:
    """One competition whole: its events, and for whoever only reads, how it stands."""
    own = [event for event in events if event.data.get("competition") == name]
    it = Competition.fold(own).one(name)
    told = [{"kind": each.kind, "at": each.at, "data": dict(each.data)} for each in own]
    whole = {"format": FORMAT, "version": 1, "events": told, "view": view_of(it)}
    return json.dumps(whole, ensure_ascii=False, indent=1)


def read_json(text: str) -> list[Event]:
    """The events of a file that `write_json` made; `CompetitionError` for any other."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as mistake:
        raise CompetitionError(
            Told("this is not JSON: {mistake}", mistake=told_by(mistake))
        ) from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT or whole.get("version") != 1:
        raise CompetitionError(Told("this is not a {format} file of version 1", format=FORMAT))
    told = whole.get("events")
    events = [_event(at, each) for at, each in enumerate(told if isinstance(told, list) else [], 1)]
    if not events:
        raise CompetitionError(Told("this file has no events"))
    _check_fold(events)
    return events


def _event(at: int, given: Any) -> Event:
    if not isinstance(given, dict) or given.get("kind") not in KINDS:
        raise CompetitionError(Told("event {at} is of no kind that competitions know", at=at))
    if not isinstance(given.get("at"), int | float) or not isinstance(given.get("data"), dict):
        raise CompetitionError(
            Told("event {at} ({kind}) has no time or no data", at=at, kind=given["kind"])
        )
    return Event(given["kind"], given["at"], given["data"])


def _check_fold(events: Sequence[Event]) -> None:
    """Whether these events, one after the other, make competitions that can be shown."""
    state = Competition()
    for at, event in enumerate(events, 1):
        try:
            state = state.take([event])
        except _MISFITS as mistake:
            raise CompetitionError(
                Told(
                    "event {at} ({kind}) does not fit: {mistake!r}",
                    at=at,
                    kind=event.kind,
                    mistake=mistake,
                )
            ) from None
    try:
        state.view()
    except _MISFITS as mistake:
        raise CompetitionError(
            Told("the events do not fit together: {mistake!r}", mistake=mistake)
        ) from None

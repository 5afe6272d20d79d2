"""Sheets on paper: pairings to hang up, results, standings, the crosstable."""

from __future__ import annotations

from collections.abc import Mapping

from controller.competition.changes import number
from controller.competition.crosstable import crosstable
from controller.competition.facts import round_of
from controller.competition.files import cell_text
from controller.competition.placing import placed
from controller.competition.printed_table import Column, PrintedTable, draw
from controller.competition.values import Board, CompetitionError, How, Tournament
from controller.games.told import Told
from controller.words.catalogue import LANGUAGES, Part


def print_pairings(it: Tournament, round_number: int, language: str = "en") -> bytes:
    """The PDF of a round to hang up: who meets whom where, with room for the score."""
    return draw(_round_sheet(it, round_number, _words(language), results=False), _words(language))


def print_results(it: Tournament, round_number: int, language: str = "en") -> bytes:
    """The PDF of a round with its results."""
    return draw(_round_sheet(it, round_number, _words(language), results=True), _words(language))


def print_standings(it: Tournament, language: str = "en") -> bytes:
    """The PDF of the standings with all tie-breaks."""
    word = _words(language)
    columns = [
        Column(word["place"], 1.2, "R"),
        Column(word["number"], 1, "R"),
        Column(word["name"], 6),
        Column(word["points"], 1.5, "R"),
        *(Column(word[name], 1.9, "R") for name in it.rules.tiebreaks),
    ]
    lines = [
        [
            *(str(line.place), str(line.player), it.name(line.player), str(number(line.points))),
            *(str(number(line.breaks[name])) for name in it.rules.tiebreaks),
        ]
        for line in placed(it)
    ]
    return draw(PrintedTable(it.rules.title, _when(it, "standings", word), columns, lines), word)


def print_crosstable(it: Tournament, language: str = "en") -> bytes:
    """The PDF of the crosstable."""
    word, table = _words(language), crosstable(it)
    columns = [
        Column(word["place"], 1.8, "R"),
        Column(word["number"], 1.5, "R"),
        Column(word["name"], 6),
        *(Column(str(head), 1.2, "C") for head in table.heads),
        Column(word["points"], 1.9, "R"),
    ]
    lines = [
        [
            *(str(row.standing.place), str(row.standing.player), it.name(row.standing.player)),
            *(" ".join(cell_text(table, cell) for cell in cells) for cells in row.columns),
            str(number(row.standing.points)),
        ]
        for row in table.rows
    ]
    return draw(PrintedTable(it.rules.title, _when(it, "crosstable", word), columns, lines), word)


def _words(language: str) -> Mapping[str, str]:
    if language not in LANGUAGES:
        there = " and ".join(LANGUAGES)
        raise CompetitionError(
            Told(
                "sheets are printed in {there}, not in {language!r}", there=there, language=language
            )
        )
    return Part("sheet", language)


def _when(it: Tournament, what: str, word: Mapping[str, str]) -> str:
    return f"{word[what]} · {word['round']} {len(it.rounds)}"


def _round_sheet(
    it: Tournament, round_number: int, word: Mapping[str, str], *, results: bool
) -> PrintedTable:
    boards = round_of(it, round_number).boards
    bracket = it.rules.bracket
    columns = [
        Column(word["board"], 1.3, "R"),
        Column(word["table"], 2.2),
        *([Column(word["match"], 2.8)] if bracket else []),
        Column(word["first"], 5),
        Column(word["second"], 5),
        Column(word["score"], 1.8, "C"),
        *([Column(word["result"], 4.5)] if results else []),
    ]
    lines = [_board_line(it, board, word, bracket=bracket, results=results) for board in boards]
    what = word["results" if results else "pairings"]
    return PrintedTable(it.rules.title, f"{what} · {word['round']} {round_number}", columns, lines)


def _board_line(
    it: Tournament, board: Board, word: Mapping[str, str], *, bracket: bool, results: bool
) -> list[str]:
    names = [it.name(player) for player in board.players]
    result = board.result
    excused = result is not None and result.how is How.EXCUSED
    one, other = (*names, word["excused" if excused else "bye"])[:2]
    score = ":".join(map(str, result.scores)) if result and result.how is How.PLAYED else ""
    stage, _, place = board.match.partition(" ")
    return [
        *(str(board.number), board.table or ""),
        *([f"{word[stage]} {place}"] if bracket else []),
        *(one, other, ("" if board.bye else score or "–") if results else _blank(board)),
        *([_result_text(it, board, word)] if results else []),
    ]


def _blank(board: Board) -> str:
    """Room to write the score into."""
    return "" if board.bye else "__ : __"


def _result_text(it: Tournament, board: Board, word: Mapping[str, str]) -> str:
    result = board.settled
    if result is None:
        return word[board.status.value]
    if result.how in (How.BYE, How.NOBODY, How.EXCUSED):
        return word[result.how.value]
    won = word["drawn"] if result.winner is None else it.name(board.players[result.winner])
    return f"{won} ({word['forfeit']})" if result.how is How.FORFEIT else won

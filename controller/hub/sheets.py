"""Sheets of a competition by their names: on paper, or for a spreadsheet."""

from __future__ import annotations

from controller.competition import files, paper
from controller.competition.facts import board_of
from controller.competition.values import Tournament

SHEETS = ("pairings", "results", "standings", "crosstable")


def write_sheet(it: Tournament, what: str, form: str, number: int, language: str) -> bytes:
    """One sheet; `CompetitionError` where there is no such round."""
    if what in ("pairings", "results"):
        board_of(it, number, 1)  # a round that is there has a board
    if form == "csv":
        return _csv(it, what, number).encode()
    if what == "pairings":
        return paper.print_pairings(it, number, language)
    if what == "results":
        return paper.print_results(it, number, language)
    if what == "standings":
        return paper.print_standings(it, language)
    return paper.print_crosstable(it, language)


def _csv(it: Tournament, what: str, number: int) -> str:
    if what == "standings":
        return files.standings_csv(it)
    return files.crosstable_csv(it) if what == "crosstable" else files.pairings_csv(it, number)

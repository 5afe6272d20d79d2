"""The standings of any format: by points, or in a knockout by how far each has come."""

from __future__ import annotations

from itertools import groupby

from controller.competition.book import Book
from controller.competition.draw import bracket_of
from controller.competition.knockout import CONSOLATION, MAIN, THIRD, Bracket
from controller.competition.standings import Standing, seeded, standings
from controller.competition.values import Tournament


def placed(it: Tournament, book: Book | None = None) -> list[Standing]:
    """Who stands where; the score book is kept anew where none is given."""
    return _by_bracket(it) if it.rules.format == "knockout" else standings(it, book)


def _by_bracket(it: Tournament) -> list[Standing]:
    """K6: rounds survived in the main bracket, the match for the third place, the consolation."""
    reached = _reached(bracket_of(it)) if it.order else {}
    points = {line.player: line.points for line in standings(it)}
    ordered = sorted(seeded(it), key=lambda who: reached.get(who, ()), reverse=True)
    lines: list[Standing] = []
    for _, group in groupby(ordered, key=lambda who: reached.get(who, ())):
        place = len(lines) + 1
        lines += [Standing(place, who, points[who]) for who in group]
    return lines


def _reached(bracket: Bracket) -> dict[int, tuple[int, ...]]:
    stages = [bracket.survived(stage) for stage in (MAIN, THIRD, CONSOLATION)]
    return {who: tuple(rounds.get(who, 0) for rounds in stages) for who in bracket.seeds}

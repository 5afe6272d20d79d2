"""The standings of any format: by points, or in a knockout by how far each has come."""

from __future__ import annotations

from itertools import groupby

from controller.competition.book import Book
from controller.competition.draw import bracket_of
from controller.competition.knockout import CONSOLATION, FINAL, LAST, MAIN, THIRD, Bracket
from controller.competition.ladder import Ladder
from controller.competition.standings import Standing, seeded, standings
from controller.competition.values import Tournament


def placed(it: Tournament, book: Book | None = None) -> list[Standing]:
    """Who stands where; the score book is kept anew where none is given."""
    return _by_bracket(it) if it.rules.bracket else standings(it, book)


def _by_bracket(it: Tournament) -> list[Standing]:
    """K6, E6: how far each has come; whom nothing parts share a place."""
    reached = _reached(bracket_of(it)) if it.order else {}
    points = {line.player: line.points for line in standings(it)}
    ordered = sorted(seeded(it), key=lambda who: reached.get(who, ()), reverse=True)
    lines: list[Standing] = []
    for _, group in groupby(ordered, key=lambda who: reached.get(who, ())):
        place = len(lines) + 1
        lines += [Standing(place, who, points[who]) for who in group]
    return lines


def _reached(bracket: Bracket) -> dict[int, tuple[int, ...]]:
    if isinstance(bracket, Ladder) and bracket.twice:
        return _out_last(bracket)
    stages = [bracket.survived(stage) for stage in (MAIN, THIRD, CONSOLATION, LAST)]
    return {who: tuple(rounds.get(who, 0) for rounds in stages) for who in bracket.seeds}


def _out_last(ladder: Ladder) -> dict[int, tuple[int, ...]]:
    """E6: the final, then who stayed in longest; who is still in stands before who is out."""
    final, out = ladder.survived(FINAL), ladder.left()
    still = 1 + max(out.values(), default=0)
    return {who: (final.get(who, 0), out.get(who, still)) for who in ladder.seeds}

"""A list of players as spreadsheets save it: one in each line, with a rating where there is one."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from controller.competition.commands import HIGHEST_RATING
from controller.competition.values import CompetitionError
from controller.games.told import Told

_NAMES = ("name", "player", "имя", "игрок", "фамилия", "участник")
_RATINGS = ("rating", "elo", "рейтинг")
#: What parts the columns, in the order in which it is looked for.
_PARTED_BY = ";\t,"


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a list."""

    line: int
    name: str
    rating: int | None


def read_players(text: str) -> list[Listed]:
    """Everybody in the list; `CompetitionError` names the lines that cannot be read.

    The first line may name the columns; else the first is the name and the second the rating.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    first = next((line for line in lines if line.strip()), "")
    parted = next((sign for sign in _PARTED_BY if sign in first), ",")
    rows = [
        (at, [cell.strip() for cell in row])
        for at, row in enumerate(csv.reader(lines, delimiter=parted), 1)
        if any(cell.strip() for cell in row)
    ]
    if not rows:
        raise CompetitionError(Told("the list is empty: a name stands in each line"))
    columns = _columns(rows[0][1])
    found = list(_players(rows[1:] if columns else rows, columns or (0, 1)))
    mistakes = [each for each in found if isinstance(each, str)]
    if mistakes:
        raise CompetitionError(Told("nobody was entered: {mistakes}", mistakes=mistakes[:10]))
    return [each for each in found if isinstance(each, Listed)]


def _columns(heads: Sequence[str]) -> tuple[int, int] | None:
    """Where name and rating stand, if this line says so."""
    words = [head.casefold() for head in heads]
    name = next((at for at, word in enumerate(words) if word in _NAMES), None)
    if name is None:
        return None
    rating = next((at for at, word in enumerate(words) if word in _RATINGS), len(words))
    return name, rating


def _players(
    rows: Sequence[tuple[int, list[str]]], columns: tuple[int, int]
) -> Iterator[Listed | str]:
    for at, row in rows:
        name, rating = (row[place] if place < len(row) else "" for place in columns)
        # What we wrote ourselves has an apostrophe before what looks like a formula.
        name = name.removeprefix("'") if name[:2] in ("'=", "'+", "'-", "'@") else name
        if not name:
            yield Told("line {at}: no name", at=at)
        elif rating and not _is_rating(rating):
            yield Told(
                "line {at}: {rating!r} is no rating, 0 to {most}",
                at=at,
                rating=rating[:40],
                most=HIGHEST_RATING,
            )
        else:
            yield Listed(at, name, int(rating) if rating else None)


def _is_rating(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 9 and int(text) <= HIGHEST_RATING

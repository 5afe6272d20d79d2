"""Who stands where: by points, then by tie-breaks; whom nothing parts share a place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from controller.competition.book import Book, keep_book
from controller.competition.tiebreaks import BREAKS, DIRECT, direct
from controller.competition.values import Tournament


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings."""

    place: int
    player: int
    points: float
    breaks: Mapping[str, float] = field(default_factory=dict)


def standings(it: Tournament, book: Book | None = None) -> list[Standing]:
    """All players by points and tie-breaks; the seeding only decides who is written first."""
    book = book or keep_book(it)
    values = {who: {"points": book.points[who]} for who in it.players}
    seated = seeded(it)
    groups = [[who for who in seated if (who in book.struck_out) is last] for last in (False, True)]
    groups = _split(groups, values, "points")
    for name in it.rules.tiebreaks:
        _value(book, values, groups, name)
        groups = _split(groups, values, name)
    return list(_lines(groups, values))


def seeded(it: Tournament) -> list[int]:
    """All players in the order they were seeded, later ones at the end."""
    known = set(it.order)
    return [*it.order, *(number for number in it.players if number not in known)]


def _value(
    book: Book, values: dict[int, dict[str, float]], groups: list[list[int]], name: str
) -> None:
    for group in groups:
        met = direct(book, group) if name == DIRECT else {}
        for who in group:
            values[who][name] = met[who] if name == DIRECT else BREAKS[name](book, who)


def _split(
    groups: list[list[int]], values: dict[int, dict[str, float]], name: str
) -> list[list[int]]:
    """Each group in order of this value, cut where the value changes."""
    parts: list[list[int]] = []
    for group in groups:
        ordered = sorted(group, key=lambda who: -values[who][name])
        parts += [list(part) for _, part in groupby(ordered, key=lambda who: values[who][name])]
    return parts


def _lines(
    groups: Iterable[list[int]], values: Mapping[int, Mapping[str, float]]
) -> Iterable[Standing]:
    place = 1
    for group in groups:
        for who in group:
            breaks = {name: value for name, value in values[who].items() if name != "points"}
            yield Standing(place, who, values[who]["points"], breaks)
        place += len(group)

"""Tie-breaks: how players with equal points are told apart. The formulas are in docs/tournament.md.

A round that was not played (a bye, a forfeit) counts as one against somebody with the player's own
points; in a round robin a forfeit counts against the real opponent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from controller.competition.book import Book, Entry

Break = Callable[[Book, int], float]


def _met(book: Book, entry: Entry) -> bool:
    """Whether this entry counts against the opponent of that round."""
    return entry.played or book.all_meet


def _strength(book: Book, player: int, entry: Entry) -> float:
    """The points of whom this entry counts against."""
    if entry.opponent is None or not _met(book, entry):
        return book.points[player]
    return book.points[entry.opponent]


def _strengths(book: Book, player: int) -> list[float]:
    return [_strength(book, player, entry) for entry in book.entries[player]]


def buchholz(book: Book, player: int) -> float:
    """The points of all opponents together."""
    return sum(_strengths(book, player), 0.0)


def median(book: Book, player: int) -> float:
    """The points of all opponents without the strongest and the weakest."""
    return sum(sorted(_strengths(book, player))[1:-1], 0.0)


def sonneborn_berger(book: Book, player: int) -> float:
    """The points of the opponents beaten, and half of those drawn with."""
    return sum(
        (entry.share * _strength(book, player, entry) for entry in book.entries[player]),
        0.0,
    )


def wins(book: Book, player: int) -> float:
    """Games won at the board; a bye or a forfeit is none."""
    return float(sum(entry.played and entry.share == 1 for entry in book.entries[player]))


def scored(book: Book, player: int) -> float:
    """What the tables counted for the player in all games."""
    return float(sum(entry.scored for entry in book.entries[player]))


def margin(book: Book, player: int) -> float:
    """By how much the tables counted more for the player than for his opponents (T15)."""
    return float(sum(entry.scored - entry.conceded for entry in book.entries[player]))


def direct(book: Book, tied: Iterable[int]) -> dict[int, float]:
    """The share each won against the other tied ones, if all of them have met; else nothing."""
    group = set(tied)
    among = {
        who: [each for each in book.entries[who] if each.opponent in group and _met(book, each)]
        for who in group
    }
    if any({each.opponent for each in own} != group - {who} for who, own in among.items()):
        return dict.fromkeys(group, 0.0)
    return {who: sum((each.share for each in own), 0.0) for who, own in among.items()}


#: Name -> formula. `direct` looks at all tied players together and stands apart.
BREAKS: dict[str, Break] = {
    "buchholz": buchholz,
    "median": median,
    "sonneborn-berger": sonneborn_berger,
    "wins": wins,
    "scored": scored,
    "margin": margin,
}
DIRECT = "direct"
TIEBREAKS = ("buchholz", "median", "sonneborn-berger", DIRECT, "wins", "scored", "margin")

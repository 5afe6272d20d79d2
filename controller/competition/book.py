"""The score book: for each player, what every round brought. Only confirmed results are in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from controller.competition.values import Board, How, Result, Tournament

_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Entry:
    """One round of one player."""

    round: int
    opponent: int | None
    points: Fraction
    #: 1 won, 1/2 drawn, 0 lost, whatever the scoring.
    share: Fraction
    #: What the table counted for this player (0 where nothing was played).
    scored: int
    played: bool


@dataclass(frozen=True, slots=True)
class Book:
    """The entries and points of every player."""

    entries: Mapping[int, tuple[Entry, ...]]
    points: Mapping[int, Fraction]
    #: In a round robin everybody meets everybody: a forfeit counts against the real opponent.
    all_meet: bool


def keep_book(it: Tournament) -> Book:
    """The score book as the confirmed results make it."""
    entries: dict[int, list[Entry]] = {number: [] for number in it.players}
    for number, board in it.boards():
        result = board.settled
        if result and not (board.bye and it.rules.format != "swiss"):
            for player in board.players:
                entries[player].append(_entry(it, number, board, result, player))
    points = {who: sum((each.points for each in own), Fraction(0)) for who, own in entries.items()}
    kept = {who: tuple(own) for who, own in entries.items()}
    return Book(kept, points, it.rules.format == "round-robin")


def _entry(it: Tournament, number: int, board: Board, result: Result, player: int) -> Entry:
    seat, opponent = board.seat(player), board.opponent(player)
    share = _share(result, seat)
    word = {Fraction(1): "win", _HALF: "draw", Fraction(0): "loss"}[share]
    points = it.rules.scoring["bye" if board.bye else word]
    played = result.how is How.PLAYED
    return Entry(number, opponent, points, share, result.scores[seat] if played else 0, played)


def _share(result: Result, seat: int) -> Fraction:
    """How much of the game went to this seat."""
    if result.winner is None:
        return _HALF if result.how is How.PLAYED else Fraction(0)
    return Fraction(int(result.winner == seat))

"""The score book: for each player, what every round brought. Only confirmed results are in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from controller.competition.values import Board, How, Result, Tournament

#: A share of 1 is a win. Halves and quarters are exact as floats: nothing here is ever rounded.
_WORDS = {1.0: "win", 0.5: "draw", 0.0: "loss"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One round of one player."""

    round: int
    opponent: int | None
    points: float
    #: 1 won, 1/2 drawn, 0 lost, whatever the scoring.
    share: float
    #: What the table counted for this player (0 where nothing was played).
    scored: int
    played: bool
    #: What it counted for the opponent.
    conceded: int = 0


@dataclass(frozen=True, slots=True)
class Book:
    """The entries and points of every player."""

    entries: Mapping[int, tuple[Entry, ...]]
    points: Mapping[int, float]
    #: In a round robin everybody meets everybody: a forfeit counts against the real opponent.
    all_meet: bool
    #: Whose games count for nobody.
    struck_out: frozenset[int] = frozenset()


def keep_book(it: Tournament) -> Book:
    """The score book as the confirmed results make it."""
    entries: dict[int, list[Entry]] = {number: [] for number in it.players}
    struck = struck_out(it)
    for number, board in it.boards():
        result = board.settled
        sits_out = board.bye and it.rules.format != "swiss"
        if result and not sits_out and not struck.intersection(board.players):
            for player in board.players:
                entries[player].append(_entry(it, number, board, result, player))
    points = {who: sum((each.points for each in own), 0.0) for who, own in entries.items()}
    kept = {who: tuple(own) for who, own in entries.items()}
    return Book(kept, points, it.rules.format == "round-robin", struck)


def struck_out(it: Tournament) -> frozenset[int]:
    """Who left a round robin before half of the own games were played (T13): luck, not play, has
    decided whom they met."""
    if it.rules.format != "round-robin":
        return frozenset()
    due = (len(it.order) - 1) * (2 if it.rules.double else 1)
    played = Counter(
        who
        for _, board in it.boards()
        if board.settled and board.settled.how is How.PLAYED
        for who in board.players
    )
    return frozenset(
        who for who in it.order if not it.players[who].active and 2 * played[who] < due
    )


def _entry(it: Tournament, number: int, board: Board, result: Result, player: int) -> Entry:
    seat, opponent = board.seat(player), board.opponent(player)
    share = _share(result, seat)
    bye = result.how is How.BYE
    points = it.rules.scoring["bye" if bye else _WORDS[share]]
    played = result.how is How.PLAYED
    # What an older record counted beyond the end of a match does not count either (T11).
    scored, conceded = (
        (it.rules.counted(result.scores[each]) if played else 0) for each in (seat, 1 - seat)
    )
    return Entry(number, opponent, points, share, scored, played, conceded)


def _share(result: Result, seat: int) -> float:
    """How much of the game went to this seat."""
    if result.winner is None:
        return 0.5 if result.how in (How.PLAYED, How.EXCUSED) else 0.0
    return float(result.winner == seat)

"""A competition as plain JSON, for the page, for files and for printing."""

from __future__ import annotations

from typing import Any

from controller.competition import draw
from controller.competition.book import Book, keep_book
from controller.competition.changes import number, plain_rules
from controller.competition.pairing import why_not_paired
from controller.competition.placing import placed
from controller.competition.values import Board, Player, Tournament


def view_of(it: Tournament) -> dict[str, Any]:
    """Everything there is to show of one competition."""
    book = keep_book(it)
    return {
        "id": it.id,
        "title": it.rules.title,
        "format": it.rules.format,
        "status": _status(it),
        "round": len(it.rounds),
        "of": draw.total_rounds(it),
        "rules": plain_rules(it.rules),
        #: Why `pair` would be refused now; null: it would not.
        "unpairable": why_not_paired(it),
        "players": [_player(player) for player in it.players.values()],
        "rounds": [
            {"round": each.number, "boards": [board_view(it, board) for board in each.boards]}
            for each in it.rounds
        ],
        "standings": standings_view(it, book),
        "winners": _winners(it),
    }


def _status(it: Tournament) -> str:
    if it.closed:
        return "closed"
    return "running" if it.rounds else "entry"


def _player(player: Player) -> dict[str, Any]:
    return {
        "number": player.number,
        "name": player.name,
        "rating": player.rating,
        "since": player.since,
        "active": player.active,
        "excused": sorted(player.excused),
    }


def board_view(it: Tournament, board: Board) -> dict[str, Any]:
    """One board with names; `winner` is the seat, null for a draw or while nobody knows."""
    result = board.result
    return {
        "board": board.number,
        "table": board.table,
        "match": board.match,
        "players": [it.name(player) for player in board.players],
        "numbers": list(board.players),
        "bye": board.bye,
        "status": board.status.value,
        "how": result.how.value if result else None,
        "winner": result.winner if result else None,
        "scores": list(result.scores) if result else None,
        "games": list(result.games) if result else [],
        "penalty": list(board.penalty),
        "breaks": board.breaks,
    }


def standings_view(it: Tournament, book: Book) -> list[dict[str, Any]]:
    """The standings, best first."""
    return [
        {
            "place": line.place,
            "number": line.player,
            "name": it.name(line.player),
            "points": number(line.points),
            "tiebreaks": {name: number(value) for name, value in line.breaks.items()},
            **_tally(book, line.player),
            "active": it.players[line.player].active,
            "struck_out": line.player in book.struck_out,
        }
        for line in placed(it, book)
    ]


def _tally(book: Book, player: int) -> dict[str, int]:
    shares = [entry.share for entry in book.entries[player] if entry.played]
    won, lost = shares.count(1.0), shares.count(0.0)
    return {
        "played": len(shares),
        "won": won,
        "drawn": len(shares) - won - lost,
        "lost": lost,
        "scored": sum(entry.scored for entry in book.entries[player]),
    }


def _winners(it: Tournament) -> dict[str, str | None]:
    """Brackets: who has won each of them."""
    if not it.rules.bracket or not it.order:
        return {}
    bracket = draw.bracket_of(it)
    won = {stage: bracket.winner(stage) for stage in bracket.stages()}
    return {stage: it.name(who) if who else None for stage, who in won.items()}

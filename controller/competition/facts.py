"""What an act gives: one fact, which becomes an event; and where on the boards it belongs."""

from __future__ import annotations

from typing import Any

from controller.competition.values import Board, CompetitionError, Round, Tournament
from controller.games.told import Term, Told

#: The kind of an event without "competition.", and what it says.
Fact = tuple[str, dict[str, Any]]


def round_of(it: Tournament, number: int) -> Round:
    """The round of this number."""
    if not 1 <= number <= len(it.rounds):
        raise CompetitionError(
            Told(
                "{id} has {n} rounds so far, and no round {number}",
                id=it.id,
                n=len(it.rounds),
                number=number,
            )
        )
    return it.rounds[number - 1]


def board_of(it: Tournament, number: int, board: int) -> Board:
    """The board of this number in this round."""
    boards = round_of(it, number).boards
    if not 1 <= board <= len(boards):
        raise CompetitionError(
            Told(
                "round {number} of {id} has boards 1 to {n}: {board}",
                number=number,
                id=it.id,
                n=len(boards),
                board=board,
            )
        )
    return boards[board - 1]


def meeting(it: Tournament, number: int, board: int) -> Board:
    """The board of this number, if two meet there."""
    found = board_of(it, number, board)
    if found.bye:
        raise CompetitionError(
            Told(
                "board {number}.{board} is a bye: nothing is played there",
                number=number,
                board=board,
            )
        )
    return found


def open_meeting(it: Tournament, number: int, board: int) -> Board:
    """The same, if it is not over."""
    found = meeting(it, number, board)
    if found.over:
        raise CompetitionError(
            Told(
                "board {number}.{board} is {status} already",
                number=number,
                board=board,
                status=Term("result", found.status.value),
            )
        )
    return found

"""The crosstable: everybody's games in one line, by opponent in a round robin, else by round."""

from __future__ import annotations

from dataclasses import dataclass

from controller.competition.placing import placed
from controller.competition.standings import Standing
from controller.competition.values import Board, How, Result, Tournament


@dataclass(frozen=True, slots=True)
class Cell:
    """One game of one player: against whom, how it ended, and the score as the player sees it."""

    round: int
    opponent: int | None
    #: "1", "½", "0"; "1F" and "0F" by forfeit; "bye"; "?" until it is confirmed; "" if cancelled.
    mark: str
    scores: tuple[int, int] | None
    #: 0 or 1: where the player sat.
    side: int


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line; a place in `columns` may hold no game, one, or in a double robin two."""

    standing: Standing
    columns: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Crosstable:
    """The whole table. `heads` are player numbers in a round robin, else numbers of rounds."""

    by: str
    heads: tuple[int, ...]
    rows: tuple[Row, ...]


def crosstable(it: Tournament) -> Crosstable:
    """Everybody's games, best standing first."""
    lines = placed(it)
    by_player = it.rules.format == "round-robin"
    heads = [line.player for line in lines] if by_player else [each.number for each in it.rounds]
    cells = _cells(it)
    rows = (
        Row(line, tuple(_column(cells[line.player], head, by_player) for head in heads))
        for line in lines
    )
    return Crosstable("player" if by_player else "round", tuple(heads), tuple(rows))


def _column(cells: list[Cell], head: int, by_player: bool) -> tuple[Cell, ...]:
    return tuple(cell for cell in cells if (cell.opponent if by_player else cell.round) == head)


def _cells(it: Tournament) -> dict[int, list[Cell]]:
    cells: dict[int, list[Cell]] = {number: [] for number in it.players}
    for number, board in it.boards():
        for player in board.players:
            cells[player].append(_cell(number, board, player))
    return cells


def _cell(number: int, board: Board, player: int) -> Cell:
    seat, result = board.seat(player), board.settled
    played = result is not None and result.how is How.PLAYED
    scores = (result.scores[seat], result.scores[1 - seat]) if result and played else None
    mark = _mark(result, seat) if result else ("" if board.over else "?")
    return Cell(number, board.opponent(player), mark, scores, seat)


def _mark(result: Result, seat: int) -> str:
    if result.how is How.BYE:
        return "bye"
    if result.how in (How.PLAYED, How.EXCUSED) and result.winner is None:
        return "½"
    won = "1" if result.winner == seat else "0"
    return won if result.how is How.PLAYED else f"{won}F"

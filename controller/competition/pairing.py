"""The next round is paired and put to tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from controller.competition import draw
from controller.competition.changes import plain_result
from controller.competition.entering import find
from controller.competition.facts import Fact, meeting
from controller.competition.values import Board, CompetitionError, Player, Status, Tournament
from controller.games.told import Term, Told


def why_not_paired(it: Tournament) -> str | None:
    """Why the next round cannot be paired now; None: it can."""
    waiting = [f"{number}.{board.number}" for number, board in it.boards() if not board.over]
    if it.closed:
        return Told("{id} is closed; reopen it first", id=it.id)
    if len(it.active) < 2 and (it.rules.format == "swiss" or not it.order):
        return Told("{id} has {n} players; two are needed", id=it.id, n=len(it.active))
    if waiting and it.rules.format != "round-robin":
        shown = ", ".join(waiting[:10]) + (" ..." if len(waiting) > 10 else "")
        return Told(
            "round {number} is not over: results to be confirmed at {shown}",
            number=len(it.rounds),
            shown=shown,
        )
    return _why_finished(it)


def _why_finished(it: Tournament) -> str | None:
    total = draw.total_rounds(it)
    if total is not None and len(it.rounds) >= total:
        return Told("all {n} rounds of {id} have been paired", n=total, id=it.id)
    return None


def pair(
    it: Tournament,
    *,
    busy: frozenset[str] = frozenset(),
    fixed: Sequence[Sequence[str]] = (),
    seed: int | None = None,
) -> Fact:
    """The next round, with tables that are not `busy`."""
    reason = why_not_paired(it)
    if reason:
        raise CompetitionError(Told("not paired: {reason}", reason=reason))
    if seed is not None and (it.order or it.rules.seeding != "lot"):
        raise CompetitionError(
            Told("not paired: a seed is for the first round of a seeding by lot")
        )
    order = list(it.order) or draw.seed_order(it, seed)
    boards = _boards(replace(it, order=tuple(order)), [_fixed(it, names) for names in fixed])
    known = {} if seed is None else {"seed": seed}
    return "paired", {
        "round": len(it.rounds) + 1,
        "order": order,
        "boards": _seated(boards, [table for table in it.rules.tables if table not in busy]),
        **known,
    }


def _boards(it: Tournament, fixed: Sequence[Sequence[int]]) -> list[Board]:
    named = [player for names in fixed for player in names]
    if named and it.rules.format != "swiss":
        raise CompetitionError(
            Told(
                "not paired: fixed pairs are for swiss, not {format}",
                format=Term("format", it.rules.format),
            )
        )
    if len(set(named)) < len(named):
        raise CompetitionError(Told("not paired: somebody is named twice in the fixed pairs"))
    if it.rules.format == "swiss":
        return draw.swiss(it, fixed)
    return draw.round_robin(it) if it.rules.format == "round-robin" else draw.knockout(it)


def _fixed(it: Tournament, names: Sequence[str]) -> list[int]:
    players = [find(it, name) for name in names]
    away = [player.name for player in players if not player.active]
    if away:
        raise CompetitionError(
            Told("not paired: {away} withdrew from {id}", away=" and ".join(away), id=it.id)
        )
    return [player.number for player in players]


def _seated(boards: Iterable[Board], tables: Iterable[str]) -> list[dict[str, Any]]:
    """The boards as facts, each to be played at the next free table."""
    free = iter(tables)
    return [
        {
            "players": list(board.players),
            "match": board.match,
            "table": None if board.result else next(free, None),
            "result": plain_result(board.result) if board.result else None,
        }
        for board in boards
    ]


def assign(
    it: Tournament,
    *,
    round: int,
    board: int,
    table: str,
    busy: frozenset[str] = frozenset(),
) -> Fact:
    """This board is played at that table."""
    found = _needs_table(it, round, board)
    if table in busy and table != found.table:
        raise CompetitionError(
            Told("table {table} is taken by another board that is still open", table=table)
        )
    return "assigned", {"round": round, "board": board, "table": table}


def swap(it: Tournament, *, round: int, board: int, other: int) -> Fact:
    """Two boards of a round exchange their tables, without a third one for the way."""
    if board == other:
        raise CompetitionError(Told("a swap needs two boards, not {board} twice", board=board))
    tables = [_needs_table(it, round, each).table for each in (other, board)]
    if tables == [None, None]:
        raise CompetitionError(
            Told(
                "boards {round}.{board} and {round}.{other} have no tables to exchange",
                round=round,
                board=board,
                other=other,
            )
        )
    return "swapped", {"round": round, "boards": [board, other], "tables": tables}


def exchange(it: Tournament, *, round: int, player: str, other: str) -> Fact:
    """Two players of the last Swiss round change places: the director pairs by hand."""
    if it.rules.format != "swiss":
        raise CompetitionError(
            Told(
                "players change places in swiss, not in {format}",
                format=Term("format", it.rules.format),
            )
        )
    if round != len(it.rounds):
        raise CompetitionError(
            Told("only in the last round players change places: {n}", n=len(it.rounds))
        )
    one, two = (_still_open(it, find(it, name)) for name in (player, other))
    if one.number == two.number:
        raise CompetitionError(Told("they sit at one board: {board}", board=one.number))
    swap = {find(it, player).number: find(it, other).number}
    swap |= {new: old for old, new in swap.items()}
    boards = {board.number: [swap.get(who, who) for who in board.players] for board in (one, two)}
    return "exchanged", {"round": round, "boards": list(boards), "players": list(boards.values())}


def _still_open(it: Tournament, player: Player) -> Board:
    """Where this player sits in the last round, if nothing came of it yet."""
    for board in it.rounds[-1].boards:
        if player.number in board.players and not board.bye and board.status is Status.OPEN:
            return board
    raise CompetitionError(
        Told("{name} has no open board in round {n}", name=player.name, n=len(it.rounds))
    )


def _needs_table(it: Tournament, round: int, board: int) -> Board:
    """The board, if something is still to be played there."""
    found = meeting(it, round, board)
    if found.over:
        raise CompetitionError(
            Told(
                "board {round}.{board} is {status}: it needs no table",
                round=round,
                board=board,
                status=Term("result", found.status.value),
            )
        )
    return found

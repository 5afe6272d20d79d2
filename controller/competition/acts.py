"""What each command does to a competition: it is checked, and becomes events or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from controller.competition import draw
from controller.competition.changes import plain_result
from controller.competition.commands import tidy
from controller.competition.values import (
    Board,
    CompetitionError,
    How,
    Player,
    Result,
    Status,
    Tournament,
)

#: The kind of an event without "competition.", and what it says.
Fact = tuple[str, dict[str, Any]]
MOST_PLAYERS = 5000


def possible(it: Tournament, name: str) -> None:
    """A closed competition takes nothing but `reopen`."""
    if it.closed and name != "reopen":
        raise CompetitionError(f"{it.id} is closed; reopen it first")


# -- players -----------------------------------------------------------------------------------


def find(it: Tournament, name: str) -> Player:
    """The player of this name."""
    wanted = tidy(name).casefold()
    for player in it.players.values():
        if player.name.casefold() == wanted:
            return player
    raise CompetitionError(f"there is no player {tidy(name)!r} in {it.id}")


def _is_new(it: Tournament, name: str, but: int = 0) -> None:
    wanted = tidy(name).casefold()
    for player in it.players.values():
        if player.name.casefold() == wanted and player.number != but:
            raise CompetitionError(f"{player.name} is in {it.id} already; names must differ")


def _enter(it: Tournament, *, player: str, rating: int | None = None) -> Fact:
    away = [each for each in it.players.values() if not each.active]
    back = next((each for each in away if each.name.casefold() == tidy(player).casefold()), None)
    fixed = it.rounds and it.rules.format != "swiss"
    if back and (not fixed or back.number in it.order):
        return "returned", {"player": back.number}
    _is_new(it, player, back.number if back else 0)
    if fixed:
        raise CompetitionError(
            f"{tidy(player)} comes too late: a {it.rules.format} is fixed with its first round"
        )
    if len(it.players) >= MOST_PLAYERS:
        raise CompetitionError(f"{it.id} has {MOST_PLAYERS} players, and more are not taken")
    return "entered", {
        "player": len(it.players) + 1,
        "name": tidy(player),
        "rating": rating,
        "since": len(it.rounds) + 1,
    }


def _withdraw(it: Tournament, *, player: str, why: str = "") -> Fact:
    found = find(it, player)
    if not found.active:
        raise CompetitionError(f"{found.name} has withdrawn from {it.id} already")
    return "withdrew", {"player": found.number, "why": why}


def _rename(it: Tournament, *, player: str, name: str, why: str = "") -> Fact:
    found = find(it, player)
    _is_new(it, name, found.number)
    return "renamed", {"player": found.number, "name": tidy(name), "was": found.name, "why": why}


# -- rounds ------------------------------------------------------------------------------------


def why_not_paired(it: Tournament) -> str | None:
    """Why the next round cannot be paired now; None: it can."""
    waiting = [f"{number}.{board.number}" for number, board in it.boards() if not board.over]
    if it.closed:
        return f"{it.id} is closed; reopen it first"
    if len(it.active) < 2 and (it.rules.format == "swiss" or not it.order):
        return f"{it.id} has {len(it.active)} players; two are needed"
    if waiting and it.rules.format != "round-robin":
        shown = ", ".join(waiting[:10]) + (" ..." if len(waiting) > 10 else "")
        return f"round {len(it.rounds)} is not over: results to be confirmed at {shown}"
    return _why_finished(it)


def _why_finished(it: Tournament) -> str | None:
    total = draw.total_rounds(it)
    if total is not None and len(it.rounds) >= total:
        return f"all {total} rounds of {it.id} have been paired"
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
        raise CompetitionError(f"not paired: {reason}")
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
        raise CompetitionError(f"not paired: fixed pairs are for swiss, not {it.rules.format}")
    if len(set(named)) < len(named):
        raise CompetitionError("not paired: somebody is named twice in the fixed pairs")
    if it.rules.format == "swiss":
        return draw.swiss(it, fixed)
    return draw.round_robin(it) if it.rules.format == "round-robin" else draw.knockout(it)


def _fixed(it: Tournament, names: Sequence[str]) -> list[int]:
    players = [find(it, name) for name in names]
    away = [player.name for player in players if not player.active]
    if away:
        raise CompetitionError(f"not paired: {' and '.join(away)} withdrew from {it.id}")
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


def board_of(it: Tournament, number: int, board: int) -> Board:
    """The board of this number in this round."""
    if not 1 <= number <= len(it.rounds):
        raise CompetitionError(f"{it.id} has {len(it.rounds)} rounds so far, and no round {number}")
    boards = it.rounds[number - 1].boards
    if not 1 <= board <= len(boards):
        raise CompetitionError(f"round {number} of {it.id} has boards 1 to {len(boards)}: {board}")
    return boards[board - 1]


def _meeting(it: Tournament, number: int, board: int) -> Board:
    found = board_of(it, number, board)
    if found.bye:
        raise CompetitionError(f"board {number}.{board} is a bye: nothing is played there")
    return found


def assign(
    it: Tournament,
    *,
    round: int,
    board: int,
    table: str,
    busy: frozenset[str] = frozenset(),
) -> Fact:
    """This board is played at that table."""
    found = _meeting(it, round, board)
    if found.over:
        raise CompetitionError(f"board {round}.{board} is {found.status.value}: it needs no table")
    if table in busy and table != found.table:
        raise CompetitionError(f"table {table} is taken by another board that is still open")
    return "assigned", {"round": round, "board": board, "table": table}


# -- results -----------------------------------------------------------------------------------


def _report(it: Tournament, *, round: int, board: int, table: str = "", **said: Any) -> Fact:
    found = _meeting(it, round, board)
    if found.over:
        raise CompetitionError(
            f"board {round}.{board} is {found.status.value}; correct it, and say why"
        )
    result = plain_result(_result(it, found, **said))
    return "reported", {"round": round, "board": board, "result": result, "table": table}


def _confirm(it: Tournament, *, round: int, board: int) -> Fact:
    found = _meeting(it, round, board)
    if found.status is not Status.REPORTED or found.result is None:
        raise CompetitionError(f"board {round}.{board} is {found.status.value}, not reported")
    _needs_winner(it, found.result)
    return "confirmed", {"round": round, "board": board, "result": plain_result(found.result)}


def _correct(it: Tournament, *, round: int, board: int, why: str, **said: Any) -> Fact:
    found = _meeting(it, round, board)
    result = _result(it, found, **said)
    _needs_winner(it, result)
    if it.rules.format == "knockout" and round < len(it.rounds) and _goes_on(found, result):
        raise CompetitionError(
            f"board {round}.{board} has sent players on to round {round + 1};"
            f" cancel that round first"
        )
    was = plain_result(found.result) if found.result else None
    return "corrected", {
        "round": round,
        "board": board,
        "result": plain_result(result),
        "was": was,
        "why": why,
    }


def _goes_on(board: Board, result: Result) -> bool:
    """Whether somebody else would go on with this result."""
    return board.settled is None or board.settled.winner != result.winner


def _needs_winner(it: Tournament, result: Result) -> None:
    if it.rules.format == "knockout" and result.winner is None and result.how is How.PLAYED:
        raise CompetitionError(
            "a knockout needs a winner: let them play on and report again, or correct with `winner`"
        )


def _result(
    it: Tournament,
    board: Board,
    *,
    scores: Sequence[int] | None = None,
    forfeit: str | None = None,
    games: Sequence[str] = (),
    **winner: str | None,
) -> Result:
    """The result that was said: scores, with the winner where they do not tell, or a forfeit."""
    if (scores is None) == (forfeit is None):
        raise CompetitionError("a result is either scores or a forfeit, one of the two")
    if forfeit is not None:
        return _forfeited(it, board, forfeit)
    assert scores is not None
    one, other = scores
    if "winner" in winner:
        named = winner["winner"]
        won = None if named is None else _seat(it, board, named)
    else:
        won = None if one == other else int(other > one)
    return Result(How.PLAYED, won, (one, other), tuple(games))


def _forfeited(it: Tournament, board: Board, who: str) -> Result:
    if who == "both":
        return Result(How.NOBODY, None)
    return Result(How.FORFEIT, 1 - _seat(it, board, who))


def _seat(it: Tournament, board: Board, name: str) -> int:
    names = [it.name(player) for player in board.players]
    for seat, each in enumerate(names):
        if each.casefold() == tidy(name).casefold():
            return seat
    raise CompetitionError(f"{tidy(name)!r} does not sit there; {' and '.join(names)} do")


# -- the director ------------------------------------------------------------------------------


def _cancel(it: Tournament, *, round: int, why: str, board: int | None = None) -> Fact:
    if board is not None:
        return _cancel_board(it, round, board, why)
    if not it.rounds or round != len(it.rounds):
        raise CompetitionError(f"only the last round can be cancelled: {len(it.rounds)}")
    settled = [
        f"{round}.{each.number}"
        for each in it.rounds[-1].boards
        if each.settled and each.settled.how is How.PLAYED
    ]
    if settled:
        raise CompetitionError(f"round {round} has confirmed results: {', '.join(settled[:10])}")
    return "cancelled", {"round": round, "why": why}


def _cancel_board(it: Tournament, number: int, board: int, why: str) -> Fact:
    found = _meeting(it, number, board)
    if it.rules.format == "knockout":
        raise CompetitionError("somebody must go on: report a forfeit, or cancel the whole round")
    if found.over:
        raise CompetitionError(f"board {number}.{board} is {found.status.value} already")
    return "cancelled", {"round": number, "board": board, "why": why}


def _close(it: Tournament) -> Fact:
    waiting = [f"{number}.{board.number}" for number, board in it.boards() if not board.over]
    if waiting:
        raise CompetitionError(f"results are still to be confirmed: {', '.join(waiting[:10])}")
    return "closed", {}


def _reopen(it: Tournament, *, why: str) -> Fact:
    if not it.closed:
        raise CompetitionError(f"{it.id} is not closed")
    return "reopened", {"why": why}


ACTS: Mapping[str, Callable[..., Fact]] = {
    "enter": _enter,
    "withdraw": _withdraw,
    "rename": _rename,
    "pair": pair,
    "assign": assign,
    "report": _report,
    "confirm": _confirm,
    "correct": _correct,
    "cancel": _cancel,
    "close": _close,
    "reopen": _reopen,
}

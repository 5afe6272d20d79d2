"""Results come in, are confirmed and corrected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.competition.changes import plain_result
from controller.competition.commands import BOTH, tidy
from controller.competition.facts import Fact, meeting
from controller.competition.values import Board, CompetitionError, How, Result, Status, Tournament
from controller.games.told import Term, Told


def report(it: Tournament, *, round: int, board: int, table: str = "", **said: Any) -> Fact:
    found = meeting(it, round, board)
    if found.over:
        raise CompetitionError(
            Told(
                "board {round}.{board} is {status}; correct it, and say why",
                round=round,
                board=board,
                status=Term("result", found.status.value),
            )
        )
    result = plain_result(_result(it, found, **said))
    return "reported", {"round": round, "board": board, "result": result, "table": table}


def confirm(it: Tournament, *, round: int, board: int) -> Fact:
    found = meeting(it, round, board)
    if found.status is not Status.REPORTED or found.result is None:
        raise CompetitionError(
            Told(
                "board {round}.{board} is {status}, not reported",
                round=round,
                board=board,
                status=Term("result", found.status.value),
            )
        )
    _needs_winner(it, found.result)
    return "confirmed", {"round": round, "board": board, "result": plain_result(found.result)}


def correct(it: Tournament, *, round: int, board: int, why: str, **said: Any) -> Fact:
    found = meeting(it, round, board)
    # The games were played whatever the score: only a correction that names others replaces them.
    games = {"games": found.result.games} if found.result and "forfeit" not in said else {}
    result = _result(it, found, **games | said)
    _needs_winner(it, result)
    if it.rules.bracket and round < len(it.rounds) and _goes_on(found, result):
        raise CompetitionError(
            Told(
                "board {round}.{board} has sent players on to round {round2}; cancel"
                " that round first",
                round=round,
                board=board,
                round2=round + 1,
            )
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
    if it.rules.bracket and result.winner is None and result.how is How.PLAYED:
        raise CompetitionError(
            Told(
                "a knockout needs a winner: let them play on and report again, or"
                " correct with `winner`"
            )
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
        raise CompetitionError(Told("a result is either scores or a forfeit, one of the two"))
    if forfeit is not None:
        return _forfeited(it, board, forfeit)
    assert scores is not None
    one, other = map(it.rules.counted, scores)
    if it.rules.length and one == other == it.rules.length:
        raise CompetitionError(
            Told("a match to {n} points is over when one side has them", n=it.rules.length)
        )
    if "winner" in winner:
        named = winner["winner"]
        won = None if named is None else _seat(it, board, named)
    else:
        won = None if one == other else int(other > one)
    return Result(How.PLAYED, won, (one, other), tuple(games))


def _forfeited(it: Tournament, board: Board, who: str) -> Result:
    if who == BOTH:
        return Result(How.NOBODY, None)
    return Result(How.FORFEIT, 1 - _seat(it, board, who))


def _seat(it: Tournament, board: Board, name: str) -> int:
    names = [it.name(player) for player in board.players]
    for seat, each in enumerate(names):
        if each.casefold() == tidy(name).casefold():
            return seat
    raise CompetitionError(
        Told("{name!r} does not sit there; {names} do", name=tidy(name), names=" and ".join(names))
    )

"""What each command does to a competition: it is checked, and becomes a fact or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from controller.competition import entering, lateness, pairing, results
from controller.competition.facts import Fact, meeting, open_meeting
from controller.competition.values import CompetitionError, How, Tournament
from controller.games.told import Told


def possible(it: Tournament, name: str) -> None:
    """A closed competition takes nothing but `reopen`."""
    if it.closed and name != "reopen":
        raise CompetitionError(Told("{id} is closed; reopen it first", id=it.id))


def _cancel(it: Tournament, *, round: int, why: str, board: int | None = None) -> Fact:
    if board is not None:
        return _cancel_board(it, round, board, why)
    if not it.rounds or round != len(it.rounds):
        raise CompetitionError(Told("only the last round can be cancelled: {n}", n=len(it.rounds)))
    settled = [
        f"{round}.{each.number}"
        for each in it.rounds[-1].boards
        if each.settled and each.settled.how is How.PLAYED
    ]
    if settled:
        raise CompetitionError(
            Told(
                "round {round} has confirmed results: {settled}",
                round=round,
                settled=", ".join(settled[:10]),
            )
        )
    return "cancelled", {"round": round, "why": why}


def _cancel_board(it: Tournament, number: int, board: int, why: str) -> Fact:
    meeting(it, number, board)
    if it.rules.bracket:
        raise CompetitionError(
            Told("somebody must go on: report a forfeit, or cancel the whole round")
        )
    open_meeting(it, number, board)
    return "cancelled", {"round": number, "board": board, "why": why}


def _close(it: Tournament) -> Fact:
    waiting = [f"{number}.{board.number}" for number, board in it.boards() if not board.over]
    if waiting:
        raise CompetitionError(
            Told("results are still to be confirmed: {waiting}", waiting=", ".join(waiting[:10]))
        )
    return "closed", {}


def _reopen(it: Tournament, *, why: str) -> Fact:
    if not it.closed:
        raise CompetitionError(Told("{id} is not closed", id=it.id))
    return "reopened", {"why": why}


ACTS: Mapping[str, Callable[..., Fact]] = {
    "enter": entering.enter,
    "withdraw": entering.withdraw,
    "rename": entering.rename,
    "excuse": entering.excuse,
    "pair": pairing.pair,
    "assign": pairing.assign,
    "swap": pairing.swap,
    "exchange": pairing.exchange,
    "report": results.report,
    "confirm": results.confirm,
    "correct": results.correct,
    "cancel": _cancel,
    "late": lateness.late,
    "rest": lateness.rest,
    "close": _close,
    "reopen": _reopen,
}

"""What a director does at a table, each with who and why: nothing of it changes the past.

    {"do": "direct", "action": "score", "score": [2, 3], "by": "Ann", "why": "entered twice"}

Every action is one appended event; the state is the fold of all of them, so that the record tells
what happened before, what was ruled, and what came of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from controller.games.acts import Ruling
from controller.games.game import RulesError
from controller.games.told import Term, Told, told_by
from controller.table.commands import CommandError, named
from controller.table.secret import covers_again
from controller.table.state import Status

if TYPE_CHECKING:
    from controller.table.table import Table

ANNULLED = "annulled"

#: What each action needs besides who and why, and what else it takes.
_NEEDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "pause": ((), ()),
    "position": (("position",), ()),
    "dice": (("dice",), ()),
    "score": (("score",), ()),
    "cube": (("cube",), ("owner",)),
    "clock": (("seconds",), ()),
    "undo": (("to",), ()),
    "annul": ((), ()),
}
_ANY = (Status.SETUP, Status.PLAYING, Status.PAUSED)
_BEGUN = (Status.PLAYING, Status.PAUSED)
#: When each action makes sense.
_WHEN: dict[str, tuple[Status, ...]] = {
    "pause": (Status.PLAYING,),
    "position": _BEGUN,
    "dice": _BEGUN,
    "score": _BEGUN,
    "cube": _BEGUN,
    "clock": _BEGUN,
    "undo": (*_BEGUN, Status.OVER),
    "annul": (*_ANY, Status.OVER),
}


def possible(table: Table) -> bool:
    """Whether there is a game to direct."""
    return any(table.state.status in statuses for statuses in _WHEN.values())


def direct(
    table: Table,
    *,
    action: str,
    why: str,
    by: str | None = None,
    who: str | None = None,
    **facts: Any,
) -> None:
    """Carry a director's action out; who and why are in the record with it."""
    if action not in _NEEDS:
        raise CommandError(
            Told(
                "direct: unknown action {action!r}; there are: {actions}",
                action=action,
                actions=tuple(_NEEDS),
            )
        )
    called = Term("director", action)
    if by is None or not by.strip() or not why.strip():
        raise CommandError(
            Told("direct {action}: by (who directs) and why must both be said", action=called)
        )
    needed, more = _NEEDS[action]
    lacking = [key for key in needed if key not in facts]
    strange = [key for key in facts if key not in (*needed, *more)]
    if lacking or strange:
        wrong = [
            *(Told("{key} is missing", key=key) for key in lacking),
            *(Told("{key} is not taken", key=key) for key in strange),
        ]
        raise CommandError(Told("direct {action}: {mistakes}", action=called, mistakes=wrong))
    if table.state.status not in _WHEN[action]:
        raise CommandError(
            Told(
                "direct {action}: not now ({status})",
                action=called,
                status=Term("status", table.state.status.value),
            )
        )
    _ACTIONS[action](table, {"by": by.strip(), **named(who), "why": why.strip()}, **facts)


def _pause(table: Table, who: dict[str, str]) -> None:
    table.emit("game.paused", **who, director=True)


def _position(table: Table, who: dict[str, str], *, position: str) -> None:
    if table.secret:
        raise CommandError(
            Told("direct position: what lies hidden in this game cannot be set anew")
        )
    _rule(table, who, "position", position)


def _dice(table: Table, who: dict[str, str], *, dice: list[int]) -> None:
    _rule(table, who, "dice", dice)


def _score(table: Table, who: dict[str, str], *, score: list[int]) -> None:
    _rule(table, who, "score", score)


def _cube(table: Table, who: dict[str, str], *, cube: int, owner: int | None = None) -> None:
    _rule(table, who, "cube", [cube, owner])


def _rule(table: Table, who: dict[str, str], what: str, value: Any) -> None:
    """The position becomes another one; the lights lead the pieces there."""
    rules, called = table.state.rules, Term("director", what)
    try:
        after = rules.apply(table.state.position, Ruling(what, value))
    except RulesError as mistake:
        raise CommandError(
            Told("direct {action}: {reason}", action=called, reason=told_by(mistake))
        ) from None
    if rules.outcome(after).over:
        raise CommandError(
            Told(
                "direct {action}: the game would be over; annul it, or let it be resigned",
                action=called,
            )
        )
    table.seal("director")
    text = rules.write_position(after)
    table.emit("director.ruled", what=what, value=value, position=text, **who)
    table.follow(playing=True)
    table.pass_if_forced()


def _clock(table: Table, who: dict[str, str], *, seconds: list[float]) -> None:
    clock = table.state.clock
    if clock is None:
        raise CommandError(Told("direct clock: this game is played without a clock"))
    if len(seconds) != len(clock.left):
        raise CommandError(
            Told(
                "direct clock: {wanted} times are needed, not {given}",
                wanted=len(clock.left),
                given=len(seconds),
            )
        )
    table.emit("director.clock", left=[float(each) for each in seconds], **who)


def _undo(table: Table, who: dict[str, str], *, to: int) -> None:
    state = table.state
    if not 0 <= to < len(state.plies):
        raise CommandError(
            Told(
                "direct undo: {made} turns are made; back to {to} is not possible",
                made=len(state.plies),
                to=to,
            )
        )
    if state.result is None and covers_again(table, to):
        raise CommandError(
            Told(
                "direct undo: turns after {to} uncovered what everybody has seen; it cannot be "
                "covered again while the rest is secret",
                to=to,
            )
        )
    if state.result is not None and (
        table.secret or state.result.reason in ("abandoned", ANNULLED)
    ):
        raise CommandError(
            Told(
                "direct undo: the game is over ({reason}) for good",
                reason=Term("reason", state.result.reason),
            )
        )
    paused = state.status is Status.PAUSED
    table.take_back(to, "director", who=who.get("who", who["by"]), why=who["why"])
    if not paused:
        table.look_again()


def _annul(table: Table, who: dict[str, str]) -> None:
    state = table.state
    if state.result is not None and state.result.reason in ("abandoned", ANNULLED):
        raise CommandError(
            Told(
                "direct annul: the game is {reason} already",
                reason=Term("reason", state.result.reason),
            )
        )
    table.seal("end")
    scores = [0] * len(state.rules.sides)
    if state.result is None:
        table.end(None, scores, ANNULLED, **who)
    else:  # what was hidden or promised has been shown
        table.emit("game.over", winner=None, scores=scores, reason=ANNULLED, **who)


_ACTIONS: dict[str, Callable[..., None]] = {
    "pause": _pause,
    "position": _position,
    "dice": _dice,
    "score": _score,
    "cube": _cube,
    "clock": _clock,
    "undo": _undo,
    "annul": _annul,
}
